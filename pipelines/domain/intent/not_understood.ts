import { FOR_WORDS } from '../../text/languages.ts';
import { UNITS } from '../../text/units.ts';
import { opensBound } from './bound.ts';
import { beginOfClause, endOfClause, isLeft } from './clause.ts';
import type { Phrase } from './constraints.ts';
import type { MarkedText } from './marked_text.ts';
import { isNegation, isOfAbility, isSoft } from './negation.ts';
import { behind } from './phrase_list.ts';
import type { Span, Token } from './tokens.ts';
import { wordedNumberAt } from './worded_number.ts';

/** What of a text was not understood. */
export interface NotUnderstood {
  /** What nobody may leave aside. */
  unread: Phrase[];
  /** What may be left aside where nothing of the kind that is asked for speaks of it. */
  doubted: Phrase[];
}

/**
 * What no rule took and nobody may leave aside: a number in words that counts nothing, a word of health or faith, a word of
 * delivery, a superlative that nothing is chosen by (`biggest`), a refusal that compares (`nothing older than gen 7`), and
 * what somebody cannot eat or wear. Other negations (`doesn't smear`) and small numbers behind `for` (`for two huskies`) are
 * doubted: they are a must only where some record of the kind speaks of what they deny or count. Within an aside small
 * numbers and inability (`can't crouch`) are of people.
 */
export function notUnderstood(marked: MarkedText, asides: readonly Phrase[]): NotUnderstood {
  const doubts = new Set<number>();
  const endOf = (at: number) => {
    const isAside = isIn(asides, marked.tokens[at] as Token);
    const unread = unreadAt(marked, at, isAside);
    if (unread !== null) return unread;
    const doubted = doubtedAt(marked, at, isAside);
    if (doubted !== null) doubts.add(marked.tokens[at]?.start ?? 0);
    return doubted;
  };
  const phrases = phrasesLeft(marked, endOf);
  const compared = marked.intent.avoid.filter(({ text }) => COMPARED.test(text));
  return {
    unread: [...compared, ...phrases.filter(({ start }) => !doubts.has(start))],
    doubted: phrases.filter(({ start }) => doubts.has(start)),
  };
}

/**
 * Numbers in words that no rule took, in digits: `six sockets` asks for as many as `6 sockets` does. Those of people
 * are none, and those in an aside only tell of them. What counts nothing (`, seventy`) may be money, and what the thing
 * is for (`for seventy rooms`) no record has: they are not understood.
 */
export function numbersIn(marked: MarkedText, asides: readonly Phrase[]): Phrase[] {
  const numberAt = (at: number) => {
    const number = isIn(asides, marked.tokens[at] as Token) ? null : wordedNumberAt(marked, at);
    return number !== null && counts(marked, at, number.next) ? number : null;
  };
  return phrasesLeft(marked, (at) => numberAt(at)?.next ?? null).map((phrase) => {
    const at = marked.tokens.findIndex(({ start }) => start === phrase.start);
    return { ...phrase, says: String(numberAt(at)?.value) };
  });
}

function counts(marked: MarkedText, at: number, next: number): boolean {
  const before = marked.tokens.slice(beginOfClause(marked, at), at);
  const word = marked.tokens[next];
  // `ten minutes` is how long, which records say of much else as well.
  const isTime = UNITS.get(word?.folded ?? '')?.dimension === 'time';
  const isCounting = word?.kind === 'word' && !isTime && behind(marked, 'phrase_end', next) === null;
  return isCounting && !isOfPeople(marked, at, next) && !before.some(({ folded }) => FOR_WORDS.has(folded));
}

const isIn = (phrases: readonly Phrase[], { start, end }: Span): boolean =>
  phrases.some((one) => one.start <= start && end <= one.end);

/** Phrases among what no rule took: `endOf` gives the token behind the one that begins at a token, or null. */
function phrasesLeft(marked: MarkedText, endOf: (at: number) => number | null): Phrase[] {
  const { quantity, parts, priorities } = marked.intent;
  // `pas cher`: read as what to choose by
  const isCounted = ({ start, end }: Span) =>
    [quantity, parts, ...priorities].some((read) => read !== null && read.start <= start && end <= read.end);
  const phrases: Phrase[] = [];
  for (let at = 0; at < marked.tokens.length; ) {
    const isOpen = isLeft(marked, at) && marked.uses[at] !== 'told' && !isCounted(marked.tokens[at] as Token);
    const next = isOpen ? endOf(at) : null;
    if (next !== null) phrases.push(marked.phrase(at, next));
    at = next ?? at + 1;
  }
  return phrases;
}
/** What compares with something else, which no record can be held to by its words. */
const COMPARED = /(?:^|\s)(?:than|als|que|di|dan)\s.*\p{N}/iu;

function unreadAt(marked: MarkedText, at: number, isAside: boolean): number | null {
  const told = behind(marked, 'safety', at) ?? behind(marked, 'several', at);
  if (told !== null) return told;
  if (denies(marked, at) && !isDoubtedOnly(marked, at)) return endOfClause(marked, at);
  const worded = wordedNumberAt(marked, at);
  const isOwn = worded === null || isOfPeople(marked, at, worded.next) || isFewFor(marked, at, worded);
  const number = isOwn ? null : worded;
  if (isAside && opensBound(marked, at)) return endOfClause(marked, at);
  if (isAside) return number !== null && number.value >= LEAST_MEANT ? number.next : null;
  const unplaced = number !== null && !counts(marked, at, number.next) ? number.next : null;
  return (
    unplaced ??
    leastCountAt(marked, at) ??
    superlativeAt(marked, at) ??
    comparedAt(marked, at) ??
    behind(marked, 'arrival', at)
  );
}

