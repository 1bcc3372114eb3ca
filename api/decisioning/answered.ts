import type { Deps } from '../http/deps.ts';
import type { DecisionCandidate } from './decision_candidates.ts';
import { choose, type Decided } from './decision_choice.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { withToldMusts } from './told_musts.ts';

/** A question as it was answered, among what, and what was chosen. */
export interface Answered {
  question: DecisionQuestion;
  candidates: readonly DecisionCandidate[];
  decided: Decided;
}

/**
 * What is chosen among candidates: by what they state, else by what descriptions say of them. The day that the text names
 * is left aside where nothing tells when what meets the rest arrives, for then every such question would end in nothing; a
 * day that the caller demands holds.
 */
export async function answered(
  deps: Deps,
  candidates: readonly DecisionCandidate[],
  question: DecisionQuestion,
): Promise<Answered> {
  const stated = await withoutUnknownDay(deps, candidates, question);
  if (stated.decided.ranked.length > 0) return stated;
  const told = await withToldMusts(deps, candidates, question);
  const held = told === null ? null : await withoutUnknownDay(deps, told.candidates, told.question);
  return held !== null && held.decided.ranked.length > 0 ? held : stated;
}

/** What is chosen, whenever it arrives where nothing tells that. */
async function withoutUnknownDay(
  deps: Deps,
  candidates: readonly DecisionCandidate[],
  question: DecisionQuestion,
): Promise<Answered> {
  const decided = await choose(deps, candidates, question);
  const { options, ranked } = decided;
  const isUnknown = options.length > 0 && options.every(({ days }) => days === null);
  if (question.told_deadline === null || ranked.length > 0 || !isUnknown)
    return { question, candidates, decided };
  const about = { ...question, deadline_days: null };
  return { question: about, candidates, decided: await choose(deps, candidates, about) };
}

/** The day that the text names, where it was left aside; else null. */
export const dayLeftAside = ({ told_deadline, deadline_days }: DecisionQuestion): string | null =>
  deadline_days === null ? told_deadline : null;
