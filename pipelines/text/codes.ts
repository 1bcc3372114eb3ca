import { LETTER_SIZES, PACK_UNITS } from './languages.ts';
import { CODE, MEASURE, NUMBER, type ReadWord, WORD } from './reading.ts';
import { UNITS } from './units.ts';

/** An alphabetic part longer than this is a word, not a piece of a model number (`wh-1000` has one, `model-1000` none). */
const MAX_CODE_LETTERS = 4;
const MIN_CODE = 3;
const MIN_CHAIN = 5;
const MIN_NUMBER_CHAIN = 8;
const DATE = /^(?:(?:19|20)\d\d-\d\d-\d\d|\d\d-\d\d-(?:19|20)\d\d)$/;
/** Numbers on both sides of a slash of so many digits are two of a list: `4600/4650`. */
const MIN_LISTED = 3;

/** Letters behind a number that say what a thing does or has, besides units: `1080p`, `240-pin`, `52x`, `3Gbps`. */
const STATED = new Set(
  (
    'p i x k u bit pin port way tier disc sheet sheets page pages outlet channel key watt blatt er erpack ' +
    'bps kbps mbps gbps gbs rpm ppm cps dpi ppi db dba dbi awg va kva wh kwh amp ohm vac vdc ms nm min ply in1 gm2 gqm gsm sh mw'
  ).split(' '),
);

/** Names of standards, sockets and formats, which many things share: `ddr4`, `rs232`, `cat5e`, `spf50`. */
const STANDARD = new RegExp(
  `^(?:${[
    '(?:lp|g)?ddr\\d?[lx]?(?:\\d{3,4})?',
    'pc[2-5]?(?:\\d{4,5})?',
    'iec\\d+(?:c\\d+)?',
    '\\d+base[a-z]+',
    'lga\\d{3,4}',
    '80211[a-z]*',
    'ieee\\d{4}[a-z]?',
    'usb\\d{1,2}',
    'ps\\d',
    'rs(?:232|422|485)',
    'rj\\d\\d',
    '(?:db|hd)\\d{1,2}[mf]?',
    'cat\\d[ae]?',
    'mp[34]',
    'h26[45]',
    'ip[x6]\\d',
    'spf\\d\\d',
    'uv400',
    'e(?:14|27)',
    'gu10',
    'b12',
    'q10',
  ].join('|')})$`,
);

/** Model and part numbers among words: chains written together (`WH-1000XM4`) as one, else single words of letters and digits. */
export function codesOf(words: readonly ReadWord[]): string[] {
  const codes: string[] = [];
  for (let from = 0; from < words.length; ) {
    const to = chainEnd(words, from);
    if (to - from > 1) addCodes(codes, words.slice(from, to));
    else if (isCode(words[from] as ReadWord)) codes.push((words[from] as ReadWord).text);
    from = to;
  }
  return codes;
}

/** Where the words end that are written together. */
function chainEnd(words: readonly ReadWord[], from: number): number {
  let to = from + 1;
  while (to < words.length && (words[to] as ReadWord).joined !== null && !isListSlash(words, from, to)) to++;
  return to;
}

/** A slash between two of a kind parts a list: `C5150/C5100`, `SCX-6345/SCX-6355`, `400/USB`; not `MB598LL/A`. */
function isListSlash(words: readonly ReadWord[], from: number, at: number): boolean {
  const { joined, text } = words[at] as ReadWord;
  if (joined !== '/') return false;
  const before = (words[at - 1] as ReadWord).text;
  if (text === (words[from] as ReadWord).text || isShared(text) || isShared(before)) return true;
  if (/^\d+$/.test(before) && /^\D{3,}$/.test(text)) return true;
  return text.length >= MIN_LISTED && text.length === before.length && /\d/.test(text);
}

function addCodes(codes: string[], parts: readonly ReadWord[]): void {
  const text = parts.map((part) => part.text).join('');
  if (isCodeChain(parts, text)) codes.push(text);
  else if (!isShared(text)) for (const part of parts) if (isCode(part)) codes.push(part.text);
}

/** A word of Latin letters and digits, or a long number that is no round one. */
function isCode({ kind, text }: ReadWord): boolean {
  return kind === CODE && text.length >= MIN_CODE && !isShared(text) && !/^\d{2,3}000$/.test(text);
}

/** What many things share: `1080p`, `ddr4`, `3xl`. */
function isShared(text: string): boolean {
  const letters = text.search(/\D/);
  if (letters > 0) {
    const stated = text.slice(letters);
    if (STATED.has(stated) || UNITS.has(stated) || PACK_UNITS.has(stated)) return true;
  }
  return STANDARD.test(text) || LETTER_SIZES.has(text);
}

function isCodeChain(parts: readonly ReadWord[], text: string): boolean {
  if (text.length < MIN_CHAIN || isShared(text)) return false;
  if (parts.some(({ kind, text: part }) => isLongWord(kind, part) || isDecimal(part) || part === 'x'))
    return false;
  if (parts.every(({ kind, text: part }) => kind === NUMBER || kind === MEASURE || isShared(part)))
    return text.length >= MIN_NUMBER_CHAIN && /^\d+$/.test(text) && isHyphenated(parts);
  const digits = text.replace(/\D/g, '').length;
  return digits >= 2 || (digits > 0 && parts.some(({ kind }) => kind === CODE));
}

/** Numbers with hyphens between, no date: `010-10979-00`. */
function isHyphenated(parts: readonly ReadWord[]): boolean {
  const written = parts.map(({ text }) => text).join('-');
  return parts.slice(1).every(({ joined }) => joined === '-') && !DATE.test(written);
}

const isLongWord = (kind: number, text: string): boolean => kind === WORD && text.length > MAX_CODE_LETTERS;

const isDecimal = (text: string): boolean => text.includes('.') || text.includes(',');
