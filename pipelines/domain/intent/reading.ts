import { foldText } from '../../text/fold.ts';
import { PACK_LINKS } from '../../text/languages.ts';
import { UNITS } from '../../text/units.ts';
import { takeAge } from './age.ts';
import { takeAsker, takeAsksAround, takeWanting } from './asker.ts';
import { takeBroken } from './broken.ts';
import { asidesIn, clausesIn, takeLasting } from './circumstance.ts';
import type { Intent, Phrase, Priority } from './constraints.ts';
import { readDeadline } from './deadline.ts';
import { numbersFrom, takeEitherNumber } from './either_number.ts';
import { takeGenuine } from './genuine.ts';
import { takeHabit } from './habit.ts';
import { settleHealth, takeAllergy } from './health.ts';
import { takeInStock } from './in_stock.ts';
import { readLimit } from './limit.ts';
import { MarkedText, type ReadingOptions, type Rule } from './marked_text.ts';
import { takeMostOf } from './most_of.ts';
import { takeEither, takeHolding, takeMustHave, takeProperty } from './must_have.ts';
import { takeConditions } from './named_condition.ts';
import { isKindAt } from './named_kind.ts';
import { namedRuns } from './named_run.ts';
import { takeSellers } from './named_seller.ts';
import { notUnderstood, numbersIn } from './not_understood.ts';
import { takeOptional } from './optional.ts';
import { takeBulk } from './pack.ts';
import { takeLacking, takeNoneLeft, takeOwned, takePeopleClause, takeUsedUp, takeWho } from './people.ts';
import { behind, isStop } from './phrase_list.ts';
import { readQuantity } from './quantity.ts';
import { takeRanOut } from './ran_out.ts';
import { takeRefusal, takeRefusedMaker } from './refusal.ts';
import { collectWords } from './remaining_words.ts';
import { takeSize } from './size.ts';
import { settleEach, takeLimit } from './stated_limit.ts';
import { takeVerdict } from './verdict.ts';
import type { ListName } from './word_lists.ts';

/** What says by what to choose. */
const PRIORITIES: readonly (readonly [ListName, Priority['criterion']])[] = [
  ['lowest_price', 'price'],
  ['best_price', 'price'],
  ['soonest', 'speed'],
  ['best_rated', 'quality'],
];

const takePlain: Rule = (marked, at) => {
  const next = behind(marked, 'plain', at);
  // `no room for a rack` refuses, `no room` does not
  const isRefusal = next !== null && (behind(marked, 'avoid', at) ?? 0) > next;
  return next === null || isRefusal ? null : marked.leave(at, next);
};

/** `cheapest`, `asap`: it says how to choose, and words it stays. */
const takePriority: Rule = (marked, at) => {
  for (const [list, criterion] of PRIORITIES) {
    const next = behind(marked, list, at);
    // `cheaper than 100` is a bound
    if (next === null || readLimit(marked, at) !== null) continue;
    marked.intent.priorities.push({
      criterion,
      isLowest: list === 'lowest_price',
      ...marked.phrase(at, next),
    });
    return marked.leave(at, next);
  }
  return null;
};

/**
 * `the biggest OLED`; but `the largest under 60 inches` is as large as that lets it be, which the rest says, and `más
 * grande que` compares.
 */
const takeExtreme: Rule = (marked, at) => {
  for (const wants of ['largest', 'smallest', 'newest'] as const) {
    const next = behind(marked, wants, at);
    if (next === null || marked.intent.extreme !== null || isCompared(marked, at, next)) continue;
    marked.intent.extreme = { wants, isSoft: false, of: null, ...marked.phrase(at, next) };
    marked.mark(at, next, 'dropped');
    return next;
  }
  return null;
};

/**
 * `a large bottle`, `those little cartons`: how much of it in one, where another word names the thing; a `small box` by
 * itself is one.
 */
const takeLargish: Rule = (marked, at) => {
  for (const [list, wants] of [
    ['large', 'largest'],
    ['small', 'smallest'],
  ] as const) {
    const next = behind(marked, list, at);
    const isThing = (place: number) => (place < at || place >= (next ?? at)) && isKindAt(marked, place);
    if (next === null || marked.intent.extreme !== null || ![...marked.tokens.keys()].some(isThing)) continue;
    marked.intent.extreme = { wants, isSoft: true, of: null, ...marked.phrase(at, next) };
    marked.mark(at, next, 'wish');
    return next;
  }
  return null;
};

