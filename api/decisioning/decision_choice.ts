import { bestOfEach, type DecisionTerms, ranking } from '../../pipelines/domain/decision.ts';
import type { Deps } from '../http/deps.ts';
import { mostToPay } from '../search/shopper_constraints.ts';
import type { DecisionCandidate } from './decision_candidates.ts';
import { decisionOptions, type WeighedOption } from './decision_options.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { type FittingCandidate, fittingCandidates } from './fitting_candidates.ts';
import { sayingMost, sayingNoneDenied } from './left_aside.ts';
import { inJustThatMany } from './ordered_units.ts';

/** What was chosen among, by which terms, best first. */
export interface Decided {
  options: WeighedOption[];
  ranked: WeighedOption[];
  terms: DecisionTerms;
}

/**
 * What of the candidates meets the question, weighed: of so many pieces what makes up just as many, and all else only where
 * nothing of that qualifies.
 */
export async function choose(
  deps: Deps,
  candidates: readonly DecisionCandidate[],
  question: DecisionQuestion,
): Promise<Decided> {
  const { constraints, weights, deadline_days, destination, today, isGiven } = question;
  const { about_minor } = constraints;
  const terms: DecisionTerms = { weights, budget_minor: mostToPay(constraints), about_minor, deadline_days };
  const fitting = await fittingCandidates(deps.snapshot, candidates, { constraints, isGiven });
  const index = await deps.snapshot.searchIndex();
  const found = isGiven ? fitting : sayingMost(sayingNoneDenied(fitting, question), question, index);
  const asked = { order: { destination, today }, constraints };
  const among = async (some: readonly FittingCandidate[]): Promise<Decided> => {
    const options = await decisionOptions(deps, some, { terms, asked });
    return { options, terms, ranked: bestOfEach(ranking(options, terms)) };
  };
  const exact = isGiven ? found : inJustThatMany(found, constraints);
  const decided = await among(exact);
  return decided.ranked.length > 0 || exact.length === found.length ? decided : among(found);
}
