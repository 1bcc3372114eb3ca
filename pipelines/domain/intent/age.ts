import { AGE_WORDS, FOR_WORDS } from '../../text/languages.ts';
import { beginOfClause, isStop } from './clause.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';
import { numberAt } from './whole_number.ts';

/** Who is older is no child. */
const OLDEST = 17;

/**
 * `for kids from 6 years`, `for a 4-year-old`, `mein Sohn wird 7`: how old the child is that a thing is for, where the text
 * names a child, or what it is for is told by an age alone. `5 years warranty` and `12 year old whisky` tell of a thing.
 */
export const takeAge: Rule = (marked, at) => {
  const opened = behind(marked, 'age_open', at);
  const number = numberAt(marked, opened ?? at);
  if (number === null || number.value > OLDEST) return null;
  const unit = behind(marked, 'age_unit', behindDash(marked, number.next));
  // `7-year-old`, `6 and up`
  const closed = behind(marked, 'age_close', behindDash(marked, unit ?? number.next));
  const next = closed ?? unit ?? number.next;
  if (unit === null && closed === null && (opened === null || !isAgeWord(marked, at, opened))) return null;
  const isTold = namesChild(marked) || (closed !== null && isFor(marked, at));
  if (!isTold || !isEnd(marked, next)) return null;
  marked.intent.ages.push({ years: number.value, ...marked.phrase(at, next) });
  // `my son turns 7` is told of him as a whole.
  const isOfClause = behind(marked, 'aged', at) !== null && beginOfClause(marked, at) < at;
  marked.mark(at, next, isOfClause ? 'word' : 'dropped');
  return next;
};

const behindDash = ({ tokens }: MarkedText, at: number): number => (tokens[at]?.folded === '-' ? at + 1 : at);

/** `aged 7`, `turns 10`, `age 5`, which need no unit; `from 6` does. */
const isAgeWord = (marked: MarkedText, at: number, next: number): boolean =>
  behind(marked, 'aged', at) === next || /^ages?$/.test(marked.tokens[next - 1]?.folded ?? '');

/** Whether a folded word names somebody who is not grown: `toddler`, `kids`. */
export const isYoung = (word: string): boolean =>
  AGE_WORDS.get(word)?.some((age) => age !== 'adult') ?? false;

const namesChild = (marked: MarkedText): boolean =>
  marked.tokens.some(({ folded }, at) => isYoung(folded) || behind(marked, 'young_relative', at) !== null);

/** `for a`, `für einen`, `for my`. */
function isFor(marked: MarkedText, at: number): boolean {
  const { tokens, lexicon } = marked;
  const isSmall =
    lexicon.articles.has(tokens[at - 1]?.folded ?? '') || behind(marked, 'possessive', at - 1) === at;
  const before = isSmall ? at - 2 : at - 1;
  return FOR_WORDS.has(tokens[before]?.folded ?? '') || FOR_WORDS.has(tokens[at - 1]?.folded ?? '');
}

/** Nothing that an age may be of follows: a stop, a person, or what goes on with the sentence. */
const isEnd = (marked: MarkedText, at: number): boolean =>
  marked.tokens[at] === undefined ||
  isStop(marked, at) ||
  isYoung(marked.tokens[at]?.folded ?? '') ||
  (
    ['and', 'or', 'young_relative', 'occasion', 'who', 'relative', 'at_most', 'avoid', 'must_have'] as const
  ).some((list) => behind(marked, list, at) !== null);
