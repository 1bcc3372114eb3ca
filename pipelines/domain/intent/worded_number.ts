import type { Reading } from './amount.ts';

/** What a number of hundreds or thousands is made with: `eleven hundred`. */
const MULTIPLIERS: ReadonlySet<number> = new Set([100, 1000]);

/** A number in words and the token behind it. */
export interface WordedNumber {
  value: number;
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

function listedAt(reading: Reading, at: number): WordedNumber | null {
  const worded = reading.lexicon.number.at(reading.tokens, at) ?? hyphenatedAt(reading, at);
  return worded === null || worded.value < 2 ? null : worded;
}

/** `thirty-five`, which is one token. */
function hyphenatedAt({ lexicon, tokens }: Reading, at: number): WordedNumber | null {
  const token = tokens[at];
  const parts = token?.folded.split('-') ?? [];
  if (!token || parts.length !== 2) return null;
  const [tens, ones] = parts.map((folded) => lexicon.number.at([{ ...token, folded }], 0)?.value ?? 0);
  return tens && ones && ones < placeOf(tens) ? { value: tens + ones, next: at + 1 } : null;
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
    return { value: value * direct.value, next: direct.next };
  const and = lexicon.lists.and.at(tokens, next);
  const added = direct ?? (and ? listedAt(reading, and.next) : null);
  return added && added.value < placeOf(value) ? { value: value + added.value, next: added.next } : null;
}

/** The lowest place that a number fills: 10 of 650. */
function placeOf(value: number): number {
  let place = 1;
  while (value % (place * 10) === 0) place *= 10;
  return place;
}
