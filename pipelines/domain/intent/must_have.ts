import { ALONG_WORDS, FOR_WORDS } from '../../text/languages.ts';
import type { Phrase } from './constraints.ts';
import { readLimit } from './limit.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind, behindAll, propertyAt } from './phrase_list.ts';
import { opensRule, phrasesAt } from './phrases.ts';

/** `with a touch screen and bluetooth`: what must be there, or (`a good screen`) is wished for. */
export const takeMustHave: Rule = (marked, at) => {
  const named = behind(marked, 'must_have', at);
  if (named === null || behind(marked, 'not_must_have_before', named) !== null) return null;
  const first = behindAll(marked, 'skipped', named);
  if (isOfPersons(marked, first) || isOfMeasure(marked, at, named)) return null;
  // `with no leather`, `with at least 16 GB`, `with a terabyte`: the rule of what follows reads it
  const opened = marked.amounts.has(named) ? named : opensRule(marked, first) ? first : null;
  if (opened !== null) {
    marked.mark(at, opened, 'dropped');
    return opened;
  }
  const one = takeLacked(marked, at, first);
  if (one !== null) return one;
  const held = behind(marked, 'holding', first);
  if (held !== null && readLimit(marked, held) !== null) {
    marked.mark(at, held, 'dropped');
    return held;
  }
  // `must hold a litre`: the verb goes with the measure
  if (!ALONG_WORDS.has(marked.tokens[at]?.folded ?? '') && readLimit(marked, first + 1) !== null) {
    marked.mark(at, first + 1, 'dropped');
    return first + 1;
  }
  const list = phrasesAt(marked, at === named ? at : named, ['and']);
  if (!list || behind(marked, 'or', list.next) !== null) return null;
  for (const [begin, end] of list.phrases) {
    // `a good screen` cannot be told from a record: it is wished for
    const isWish = isPraised(marked, begin, end);
    marked.intent[isWish ? 'wishes' : 'must_have'].push(asMust(marked, begin, end));
  }
  marked.mark(at, list.next, 'taken');
  return list.next;
};

/** `having people over`, `with friends`: no thing has them, unless they name one (`with kids seat`). */
function isOfPersons(marked: MarkedText, at: number): boolean {
  const next = behind(marked, 'persons', at) ?? behind(marked, 'occasion', at);
  const word = next === null ? undefined : marked.tokens[next];
  if (next === null) return false;
  return (
    word === undefined ||
    word.kind === 'sign' ||
    marked.lexicon.prepositions.has(word.folded) ||
    opensRule(marked, next)
  );
}

/** `40 hours with the case`: what the thing measures so is no second thing that must be there. */
const isOfMeasure = (marked: MarkedText, at: number, named: number): boolean =>
  ALONG_WORDS.has(marked.tokens[at]?.folded ?? '') &&
  isDefinite(marked, named) &&
  marked.intent.measures.some(({ end }) => end === marked.tokens[at - 1]?.end);
/** `the`, and no `a`. */
const isDefinite = ({ lexicon, tokens }: MarkedText, at: number): boolean =>
  lexicon.articles.has(tokens[at]?.folded ?? '') && lexicon.number.at(tokens, at)?.value !== 1;

/** `I don't own a grinder, so it has to have one`: what somebody has none of must be there. */
function takeLacked(marked: MarkedText, at: number, one: number): number | null {
  if (marked.lacked === null || !isOne(marked, one)) return null;
  if (marked.tokens[one + 1]?.kind === 'word' && behind(marked, 'phrase_end', one + 1) === null) return null;
  marked.intent.must_have.push(marked.lacked);
  marked.mark(at, one + 1, 'taken');
  return one + 1;
}
const isOne = ({ lexicon, tokens }: MarkedText, at: number): boolean =>
  lexicon.number.at(tokens, at)?.value === 1;

/** `long battery life`, whatever stands before the praise (`realy long battery life`). */
function isPraised(marked: MarkedText, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const next = behind(marked, 'wish', at);
    if (next !== null && next < to) return true;
  }
  return false;
}

/** `that takes at least nine kilos`: the verb goes with the measure behind it. */
export const takeHolding: Rule = (marked, at) => {
  const clause = at === 0 ? null : behind(marked, 'relative', at);
  const next = clause === null ? null : behind(marked, 'holding', clause);
  if (next === null) return null;
  const limit = readLimit(marked, next);
  if (limit === null || !('dimension' in limit.of)) return null;
  marked.mark(at, next, 'dropped');
  return next;
};

/** The phrase of the tokens in [from, to), with what records call it. */
export function asRecorded(marked: MarkedText, from: number, to: number): Phrase {
  const named = propertyAt(marked, from);
  const phrase = marked.phrase(from, to);
  const [says] = named?.next === to ? named.names : [];
  return says === undefined ? phrase : { ...phrase, says };
}

/** The same of a must: a record may also say it as the text does (`circumaural`). */
function asMust(marked: MarkedText, from: number, to: number): Phrase {
  const phrase = asRecorded(marked, from, to);
  const names = phrase.says === undefined ? [] : (propertyAt(marked, from)?.names ?? []);
  return names.length === 0 ? phrase : { ...phrase, any_of: [...names, phrase.text] };
}

/** Tokens before such a word that are looked through for what says that it is of another thing. */
const OTHERS_REACH = 3;

/** What people say otherwise than records name it: `froths milk` is a milk frother. */
export const takeProperty: Rule = (marked, at) => {
  const named = propertyAt(marked, at);
  return named && hold(marked, at, named.next);
};

/** `top load`: a thing is so or it is not, and its record says which. */
export const takeEither: Rule = (marked, at) => {
  const next = behind(marked, 'either', at);
  return next === null ? null : hold(marked, at, next);
};

/** A must, but where it is of another thing: `for our front loading machine`. */
function hold(marked: MarkedText, at: number, next: number): number | null {
  const before = marked.tokens.slice(Math.max(0, at - OTHERS_REACH), at);
  if (marked.isDoubtful(at) || before.some(({ folded }) => FOR_WORDS.has(folded))) return null;
  const must = asMust(marked, at, next);
  // `scans and copies`: both say the same
  const isHeld = marked.intent.must_have.some(({ says }) => says !== undefined && says === must.says);
  if (!isHeld) marked.intent.must_have.push(must);
  marked.mark(at, next, 'taken');
  return next;
}
