import { type Static, Type } from 'typebox';
import { formatPrice } from '../../pipelines/domain/money.ts';
import type { Deps } from '../http/deps.ts';
import { OfferOfDecision, offerOf } from './decided_offer.ts';
import type { Decision } from './decided_thing.ts';
import type { DecisionCandidate } from './decision_candidates.ts';
import { choose } from './decision_choice.ts';
import type { WeighedOption } from './decision_options.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { quoted, titleOf } from './decision_words.ts';
import { relaxations } from './relaxations.ts';
import { thingAsked } from './thing_asked.ts';
import { notUnderstoodOf, tellsOfHealth } from './unread.ts';

/** Constraints that are named where nothing meets all. */
const MOST_RELAXED = 3;

const Chosen = Type.Object({ product_id: Type.String(), title: Type.String(), offer: OfferOfDecision });

/** A constraint to drop, and what is chosen then. */
export const RelaxedChoice = Type.Object({
  constraint: Type.String({ description: 'What to drop.' }),
  brings: Type.String({ description: 'What is chosen without it.' }),
  options: Type.Integer({ description: 'Products that qualify without it.' }),
  recommendation: Chosen,
});

/**
 * What stands in the way. Of an answer that is withheld what of the text was left aside; else the constraints: one that is
 * enough to drop, else two, else all of the text but some of its words.
 */
export async function relaxedChoices(
  deps: Deps,
  { candidates, question, withheld }: Pick<Decision, 'candidates' | 'question' | 'withheld'>,
): Promise<Relaxed[]> {
  const nearest = withheld?.question.nearest ?? null;
  if (withheld !== null && nearest === null)
    return [relaxed(deps, leftAsideOf(withheld.question), withheld.decided.ranked)];
  const found = await withoutSome(deps, candidates, question);
  if (found.length > 0 || withheld === null || nearest === null) return found;
  return [relaxed(deps, `all that the text says but ${quoted(nearest.words)}`, withheld.decided.ranked)];
}

/** What of the text an answer left aside. */
function leftAsideOf({ left_aside, constraints: { asides } }: DecisionQuestion): string {
  const aside = [...new Set([...left_aside, ...asides])];
  return aside.length > 0 ? quoted(aside) : 'what is not known here';
}

type Relaxed = Static<typeof RelaxedChoice>;

function relaxed(deps: Deps, constraint: string, ranked: readonly WeighedOption[]): Relaxed {
  const [winner] = ranked as [WeighedOption];
  const { title, ...offer } = { title: titleOf(winner), ...offerOf(deps, winner) };
  return {
    constraint,
    brings: `${title} for ${formatPrice(winner.cost_minor, winner.offer.currency, deps.snapshot.locale)} at ${offer.seller}`,
    options: ranked.length,
    recommendation: { product_id: winner.product.product_id, title, offer },
  };
}

async function withoutSome(
  deps: Deps,
  candidates: readonly DecisionCandidate[],
  question: DecisionQuestion,
): Promise<Relaxed[]> {
  const found: Relaxed[] = [];
  const { unknownKind, kind } = await thingAsked(deps.snapshot, question.constraints);
  const { musts } = await notUnderstoodOf(deps.snapshot, question.constraints, candidates);
  const unread = kind === null ? [] : musts;
  const own = { unknownKind, unread: unread.some(tellsOfHealth) ? [] : unread };
  for (const { constraint, drops, without, deadline_days } of relaxations(question, deps.snapshot, own)) {
    if (found.length === MOST_RELAXED) break;
    if (drops > 1 && found.length > 0) break;
    // Without the word for the thing the others must name one: an `office chair` is no printer called Office.
    const isNamed = unknownKind === null || (await thingAsked(deps.snapshot, without)).kind !== null;
    if (!isNamed) continue;
    const { ranked } = await choose(deps, candidates, { ...question, constraints: without, deadline_days });
    if (ranked.length > 0) found.push(relaxed(deps, constraint, ranked));
  }
  return found;
}
