import { PACK_UNITS } from './languages.ts';
import { DIGITS, isGlued, isLetters, LATIN, SIGN, type Token } from './tokens.ts';
import { UNITS, type Unit } from './units.ts';

/** A unit as it stands behind its number. */
export interface UnitSpan {
  unit: Unit | 'pack';
  /** Its folded spelling, without the `x` of `330mlx6`. */
  text: string;
  next: number;
  /** The unit's letters end in the `x` of `330mlx6`. */
  times: boolean;
}

interface WordSpan {
  text: string;
  next: number;
}

/** Widest gap between a number and its unit, in characters. */
const WIDEST_GAP = 2;
/** What stands behind numbers; words of a spelling of two words are joined by `_`. */
const SPELLINGS: ReadonlyMap<string, Unit | 'pack'> = new Map<string, Unit | 'pack'>([
  ...UNITS,
  ...[...PACK_UNITS].map((word) => [word, 'pack'] as const),
]);
const PAIR_STARTS = new Set(
  [...SPELLINGS.keys()].filter((name) => name.includes('_')).map((name) => name.split('_')[0]),
);

/** The unit behind a number: glued to it, behind a hyphen or a space; of two words before of one. */
export function unitAt(tokens: readonly Token[], at: number): UnitSpan | null {
  const token = tokens[at];
  if (!token) return null;
  const glued = isGlued(tokens, at);
  if (token.kind === SIGN && token.text !== '-') return unitSign(tokens, at, glued);
  const hyphen = token.text === '-' && glued && isGlued(tokens, at + 1);
  if (!glued && token.start - (tokens[at - 1] as Token).end > WIDEST_GAP) return null;
  const word = wordAt(tokens, hyphen ? at + 1 : at);
  if (!word) return null;
  if (PAIR_STARTS.has(word.text)) {
    const pair = pairAt(tokens, word);
    if (pair) return pair;
  }
  const unit = SPELLINGS.get(word.text);
  if (unit === 'pack') return { unit, text: word.text, next: word.next, times: false };
  return plainUnit(tokens, word, unit, glued);
}

/** `fl. oz`, `cu ft`, `er-Pack`. */
function pairAt(tokens: readonly Token[], word: WordSpan): UnitSpan | null {
  const sign = tokens[word.next]?.text;
  const isJoined = sign === '-' || (sign === '.' && isGlued(tokens, word.next));
  const second = wordAt(tokens, isJoined ? word.next + 1 : word.next);
  if (!second) return null;
  const text = `${word.text}_${second.text}`;
  const unit = SPELLINGS.get(text);
  return unit ? { unit, text, next: second.next, times: false } : null;
}

/** `%`, inches as `"` or `''`. */
function unitSign(tokens: readonly Token[], at: number, glued: boolean): UnitSpan | null {
  const sign = tokens[at]?.text as string;
  const twice = sign === "'" && tokens[at + 1]?.text === "'" && isGlued(tokens, at + 1);
  const text = twice ? '"' : sign;
  const unit = UNITS.get(text);
  if (!unit || (!glued && unit.dimension === 'length')) return null;
  return { unit, text, next: at + (twice ? 2 : 1), times: false };
}

/**
 * The word at a token. Of scripts other than Latin the quote of an abbreviation is left out: `מ"ל`, `מ''ל`, `מ""ל`, `גר'`;
 * where the abbreviation lost the space behind it, `יח'לחמניות`, it is the word.
 */
export function wordAt(tokens: readonly Token[], at: number): WordSpan | null {
  const token = tokens[at];
  if (!token || !isLetters(token)) return null;
  const sign = tokens[at + 1];
  const whole = { text: token.text, next: at + 1 };
  if (token.kind === LATIN || sign?.kind !== SIGN || !isGlued(tokens, at + 1)) return whole;
  const isApostrophe = sign.text === "'" || sign.text === '`';
  if (!isApostrophe && sign.text !== '"') return whole;
  const twice = tokens[at + 2]?.text === sign.text && isGlued(tokens, at + 2);
  const behind = twice ? at + 3 : at + 2;
  const abbreviation = isApostrophe && !twice ? { text: token.text, next: at + 2 } : whole;
  if (tokens[behind]?.kind !== token.kind || !isGlued(tokens, behind)) return abbreviation;
  const text = token.text + tokens[behind].text;
  const isAbbreviation = token.text.length > 1 && UNITS.has(token.text) && !UNITS.has(text);
  return isAbbreviation ? abbreviation : { text, next: behind + 1 };
}

function plainUnit(
  tokens: readonly Token[],
  { text: word, next }: WordSpan,
  named: Unit | undefined,
  glued: boolean,
): UnitSpan | null {
  const behind = isGlued(tokens, next) ? tokens[next] : undefined;
  const times = behind?.kind === DIGITS;
  if (times && !word.endsWith('x')) return null;
  const text = times ? word.slice(0, -1) : word;
  const unit = times ? UNITS.get(text) : named;
  if (!unit || (unit.glued && !glued && !isAbbreviated(tokens, next, unit))) return null;
  // `125μm` in two scripts is no metre
  return text === 'μ' && behind?.kind === LATIN ? null : { unit, text, next, times };
}

/** Whether a spelling that is also a plain word is a unit by what follows: `un.`, `1 pc(s)`, `84 in` at an end. */
function isAbbreviated(tokens: readonly Token[], next: number, { name }: Unit): boolean {
  const behind = tokens[next];
  const glued = isGlued(tokens, next);
  // `in.` is an abbreviation, `H.264` goes on
  if (glued && behind?.text === '.') return !isGlued(tokens, next + 1) || tokens[next + 1]?.kind === SIGN;
  if (glued && behind?.text === '(' && tokens[next + 1]?.text === 's') return true;
  if (name !== 'inch') return false;
  if (behind === undefined || behind.text === 'x') return true;
  return behind.kind === SIGN && !(behind.text === '-' && glued);
}
