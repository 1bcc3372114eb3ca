import { Type } from 'typebox';
import { CRITERIA } from '../../pipelines/domain/decision.ts';
import { offerScope } from '../catalogue/offer_record.ts';
import { requireSellers } from '../catalogue/referenced_product.ts';
import { Currency, nullable } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import type { Operation } from '../http/operation.ts';
import { Understood, understood } from '../search/understood.ts';
import { type Anew, changedChoices, Flipped } from './changed_choice.ts';
import { decidedFor } from './decided_thing.ts';
import type { Decided } from './decision_choice.ts';
import {
  DecisionBody,
  type DecisionQuestion,
  type DecisionRequest,
  decisionQuestion,
} from './decision_request.ts';
import { reasonAgainst, titleOf } from './decision_words.ts';
import { notKnown } from './not_known.ts';
import { Recommendation, recommended } from './recommendation.ts';
import { otherThing } from './relating.ts';
import { RelaxedChoice, relaxedChoices } from './relaxed_choices.ts';
import { repricedOptions } from './repriced_options.ts';

export const decide: Operation = {
  group: 'decisioning',
  id: 'decide',
  method: 'POST',
  path: '/v1/decide',
  summary: 'What to buy, why, and what would change it',
  description:
    'Reads the intent, holds candidates (given, else searched) to its constraints, to the caller’s and to those of the memory namespace, and weighs what is left by price, speed, quality and trust. No two options are one trade item. Each entry of `would_change_if` was found by moving one input until another option was chosen; of a budget, by asking anew with it; a price that would be implausible changes nothing. Where nothing qualifies `recommendation` is null and `relax` says which constraint to drop and what that brings. A namespace needs the scope `memory`.',
  scope: 'read',
  cost: 20,
  body: DecisionBody,
  errors: ['forbidden', 'not_found'],
  response: Type.Object({
    recommendation: nullable(Recommendation),
    runner_up: nullable(
      Type.Object({ product_id: Type.String(), title: Type.String(), why_not: Type.String() }),
    ),
    would_change_if: Type.Array(Flipped),
    relax: Type.Array(RelaxedChoice, { description: 'Empty where something qualifies.' }),
    considered: Type.Integer({ description: 'Candidates considered.' }),
    qualified: Type.Integer({ description: 'Of them, products that meet every constraint.' }),
    weights: Type.Object(
      Object.fromEntries(CRITERIA.map((name) => [name, Type.Number()])) as Record<
        (typeof CRITERIA)[number],
        ReturnType<typeof Type.Number>
      >,
    ),
    currency: Currency,
    understood: Understood,
    not_known: Type.Array(Type.String(), {
      description: 'What was asked for and could not be weighed, and why.',
    }),
  }),
  async run(deps, { body, caller, signal }) {
    const { snapshot } = deps;
    const request = body as DecisionRequest;
    requireSellers(snapshot, request.constraints?.seller ?? [], 'constraints.seller');
    const whole = await decisionQuestion(deps, request, caller);
    const { question, candidates, decided, withheld } = await decidedFor(
      deps,
      request.candidates,
      whole,
      signal,
    );
    const budget = async (budget_minor: number) => {
      const { min_minor } = whole.constraints;
      const least = min_minor === null || min_minor > budget_minor ? null : min_minor;
      const constraints = { ...whole.constraints, budget_minor, isBelow: false, min_minor: least };
      return (await decidedFor(deps, request.candidates, { ...whole, constraints }, signal)).decided;
    };
    const anew: Anew = {
      budget,
      price: (option, by_minor) => repricedOptions(deps, decided.options, option, by_minor),
    };
    signal.throwIfAborted();
    return {
      kind: 'json',
      body: {
        ...(await answer(deps, decided, question, anew)),
        relax:
          decided.ranked.length > 0 ? [] : await relaxedChoices(deps, { candidates, question, withheld }),
        considered: candidates.length,
        qualified: decided.ranked.length,
        weights: question.weights,
        currency: snapshot.currency,
        understood: understood(whole.constraints, snapshot.currency),
        not_known: await notKnown(deps, { decided, question, candidates, withheld }),
      },
    };
  },
};

async function answer(deps: Deps, decided: Decided, question: DecisionQuestion, anew: Anew) {
  const [winner] = decided.ranked;
  if (!winner) return { recommendation: null, runner_up: null, would_change_if: [] };
  const scope = offerScope(deps.snapshot);
  const second = await otherThing(deps.snapshot, decided.ranked);
  return {
    recommendation: await recommended(deps, winner, decided, question),
    runner_up: second
      ? {
          product_id: second.product.product_id,
          title: titleOf(second),
          why_not: reasonAgainst(second, winner, decided.terms, scope),
        }
      : null,
    would_change_if: await changedChoices(decided, winner, { ...scope, today: question.today }, anew),
  };
}