/** `más grande que la mía`, `más grande de 50 pulgadas`; but `la más grande de todas` is the largest. */
const isCompared = (marked: MarkedText, at: number, next: number): boolean =>
  readLimit(marked, at) !== null ||
  (behind(marked, 'than', next) !== null && !PACK_LINKS.has(marked.tokens[next]?.folded ?? ''));

/** `by Friday`; of several the first. */
const takeDeadline: Rule = (marked, at) => {
  const found = marked.intent.deadline === null ? readDeadline(marked, at) : null;
  if (!found) return null;
  const { day, before, next } = found;
  marked.intent.deadline = { day, before, ...marked.phrase(at, next) };
  marked.mark(at, next, 'taken');
  return next;
};

/** `pasta, la confezione da dodici`: what it comes in by other words than records have is said behind what it is. */
const isSaidApart = (marked: MarkedText, at: number, next: number): boolean =>
  marked.hasThing && isStop(marked.tokens[next]) && !marked.amounts.has(at) && isHeld(marked, at, next);

/** `confezione da dodici`, `50 in a box`: by what holds it. */
const isHeld = (marked: MarkedText, at: number, next: number): boolean =>
  behind(marked, 'pack_of', at) !== null ||
  [...Array(next - at).keys()].some((offset) => behind(marked, 'in_pack', at + offset) === next);

/** `crisps, six bags`: behind the kind of thing, how many by what they come in, of which records tell little. */
function isBesideKind(marked: MarkedText, at: number, next: number): boolean {
  const isCounted = behind(marked, 'counted_apart', next - 1) === next;
  return isCounted && [...Array(at).keys()].some((before) => isKindAt(marked, before));
}

/** `24 aa batteries`, `a pack of 6`, whose words say which pack and so stay words. */
const takeQuantity: Rule = (marked, at) => {
  const isFirst = !marked.hasWords || (at > 0 && at === marked.askedFrom);
  const found = marked.intent.quantity === null ? readQuantity(marked, at, isFirst) : null;
  if (!found) return null;
  const { pieces, of, isPack, isLeast = false, mayBeParts, next } = found;
  // `a pack of 6 or 12`
  if (isPack && numbersFrom(marked, next - 1) !== null) return null;
  const quantity = { pieces, of, isPack, isLeast, ...marked.phrase(at, next) };
  marked.intent[mayBeParts ? 'parts' : 'quantity'] = quantity;
  const isBeside = isBesideKind(marked, at, next) || isSaidApart(marked, at, next);
  marked.mark(at, next, isPack && !isLeast ? (isBeside ? 'wish' : 'word') : 'taken');
  return next;
};

/** `nothing fancy`, `any colour`: it sounds like a refusal or a must, and is none. */
const takeIdle: Rule = (marked, at) => {
  const next = behind(marked, 'idle', at);
  // `any colour but blue` refuses
  if (next === null || (behind(marked, 'avoid', at) ?? 0) > next) return null;
  marked.mark(at, next, 'dropped');
  return next;
};

/** `67x140 or larger`: of two sides what they are is held to, since nothing smaller is meant. */
const takeLargerSides: Rule = (marked, at) => {
  const isBehindSides = SIDES.test(marked.text.slice(0, marked.tokens[at]?.start));
  const next = isBehindSides ? behind(marked, 'or_more', at) : null;
  if (next !== null) marked.mark(at, next, 'dropped');
  return next;
};
const SIDES = /\d\s?[x×]\s?\d+(?:\s?[a-z]{2})?\s$/iu;

/**
 * `spare battery`, `cabezales de recambio`: that it takes the place of another tells few things apart, and of some sellers
 * every blade is one; a record that says so comes first.
 */
const takeInPlace: Rule = (marked, at) => {
  const next = behind(marked, 'in_place', at);
  if (next === null) return null;
  const isThing = (place: number) => {
    const { kind, folded = '' } = marked.tokens[place] ?? {};
    return (
      kind === 'word' && !marked.lexicon.prepositions.has(folded) && behind(marked, 'and', place) === null
    );
  };
  if (next === at + 1 ? !isThing(next) : !isThing(at - 1)) return null;
  marked.mark(at, next, 'wish');
  return next;
};

const takeFiller: Rule = (marked, at) => {
  const next = behind(marked, 'filler', at);
  if (next !== null) marked.mark(at, next, 'dropped');
  return next;
};

