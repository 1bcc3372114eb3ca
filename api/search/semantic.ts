import { type Static, Type } from 'typebox';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { OfferFilter } from '../../warehouse/text/offers.ts';
import type { ParsedQuery } from '../../warehouse/text/query.ts';
import { type MediaFinder, mediaFinder, Thumb } from '../catalogue/media_record.ts';
import { BestRecord, offerScope } from '../catalogue/offer_record.ts';
import { PooledVariants } from '../catalogue/pool_record.ts';
import { requireSellers } from '../catalogue/referenced_product.ts';
import { Amount, Condition, closed, nullable } from '../catalogue/schema.ts';
import {
  changesOffers,
  type DeliveryAsked,
  DestinationOption,
  deliveredProducts,
} from '../fulfilment/delivered_products.ts';
import { type Destination, dayThere, readDestination } from '../fulfilment/destination.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { offerContext, Verdict } from '../intelligence/price_verdict.ts';
import { trustedBest } from '../trust/trusted_best.ts';
import { type Fitting, fitting } from './fitting_product.ts';
import { factsOf } from './product_facts.ts';
import { productResult } from './product_result.ts';
import { rationale } from './rationale.ts';
import { besideAsked, hasWords } from './read_search.ts';
import {
  browsedCandidates,
  type Candidate,
  type RankedCandidates,
  rankedCandidates,
} from './semantic_ranking.ts';
import { asSearched, mostToPay, type ShopperConstraints, shopperConstraints } from './shopper_constraints.ts';
import { withStatedMeasures } from './stated_measures.ts';
import { Understood, understoodSearch } from './understood.ts';
import { readingNote } from './unread_words.ts';

/** Products read at a time: as many as the answer lacks, but so many at least and at most. */
const BATCH = { least: 20, most: 40 } as const;
/** Candidates whose records are looked at; what would pass behind them is not found. */
const MOST_READ = 800;

const phrases = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '[\\p{L}\\p{N}]' }), {
      maxItems: 20,
      description,
    }),
  );

const body = Type.Object(
  {
    intent: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'What the shopper wants, in their words.',
    }),
    constraints: Type.Optional(
      Type.Object(
        {
          budget_minor: Type.Optional(Amount('Most to pay delivered, minor units.')),
          must_have: phrases('Every one must be in the product’s record.'),
          avoid: phrases('Not one may be in the product’s record.'),
          destination: DestinationOption,
          seller: Type.Optional(
            Type.Array(Type.String(), { minItems: 1, maxItems: 100, description: 'Only these sellers.' }),
          ),
        },
        { ...closed, description: 'Added to those of the intent; where the two differ, these hold.' },
      ),
    ),
    explain: Type.Optional(
      Type.Boolean({ default: true, description: 'Per-result rationale. Default true.' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        description: `Most results. Default ${DEFAULT_LIMIT}.`,
      }),
    ),
  },
  closed,
);

const Result = Type.Object({
  product_id: Type.String(),
  variant_id: Type.String({ description: 'The variant that meets the constraints and is sold best.' }),
  pooled_variants: PooledVariants,
  condition: Condition,
  title: Type.String(),
  best: BestRecord,
  score: Type.Number({ minimum: 0, maximum: 1, description: 'Comparable within this answer.' }),
  why: Type.Optional(Type.String({ description: 'Facts of the product’s record that answer the intent.' })),
  verdict: Verdict,
  thumb: Thumb,
});

export const semantic: Operation = {
  group: 'search',
  id: 'searchByIntent',
  method: 'POST',
  path: '/v1/search/semantic',
  summary: 'Intent in, ranked products out',
  description:
    'Reads budget, sellers, condition, measures, what must be there and what must not from the intent, holds every product to them, and ranks by words and meaning together. A product passes when one of its variants meets all and can be bought; what is avoided is excluded where the record speaks of it and does not deny it. The best 800 products by rank are held to the constraints.',
  scope: 'read',
  cost: 2,
  body,
  response: Type.Object({
    results: Type.Array(Result),
    understood: Understood,
    note: nullable(
      Type.String({
        description:
          'Words of the intent that nothing here is called, or that were read as others; why meaning had no part in the ranking, where it should have.',
      }),
    ),
  }),
  async run(deps, input) {
    const { snapshot } = deps;
    const request = input.body as Static<typeof body>;
    const { intent, constraints: given, explain = true, limit = DEFAULT_LIMIT } = request;
    requireSellers(snapshot, given?.seller ?? [], 'constraints.seller');
    if (!/[\p{L}\p{N}]/u.test(intent)) throw wordless(intent);
    const { destination: asked, ...held } = given ?? {};
    const destination = asked
      ? await readDestination(asked, deps.market.country, 'constraints.destination')
      : null;
    const order_ms = deps.now().getTime();
    const today = dayThere(destination, deps.market, order_ms);
    const read = asSearched(shopperConstraints(snapshot, intent, held, { today }));
    const constraints = await withStatedMeasures(snapshot, read, { signal: input.signal });
    const delivery = { destination, order_ms, deliver_by: constraints.deliver_by };
    const index = await snapshot.searchIndex();
    const parsed = index.parse(constraints.asked, besideAsked(constraints));
    const isNamed = isNamedHere(parsed);
    const filter = filterOf(constraints, destination);
    const ranked = await candidatesFor(deps, { constraints, isNamed }, filter);
    // What means the same was understood, under another name.
    const isUnderstood = !isNamed && ranked.candidates.length > 0;
    const reading = isUnderstood ? null : readingNote(parsed.unknown, index.readAs(parsed));
    const note = [reading, ranked.note].filter((part) => part !== null);
    const wanted = { constraints, delivery, limit, signal: input.signal };
    const looked = ranked.candidates.slice(0, MOST_READ);
    // What has nothing to buy within the bounds need not be read to be left out, where its offers stay as they are.
    const isKnown = isUsual(constraints) && !changesOffers(delivery);
    const candidates = isKnown ? await buyableOf(snapshot, looked, { filter, constraints }) : looked;
    const found = await fittingProducts(deps, candidates, wanted);
    const media = await mediaFinder(deps);
    return {
      kind: 'json',
      body: {
        results: found.map((each) => resultOf({ snapshot, media }, each, constraints, explain)),
        understood: understoodSearch(constraints, snapshot.currency),
        note: note.length === 0 ? null : note.join('; '),
      },
    };
  },
};

