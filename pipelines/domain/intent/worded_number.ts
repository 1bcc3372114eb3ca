import type { Reading } from './amount.ts';

/** What a number of hundreds or thousands is made with: `eleven hundred`. */
const MULTIPLIERS: ReadonlySet<number> = new Set([100, 1000]);

/** A number in words and the token behind it. */
export interface WordedNumber {
  value: number;
  /** Letters at it say that it is about so much: `fifty-ish`. */
  isAbout?: boolean;
  next: number;
}

/**
 * The number in words that begins at a token: what stands behind it in a smaller place is added, with an `and` between
 * them or not (`six hundred and fifty`, `thirty-five`, `ciento ochenta y cinco`), hundreds and thousands multiply. Null
 * where none begins, for one, which is an article, and in the middle of what is no number as a whole (`six fifty`).
 */
export function wordedNumberAt(reading: Reading, at: number): WordedNumber | null {
  const first = listedAt(reading, at);
  if (first === null || isListedBefore(reading, at)) return null;
  let number = first;
  for (;;) {
    const more = continued(reading, number);
    if (more === null) return number;
    number = more;
  }
}

/** The tokens in [from, to) with the numbers among them in digits: `55 inch` of `fifty-five inch`. */
export function inDigits(reading: Reading, from: number, to: number): string {
  const pieces: string[] = [];
  for (let at = from; at < to; ) {
    const number = wordedNumberAt(reading, at);
    const isWhole = number !== null && number.next <= to;
    const next = isWhole ? number.next : at + 1;
    const { start = 0 } = reading.tokens[at] ?? {};
    const { start: end } = reading.tokens[next] ?? {};
    pieces.push(
      isWhole ? `${number.value} ` : reading.text.slice(start, next < to ? end : reading.tokens[to - 1]?.end),
    );
    at = next;
  }
  return pieces.join('').trim();
}

function listedAt(reading: Reading, at: number): WordedNumber | null {
  const worded = reading.lexicon.number.at(reading.tokens, at) ?? compoundAt(reading, at);
  return worded === null || worded.value < 2 ? null : worded;
}

/** `thirty-five`, `zweihundertfünfzig`, `trentacinque`: numbers that are written as one token. */
function compoundAt({ lexicon, tokens }: Reading, at: number): WordedNumber | null {
  const token = tokens[at];
  if (token?.kind !== 'word' || token.folded.length > LONGEST_COMPOUND) return null;
  const listed = (folded: string) => lexicon.number.at([{ ...token, folded }], 0)?.value ?? null;
  const ended = ENDED.exec(token.folded);
  const word = ended?.[1] ?? token.folded;
  const value = (ended && listed(word)) ?? compoundOf(word, listed);
  return value === null ? null : { value, ...(ended?.[2] && { isAbout: true }), next: at + 1 };
}
/** `fifty-ish`, `sixty-odd`, `a hundred's my limit`. */
const ENDED = /^(.+?)(?:-?(ish|odd)|['’]s)$/;
/** Letters of the longest number that is read as one word; beyond it nobody writes one. */
const LONGEST_COMPOUND = 40;
/** What joins the parts of a number in one word: `vierundzwanzig`, `vingt-et-un`. */
const JOINED = /^(?:-(?:et-|und-|y-)?|und|en)?/;

/** What a word is worth of which each part is a number, or null: its longest first part, and the rest. */
function compoundOf(word: string, listed: (folded: string) => number | null): number | null {
  for (let end = word.length - 1; end > 1; end--) {
    const first = elided(word.slice(0, end), word.charAt(end), listed);
    if (first === null) continue;
    const [joiner = ''] = JOINED.exec(word.slice(end)) ?? [];
    for (const rest of new Set([word.slice(end + joiner.length), word.slice(end)])) {
      const second = rest === '' ? null : (listed(rest) ?? compoundOf(rest, listed));
      const value = second === null ? null : joined(first, second, rest.length < word.length - end);
      if (value !== null) return value;
    }
  }
  return null;
}

/** A number, also less the vowel that it loses before another: `trent` of `trentotto`. */
function elided(word: string, next: string, listed: (folded: string) => number | null): number | null {
  const whole = listed(word);
  if (whole !== null || !/[aeiou]/.test(next)) return whole;
  return listed(`${word}a`) ?? listed(`${word}i`);
}

/** Two parts as one number: what is smaller than the place of the first is added, and before tens by a joiner. */
function joined(first: number, second: number, isJoined: boolean): number | null {
  if (MULTIPLIERS.has(second)) return first < second ? first * second : null;
  if (second < roomOf(first)) return first + second;
  const isTurned = isJoined && first < 10 && second < 100 && second % 10 === 0;
  return isTurned ? first + second : null;
}

function isListedBefore(reading: Reading, at: number): boolean {
  for (let from = Math.max(0, at - LONGEST); from < at; from++)
    if (listedAt(reading, from)?.next === at) return true;
  return false;
}
/** Tokens of the longest number that is listed whole. */
const LONGEST = 4;

function continued(reading: Reading, { value, next }: WordedNumber): WordedNumber | null {
  const { tokens, lexicon } = reading;
  const direct = listedAt(reading, next);
  if (direct && MULTIPLIERS.has(direct.value) && value < direct.value)
    return { ...direct, value: value * direct.value };
  const and = lexicon.lists.and.at(tokens, next);
  const added = direct ?? (and ? listedAt(reading, and.next) : null);
  return added && added.value < roomOf(value) ? { ...added, value: value + added.value } : null;
}

/** What may be added is smaller; French counts on from sixty and eighty up to nineteen. */
const roomOf = (value: number): number => (value === 60 || value === 80 ? 20 : placeOf(value));

/** The lowest place that a number fills: 10 of 650. */
function placeOf(value: number): number {
  let place = 1;
  while (value % (place * 10) === 0) place *= 10;
  return place;
}
