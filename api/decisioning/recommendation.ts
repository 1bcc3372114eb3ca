import { type Static, Type } from 'typebox';
import { outlookAt } from '../../pipelines/domain/forecast.ts';
import { offerScope } from '../catalogue/offer_record.ts';
import { nullable, oneOf } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import { offerContext, Verdict } from '../intelligence/price_verdict.ts';
import { rationale } from '../search/rationale.ts';
import { confidenceOf, sureness } from './choice_confidence.ts';
import { OfferOfDecision, offerOf } from './decided_offer.ts';
import type { Decided } from './decision_choice.ts';
import type { WeighedOption } from './decision_options.ts';
import type { DecisionQuestion } from './decision_request.ts';
import {
  leftAside,
  memoryReasons,
  priorityReasons,
  quantityReasons,
  quoted,
  reasonsFor,
  titleOf,
  unsaidWords,
  wishReasons,
} from './decision_words.ts';
import { isStated } from './told_musts.ts';

/** How far a price is looked ahead. */
const OUTLOOK_DAYS = 28;

/** What to buy, and why. */
export const Recommendation = Type.Object({
  product_id: Type.String(),
  variant_id: Type.String(),
  title: Type.String(),
  offer: OfferOfDecision,
  why: Type.Array(Type.String(), { description: 'From the figures that it was chosen by.' }),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'How clear the choice is: .5 where the runner-up is as good, times how sure the data of the offer are.',
  }),
  verdict: Verdict,
  outlook: nullable(
    Type.Object({
      advice: oneOf(
        ['buy_now', 'wait'],
        `Whether waiting ${OUTLOOK_DAYS} days for a fall of 3 % is expected to pay.`,
      ),
      fall_probability: Type.Number({ minimum: 0, maximum: 1 }),
    }),
  ),
});

/** The option that is chosen, with its reasons. */
export async function recommended(
  deps: Deps,
  winner: WeighedOption,
  { options, ranked, terms }: Decided,
  question: DecisionQuestion,
): Promise<Static<typeof Recommendation>> {
  const { snapshot } = deps;
  const { product, offer, facts } = winner;
  const past = offerContext(snapshot, offer);
  const pool = { variant_ids: [offer.variant_id], condition: offer.condition, offers: [offer] };
  const bought = offerOf(deps, winner);
  // What all of it costs by the way of delivery that is chosen.
  const paid = {
    ...offer,
    price_minor: bought.units * offer.price_minor,
    landed_minor: bought.landed_minor,
  };
  const record = rationale({ product, pool, best: paid, facts }, question.constraints, past, snapshot.locale);
  const outlook = await outlookOf(deps, winner);
  const waiting =
    outlook?.advice === 'wait'
      ? [
          `its price has a chance of ${Math.round(100 * outlook.fall_probability)} % to fall by 3 % or more within ${OUTLOOK_DAYS} days; waiting is expected to pay`,
        ]
      : [];
  return {
    product_id: product.product_id,
    variant_id: offer.variant_id,
    title: titleOf(winner),
    offer: bought,
    why: [
      record,
      ...quantityReasons(winner, question.constraints.quantity, offerScope(snapshot)),
      ...wishReasons(winner, question.constraints.wishes),
      ...priorityReasons(question),
      ...reasonsFor(winner, ranked.slice(1), terms, offerScope(snapshot)),
      ...leftAside(winner, options, terms, offerScope(snapshot)),
      ...waiting,
      ...toldReasons(winner, question),
      ...doubtedReasons(question),
      ...unsaidWords(winner, question.constraints, await snapshot.searchIndex()),
      ...memoryReasons(question.memory),
    ],
    confidence: Math.round(sureness(question) * confidenceOf(winner, ranked[1], terms) * 100) / 100,
    verdict: past?.verdict ?? null,
    outlook,
  };
}

/** What is wanted of a thing and only its description speaks of. */
const toldReasons = ({ product }: WeighedOption, { told_musts }: DecisionQuestion): string[] =>
  told_musts
    .filter((must) => !isStated(product, must))
    .map(({ text }) => `its description speaks of “${text}”, which its record does not state`);

/** What was left aside though it may have been meant, of a question that something qualifies for. */
const doubtedReasons = ({
  constraints: { doubted },
  left_aside,
  need,
  nearest,
}: DecisionQuestion): string[] => [
  ...(nearest === null
    ? []
    : [`the text was not understood as a whole: it shares most of its words (${quoted(nearest.words)})`]),
  ...(need === null
    ? []
    : [`“${need.told}” is taken to need ${need.goods}, since the text names no thing that is sold here`]),
  ...left_aside.map(
    (text) =>
      `left aside: “${text}”, which was not understood${need === null ? ', since the thing itself is named' : ''}`,
  ),
  ...doubted.map((text) => `left aside: “${text}”, of which nothing that was looked at speaks`),
];

async function outlookOf({ snapshot }: Deps, { product, offer }: WeighedOption) {
  const forecast = (await snapshot.forecasts(product))[
    product.listings.findIndex(({ offer_id }) => offer_id === offer.offer_id)
  ];
  if (forecast === undefined || 'reason' in forecast) return null;
  const { wait, fall } = outlookAt(forecast, OUTLOOK_DAYS);
  return {
    advice: wait ? ('wait' as const) : ('buy_now' as const),
    fall_probability: Math.round(fall * 1000) / 1000,
  };
}