/**
 * A sentence may mean a thing that it does not name (`something to sit on`); of a name that nothing has (`dress`) most
 * of what is nearest is noise.
 */
export const isNamedHere = ({ groups, unknown, isSentence }: ParsedQuery): boolean =>
  isSentence || groups.length > 0 || unknown.length === 0;

function wordless(intent: string): ApiError {
  const detail = `${JSON.stringify(intent.slice(0, 80))} has no letter or digit; say what is wanted`;
  return new ApiError('invalid_request', { detail, param: 'intent', errors: [{ param: 'intent', detail }] });
}

/** Whether offers of the usual condition alone count, which are those that the index knows. */
const isUsual = ({ conditions, avoid_conditions }: ShopperConstraints): boolean =>
  conditions.length === 0 && avoid_conditions.length === 0;

/** What of the constraints the index can tell; offers of another condition are held to them one by one. */
function filterOf(constraints: ShopperConstraints, destination: Destination | null): OfferFilter {
  const { sellers } = constraints;
  const most = mostToPay(constraints);
  if (!isUsual(constraints)) return {};
  return {
    ...(sellers === null ? {} : { sellers }),
    // It knows what they cost at the market's own place.
    ...(most === null || destination !== null ? {} : { max_price_minor: most }),
  };
}

function candidatesFor(
  deps: Deps,
  { constraints, isNamed }: { constraints: ShopperConstraints; isNamed: boolean },
  filter: OfferFilter,
): Promise<RankedCandidates> {
  const { asked, measures } = constraints;
  const isMeasured = measures.length > 0;
  return hasWords(asked)
    ? rankedCandidates(deps, { asked, ...besideAsked(constraints), isNamed, isMeasured }, filter)
    : browsedCandidates(deps.snapshot, filter);
}

/** The candidates with an offer to buy that passes, of a variant that measures what is asked for. */
async function buyableOf(
  snapshot: Snapshot,
  candidates: readonly Candidate[],
  { filter, constraints: { measures } }: { filter: OfferFilter; constraints: ShopperConstraints },
): Promise<Candidate[]> {
  const index = await snapshot.searchIndex();
  const amounts = measures.length === 0 ? null : await snapshot.variantAmounts();
  const products = candidates.map(({ product }) => product);
  const buyable = new Set(
    amounts ? index.buyableWithin(products, filter, { measures, amounts }) : index.buyable(products, filter),
  );
  return candidates.filter(({ product }) => buyable.has(product));
}

type Found = Fitting & { score: number };

/** The first candidates that meet the constraints. */
async function fittingProducts(
  deps: Deps,
  candidates: readonly Candidate[],
  wanted: { constraints: ShopperConstraints; delivery: DeliveryAsked; limit: number; signal: AbortSignal },
): Promise<Found[]> {
  const { snapshot } = deps;
  const found: Found[] = [];
  for (let from = 0; from < candidates.length && found.length < wanted.limit; ) {
    const size = Math.min(BATCH.most, Math.max(BATCH.least, wanted.limit - found.length));
    const batch = candidates.slice(from, from + size);
    from += size;
    const products = await snapshot.products(
      batch.map(({ product }) => product),
      wanted.signal,
    );
    const delivered = await deliveredProducts(deps, products, wanted.delivery);
    for (const [place, product] of delivered.entries()) {
      const fits = fitting(product, wanted.constraints, snapshot.currency);
      if (fits) found.push({ ...fits, score: batch[place]?.score ?? 0 });
    }
  }
  return await Promise.all(found.slice(0, wanted.limit).map((each) => trusted(deps, each)));
}

/** With the offer that may be trusted, of those that meet the constraints. */
async function trusted(deps: Deps, found: Found): Promise<Found> {
  const { best } = await trustedBest(deps, found.product, found.pool.offers);
  if (best === null || best === found.best) return found;
  return { ...found, best, facts: factsOf(found.product, best.variant_id) };
}

function resultOf(
  { snapshot, media }: { snapshot: Snapshot; media: MediaFinder },
  found: Found,
  constraints: ShopperConstraints,
  explain: boolean,
): Static<typeof Result> {
  const { product, best, pool } = found;
  const shown = productResult(snapshot, offerScope(snapshot), {
    product,
    pool: { ...pool, offers: [best] },
    best,
    asked: { named: new Set([best.variant_id]) },
    media,
  });
  return {
    product_id: product.product_id,
    variant_id: best.variant_id,
    pooled_variants: shown.pooled_variants,
    condition: shown.condition,
    title: shown.title,
    best: shown.best,
    score: Math.round(found.score * 10_000) / 10_000,
    ...(explain ? { why: rationale(found, constraints, offerContext(snapshot, best), snapshot.locale) } : {}),
    verdict: shown.verdict,
    thumb: shown.thumb,
  };
}
