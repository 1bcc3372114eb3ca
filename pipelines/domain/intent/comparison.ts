import type { IntentWords, ListName } from './word_lists.ts';

/** How a language compares: adjectives as they stand before `than`, and what stands around them. */
export interface Comparison {
  /** What says that it is less: `smaller`; of Romance languages the adjective behind `more`. */
  smaller: readonly string[];
  larger: readonly string[];
  /** Before an adjective: `más`, and `menos`, which turns it round; none where the adjective itself compares. */
  more: readonly string[];
  less: readonly string[];
  than: readonly string[];
  not: readonly string[];
  or: readonly string[];
}

const LISTS = ['at_most', 'at_least', 'strict', 'or_less', 'or_more', 'than'] as const;

/**
 * Every way to say a bound by comparing, by the list that it belongs to: `smaller than` and `no larger than`, of which the
 * first does not meet itself, and behind an amount `or smaller`.
 */
export function comparedPhrases({
  comparison,
}: Pick<IntentWords, 'comparison'>): Record<(typeof LISTS)[number], string[]> {
  const { smaller, larger, more, less, than, not, or } = comparison;
  const lessThan = [...joined(more, smaller), ...(less.length === 0 ? [] : joined(less, larger))];
  const moreThan = joined(more, larger);
  const [below, above] = [joined(lessThan, than), joined(moreThan, than)];
  return {
    at_most: [...below, ...joined(not, above)],
    at_least: [...above, ...joined(not, below)],
    strict: [...below, ...above],
    or_less: joined(or, lessThan),
    or_more: joined(or, moreThan),
    than: [...than],
  } satisfies Partial<Record<ListName, string[]>>;
}

/** Each of the first before each of the second; the second alone where there is no first. */
const joined = (before: readonly string[], behind: readonly string[]): string[] =>
  before.length === 0 ? [...behind] : before.flatMap((one) => behind.map((other) => `${one} ${other}`));
