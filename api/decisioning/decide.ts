import { type Static, Type } from 'typebox';
import {
  bestOfEach,
  CRITERIA,
  type DecisionTerms,
  ranking,
  UNKNOWN_DAYS,
  worth,
} from '../../pipelines/domain/decision.ts';
import { decisionFlips, type Flip } from '../../pipelines/domain/decision_flips.ts';
import { outlookAt } from '../../pipelines/domain/forecast.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { offerScope } from '../catalogue/offer_record.ts';
import { requireSellers } from '../catalogue/referenced_product.ts';
import { Currency, Display, Minor, nullable, oneOf } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import type { Operation } from '../http/operation.ts';
import { Verdict, verdictOf } from '../intelligence/price_verdict.ts';
import { rationale } from '../search/rationale.ts';
import { Understood, understood } from '../search/understood.ts';
import { type DecisionCandidate, decisionCandidates, fittingCandidates } from './decision_candidates.ts';
import { decisionOptions, type WeighedOption } from './decision_options.ts';
import {
  DecisionBody,
  type DecisionQuestion,
  type DecisionRequest,
  decisionQuestion,
} from './decision_request.ts';
import {
  flipInWords,
  leftAside,
  memoryReasons,
  priorityReasons,
  quantityReasons,
  reasonAgainst,
  reasonsFor,
  titleOf,
  unsaidWords,
  wishReasons,
} from './decision_words.ts';
import { relaxations } from './relaxations.ts';
import { thingAsked } from './thing_asked.ts';

/** The choice is clear from so far ahead on. */
const CLEAR_MARGIN = 0.1;
/** Most to say of an offer that only stands first because nothing else is left. */
const AS_LIKELY = 0.5;
/** Constraints that are named where nothing meets all. */
const MOST_RELAXED = 3;
/** How far a price is looked ahead. */
const OUTLOOK_DAYS = 28;

const OfferOfDecision = Type.Object({
  id: Type.String({ description: '`off_…`' }),
  seller: Type.String(),
  price: Display('Price'),
  price_minor: Minor('Price'),
  units: Type.Integer({ minimum: 1, description: 'How many of it are ordered, for the quantity wanted.' }),
  pieces_per_unit: nullable(
    Type.Integer({ description: 'Pieces in one of them; null where the record does not say.' }),
  ),
  landed: nullable(Display('Price and delivery of all units; null where the cost of delivery is unknown')),
  landed_minor: nullable(Minor('Price and delivery of all units')),
  tier: nullable(Type.String({ description: 'How it is delivered; null where that is not known.' })),
  delivers_by: nullable(Type.String({ format: 'date', description: 'Null where it is not known.' })),
});

