import { readLimit } from './limit.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { isNegation } from './negation.ts';
import { behind } from './phrase_list.ts';

/** Tokens before a clause in which somebody is named whom it is about. */
const NAMED_WITHIN = 5;
/** Tokens in front of the verb, which stands last in German and Dutch. */
const LONGEST_BEFORE_VERB = 8;
/** Words of the name of what none is left of. */
const LONGEST_NAME = 5;
const STOP = /^[.,;:!?)(]$/;

const isStopAt = ({ tokens }: MarkedText, at: number): boolean =>
  tokens[at] === undefined || STOP.test(tokens[at].folded);

/** `me quedé sin tóner`, `der Toner ist leer`: what has run out is what is wanted. */
export const takeUsedUp: Rule = (marked, at) => {
  const next = behind(marked, 'used_up', at);
  if (next === null) return null;
  const before = at === 0 || isStopAt(marked, at - 1) || behind(marked, 'and', at - 1) === at;
  if (readLimit(marked, at) !== null || !(before || isStopAt(marked, next))) return null;
  marked.mark(at, next, 'dropped');
  return next;
};

/** `we have no coffee left`, `wir haben kein Mehl mehr`: so is what none is left of, in a clause that ends so. */
export const takeNoneLeft: Rule = (marked, at) => {
  const none = behind(marked, 'none_left', at) ?? behind(marked, 'lacking', at);
  const next = marked.isOfSupplies ? null : none;
  if (next === null) return null;
  let end = next + 1;
  while (end <= next + LONGEST_NAME && !isStopAt(marked, end) && behind(marked, 'left', end) === null) end++;
  const closed = behind(marked, 'left', end);
  if (closed === null || !isStopAt(marked, closed)) return null;
  const from = behind(marked, 'subject', at - 2) === at - 1 ? at - 2 : at;
  marked.mark(from, next, 'dropped');
  marked.mark(next, end, 'word');
  marked.mark(end, closed, 'dropped');
  return closed;
};

/**
 * `for my son, who starts university on Monday`: a clause behind somebody whom a thing is for, with what people do in it,
 * tells of him, and its days are no deadline. It ends where a constraint begins.
 */
export const takePeopleClause: Rule = (marked, at) => {
  const from = behind(marked, 'relative', at);
  if (from === null || !isOfSomebody(marked, at)) return null;
  const verb = verbIn(marked, from);
  if (verb === null) return null;
  let end = verb;
  while (!isStopAt(marked, end) && !opensConstraint(marked, end)) end++;
  for (let inside = at; inside < end; inside++) if (behind(marked, 'safety', inside) !== null) return null;
  marked.mark(at, end, 'dropped');
  return end;
};

/**
 * `I already own Makita 18 V batteries`: what somebody has is not asked for, nor is what it measures. It ends where a stop
 * is, or what is wanted begins.
 */
export const takeOwned: Rule = (marked, at) => {
  const next = behind(marked, 'owned', at);
  const limit = next === null ? null : readLimit(marked, next);
  // `I already have 200 dollars`
  if (next === null || (limit !== null && 'currency' in limit.of)) return null;
  let end = next;
  while (!isStopAt(marked, end) && !TURNS.some((list) => behind(marked, list, end) !== null)) end++;
  marked.mark(at, end, 'word');
  return end;
};

/**
 * `4 adults who've never played anything serious`: who is told of is a person, and what they never do is refused of no
 * thing. The clause ends where a constraint begins.
 */
export const takeWho: Rule = (marked, at) => {
  const from = at === 0 ? null : behind(marked, 'who', at);
  if (from === null) return null;
  let end = from;
  while (!isStopAt(marked, end) && (!opensConstraint(marked, end) || isOfDoing(marked, end))) end++;
  marked.mark(at, end, 'word');
  return end;
};

/** `never played`, `doesn't cook`; but `can't have nuts` and `hates pink` are held. */
const isOfDoing = (marked: MarkedText, at: number): boolean =>
  behind(marked, 'avoid', at) === at + 1 &&
  isNegation(marked, at) &&
  behind(marked, 'consuming', at + 1) === null &&
  behind(marked, 'skipped', at + 1) === null;

/**
 * `because our flat has no dryer`, `we have no grinder`: what somebody has none of is not refused of the thing. Of the thing
 * it is (`one that has no camera`, `it has no camera`) where its clause names nobody and nothing of theirs.
 */
export const takeLacking: Rule = (marked, at) => {
  const next = behind(marked, 'lacking', at);
  // `no room for a rack` refuses the rack
  const isRefusal = next !== null && behind(marked, 'plain', next - 1) !== null;
  if (next === null || isRefusal || !isOfOwner(marked, at)) return null;
  let end = next;
  while (!isStopAt(marked, end) && behind(marked, 'reason', end) === null && !opensConstraint(marked, end))
    end++;
  if (end === next) return null;
  for (let inside = at; inside < end; inside++) if (behind(marked, 'safety', inside) !== null) return null;
  marked.lacked = marked.phrase(next, end);
  marked.mark(at, end, 'word');
  return end;
};

/** The clause that goes on at a token is about somebody, or what is theirs. */
function isOfOwner(marked: MarkedText, at: number): boolean {
  for (let before = at - 1; before >= 0 && !isStopAt(marked, before); before--) {
    if (behind(marked, 'relative', before) !== null || marked.uses[before] === 'taken') return false;
    if ((['subject', 'possessive', 'reason'] as const).some((list) => behind(marked, list, before) !== null))
      return true;
  }
  return (THERE.has(marked.tokens[at]?.folded ?? '') && at > 0) || behind(marked, 'subject', at) !== null;
}
const THERE: ReadonlySet<string> = new Set(['there', "there's", 'theres']);

/** Joins what is wanted to what somebody has: `and need`, `but no stand`. */
const TURNS = ['and', 'avoid'] as const;

function isOfSomebody(marked: MarkedText, at: number): boolean {
  for (let before = Math.max(0, at - NAMED_WITHIN); before < at; before++)
    if (behind(marked, 'occasion', before) !== null || behind(marked, 'possessive', before) !== null)
      return true;
  return false;
}

/** Behind the verb of what people do; null where there is none, or something is measured before it. */
function verbIn(marked: MarkedText, from: number): number | null {
  for (let at = from; at < from + LONGEST_BEFORE_VERB && !isStopAt(marked, at); at++) {
    const next = behind(marked, 'of_people', at);
    if (next !== null) return next;
    if (marked.amounts.has(at) || readLimit(marked, at) !== null) return null;
  }
  return null;
}

const opensConstraint = (marked: MarkedText, at: number): boolean =>
  marked.amounts.has(at) ||
  readLimit(marked, at) !== null ||
  (['avoid', 'avoid_from', 'must_have'] as const).some((list) => behind(marked, list, at) !== null);
