import { isHolder } from '../../text/holders.ts';
import { DENIES_BEFORE, FOR_WORDS, PACK_LINKS, SUPPLY_WORDS } from '../../text/languages.ts';
import { fromPlural } from '../../text/plural.ts';
import { askingBefore, isAsking } from './asking.ts';
import { endOfClause, isStop } from './clause.ts';
import type { Phrase } from './constraints.ts';
import { INTENT_LANGUAGES, inEveryLanguage } from './lexicon.ts';
import type { MarkedText } from './marked_text.ts';
import { isNegation } from './negation.ts';
import { behind } from './phrase_list.ts';
import type { Span, Token } from './tokens.ts';

/**
 * What stands before a run of words, which tells whether it is what is wanted: somebody asks for it (`I need a`, `which`), a
 * sentence or a part of it begins with it, a verb or anything else stands there, or it is told of another thing (`for`,
 * `with`) or somebody's already (`my`). A sentence that begins with what does or has something (`water is coming out`) asks
 * for nothing by that.
 */
export type Standing = 'asked' | 'begins' | 'apart' | 'subject' | 'told' | 'owned';

/** Words side by side, no word of grammar between them, that may name a thing. */
export interface NamedRun extends Phrase {
  standing: Standing;
  /** What it is for or goes with, as far as that follows it: `for my printer`; else ''. */
  purpose: string;
}

/** Runs of the words of a text, in order. */
export function namedRuns(marked: MarkedText): NamedRun[] {
  // `our washer died, a big drum this time`: it may be wanted anew, though another word may name it.
  const runs: NamedRun[] = marked.broken ? [{ ...marked.broken, standing: 'apart', purpose: '' }] : [];
  /** Of what holds the thing that follows. */
  let held: Standing | null = null;
  for (let at = 0; at < marked.tokens.length; at++) {
    if (!isNaming(marked, at)) continue;
    let end = at + 1;
    while (end < marked.tokens.length && (isNaming(marked, end) || isLink(marked, end))) end++;
    const phrase = marked.phrase(at, end);
    const standing: Standing = held ?? standingOf(marked, at, end);
    held = isHeldBy(marked, end) ? standing : null;
    if (held === null && /\p{L}{2}/u.test(phrase.text))
      runs.push({ ...phrase, standing, purpose: purposeBehind(marked, end) });
    at = held === null ? end : end + 1;
  }
  return countedFirst(marked, runs);
}

/**
 * `a trivo machine in the office, a hundred capsules`: what is counted and used up is what is wanted, for the thing that the
 * text names besides; nobody wants a hundred machines.
 */
function countedFirst(marked: MarkedText, runs: readonly NamedRun[]): NamedRun[] {
  const { quantity } = marked.intent;
  const at = marked.tokens.findIndex(
    (token) => quantity !== null && isIn(quantity, token) && isSupply(token.folded),
  );
  if (at < 0) return [...runs];
  const own = runs.find((run) => isIn(run, marked.tokens[at] as Token));
  const others = runs.filter((run) => run !== own);
  const device = others.find(({ standing }) => standing !== 'told');
  const { purpose, ...phrase } = own ?? { ...marked.phrase(at, at + 1), purpose: '' };
  const isFor = purpose === '' && device !== undefined;
  return [{ ...phrase, standing: 'asked', purpose: isFor ? `for ${device.text}` : purpose }, ...others];
}
const isSupply = (word: string): boolean => SUPPLIES.has(fromPlural(word));
const SUPPLIES: ReadonlySet<string> = new Set(
  [...SUPPLY_WORDS, ...inEveryLanguage('portion')].map(fromPlural),
);

/**
 * `chaussures de randonnée`, `macchina da caffè`: one name where nouns lead; and one that begins with what is done with the
 * thing (`pop up tent`, `clip on lamp`), for nothing is told `up a tent`.
 */
