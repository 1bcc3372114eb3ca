import { FOR_WORDS, PACK_LINKS } from '../../text/languages.ts';
import { measureAt } from './amount.ts';
import { askingBefore } from './asking.ts';
import { beginOfClause, endOfClause, isLeft, isStop } from './clause.ts';
import type { Phrase } from './constraints.ts';
import { freedAt } from './freed.ts';
import type { MarkedText } from './marked_text.ts';
import { isKindAt } from './named_kind.ts';
import { isNegation, isSoft } from './negation.ts';
import { behind } from './phrase_list.ts';
import type { Span, Token } from './tokens.ts';
import { inDigits } from './worded_number.ts';

/** Tokens of a phrase behind `for` that are looked through for a person, a place or an occasion. */
const LONGEST_OCCASION = 5;

/** For how long it must last (`for a twelve hour flight`): where records tell how long a thing lasts, at least so long. */
export function takeLasting(marked: MarkedText): void {
  for (const at of marked.tokens.keys()) {
    const end = FOR_WORDS.has(marked.tokens[at]?.folded ?? '') ? endOfOccasion(marked, at) : null;
    for (let from = at + 1; from < (end ?? at + 1); from++) {
      if (!isLeft(marked, from)) continue;
      const read = measureAt(marked, from);
      if (read?.amount.dimension !== 'time' || read.amount.low !== null) continue;
      const lasting = {
        dimension: 'time',
        min: read.amount.amount,
        max: null,
        strict: false,
        written: inDigits(marked, from, read.next),
        isApart: false,
        of: null,
      } as const;
      marked.intent.lasting.push({ ...lasting, ...marked.phrase(from, read.next) });
    }
  }
}

/**
 * Which of the words that no rule took tell of people, reasons and occasions, and so ask for nothing that a record of a
 * thing has: a clause about people (`she is starting college`, `my back is shot`), one that tells why (`because …`), and
 * whom or what it is for (`for my daughter`, `for the office`). A number in digits stays a word, for it may be a size,
 * unless it was read as how long the thing must last, or measures what somebody has already.
 */
export function asidesIn(marked: MarkedText): Phrase[] {
  const isAside = marked.tokens.map(() => false);
  for (const at of marked.tokens.keys()) {
    const end = isLeft(marked, at) ? endOfAside(marked, at) : null;
    if (end !== null) isAside.fill(true, at, end);
  }
  for (const at of marked.tokens.keys())
    if (isLeft(marked, at) && isGift(marked, at))
      isAside.fill(true, beginOfClause(marked, at), endOfClause(marked, at));
  keepThing(marked, isAside);
  const { free_of: freed, lasting } = marked.intent;
  const isLasting = ({ start, end }: Span) => lasting.some((of) => of.start <= start && end <= of.end);
  const isFreed = ({ start, end }: Span) => freed.some((of) => of.start <= end && start <= of.end + 1);
  const isOwn = (at: number) => {
    const token = marked.tokens[at];
    if (!token || !isAside[at] || !isLeft(marked, at) || marked.uses[at] === 'told') return false;
    const isOfOwned = () => measureAt(marked, at) !== null && isHad(marked, at);
    const isNumber = token.kind === 'number' && !isOfPersons(marked, at);
    if (isNumber && !isLasting(token) && !isOfOwned()) return false;
    return behind(marked, 'safety', at) === null && freedAt(marked, at) === null && !isFreed(token);
  };
  return runsOf(marked, isOwn);
}

/** `30 people`, `there are 4 of us`; but `a tent for 4 people` holds as many. */
const countsPersons = (marked: MarkedText, at: number): boolean =>
  marked.tokens[at]?.kind === 'number' &&
  marked.tokens[at + 1]?.glued === false &&
  (behind(marked, 'persons', at + 1) !== null || behind(marked, 'occasion', at + 1) !== null) &&
  !FOR_WORDS.has(marked.tokens[at - 1]?.folded ?? '');

