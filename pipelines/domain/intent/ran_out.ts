import { readLimit } from './limit.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';

/** Tokens between `no` and `left`. */
const LEFT_REACH = 3;

/** `ran out of cyan`, `is empty`, `has no yellow left`: what is out is wanted, so what says that it is out refuses nothing. */
export const takeRanOut: Rule = (marked, at) => {
  // `no more than $25` is a bound
  if (!marked.isOfSupplies || readLimit(marked, at) !== null) return null;
  const next = longest(behind(marked, 'ran_out', at), behind(marked, 'used_up', at));
  if (next !== null) return noted(marked, at, next);
  const none = behind(marked, 'none_left', at);
  const left = none === null ? null : leftBehind(marked, none);
  if (none === null || left === null) return null;
  marked.mark(left.at, left.next, 'dropped');
  return noted(marked, at, none);
};

const longest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** The word for `left` behind `no`, before a stop. */
function leftBehind(marked: MarkedText, from: number): { at: number; next: number } | null {
  for (let at = from + 1; at <= from + LEFT_REACH && at < marked.tokens.length; at++) {
    const next = behind(marked, 'left', at);
    if (next !== null) return { at, next };
  }
  return null;
}

function noted(marked: MarkedText, at: number, next: number): number {
  marked.intent.ran_out.push(marked.phrase(at, next));
  marked.mark(at, next, 'dropped');
  return next;
}
