import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';

const STOP = /^[.,;:!?()–—…]$/;
/** Words of the name of what is broken, with whose it is: `our old washing machine`. */
const LONGEST_NAME = 5;

const isStopAt = ({ tokens }: MarkedText, at: number): boolean =>
  tokens[at] === undefined || STOP.test(tokens[at].folded);

/**
 * `our washing machine died`, `se me ha roto la tele`: what is broken is wanted anew where the text begins with it and
 * names no other kind of thing; elsewhere its clause tells why something else is. What follows in the clause is of the
 * old one (`with a full load inside`).
 */
export const takeBroken: Rule = (marked, at) => {
  const next = behind(marked, 'broken', at);
  if (next === null || marked.isOfSupplies) return null;
  const end = endOf(marked, next);
  const named = nameBefore(marked, at) ?? nameBehind(marked, next, end);
  if (named === null) return droppedClause(marked, at, end);
  const isFirst = named.from === 0 || (named.first > at && at === 0);
  const isOther = marked.tokens.some(
    ({ folded }, other) => (other < Math.min(at, named.from) || other >= end) && marked.isKind(folded),
  );
  if (!isFirst && !marked.hasThing) return null;
  marked.mark(Math.min(at, named.from), end, 'dropped');
  if (isFirst && !isOther) marked.mark(named.first, named.last + 1, 'word');
  if (isFirst && isOther) marked.broken = marked.phrase(named.first, named.last + 1);
  return end;
};

/** `batteries, the remote died`: a clause behind what is wanted that begins with somebody's thing. */
function droppedClause(marked: MarkedText, at: number, end: number): number | null {
  let from = at;
  while (!isStopAt(marked, from - 1) && marked.uses[from - 1] === 'word') from--;
  const isApart = from > 0 && from < at && isStopAt(marked, from - 1);
  if (!isApart || !marked.hasThing || !isOwner(marked, from)) return null;
  marked.mark(from, end, 'dropped');
  return end;
}

/** The clause ends at a stop, or behind what joins something to it. */
function endOf(marked: MarkedText, from: number): number {
  for (let at = from; ; at++) {
    if (isStopAt(marked, at) || behind(marked, 'reason', at) !== null) return at;
    const joined = behind(marked, 'and', at);
    if (joined !== null) return joined;
  }
}

/** Whose it is or an article, from which on the name stands, and its first and last word. */
interface Name {
  from: number;
  first: number;
  last: number;
}

/** `our old washing machine` before what says that it is broken. */
function nameBefore(marked: MarkedText, at: number): Name | null {
  const { tokens } = marked;
  const names = [at - 1, at - 2].map((from) =>
    tokens
      .slice(Math.max(0, from), at)
      .map(({ folded }) => folded)
      .join(' '),
  );
  if (!names.some((name) => marked.isKind(name) || marked.isGoods(name))) return null;
  for (let from = at - 2; from >= 0 && from >= at - 1 - LONGEST_NAME && !isStopAt(marked, from); from--)
    if (isOwner(marked, from)) return { from, first: from + 1, last: at - 1 };
  return null;
}

/** `la tele` behind it, up to the end of the clause. */
function nameBehind(marked: MarkedText, from: number, end: number): Name | null {
  const first = isOwner(marked, from) ? from + 1 : from;
  const last = behind(marked, 'and', end - 1) === end ? end - 2 : end - 1;
  const isName = first <= last && last - first < LONGEST_NAME && first > from;
  const folded = marked.tokens[first]?.folded ?? '';
  return isName && (marked.isKind(folded) || marked.isGoods(folded)) ? { from, first, last } : null;
}

const isOwner = (marked: MarkedText, at: number): boolean =>
  /^l['’]/.test(marked.tokens[at]?.folded ?? '') ||
  behind(marked, 'possessive', at) === at + 1 ||
  behind(marked, 'skipped', at) === at + 1;
