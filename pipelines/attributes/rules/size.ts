import { LETTER_SIZES, SIZE_WORDS } from '../../text/languages.ts';
import { DIGITS, isGlued, isLetters, type Token } from '../../text/tokens.ts';
import { type AttributeText, type Finding, type Rule } from './rule.ts';

const KEY = 'general.size';
/** Words before a size. */
const MARKS = new Set(
  'size sz us eu uk eur groesse grosse gr taille talla taglia maat numero rozmiar размер מידה'.split(' '),
);
/** Systems of sizes besides that of the market. */
const SYSTEMS = new Set(['eu', 'uk', 'eur']);
const PLAIN = new Set(['s', 'm', 'l', 'xs', 'xl']);
/** Words of sizes behind `x-`, `xx-`, `3x-`. */
const NAMED_EXTRA: Readonly<Record<string, string>> = { small: 'S', large: 'L' };
/** Behind a number of shoes: widths and systems, `8 M US`, `9.5 D(M) US`. */
const SHOE_SUFFIX = /^(?:us|m|d|b|w|e|ee|wide|medium|narrow)$/;
/** Sizes of shoes in any system. */
const SHOE_SIZES = [1, 52] as const;

/** Sizes by letters or numbers: a number is one where a word says so, or at the end of a shoe's title. */
export const sizeRule: Rule = (text) => {
  const { tokens, topics } = text;
  const isWorn = topics.has('clothes') || topics.has('shoes');
  const found: Finding[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const marked =
      MARKS.has(tokens[at - 1]?.text ?? '') ||
      (tokens[at - 1]?.text === ':' && MARKS.has(tokens[at - 2]?.text ?? ''));
    const extra = extraSize(tokens, at);
    if (extra && (isWorn || marked)) {
      found.push({ key: KEY, value: extra, rule: marked ? 'size.marked' : 'size.letter', at });
      at += 2;
      continue;
    }
    const letter = letterSize(tokens, at);
    if (letter) {
      const isEnd =
        at + 1 >= tokens.length || (!isLetters(tokens[at + 1]) && tokens[at + 1]?.kind !== DIGITS);
      if (marked) found.push({ key: KEY, value: letter, rule: 'size.marked', at });
      else if (isWorn && isEnd && !isGlued(tokens, at))
        found.push({ key: KEY, value: letter, rule: 'size.letter', at });
      continue;
    }
    const number = marked || topics.has('shoes') ? numberSize(text, at) : null;
    if (!number) continue;
    const system = tokens[at - 1]?.text ?? '';
    const value = SYSTEMS.has(system) ? `${system === 'uk' ? 'UK' : 'EU'} ${number}` : number;
    if (marked) found.push({ key: KEY, value, rule: isWorn ? 'size.marked' : 'size.marked_other', at });
    else if (isShoeSuffix(text, at, number)) found.push({ key: KEY, value, rule: 'size.suffix', at });
    else if (isLast(text, at, number)) found.push({ key: KEY, value, rule: 'size.last', at });
  }
  return found;
};

/** `X-Large`, `XX-Small`, `3X-Large`: letters before a hyphen and a word. */
function extraSize(tokens: readonly Token[], at: number): string | null {
  const { text } = tokens[at] as Token;
  const word = NAMED_EXTRA[tokens[at + 2]?.text ?? ''];
  if (!/^x{1,3}$/.test(text) || tokens[at + 1]?.text !== '-' || !word) return null;
  const digits = isGlued(tokens, at) ? (tokens[at - 1] as Token).text : '';
  return /^[2-6]$/.test(digits) ? `${digits}X${word}` : `${text.toUpperCase()}${word}`;
}

/** `8 M US`: what follows the number says that it is a shoe's. */
function isShoeSuffix({ tokens, topics }: AttributeText, at: number, number: string): boolean {
  if (!topics.has('shoes') || Number(number) > SHOE_SIZES[1]) return false;
  let next = at + (number.includes('.') ? 3 : 1);
  const first = tokens[next]?.text ?? '';
  if (!SHOE_SUFFIX.test(first)) return false;
  while (SHOE_SUFFIX.test(tokens[next]?.text ?? '') || /^[()]$/.test(tokens[next]?.text ?? '')) next++;
  return (
    next >= tokens.length || tokens[next - 1]?.text === 'us' || /^[,|/-]$/.test(tokens[next]?.text ?? '')
  );
}

function letterSize(tokens: readonly Token[], at: number): string | null {
  const { text, kind } = tokens[at] as Token;
  if (kind === DIGITS && /^[2-6]$/.test(text) && tokens[at + 1]?.text === 'xl' && isGlued(tokens, at + 1))
    return `${text}XL`;
  if (LETTER_SIZES.has(text) || PLAIN.has(text)) return text.toUpperCase();
  const named = SIZE_WORDS.get(text);
  return named ? named.toUpperCase() : null;
}

/** A whole or half number that a size can be. */
function numberSize({ tokens }: AttributeText, at: number): string | null {
  const token = tokens[at] as Token;
  if (token.kind !== DIGITS || token.text.length > 3 || (isGlued(tokens, at) && tokens[at - 1]?.text !== ':'))
    return null;
  const isHalf =
    /^[.,]$/.test(tokens[at + 1]?.text ?? '') &&
    isGlued(tokens, at + 1) &&
    isGlued(tokens, at + 2) &&
    tokens[at + 2]?.text === '5';
  if (
    !isHalf &&
    isGlued(tokens, at + 1) &&
    tokens[at + 1]?.text !== ',' &&
    /^[.,x/-]$|[a-z]/.test(tokens[at + 1]?.text ?? '')
  )
    return null;
  return isHalf ? `${token.text}.5` : token.text;
}

/** The number is all that is left, and none that an amount took. */
function isLast({ tokens, amounts }: AttributeText, at: number, number: string): boolean {
  const next = at + (number.includes('.') ? 3 : 1);
  const value = Number(number);
  if (
    value < SHOE_SIZES[0] ||
    value > SHOE_SIZES[1] ||
    amounts.some(({ from, next: end }) => from <= at && at < end)
  )
    return false;
  return next >= tokens.length || (tokens[next]?.text === '(' && next + 3 >= tokens.length);
}