/** In the order in which they are asked. */
const RULES: readonly Rule[] = [
  takeAge,
  takePeopleClause,
  takeWho,
  takeOwned,
  takeAllergy,
  takeBroken,
  takeHabit,
  takeRanOut,
  takeNoneLeft,
  takeLacking,
  takeUsedUp,
  takeGenuine,
  takeInStock,
  takeIdle,
  takeProperty,
  takeHolding,
  takeAsker,
  takeAsksAround,
  takeVerdict,
  takePlain,
  takePriority,
  takeMostOf,
  takeExtreme,
  takeDeadline,
  takeEitherNumber,
  takeBulk,
  takeQuantity,
  takeLargish,
  takeWanting,
  takeLimit,
  takeConditions,
  takeRefusedMaker,
  takeRefusal,
  takeSellers,
  takeMustHave,
  takeSize,
  takeLargerSides,
  takeEither,
  takeInPlace,
  takeFiller,
];

/** `55-Zoll-Fernseher`, `16GB-Laptop`, `In-Ear-Kopfhörer` with spaces for the dashes, so that every place stays as it is. */
const withUnitsApart = (text: string): string =>
  text
    .replace(/(?<=\b(?:in|over|on)-ear)-(?=\p{L}{3})/giu, ' ')
    .replace(/(?<=\d)(-?)(\p{L}{1,8})-(?=\p{L}{3})/gu, (written, dash: string, unit: string) =>
      UNITS.has(foldText(unit)) && (dash !== '' || unit.length > 1) ? `${dash && ' '}${unit} ` : written,
    );

/** `No.1`, `Chanel No. 5`, `Nº 5`, less what says that it is a number: it denies nothing and ends no sentence. */
const withoutNumberSigns = (text: string): string => {
  const blank = (sign: string) => ' '.repeat(sign.length);
  return text.replaceAll(GLUED_SIGN, blank).replaceAll(SIGN_APART, blank);
};
const GLUED_SIGN = /(?<![\p{L}\d])(?:n[or]\.(?=\d)|n[º°]\.?(?=\s?\d)|№(?=\s?\d))/giu;
/** With a capital letter only: `I want no. 2 pens` denies. */
const SIGN_APART = /(?<=\p{L}\s)No\.(?=\s\d)/gu;

/** Reads a text from left to right; at each token the first rule that is sure takes it. */
export function readIntent(text: string, options: ReadingOptions): Intent {
  const marked = new MarkedText(withUnitsApart(withoutNumberSigns(text)), options);
  let at = 0;
  while (at < marked.tokens.length) at = taken(marked, at) ?? leftWord(marked, at);
  takeOptional(marked);
  settleHealth(marked);
  collectWords(marked);
  settleEach(marked);
  takeLasting(marked);
  marked.intent.asides = asidesIn(marked);
  settleTold(marked);
  marked.intent.clauses = clausesIn(marked, marked.intent.asides);
  marked.intent.numbers = numbersIn(marked, marked.intent.asides);
  marked.intent.runs = namedRuns(marked);
  Object.assign(marked.intent, notUnderstood(marked, marked.intent.asides));
  return marked.intent;
}

/**
 * `I wake up with a stiff neck`: what stands behind what is told of people, joined to it by `with` alone, is of them and no
 * must.
 */
function settleTold(marked: MarkedText): void {
  const { intent, tokens } = marked;
  const isJoined = (phrase: Phrase): boolean => {
    let at = tokens.findIndex(({ start }) => start === phrase.start) - 1;
    while (marked.lexicon.articles.has(tokens[at]?.folded ?? '')) at--;
    const before = tokens[at - 1];
    return behind(marked, 'joined_by', at) === at + 1 && intent.asides.some(({ end }) => end === before?.end);
  };
  const told = intent.must_have.filter(isJoined);
  intent.must_have = intent.must_have.filter((phrase) => !told.includes(phrase));
  intent.asides = [...intent.asides, ...told].toSorted((a, b) => a.start - b.start);
}

/** The token behind what a rule takes, or null. */
function taken(marked: MarkedText, at: number): number | null {
  for (const rule of RULES) {
    const next = rule(marked, at);
    if (next !== null) return next;
  }
  return null;
}

/** A token that no rule takes is a word, or praise. */
function leftWord(marked: MarkedText, at: number): number {
  marked.mark(at, at + 1, behind(marked, 'praise', at) === at + 1 ? 'wish' : 'word');
  return at + 1;
}
