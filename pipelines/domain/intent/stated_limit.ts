import type { Limit } from './bound.ts';
import { readLimit } from './limit.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { isKindAt } from './named_kind.ts';
import { behind, isStop, measuredBehind } from './phrase_list.ts';
import type { Measured } from './rate.ts';
import type { Span } from './tokens.ts';
import { inDigits } from './worded_number.ts';

/** `under $200`, `16 GB ram`: a bound on what is spent, or on a measure. */
export const takeLimit: Rule = (marked, at) => {
  const limit = readLimit(marked, at);
  if (!limit || marked.isDoubtful(at, limit.max !== null && limit.min === null) || isDistance(marked, limit))
    return null;
  const { of } = limit;
  if ('dimension' in of) return takeMeasure(marked, at, { ...limit, of });
  if (!addBudget(marked, limit, of.currency, marked.phrase(at, limit.next))) return null;
  marked.mark(at, limit.next, 'taken');
  if (limit.thing != null) marked.mark(limit.thing, limit.thing + 1, 'word');
  return limit.next;
};

/** `we sit 9 feet away`: how far off people are, which no thing measures. */
const isDistance = (marked: MarkedText, { of, next }: Limit): boolean =>
  'dimension' in of && of.dimension === 'length' && behind(marked, 'far', next) !== null;

/** A bound on a measure, with what is measured behind it. */
function takeMeasure(marked: MarkedText, at: number, limit: Limit & { of: { dimension: Measured } }): number {
  const named = limit.measured ?? measuredBehind(marked, limit.next);
  // `a 24 inch monitor`: what is measured is the thing itself
  const measured = named !== null && isThingItself(marked, named) ? null : named;
  const words = marked.tokens.slice(measured?.from, measured?.next ?? 0).map(({ folded }) => folded);
  const next = Math.max(measured?.next ?? 0, limit.next);
  const { min, max, strict = false } = limit;
  marked.intent.measures.push({
    dimension: limit.of.dimension,
    min,
    max,
    strict,
    written: inDigits(marked, at, next),
    isApart: isStop(marked.tokens[at - 1]) && isStop(marked.tokens[next]),
    of: measured === null ? null : words.join(' '),
    ...marked.phrase(at, next),
  });
  marked.mark(at, next, 'taken');
  return next;
}

/** Whether what is measured is the only kind of thing that the text names. */
function isThingItself(marked: MarkedText, { from, next }: { from: number; next: number }): boolean {
  const isInside = (at: number) => at >= from && at < next;
  const kinds = [...marked.tokens.keys()].filter((at) => isKindAt(marked, at));
  return kinds.some(isInside) && kinds.every(isInside);
}

/** Joins a bound to the budget, the tighter end winning; false where currencies differ or nothing would be left. */
function addBudget({ intent }: MarkedText, limit: Limit, currency: string, { start, end }: Span): boolean {
  const { budget } = intent;
  if (budget && budget.currency !== currency) return false;
  const mins = [budget?.min_minor, limit.min].filter((minor) => minor != null);
  const maxes = [budget?.max_minor, limit.max].filter((minor) => minor != null);
  const min_minor = mins.length === 0 ? null : Math.max(...mins);
  const max_minor = maxes.length === 0 ? null : Math.min(...maxes);
  if (min_minor !== null && max_minor !== null && min_minor > max_minor) return false;
  const isBelow =
    limit.max === max_minor && max_minor !== null ? limit.strict === true : budget?.isBelow === true;
  const spans = budget?.spans ?? [];
  spans.push({ start, end });
  const about_minor = limit.about ?? budget?.about_minor ?? null;
  const isEach = limit.isEach === true || budget?.isEach === true;
  intent.budget = { min_minor, max_minor, isBelow, about_minor, isEach, currency, spans };
  return true;
}

/** What may be paid for each of several is that many times as much for all. */
export function settleEach({ intent }: MarkedText): void {
  const { budget, quantity } = intent;
  if (!budget?.isEach || quantity === null) return;
  const all = (minor: number | null) => minor && minor * quantity.pieces;
  const { min_minor, max_minor, about_minor } = budget;
  intent.budget = {
    ...budget,
    min_minor: all(min_minor),
    max_minor: all(max_minor),
    about_minor: all(about_minor),
  };
}