const isLink = (marked: MarkedText, at: number): boolean => {
  const { kind, start, end } = marked.tokens[at] as Token;
  if (kind !== 'word' || marked.uses[at] !== 'word' || at + 1 >= marked.tokens.length) return false;
  if (!isNaming(marked, at + 1)) return false;
  const isParticle =
    behind(marked, 'particle', at) === at + 1 || behind(marked, 'mounted', at - 1) === at + 1;
  return isParticle || NAME_LINKS.has(marked.text.slice(start, end).toLowerCase());
};
/** As they are written: `à` joins, `a` does not. */
const NAME_LINKS: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ name_link }) => name_link),
);

/** A word or a number that is no word of grammar, and that no constraint and no asking took. */
function isNaming(marked: MarkedText, at: number): boolean {
  const { kind, folded } = marked.tokens[at] as Token;
  const use = marked.uses[at];
  if (kind === 'sign' || use === 'taken' || use === 'dropped' || isHow(marked, at)) return false;
  if (isFreed(marked, at) || isHeldBy(marked, at) || isOfOne(marked, at)) return false;
  if (isPacked(marked, at) || behind(marked, 'predicate', at) !== null) return false;
  const word = folded.replace(/['’]?s$/u, '');
  return ![folded, word].some((form) => marked.lexicon.small.has(form)) && !isAsking(marked, at);
}

/** `a big bag of coffee beans`: what holds the thing that is named behind it. */
function isHeldBy(marked: MarkedText, at: number): boolean {
  const { tokens, uses, lexicon } = marked;
  const isWord = (place: number) => tokens[place]?.kind === 'word' && uses[place] === 'word';
  if (!isWord(at) || !isHolder((tokens[at] as Token).folded) || tokens[at + 1]?.folded !== 'of') return false;
  // `bars of 85% dark chocolate`; but `pens, pack of 5`
  const next = tokens.findIndex((_, place) => place > at + 1 && (isWord(place) || isStop(marked, place)));
  return next > 0 && isWord(next) && !lexicon.small.has((tokens[next] as Token).folded);
}

/** `the big bottle of the one for dry skin`: what holds something that is named elsewhere. */
function isOfOne(marked: MarkedText, at: number): boolean {
  const { tokens, lexicon } = marked;
  if (!isHolder(tokens[at]?.folded ?? '') || tokens[at + 1]?.folded !== 'of') return false;
  const one = lexicon.articles.has(tokens[at + 2]?.folded ?? '') ? at + 3 : at + 2;
  return behind(marked, 'determiner', one) === one + 1;
}

/** `a box of 12`, `a 10-pack of`, whose name stands behind it: how much of it is wanted, as an article; `100 capsules` names it. */
const isPacked = ({ intent: { quantity, parts }, tokens }: MarkedText, at: number): boolean =>
  [quantity, parts].some((phrase) => {
    if (phrase === null || !isIn(phrase, tokens[at] as Token)) return false;
    const last = tokens.findLastIndex((token) => isIn(phrase, token));
    return tokens[last]?.kind === 'number' || PACK_LINKS.has(tokens[last + 1]?.folded ?? '');
  });

/** `fragrance free sunscreen`: what a thing is free of, and the word that says so, name no thing. */
const isFreed = ({ intent: { free_of }, tokens }: MarkedText, at: number): boolean =>
  free_of.some((phrase) => {
    const isOf = ({ start, end }: Token) => start < phrase.end && phrase.start < end;
    const last = tokens.findLastIndex(isOf);
    const next = tokens[last + 1]?.folded === '-' ? last + 2 : last + 1;
    return isOf(tokens[at] as Token) || (at === next && DENIES_BEFORE.has(tokens[at]?.folded ?? ''));
  });

/** Praise, and by what to choose: `cheapest`, `decent`. */
const isHow = (marked: MarkedText, at: number): boolean =>
  marked.uses[at] === 'wish' ||
  marked.intent.priorities.some((phrase) => isIn(phrase, marked.tokens[at] as Token));

function standingOf(marked: MarkedText, start: number, end: number): Standing {
  const at = beforeArticles(marked, start);
  const before = marked.tokens[at - 1];
  if (before === undefined || isStop(marked, at - 1)) return isSubject(marked, end) ? 'subject' : 'begins';
  const asking = askingBefore(marked, at);
  // `I don't want to buy a`, `I have no`
  if (isDeniedAt(marked, asking ?? at)) return 'told';
  if (asking !== null) return 'asked';
  if (behind(marked, 'which', at - 1) === at) return 'asked';
  // `thats light`: what it is like
  if (at === start && behind(marked, 'copula', at - 1) === at) return 'told';
  if (behind(marked, 'possessive', at - 1) === at) return 'owned';
  if (/['’]s$/u.test(before.folded)) return 'owned';
  const isTold = marked.lexicon.prepositions.has(before.folded) || behind(marked, 'relative', at - 1) === at;
  return isTold && !TO_DO.has(before.folded) ? 'told' : 'apart';
}

/** Whether a verb that no rule took follows: `power keeps flickering`; but `the dress is for a wedding`. */
function isSubject(marked: MarkedText, end: number): boolean {
  // `the water here is so hard`
  const at = behind(marked, 'nearby', end) ?? end;
  const isVerb = at > end && behind(marked, 'copula', at) !== null;
  const next =
    marked.uses[at] === 'word' ? (behind(marked, 'predicate', at) ?? (isVerb ? at + 1 : null)) : null;
  return next !== null && !FOR_WORDS.has(marked.tokens[next]?.folded ?? '');
}

function isDeniedAt(marked: MarkedText, at: number): boolean {
  for (let from = Math.max(0, at - DENIAL_REACH); from < at; from++)
    if (denies(marked, from) && !rangeHasStop(marked, from, at)) return true;
  return false;
}
/** `don't`, `i dont have any`. */
const denies = (marked: MarkedText, at: number): boolean =>
  isNegation(marked, at) || behind(marked, 'lacking', at) !== null;

const rangeHasStop = (marked: MarkedText, from: number, to: number): boolean =>
  marked.tokens.slice(from, to).some((_, offset) => isStop(marked, from + offset));
/** Tokens between a denial and what it denies: `don't really want to`. */
const DENIAL_REACH = 4;

/** The token at which articles, numbers, and what counts or points (`one of those`, `a pair of`) begin that stand before one. */
function beforeArticles(marked: MarkedText, start: number): number {
  let at = start;
  while (at > 0 && (isArticle(marked, at - 1) || isFreed(marked, at - 1))) at--;
  return at;
}

function isArticle(marked: MarkedText, at: number): boolean {
  const { kind, folded } = marked.tokens[at] as Token;
  const isDeterminer = (place: number) =>
    behind(marked, 'determiner', place) === place + 1 ||
    marked.lexicon.articles.has(marked.tokens[place]?.folded ?? '');
  const isOf =
    PACK_LINKS.has(folded) &&
    (isDeterminer(at - 1) || (at > 0 && (isPacked(marked, at - 1) || isHeldBy(marked, at - 1))));
  // `52 inch ceiling fan`: what was read of it already
  const isTaken = marked.uses[at] === 'taken' && kind !== 'sign';
  // `I want that green rice`
  const isThat = behind(marked, 'relative', at) === at + 1 && askingBefore(marked, at) !== null;
  return (
    kind === 'number' ||
    folded === '%' ||
    isTaken ||
    isPacked(marked, at) ||
    isHeldBy(marked, at) ||
    isHow(marked, at) ||
    isOf ||
    isThat ||
    isDeterminer(at)
  );
}

const isIn = (phrase: Span, token: Span): boolean => phrase.start <= token.start && token.end <= phrase.end;

/** What it is for, behind a run: `for my printer`, up to the end of its clause or the next that may be about the thing. */
function purposeBehind(marked: MarkedText, at: number): string {
  if (!FOR_WORDS.has(marked.tokens[at]?.folded ?? '')) return '';
  const end = endOfClause(marked, at + 1);
  let to = at + 1;
  while (to < end && behind(marked, 'relative', to) === null) to++;
  return marked.phrase(at, to).text;
}

/** `to learn the guitar`: what somebody is about to do may name it. */
const TO_DO: ReadonlySet<string> = new Set(['to']);