/**
 * `500 or more in one pack`, `mindestens 100 Stück`, `intensity 10 or more`: a count that no unit says and no record is held to
 * by its digits. Smaller ones are stated as they are (`two trays or more`).
 */
function leastCountAt(marked: MarkedText, at: number): number | null {
  const opened = behind(marked, 'at_least', at);
  const number = marked.tokens[opened ?? at];
  const isCount = number?.kind === 'number' && Number(number.folded) >= LEAST_BOUNDED;
  if (!isCount || !isLeft(marked, opened ?? at)) return null;
  if (opened === null) return behind(marked, 'or_more', at + 1);
  // `at least 2000 amps`, `mindestens 70 %`: what it is counted in stands in records with it.
  const unit = marked.tokens[opened + 1];
  const isNamed =
    unit?.folded === '%' || (unit?.kind === 'word' && behind(marked, 'pieces', opened + 1) === null);
  return isNamed ? null : opened + 1;
}
const LEAST_BOUNDED = 10;

function doubtedAt(marked: MarkedText, at: number, isAside: boolean): number | null {
  if (denies(marked, at) && isDoubtedOnly(marked, at)) return endOfClause(marked, at);
  const number = isAside ? null : wordedNumberAt(marked, at);
  if (number === null || !isFewFor(marked, at, number) || isOfPeople(marked, at, number.next)) return null;
  return Math.min(number.next + 1, endOfClause(marked, number.next));
}

const denies = (marked: MarkedText, at: number): boolean =>
  isNegation(marked, at) && !isOfAbility(marked, at) && !isSoft(marked, at);

/** Whether a negation denies neither an amount nor what somebody eats or wears: `doesn't smear`. */
function isDoubtedOnly(marked: MarkedText, at: number): boolean {
  const end = endOfClause(marked, at);
  for (let inside = at; inside < end; inside++) {
    const isNumber =
      /\d/.test(marked.tokens[inside]?.folded ?? '') || wordedNumberAt(marked, inside) !== null;
    if (isNumber || isConsuming(marked, inside) || isNeverLeft(marked, inside)) return false;
  }
  return end > at + 1;
}

/** A word of health, of several things, or of delivery. */
const isNeverLeft = (marked: MarkedText, at: number): boolean =>
  (['safety', 'several', 'arrival'] as const).some((list) => behind(marked, list, at) !== null);

/** `can't have milk`; but `don't have to lug it`. */
const isConsuming = (marked: MarkedText, at: number): boolean => {
  const next = behind(marked, 'consuming', at);
  return next !== null && !TO_DO.has(marked.tokens[next]?.folded ?? '');
};
const TO_DO: ReadonlySet<string> = new Set(['to', 'up']);

/** `for two`, `for two huskies`: so few behind `for` are whom or what it is for, and no money. */
const isFewFor = (marked: MarkedText, at: number, { value }: { value: number }): boolean =>
  value < LEAST_UNSAID && FOR_WORDS.has(marked.tokens[at - 1]?.folded ?? '');
/** As many as people count in words of what a thing is for; more may be money. */
const LEAST_UNSAID = 13;

/** `sharper than full hd`, `más fina que la otra`: what is more, or less, than something else that no rule took. */
function comparedAt(marked: MarkedText, at: number): number | null {
  const { tokens } = marked;
  const folded = (token: number) => tokens[token]?.folded ?? '';
  if (folded(at).endsWith('er') && THAN.has(folded(at + 1))) return endOfClause(marked, at);
  const than = [at + 1, at + 2].find((token) => THAN_MORE.has(folded(token)));
  return MORE.has(folded(at)) && than !== undefined ? endOfClause(marked, at) : null;
}
const THAN: ReadonlySet<string> = new Set(['than', 'als', 'dan']);
const THAN_MORE: ReadonlySet<string> = new Set([...THAN, 'que', 'di', 'del', 'della']);
const MORE: ReadonlySet<string> = new Set('more less mas menos plus moins piu meno'.split(' '));

/** `strongest`; of several that ask for the largest, those behind the first. */
const superlativeAt = (marked: MarkedText, at: number): number | null =>
  behind(marked, 'superlative', at) ?? behind(marked, 'largest', at) ?? behind(marked, 'smallest', at);

/** `three times a week`, `four kids`, `family of six`; French `neuf` says new as well. */
function isOfPeople(marked: MarkedText, at: number, next: number): boolean {
  const isMember = marked.tokens[at - 1]?.folded === 'of' && behind(marked, 'occasion', at - 2) === at - 1;
  return (
    isMember ||
    behind(marked, 'how_often', next) !== null ||
    behind(marked, 'occasion', next) !== null ||
    behind(marked, 'persons', next) !== null ||
    marked.lexicon.conditionBeside.at(marked.tokens, at)?.next === next
  );
}

/** Smaller numbers in a clause about people count them (`there are seven of us`); from here on they may be money. */
const LEAST_MEANT = 100;