const Recommendation = Type.Object({
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

const Chosen = Type.Object({ product_id: Type.String(), title: Type.String(), offer: OfferOfDecision });

const Flipped = Type.Object({
  condition: Type.String(),
  // eslint-disable-next-line unicorn/no-thenable -- the contract names it so
  then: Type.String(),
  input: oneOf(['price', 'budget', 'deadline', 'weight'], 'What was moved, alone.'),
  offer_id: Type.Optional(Type.String({ description: 'Of a price: whose.' })),
  criterion: Type.Optional(oneOf(CRITERIA, 'Of a weight: which; the others keep their proportions.')),
  value: Type.Number({
    description: 'Where it was moved to: minor units delivered, days, or the share of a weight.',
  }),
  then_offer_id: nullable(
    Type.String({ description: 'What is chosen there; null where nothing qualifies.' }),
  ),
});

export const decide: Operation = {
  group: 'decisioning',
  id: 'decide',
  method: 'POST',
  path: '/v1/decide',
  summary: 'What to buy, why, and what would change it',
  description:
    'Reads the intent, holds candidates (given, else searched) to its constraints, to the caller’s and to those of the memory namespace, and weighs what is left by price, speed, quality and trust. No two options are one trade item. Each entry of `would_change_if` was found by moving one input until another option was chosen; of a budget, by asking anew with it. Where nothing qualifies `recommendation` is null and `relax` says which constraint to drop and what that brings. A namespace needs the scope `memory`.',
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
    relax: Type.Array(
      Type.Object({
        constraint: Type.String({ description: 'What to drop.' }),
        brings: Type.String({ description: 'What is chosen without it.' }),
        options: Type.Integer({ description: 'Products that qualify without it.' }),
        recommendation: Chosen,
      }),
      { description: 'Empty where something qualifies.' },
    ),
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
    const question = await decisionQuestion(deps, request, caller);
    const candidates = await decisionCandidates(deps, request.candidates, question.constraints, signal);
    const decided = await choose(deps, candidates, question);
    const ask = async (budget_minor: number) => {
      const { min_minor } = question.constraints;
      const least = min_minor === null || min_minor > budget_minor ? null : min_minor;
      const constraints = { ...question.constraints, budget_minor, min_minor: least };
      const found = await decisionCandidates(deps, request.candidates, constraints, signal);
      return await choose(deps, found, { ...question, constraints });
    };
    signal.throwIfAborted();
    return {
      kind: 'json',
      body: {
        ...(await answer(deps, decided, question, ask)),
        relax: decided.ranked.length > 0 ? [] : await relaxed(deps, candidates, question),
        considered: candidates.length,
        qualified: decided.ranked.length,
        weights: question.weights,
        currency: snapshot.currency,
        understood: understood(question.constraints, snapshot.currency),
        not_known: [...(await unheardOf(deps, decided, question)), ...notKnown(question, decided)],
      },
    };
  },
};

/** What was chosen among, by which terms, best first. */
interface Decided {
  options: WeighedOption[];
  ranked: WeighedOption[];
  terms: DecisionTerms;
}

async function choose(
  deps: Deps,
  candidates: readonly DecisionCandidate[],
  { constraints, weights, deadline_days, destination, today, isGiven }: DecisionQuestion,
): Promise<Decided> {
  const { budget_minor, about_minor } = constraints;
  const terms: DecisionTerms = { weights, budget_minor, about_minor, deadline_days };
  const found = await fittingCandidates(deps.snapshot, candidates, { constraints, isGiven });
  const asked = { order: { destination, today }, constraints };
  const options = await decisionOptions(deps, found, { terms, asked });
  return { options, terms, ranked: bestOfEach(ranking(options, terms)) };
}

async function answer(
  deps: Deps,
  { options, ranked, terms }: Decided,
  question: DecisionQuestion,
  ask: (budget_minor: number) => Promise<Decided>,
) {
  const [winner, second] = ranked;
  if (!winner) return { recommendation: null, runner_up: null, would_change_if: [] };
  const scope = offerScope(deps.snapshot);
  const found = await Promise.all(
    decisionFlips(options, terms).map((flip) => askedAnew(flip, { winner, options }, ask)),
  );
  const flips = found.flat().map(({ flip, among }) => {
    const [condition, then] = flipInWords(flip, among, terms, scope);
    return {
      condition,
      // eslint-disable-next-line unicorn/no-thenable -- the contract names it so
      then,
      input: flip.input,
      ...(flip.input === 'price' && { offer_id: offerIdOf(flip.option) }),
      ...(flip.input === 'weight' && { criterion: flip.criterion }),
      value: flip.value,
      then_offer_id: flip.chosen && offerIdOf(flip.chosen),
    };
  });
  return {
    recommendation: await recommended(deps, winner, { options, ranked, terms }, question),
    runner_up: second
      ? {
          product_id: second.product.product_id,
          title: titleOf(second),
          why_not: reasonAgainst(second, winner, terms, scope),
        }
      : null,
    would_change_if: flips,
  };
}

/**
 * What is chosen at another budget, asked anew: search finds more of what costs so much than the options of this one.
 * Nothing where the same thing is chosen all the same. Other inputs are of the options at hand.
 */
async function askedAnew(
  flip: Flip,
  { winner, options }: { winner: WeighedOption; options: WeighedOption[] },
  ask: (budget_minor: number) => Promise<Decided>,
): Promise<{ flip: Flip; among: WeighedOption[] }[]> {
  if (flip.input !== 'budget') return [{ flip, among: options }];
  const { ranked } = await ask(flip.value);
  const chosen = ranked[0] ?? null;
  return chosen?.thing === winner.thing
    ? []
    : [{ flip: { ...flip, chosen: chosen?.id ?? null }, among: ranked }];
}

/** Of an option, whose way of delivery follows behind a slash. */
const offerIdOf = (option: string): string => option.split('/', 1)[0] as string;

async function recommended(
  deps: Deps,
  winner: WeighedOption,
  { options, ranked, terms }: Decided,
  question: DecisionQuestion,
): Promise<Static<typeof Recommendation>> {
  const { snapshot } = deps;
  const { product, offer, facts } = winner;
  const verdict = verdictOf(snapshot, offer);
  const pool = { variant_ids: [offer.variant_id], condition: offer.condition, offers: [offer] };
  const bought = offerOf(deps, winner);
  // What all of it costs by the way of delivery that is chosen.
  const paid = {
    ...offer,
    price_minor: bought.units * offer.price_minor,
    landed_minor: bought.landed_minor,
  };
  const record = rationale(
    { product, pool, best: paid, facts },
    question.constraints,
    verdict,
    snapshot.locale,
  );
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
      ...unsaidWords(winner, question.constraints.words, await snapshot.searchIndex()),
      ...memoryReasons(question.memory),
    ],
    confidence: Math.round(confidenceOf(winner, ranked[1], terms) * 100) / 100,
    verdict,
    outlook,
  };
}

