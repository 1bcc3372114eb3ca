import { EMPTY_WORDS } from '../../text/languages.ts';
import { fromPlural } from '../../text/plural.ts';
import { opensBound } from './bound.ts';
import { behindRefusing } from './disliking.ts';
import { readLimit } from './limit.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { asRecorded } from './must_have.ts';
import { conditionsFrom } from './named_condition.ts';
import { sellersFrom } from './named_seller.ts';
import { behind, behindAll } from './phrase_list.ts';
import { type JoinedPhrases, phrasesAt } from './phrases.ts';

/** `not from TechMart`, `nothing by Sony`. */
export const takeRefusedMaker: Rule = (marked, at) => {
  const named = behind(marked, 'avoid_from', at);
  if (named === null) return null;
  return sellersFrom(marked, at, named, true) ?? refusedFrom(marked, at, named);
};

/** `without leather`, `not refurbished`, `no techmart`; a negation whose end is not clear stays words. */
export const takeRefusal: Rule = (marked, at) => {
  const named = behindRefusing(marked, at);
  if (named === null) return null;
  // `no more than 2 hdmi ports`: a bound on what no unit counts
  if (opensBound(marked, at)) return marked.leave(at, named);
  // `dog collar do not pet`
  if (isCommand(marked, at)) return marked.leave(at, named);
  // `, nothing fancy` refuses nothing
  if (!/\p{L}/u.test(marked.tokens[at]?.folded ?? '') && behind(marked, 'idle', at + 1) !== null) return null;
  // `and not a cent above 900`, `thats not over 100`, `and don't own one`: what follows is read by itself
  if (isOtherwise(marked, at, named)) return null;
  // `not your phone`: nobody refuses of a thing what is his own; but `no me gusta el negro`
  const isArticle = named - at > 1 && behind(marked, 'skipped', named) !== null;
  if (behind(marked, 'not_must_have_before', named) !== null && !isArticle) return marked.doubt(at, named);
  const wanting = wantingAt(marked, named);
  // `not looking for a desktop`: the verb is not what is refused, and of `never want to mow again` no thing is
  if (wanting !== null) return refusedFrom(marked, at, wanting) ?? marked.doubt(at, named);
  const first = behindAll(marked, 'skipped', named);
  const condition = conditionsFrom(marked, at, first, true);
  if (condition !== null) return condition;
  const seller = marked.sellers.at(marked.tokens, first);
  const before = marked.intent.avoid.length;
  const next = refusedFrom(marked, at, named);
  if (seller) {
    const refused = marked.intent.avoid[before];
    const name = marked.phrase(first, seller.next);
    // the name alone, not a thing that bears it
    if (refused?.start === name.start && refused.end === name.end)
      marked.intent.sellers.push({ seller: seller.value, avoid: true, ...name });
  }
  return next === null ? marked.doubt(at, named) : andConditions(marked, next);
};

/** `no scratches or used ones`: what is joined to a refusal is refused with it. */
function andConditions(marked: MarkedText, at: number): number {
  const joined = behind(marked, 'or', at);
  return (joined === null ? null : conditionsFrom(marked, at, joined, true)) ?? at;
}

/**
 * `do not pet`, behind what cannot do anything: it is written on the thing. A refusal says who does not (`towels do not
 * shed`, `that do not`, `I do not`), and `do not want` is taken as one phrase.
 */
function isCommand({ tokens }: MarkedText, at: number): boolean {
  const subject = tokens[at - 2];
  if (tokens[at]?.folded !== 'not' || tokens[at - 1]?.folded !== 'do') return false;
  if (subject === undefined || subject.kind !== 'word') return true;
  return !ENGLISH.has(subject.folded) && fromPlural(subject.folded) === subject.folded;
}
const ENGLISH: ReadonlySet<string> = EMPTY_WORDS.get('en') ?? new Set();

/** Within what opens a refusal a bound begins, or what somebody has none of. */
function isOtherwise(marked: MarkedText, at: number, named: number): boolean {
  const isBegun = (inside: number) =>
    readLimit(marked, inside) !== null || behind(marked, 'lacking', inside) !== null;
  const inside = marked.tokens.slice(at + 1, named).map((_, offset) => at + 1 + offset);
  return (joins(marked, at) ? [at + 1, ...inside] : inside).some(isBegun);
}

/** Behind a verb of wanting that a negation denies, or null. */
const wantingAt = (marked: MarkedText, at: number): number | null =>
  behind(marked, 'asks', at) ?? behind(marked, 'wanted', at);
const joins = (marked: MarkedText, at: number): boolean =>
  behind(marked, 'and', at) === at + 1 || behind(marked, 'phrase_end', at) === at + 1;

/** Refuses the phrases that begin at a token; the words from `from` on are taken with them. */
function refusedFrom(marked: MarkedText, from: number, at: number): number | null {
  // `except milk and white chocolate`: neither of them
  const isException = behind(marked, 'excepting', from) !== null;
  const list = phrasesAt(marked, at, isException ? ['or', 'and'] : ['or']);
  if (!list) return null;
  cutToJudgement(marked, list);
  const limit = readLimit(marked, list.next);
  // `without paying over 200`: what is denied is the limit
  if (limit && limit.max === null) return null;
  marked.intent.avoid.push(...list.phrases.map(([first, last]) => asRecorded(marked, first, last)));
  marked.mark(from, list.next, 'taken');
  return list.next;
}

/** `not crap electric toothbrush`: before the thing is named, a judgement is refused and not the thing behind it. */
function cutToJudgement(marked: MarkedText, list: JoinedPhrases): void {
  const last = list.phrases.at(-1);
  const judged = last && !marked.hasThing ? behind(marked, 'judged', last[0]) : null;
  if (!last || judged === null || judged >= last[1]) return;
  last[1] = judged;
  list.next = judged;
}
