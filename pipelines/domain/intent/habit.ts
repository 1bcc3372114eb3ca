import { readAmount } from './amount.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';
import { wordedNumberAt } from './worded_number.ts';

/** Words between a number and what says how often. */
const COUNTED_REACH = 3;

/**
 * `six coffees a day`, `3 lavados por semana`: how much somebody uses tells how long a thing lasts him, and is neither a
 * number wanted nor a measure of the thing.
 */
export const takeHabit: Rule = (marked, at) => {
  const next = endOfNumber(marked, at);
  if (next === null) return null;
  for (let from = next; from <= next + COUNTED_REACH && !isStopAt(marked, from); from++) {
    const often = behind(marked, 'each_day', from);
    if (often === null) continue;
    marked.mark(at, often, 'dropped');
    return often;
  }
  return null;
};

/** Behind a number that is no money and in no name. */
function endOfNumber(marked: MarkedText, at: number): number | null {
  const token = marked.tokens[at];
  if (token?.kind === 'number') {
    const isPart =
      (token.glued && marked.tokens[at - 1]?.folded !== '(') || marked.tokens[at + 1]?.glued === true;
    return isPart || readAmount(marked, at)?.kind === 'money' ? null : at + 1;
  }
  return wordedNumberAt(marked, at)?.next ?? null;
}

const isStopAt = ({ tokens }: MarkedText, at: number): boolean =>
  tokens[at] === undefined || /^[.,;:!?()]$/.test(tokens[at].folded);