/** `turns 10`, `she is 7`, where the clause ends. */
const isAge = (marked: MarkedText, at: number): boolean =>
  behind(marked, 'aged', at - 1) === at ||
  (behind(marked, 'copula', at - 1) === at &&
    (endOfClause(marked, at + 1) === at + 1 || behind(marked, 'and', at + 1) !== null));

/** `4 months` of a baby, `dies after 5 minutes`. */
const isTime = (marked: MarkedText, at: number): boolean => behind(marked, 'time_unit', at + 1) !== null;

/** `9 feet away`. */
const isFar = (marked: MarkedText, at: number): boolean => {
  const read = measureAt(marked, at);
  return read !== null && behind(marked, 'far', read.next) !== null;
};

/** `a party of 20`; `we cook for 60`, and nothing behind it. */
const isParty = (marked: MarkedText, at: number): boolean => {
  const before = marked.tokens[at - 1]?.folded ?? '';
  const isOf = PACK_LINKS.has(before) && behind(marked, 'occasion', at - 2) === at - 1;
  return isOf || (FOR_WORDS.has(before) && endOfClause(marked, at + 1) === at + 1);
};

/** `her 10th birthday`, `zum 50. Geburtstag`: which time it is. */
const isOrdinal = (marked: MarkedText, at: number): boolean => {
  const end = marked.tokens[at + 1];
  const isEnd = end !== undefined && end.glued && /^(?:st|nd|rd|th|er|e|o|a|\.)$/.test(end.folded);
  return marked.tokens[at]?.kind === 'number' && isEnd && behind(marked, 'occasion', at + 2) !== null;
};

/** In words about people, a number that is of them: how many they are, how old, which time it is, how long something took, how far. */
const isOfPersons = (marked: MarkedText, at: number): boolean =>
  [countsPersons, isAge, isOrdinal, isTime, isParty, isFar].some((holds) => holds(marked, at));

/** `our flat has no dryer`. */
const isLacking = (marked: MarkedText, at: number): boolean =>
  marked.uses[at] === 'word' && behind(marked, 'lacking', at) !== null;

/** `a small present for my aunt:`, before anything else is said; not `oil for a gift basket`. */
const isGift = (marked: MarkedText, at: number): boolean =>
  behind(marked, 'gift', at) !== null &&
  isStop(marked, endOfClause(marked, at)) &&
  !marked.tokens.slice(0, at).some(({ folded }, before) => isStop(marked, before) || FOR_WORDS.has(folded));

/**
 * What the text says of the thing in a clause of its own, as far as no rule took it: `that shut out an office`, `and they
 * must work with a dimmer`.
 */
export function clausesIn(marked: MarkedText, asides: readonly Phrase[]): Phrase[] {
  const isAside = (at: number) => {
    const { start } = marked.tokens[at] as Token;
    return asides.some((aside) => aside.start <= start && start < aside.end);
  };
  return [...marked.tokens.keys()].flatMap((at) => {
    const obliged = obligedBehind(marked, at);
    if (obliged !== null)
      return isAside(obliged) ? [] : [marked.phrase(obliged, endOfClause(marked, obliged))];
    if (at === 0 || !isLeft(marked, at) || behind(marked, 'relative', at) === null) return [];
    const end = endOfClause(marked, at + 1);
    if (behind(marked, 'obliges', at + 1) === end) return [];
    if (isQuestion(marked, at) || isArticle(marked, at, end) || isAsked(marked, at)) return [];
    return end === at + 1 || isAside(at) ? [] : [marked.phrase(at + 1, end)];
  });
}

/** Where what obliges the thing begins, of a clause that begins at a token and says what the thing must do; else null. */
function obligedBehind(marked: MarkedText, at: number): number | null {
  const begins = at > 0 && (isStop(marked, at - 1) || behind(marked, 'and', at - 1) === at);
  if (!begins || !isLeft(marked, at)) return null;
  const obliged = behind(marked, 'of_the_thing', at) ?? at;
  const verb = isLeft(marked, obliged) ? behind(marked, 'obliges', obliged) : null;
  // What it must be or have is a must that is read as such, whatever is left of it.
  const isOfMust = verb !== null && (behind(marked, 'must_have', obliged) ?? verb) > verb;
  return verb !== null && !isOfMust && endOfClause(marked, obliged) > verb ? obliged : null;
}

