import { type Static, Type } from 'typebox';
import { type DiscountRhythm, discountRhythm } from '../../pipelines/domain/discount_rhythm.ts';
import {
  INTERVAL_LEVEL,
  LONGEST_HORIZON,
  type NoSignal,
  outlookAt,
  type PeerOutlook,
  type PriceForecast,
  peerOutlookAt,
} from '../../pipelines/domain/forecast.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { coveredDays, observations } from '../../pipelines/domain/observation.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { referencedProduct } from '../catalogue/referenced_product.ts';
import { closed, DaysQuery, ProductParams, VariantFilter } from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';
import { contextOffer } from './context_offer.ts';
import { ForecastAnswer } from './forecast_answer.ts';
import { outlookWords, peerWords, REASONS, rhythmWords } from './forecast_words.ts';
import { gapsOf, knownUntil, timestamp } from './seller_history.ts';

const DAY_SECONDS = 86_400;
const POINTS_APART_DAYS = 7;

const query = Type.Object(
  {
    seller: Type.Optional(
      Type.String({
        description: 'Whose price; default the seller of the cheapest current offer of the pool.',
      }),
    ),
    variant_id: VariantFilter,
    horizon_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LONGEST_HORIZON,
        default: 30,
        description: 'How long you could wait.',
      }),
    ),
    // A copy alone would be no optional parameter any more.
    days: Type.Optional({
      ...DaysQuery,
      default: 365,
      description: 'How far back `basis` and `next_discount` look.',
    }),
  },
  closed,
);

type Answer = Omit<
  Static<typeof ForecastAnswer>,
  'product_id' | 'variant_id' | 'offer_id' | 'match' | 'seller'
>;

interface Scope {
  offer: Listing;
  horizon: number;
  days: number;
  locale: string;
  /** Epoch seconds. */
  now: number;
}

const dateOf = (day: number): string => timestamp(day * DAY_SECONDS).slice(0, 10);
const rounded = (value: number, decimals: number): number =>
  Math.round(value * 10 ** decimals) / 10 ** decimals;

function discountOf(
  { days, fall, saving, dearer }: PeerOutlook,
  { typical_depth_pct }: DiscountRhythm,
  judged_by: 'own_history' | 'peers',
) {
  return {
    judged_by,
    probability: rounded(fall, 4),
    within_days: days,
    typical_depth_pct,
    expected_saving_pct: rounded(100 * saving, 2),
    dearer_probability: rounded(dearer, 4),
  };
}

/** Buy now or wait, of a forecast that there is. */
function told(forecast: PriceForecast, rhythm: DiscountRhythm, scope: Scope) {
  const { offer, horizon, locale } = scope;
  const outlook = outlookAt(forecast, horizon);
  const format = (minor: number) => formatPrice(minor, offer.currency, locale);
  const minor = (ratio: number) => Math.round(ratio * forecast.price_minor);
  const [low_minor, price_minor, high_minor] = [
    minor(outlook.low),
    minor(outlook.middle),
    minor(outlook.high),
  ];
  const weeks = Array.from({ length: Math.ceil(horizon / POINTS_APART_DAYS) }, (_, week) =>
    Math.min(horizon, (week + 1) * POINTS_APART_DAYS),
  );
  return {
    advice: outlook.wait ? ('wait' as const) : ('buy_now' as const),
    reason: null,
    confidence: rounded(outlook.wait ? outlook.fall : 1 - outlook.fall, 4),
    expected: {
      date: dateOf(forecast.day + horizon),
      price: format(price_minor),
      price_minor,
      interval: {
        level: INTERVAL_LEVEL,
        low: format(low_minor),
        low_minor,
        high: format(high_minor),
        high_minor,
      },
    },
    points: weeks.map((days) => {
      const { low, middle, high } = outlookAt(forecast, days);
      return {
        date: dateOf(forecast.day + days),
        p10_minor: minor(low),
        p50_minor: minor(middle),
        p90_minor: minor(high),
      };
    }),
    next_discount: discountOf(outlook, rhythm, 'own_history'),
    backtest: forecast.backtest && {
      ...forecast.backtest,
      mase: forecast.backtest.mase === null ? null : rounded(forecast.backtest.mase, 3),
      coverage: rounded(forecast.backtest.coverage, 3),
    },
    as_of: dateOf(forecast.day),
    basis: outlookWords(outlook),
  };
}

const NOTHING_TOLD = {
  advice: 'no_signal' as const,
  confidence: null,
  expected: null,
  points: [],
  backtest: null,
};

/** No signal, and what the price's peers let expect. */
function untold({ reason, peers }: NoSignal, rhythm: DiscountRhythm, { horizon, now }: Scope) {
  const outlook = peerOutlookAt(peers, horizon);
  return {
    ...NOTHING_TOLD,
    reason,
    next_discount: outlook && discountOf(outlook, rhythm, 'peers'),
    as_of: timestamp(now).slice(0, 10),
    basis: outlook ? [peerWords(reason, outlook)] : [],
  };
}

async function answer(snapshot: Snapshot, scope: Scope, expected: PriceForecast | NoSignal): Promise<Answer> {
  const { offer, days, now } = scope;
  const rhythm = discountRhythm({ changes: offer.changes, now, days });
  const window = { from: now - days * DAY_SECONDS, to: now, gaps: gapsOf(snapshot, offer) };
  const covered_days = coveredDays(observations(offer.changes, window));
  const rhythmic = rhythmWords(rhythm, days, covered_days);
  const own = 'reason' in expected ? untold(expected, rhythm, scope) : told(expected, rhythm, scope);
  return {
    ...own,
    basis:
      'reason' in expected
        ? [REASONS[expected.reason], ...rhythmic, ...own.basis]
        : [...rhythmic, ...own.basis],
    horizon_days: scope.horizon,
    current: formatPrice(offer.price_minor, offer.currency, scope.locale),
    current_minor: offer.price_minor,
    currency: offer.currency,
    covered_days,
  };
}

export const forecast: Operation = {
  group: 'intelligence',
  id: 'getForecast',
  method: 'GET',
  path: '/v1/products/:id/forecast',
  summary: 'Buy now or wait, from the rhythm of discounts',
  description:
    'Of one offer’s own price, by default the one whose context GET /v1/products/{id}/context tells: whether waiting for a fall of 3 % or more within the horizon is expected to pay, and where the price is expected to stand. Learned at publication of every price of the market, with the steps that prices move in left as they are; judged on later months than it was learned of.',
  scope: 'read',
  cost: 1,
  params: ProductParams,
  query,
  response: ForecastAnswer,
  cacheable: true,
  async run({ snapshot }, input) {
    const { seller, variant_id, horizon_days = 30, days = 365 } = input.query as Static<typeof query>;
    const reference = { param: 'id', signal: input.signal };
    const referenced = await referencedProduct(snapshot, input.params['id'] ?? '', reference);
    const { product, match } = referenced;
    const offer = contextOffer(snapshot, referenced, { seller, variant_id });
    const expected = (await snapshot.forecasts(product))[product.listings.indexOf(offer)];
    const { locale } = snapshot;
    const scope = { offer, horizon: horizon_days, days, locale, now: knownUntil(snapshot) };
    return {
      kind: 'json',
      body: {
        product_id: offer.product_id,
        variant_id: offer.variant_id,
        offer_id: offer.offer_id,
        match,
        seller: offer.seller,
        ...(await answer(snapshot, scope, expected ?? { reason: 'insufficient_history', peers: [] })),
      },
    };
  },
};
