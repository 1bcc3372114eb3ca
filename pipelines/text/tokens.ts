/** LATIN, UNSPACED, OTHER: letters by how their script is written; DIGITS: 0 to 9; SIGN: any other character but spaces. */
export const LATIN = 1;
export const UNSPACED = 2;
export const OTHER = 3;
export const DIGITS = 4;
export const SIGN = 5;
export type TokenKind = typeof LATIN | typeof UNSPACED | typeof OTHER | typeof DIGITS | typeof SIGN;

/** A run of letters of one kind of script, a run of digits, or one sign, of a folded text: [start, end). */
export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
}

const SPACE = 6;
const INSIDE = 7;
/** Kind of each UTF-16 unit, found when first met; 0 is not known yet. Surrogates are read as pairs. */
const kinds = new Uint8Array(0x10000);

/** Scripts written without spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

function kindOf(character: string): number {
  if (/^\s/u.test(character)) return SPACE;
  if (/^[0-9]/.test(character)) return DIGITS;
  if (/^\p{M}/u.test(character)) return INSIDE;
  if (WITHOUT_SPACES.test(character) && /^[\p{L}\p{N}]/u.test(character)) return UNSPACED;
  if (/^\p{Script=Latin}/u.test(character) && /^\p{L}/u.test(character)) return LATIN;
  return /^[\p{L}\p{N}]/u.test(character) ? OTHER : SIGN;
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return (kinds[unit] as number) || unknownKind(text, at, unit);
}

function unknownKind(text: string, at: number, unit: number): number {
  if (unit >= 0xd800 && unit < 0xe000) return kindOf(String.fromCodePoint(text.codePointAt(at) as number));
  const kind = kindOf(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

/** The tokens of a folded text (`foldText`), in order. A mark that folding left belongs to the letter before it; alone it is a sign. */
export function tokensOf(folded: string): Token[] {
  const tokens: Token[] = [];
  const { length } = folded;
  for (let at = 0; at < length; ) {
    const found = kindAt(folded, at);
    const start = at;
    at += widthAt(folded, at);
    if (found === SPACE) continue;
    const kind = (found === INSIDE ? SIGN : found) as TokenKind;
    if (kind !== SIGN) at = runEnd(folded, at, kind);
    tokens.push({ kind, text: folded.slice(start, at), start, end: at });
  }
  return tokens;
}

/** Where the run of a kind ends that goes on at `from`. */
function runEnd(folded: string, from: number, kind: TokenKind): number {
  const { length } = folded;
  for (let at = from; ; at += widthAt(folded, at)) {
    while (at < length && kinds[folded.charCodeAt(at)] === kind) at++;
    if (at >= length) return length;
    const next = kindAt(folded, at);
    if (next !== kind && !(next === INSIDE && kind !== DIGITS)) return at;
  }
}

/** A pair of surrogates is one character of two units. */
function widthAt(text: string, at: number): 1 | 2 {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

/** Whether a token is of letters. */
export const isLetters = (token: Token | undefined): boolean => token !== undefined && token.kind < DIGITS;

/** Whether nothing stands between a token and the one before it. */
export const isGlued = (tokens: readonly Token[], at: number): boolean =>
  at > 0 && tokens[at]?.start === tokens[at - 1]?.end;

/** Pairs of neighbouring letters of a script without spaces, each with its marks: what stands for words there. */
export function pairsOf(text: string): string[] {
  const letters = text.match(/\P{M}\p{M}*/gu) ?? [];
  return letters.length < 2 ? [text] : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** Signs inside a word. */
const HOLDING = /^['-]$/;

/** The words of a folded text, with hyphens and apostrophes inside them: `over-ear`, `men's`. */
export function hyphenatedWords(folded: string): string[] {
  const tokens = tokensOf(folded);
  const words: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at] as Token;
    let next = at + 1;
    while (first.kind !== SIGN && isGlued(tokens, next)) {
      const token = tokens[next] as Token;
      if (token.kind !== SIGN) next++;
      else if (HOLDING.test(token.text) && isGlued(tokens, next + 1) && tokens[next + 1]?.kind !== SIGN)
        next += 2;
      else break;
    }
    if (first.kind !== SIGN) words.push(folded.slice(first.start, (tokens[next - 1] as Token).end));
    at = next;
  }
  return words;
}