/** `Which machine takes those?` begins a sentence and is about nothing before it. */
const isQuestion = ({ tokens }: MarkedText, at: number): boolean =>
  /^[.!?]$/.test(tokens[at - 1]?.folded ?? '');

/** `I want that green rice`: behind a verb that asks it points at the thing. */
const isAsked = (marked: MarkedText, at: number): boolean => askingBefore(marked, at) !== null;

/** German `die Großpackung`: a clause ends with its verb, which has no capital letter. */
const isArticle = (marked: MarkedText, at: number, end: number): boolean =>
  behind(marked, 'skipped', at) === at + 1 && /^\p{Lu}/u.test(marked.phrase(end - 1, end).text);

/** The token behind the aside that begins at a token, or null. */
function endOfAside(marked: MarkedText, at: number): number | null {
  if (behind(marked, 'reason', at) !== null) return endOfClause(marked, at + 1);
  const owned = behind(marked, 'owned', at);
  if (owned !== null) return endOfOwned(marked, owned);
  if (behind(marked, 'subject', at) !== null) return endOfClause(marked, at + 1);
  if (at > 0 && behind(marked, 'who', at) !== null) return endOfClause(marked, at + 1);
  if (isLacking(marked, at)) return endOfClause(marked, at + 1);
  if (countsPersons(marked, at)) return at + 2;
  // `that I can edit videos on`
  const clause = at === 0 ? null : behind(marked, 'relative', at);
  if (clause !== null && behind(marked, 'subject', clause) !== null) return endOfClause(marked, clause);
  const soft = isNegation(marked, at) && isSoft(marked, at) ? behind(marked, 'plain', at) : null;
  // `not too heavy`
  if (soft !== null) return Math.min(soft + 1, endOfClause(marked, soft));
  const begins = at === 0 || isStop(marked, at - 1);
  if (begins && (behind(marked, 'possessive', at) !== null || isPersonTold(marked, at)))
    return endOfClause(marked, at + 1);
  return endOfOccasion(marked, at);
}

/** `baby is 4 months`, `grandson is off to college`: somebody, of whom something is told. */
function isPersonTold(marked: MarkedText, at: number): boolean {
  const verb = behind(marked, 'occasion', at) ?? behind(marked, 'persons', at);
  return verb !== null && behind(marked, 'copula', verb) !== null;
}

/** What somebody has ends where the clause does, or goes on to what is wanted. */
function endOfOwned(marked: MarkedText, from: number): number {
  const end = endOfClause(marked, from);
  for (let at = from; at < end; at++) if (behind(marked, 'and', at) !== null) return at;
  return end;
}

/** Whether a token is of what somebody has already. */
function isHad(marked: MarkedText, at: number): boolean {
  for (let begin = beginOfClause(marked, at); begin < at; begin++) {
    const owned = behind(marked, 'owned', begin);
    if (owned !== null && at < endOfOwned(marked, owned)) return true;
  }
  return false;
}

/** `for my daughter`, `for the guest rooms`, `for a long flight to Sydney`. */
function endOfOccasion(marked: MarkedText, at: number): number | null {
  const { tokens } = marked;
  if (!FOR_WORDS.has(tokens[at]?.folded ?? '')) return null;
  const end = endOfPhrase(marked, at + 1);
  if (namesDevice(marked, at + 1, end) || namesMaker(marked, at + 1, end)) return null;
  for (let from = at + 1; from < Math.min(end, at + 1 + LONGEST_OCCASION); from++)
    if (behind(marked, 'occasion', from) !== null || isOwnersOf(marked, from)) return end;
  return null;
}