/**
 * Half where the second is as good, towards 1 the further it is behind; times how sure the data are. A doubtful second
 * is no rival; a doubtful winner is at best as likely right as not.
 */
function confidenceOf(
  winner: WeighedOption,
  second: WeighedOption | undefined,
  terms: DecisionTerms,
): number {
  const isClear = second === undefined || (second.doubtful && !winner.doubtful);
  const margin = isClear ? CLEAR_MARGIN * 3 : worth(winner, terms) - worth(second, terms);
  const most = winner.doubtful ? AS_LIKELY : 1;
  return (
    most * (1 - Math.exp(-margin / CLEAR_MARGIN) / 2) * winner.source_confidence * winner.offer.confidence
  );
}

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

function offerOf(
  { snapshot }: Deps,
  { offer, delivery, ordered }: WeighedOption,
): Static<typeof OfferOfDecision> {
  const { offer_id, seller, price_minor, currency } = offer;
  const { units } = ordered;
  const stated = offer.landed_minor === null ? null : offer.landed_minor + (units - 1) * price_minor;
  const landed_minor = delivery.cost_minor === null ? stated : units * price_minor + delivery.cost_minor;
  const shown = (minor: number) => formatPrice(minor, currency, snapshot.locale);
  return {
    id: offer_id,
    seller,
    price: shown(price_minor),
    price_minor,
    units,
    pieces_per_unit: ordered.pieces,
    landed: landed_minor === null ? null : shown(landed_minor),
    landed_minor,
    tier: delivery.tier,
    delivers_by: delivery.delivers_by,
  };
}

/** The constraints that stand in the way: one that is enough to drop, else two. */
async function relaxed(deps: Deps, candidates: readonly DecisionCandidate[], question: DecisionQuestion) {
  const found = [];
  const { unknownKind } = await thingAsked(deps.snapshot, question.constraints);
  for (const { constraint, without, deadline_days } of relaxations(question, deps.snapshot, unknownKind)) {
    if (found.length === MOST_RELAXED) break;
    if (constraint.includes(' and ') && found.length > 0) break;
    const { ranked } = await choose(deps, candidates, { ...question, constraints: without, deadline_days });
    const [winner] = ranked;
    if (!winner) continue;
    const { title, ...offer } = { title: titleOf(winner), ...offerOf(deps, winner) };
    found.push({
      constraint,
      brings: `${title} for ${offer.landed ?? offer.price} at ${offer.seller}`,
      options: ranked.length,
      recommendation: { product_id: winner.product.product_id, title, offer },
    });
  }
  return found;
}

/** Why nothing is recommended although things are sold that are near to it. */
async function unheardOf({ snapshot }: Deps, { ranked }: Decided, question: DecisionQuestion) {
  if (ranked.length > 0 || question.isGiven) return [];
  const { unknown } = await thingAsked(snapshot, question.constraints);
  return unknown.length === 0
    ? []
    : [
        `what is meant by ${unknown.map((word) => `“${word}”`).join(', ')}: nothing in the index resembles it`,
      ];
}

function notKnown({ constraints, destination }: DecisionQuestion, { options }: Decided): string[] {
  const undated = options.filter(({ days }) => days === null).map(({ offer }) => offer.seller);
  const why =
    destination === null
      ? 'when orders arrive: give constraints.destination'
      : `when orders of ${[...new Set(undated)].sort().join(', ')} arrive: they are taken to need ${UNKNOWN_DAYS} days`;
  return [...constraints.ignored, ...(undated.length > 0 ? [why] : [])];
}
