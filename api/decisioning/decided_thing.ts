import type { Deps } from '../http/deps.ts';
import { type Answered, answered } from './answered.ts';
import { decisionCandidates } from './decision_candidates.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { chanceMeant, LEAST_CHANCE, LEAST_LEARNED, readingEvidence } from './meant_chance.ts';
import { meantCandidates } from './meant_evidence.ts';
import { nearestThing } from './nearest_thing.ts';
import { answeredAsRead } from './second_look.ts';
import { thingAsked } from './thing_asked.ts';

/** What is recommended, and what would be if it were surer that the text means it. */
export interface Decision extends Answered {
  withheld: Answered | null;
}

/**
 * Decides a question by its reading, and where that finds nothing by what the text shares with records. What is as likely wrong as
 * right is withheld: money is spent on a recommendation.
 */
export async function decidedFor(
  deps: Deps,
  given: readonly string[] | undefined,
  question: DecisionQuestion,
  signal: AbortSignal,
): Promise<Decision> {
  const found = await decisionCandidates(deps, given, question.constraints, signal);
  if (given !== undefined) return { ...(await answered(deps, found, question)), withheld: null };
  const read = await answeredAsRead(deps, found, question, signal);
  const isLearned = (await deps.snapshot.searchIndex()).products >= LEAST_LEARNED;
  if (read.decided.ranked.length > 0)
    return isLearned ? withoutDoubtful(deps, question, { found, read, signal }) : { ...read, withheld: null };
  const nearest = await nearestThing(deps, question, found, signal);
  if (nearest?.isSure && isLearned) return { ...nearest.answer, withheld: null };
  return { ...read, withheld: nearest?.answer ?? null };
}

interface Reading {
  found: Awaited<ReturnType<typeof decisionCandidates>>;
  read: Answered;
  signal: AbortSignal;
}

/** An answer as it was read, withheld where what was left aside of the text makes it likelier wrong than right. */
async function withoutDoubtful(
  deps: Deps,
  question: DecisionQuestion,
  { found, read, signal }: Reading,
): Promise<Decision> {
  const { unknown } = await thingAsked(deps.snapshot, read.question.constraints);
  const reading = readingEvidence(read.question, unknown);
  const winner = read.decided.ranked[0]?.product;
  if (reading === null || winner === undefined) return { ...read, withheld: null };
  const also = read.candidates.filter(({ product }) => product.product_id === winner.product_id);
  const near = await meantCandidates(deps.snapshot, question, found, { signal, also });
  const own = near.find(({ product }) => product.product_id === winner.product_id);
  if (own === undefined) return { ...read, withheld: null };
  const meant = chanceMeant('as_read', { ...own.evidence, ...reading });
  const answer = { ...read, question: { ...read.question, meant } };
  if (meant >= LEAST_CHANCE.as_read) return { ...answer, withheld: null };
  return { ...answer, decided: { ...read.decided, ranked: [] }, withheld: answer };
}