/** Where the clause ends, or another begins that may be about the thing: `for the commute that shut out the train`. */
function endOfPhrase(marked: MarkedText, from: number): number {
  const end = endOfClause(marked, from);
  for (let at = from; at < end; at++) if (behind(marked, 'relative', at) !== null) return at;
  return end;
}

/** `for my Brother HL-2030`, `for my iPhone 12`: a number that no time is told by, or letters with digits. */
function namesDevice(marked: MarkedText, from: number, end: number): boolean {
  let at = from;
  while (at < end) {
    const timed = measureAt(marked, at);
    if (timed?.amount.dimension === 'time') at = timed.next;
    else if (isParty(marked, at) || isOrdinal(marked, at)) at++;
    else if (/\d/.test(marked.tokens[at]?.folded ?? '')) return true;
    else at++;
  }
  return false;
}

/** `for brother`, `for my brother printer`; `for my brother` is of a person. */
function namesMaker(marked: MarkedText, from: number, end: number): boolean {
  const next = behind(marked, 'maker_too', from) ?? behind(marked, 'maker_too', from + 1);
  if (next === null) return false;
  const isOwners = next > from + 1;
  const isBehind = next < end && marked.isKind(marked.tokens[next]?.folded ?? '');
  return !isOwners || isBehind || /^\p{Lu}/u.test(marked.text.slice(marked.tokens[next - 1]?.start));
}

/** `newborn's`, `daughter’s`: whose occasion it is. */
function isOwnersOf(marked: MarkedText, at: number): boolean {
  const token = marked.tokens[at];
  const owner = /^(.+)['’]s$/.exec(token?.folded ?? '')?.[1];
  if (!token || owner === undefined) return false;
  return marked.lexicon.lists.occasion.at([{ ...token, folded: owner }], 0) !== null;
}

/** A clause about people that alone names a kind of thing says what is wanted: `we could use a washer`. */
function keepThing(marked: MarkedText, isAside: boolean[]): void {
  const { tokens } = marked;
  const namesThing = (at: number) => isLeft(marked, at) && isKindAt(marked, at);
  const named = [...tokens.keys()].filter(namesThing);
  const isOther = [...tokens.keys()].some(
    (at) =>
      isLeft(marked, at) &&
      !isAside[at] &&
      tokens[at]?.kind === 'word' &&
      !isSmall(marked, at) &&
      behind(marked, 'gift', at) === null,
  );
  const isHeld = marked.intent.must_have.length + marked.intent.measures.length > 0;
  if (named.some((at) => !isAside[at])) return;
  // `my washer`, `my old desktop`: what somebody has already
  const isOwned = (at: number) =>
    [at - 1, at - 2].some(
      (before) => behind(marked, 'possessive', before) === before + 1 && !isStop(marked, at - 1),
    );
  // `I don't own a grinder`
  const isLacked = (at: number) => {
    const { start, end } = marked.tokens[at] as Span;
    return marked.lacked !== null && marked.lacked.start <= start && end <= marked.lacked.end;
  };
  const own = named.filter((at) => !isOwned(at) && !isHad(marked, at) && !isLacked(at));
  const [first] = own;
  if (first === undefined) {
    if (!isOther && !isHeld) isAside.fill(false);
    return;
  }
  let from = first;
  while (from > 0 && isAside[from - 1]) from--;
  isAside.fill(false, from, endOfClause(marked, first));
}

const isSmall = (marked: MarkedText, at: number): boolean =>
  (['skipped', 'and', 'or', 'phrase_end'] as const).some((list) => behind(marked, list, at) === at + 1);

/** Neighbouring tokens of which a condition holds, as phrases. */
function runsOf(marked: MarkedText, holds: (at: number) => boolean): Phrase[] {
  const runs: Phrase[] = [];
  for (let at = 0; at < marked.tokens.length; at++) {
    if (!holds(at)) continue;
    let end = at + 1;
    while (end < marked.tokens.length && holds(end)) end++;
    runs.push(marked.phrase(at, end));
    at = end;
  }
  // `he is 14`
  return runs.filter(({ text }) => /\p{L}{3}|\d/u.test(text));
}
