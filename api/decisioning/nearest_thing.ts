import type { NamedRun } from '../../pipelines/domain/intent.ts';
import type { Deps } from '../http/deps.ts';
import { fitting } from '../search/fitting_product.ts';
import { aboutRun } from './about_run.ts';
import { type Answered, answered } from './answered.ts';
import type { DecisionCandidate } from './decision_candidates.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { saidWords, titleDenies } from './denied_words.ts';
import { exactWords, fittedNames, lackingOf, suppliedNames } from './exact_words.ts';
import { chanceMeant, LEAST_CHANCE } from './meant_chance.ts';
import { type MeantCandidate, meantCandidates } from './meant_evidence.ts';
import { isNeverLeft } from './unread.ts';

/** What is nearly as likely meant is weighed beside the likeliest. */
const AS_LIKELY = 0.9;

/** An answer by what a text shares with records, and whether it is sure enough to be recommended. */
export interface Nearest {
  answer: Answered;
  isSure: boolean;
}

/**
 * Answers a text that nothing else answered by what is likeliest meant, by the evidence of the words that it shares. Constraints
 * hold, and numbers and names that no constraint took must be in its record. Not sure where something was not understood that is never left aside. Null where nothing
 * is near, and of what tells of health.
 */
export async function nearestThing(
  deps: Deps,
  question: DecisionQuestion,
  found: readonly DecisionCandidate[],
  signal: AbortSignal,
): Promise<Nearest | null> {
  const { constraints } = question;
  const unread = [...new Set([...constraints.unread, ...constraints.doubted, ...constraints.clauses])];
  if (question.isGiven || constraints.ranOut !== null || unread.some(isNeverLeft)) return null;
  const near = await likelyMeant(deps, question, found, signal);
  const [best] = near;
  if (best === undefined) return null;
  const candidates = near.filter(
    ({ chance, product }) => chance >= best.chance * AS_LIKELY && best.isAlike(product),
  );
  const run: NamedRun = { text: best.words.join(' '), start: 0, end: 0, standing: 'asked', purpose: '' };
  const answer = await answered(deps, candidates, {
    ...question,
    constraints: { ...aboutRun(constraints, run, () => false), unread: [] },
    left_aside: unread,
    nearest: { words: best.words, chance: best.chance },
  });
  if (answer.decided.ranked.length === 0) return null;
  return { answer, isSure: constraints.unread.length === 0 && isClear(best, best.chance) };
}

/** One word alone may be of what is told beside the thing: `the aquarium`. */
const LEAST_SHARED = 2;

/**
 * Whether it is clear enough that what shares words with a text is meant. Of two things of other kinds that say as much neither
 * plainly is.
 */
export const isClear = (
  { words, evidence }: Pick<MeantCandidate, 'words' | 'evidence'>,
  chance: number,
): boolean => words.length >= LEAST_SHARED && (evidence['lead'] ?? 0) > 0 && chance >= LEAST_CHANCE.by_words;

/** What may be bought and shares words with the text, the likeliest meant first. */
async function likelyMeant(
  { snapshot }: Deps,
  question: DecisionQuestion,
  found: readonly DecisionCandidate[],
  signal: AbortSignal,
): Promise<(MeantCandidate & { chance: number })[]> {
  const near = await meantCandidates(snapshot, question, found, { signal });
  const isHeld = await heldTo(snapshot, question);
  return near
    .filter(isHeld)
    .map((one) => ({ ...one, chance: chanceMeant('by_words', one.evidence) }))
    .toSorted((a, b) => b.chance - a.chance || a.number - b.number);
}

/** Tells what meets all of a question that may never be left aside. */
export async function heldTo(
  snapshot: Deps['snapshot'],
  { constraints }: DecisionQuestion,
): Promise<(one: MeantCandidate) => boolean> {
  const index = await snapshot.searchIndex();
  const names = [
    ...exactWords(constraints, index),
    ...fittedNames(constraints, index),
    ...suppliedNames(constraints, index),
  ];
  const said = saidWords([constraints.words, ...constraints.clauses].join(' '));
  return ({ product, words, evidence }) => {
    // A must that no record states, and `electric guitar strings` of an electric guitar.
    if (words.length === 0 || evidence['musts_unstated'] !== 0 || evidence['of_another'] === 1) return false;
    // A printer called Desk has one word of a desk and is none.
    if (words.length < LEAST_SHARED && evidence['uncalled'] === 1) return false;
    const fits = fitting(product, constraints, snapshot.currency);
    return (
      fits !== null &&
      lackingOf(names, fits).length === 0 &&
      !product.listings.some((listing) => titleDenies(listing, said))
    );
  };
}
