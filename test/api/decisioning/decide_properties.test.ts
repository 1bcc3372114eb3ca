import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { CRITERIA, type Criterion } from '../../../pipelines/domain/decision.ts';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { AS_OF, listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

/** What holds of `POST /v1/decide` over whatever is sold, asked over HTTP: nothing here knows how it chooses. */
interface Flip {
  input: string;
  offer_id?: string;
  criterion?: Criterion;
  value: number;
  condition: string;
  then_offer_id: string | null;
}
interface Answer {
  recommendation: { product_id: string; offer: { id: string; landed_minor: number } } | null;
  runner_up: { product_id: string } | null;
  would_change_if: Flip[];
  weights: Record<Criterion, number>;
}

const everyCall = { rate: { units: 1e9, window_seconds: 60 } };
const server = await indexServer(listedSnapshot([]), everyCall, { atEnd: afterAll });
let publication = 0;
let served: readonly Listing[] = [];
async function decided(listings: readonly Listing[], body: object = {}): Promise<Answer> {
  if (listings !== served) {
    publication += 1;
    const id = `snp_${String(publication).padStart(16, '0')}`;
    server.serve({ ...listedSnapshot(listings, { areCategoriesStated: true }), id });
    served = listings;
  }
  const intent = 'over-ear headphones';
  return (await server.post<Answer>('/v1/decide', { intent, ...body })).body;
}

const NAMES = ['Larkbeat', 'Aurivox', 'Tonefold', 'Sonvire', 'Kestrix', 'Velora', 'Brightear', 'Murmur'];
const idOf = (product: number, of: 'prd' | 'var') => `${of}_00000000000000e${product}`;

interface Offered {
  seller: string;
  price_minor: number;
  delivery_minor: number;
}
const sold = (product: number, { seller, price_minor, delivery_minor }: Offered): Listing =>
  listing(seller, `p${product}`, {
    title: `${NAMES[product]} ${NAMES.at(-product - 1)} over-ear headphones`,
    brand: NAMES[product] ?? null,
    category: 'electronics.audio.over_ear_headphones',
    product_id: idOf(product, 'prd'),
    variant_id: idOf(product, 'var'),
    price_minor,
    delivery_minor,
    landed_minor: price_minor + delivery_minor,
  });
/** Products with offers whose prices are near one another, so that none is implausible; by product. */
const markets = fc
  .array(
    fc.record({
      base: fc.integer({ min: 3_000, max: 30_000 }),
      offers: fc.uniqueArray(
        fc.record({
          seller: fc.constantFrom('alpha', 'beta', 'gamma'),
          share: fc.integer({ min: 92, max: 108 }),
          delivery_minor: fc.constantFrom(0, 499, 1_290),
        }),
        { selector: ({ seller }) => seller, minLength: 1, maxLength: 3 },
      ),
    }),
    { minLength: 2, maxLength: NAMES.length },
  )
  .map((products) =>
    products.map(({ base, offers }, product) =>
      offers.map(({ share, ...offer }) =>
        sold(product, { ...offer, price_minor: Math.round((base * share) / 100) }),
      ),
    ),
  );
const weights = fc.option(
  fc.record({
    price: fc.integer({ min: 1, max: 10 }),
    speed: fc.integer({ min: 0, max: 10 }),
    quality: fc.integer({ min: 0, max: 10 }),
    trust: fc.integer({ min: 0, max: 10 }),
  }),
);
const asked = (given: object | null): object => (given === null ? {} : { weights: given });
const chosen = ({ recommendation, runner_up }: Answer) => [
  recommendation?.product_id,
  recommendation?.offer.id,
  runner_up?.product_id,
];
/** An offer that costs something else delivered from the newest day on. */
const landing = (one: Listing, landed_minor: number): Listing => {
  const price_minor = landed_minor - (one.delivery_minor ?? 0);
  const { currency, availability } = one;
  const from = Date.parse(AS_OF) / 1000;
  const changes = [...one.changes, { from, currency, price_minor, landed_minor, availability }];
  return { ...one, changes, price_minor, landed_minor };
};
/** Each asks a few times over a market that is indexed for it; what fails is told as it was met. */
const RUNS = { numRuns: 8, endOnFailure: true };

describe('whatever is sold', () => {
  test('the order of listings and of candidates does not matter', () =>
    fc.assert(
      fc.asyncProperty(markets, weights, fc.infiniteStream(fc.nat()), async (market, given, draws) => {
        const all = market.flat();
        const shuffled = <T>(many: readonly T[]): T[] => {
          const keyed = many.map((one) => ({ one, key: draws.next().value as number }));
          return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one);
        };
        const candidates = market.map((_, product) => idOf(product, 'prd'));
        const answer = chosen(await decided(all, asked(given)));
        // Which listing of a product comes first is the snapshot's to say; products may be in any order.
        expect(chosen(await decided(shuffled(market).flat(), asked(given)))).toEqual(answer);
        const ofGiven = chosen(await decided(all, { ...asked(given), candidates }));
        const turned = { ...asked(given), candidates: shuffled(candidates) };
        expect(chosen(await decided(all, turned))).toEqual(ofGiven);
      }),
      RUNS,
    ));

  test('a candidate more that is not chosen changes nothing', () =>
    fc.assert(
      fc.asyncProperty(markets, weights, async (market, given) => {
        const all = market.flat();
        const candidates = market.map((_, product) => idOf(product, 'prd'));
        const answer = await decided(all, { ...asked(given), candidates });
        const kept = new Set([answer.recommendation?.product_id, answer.runner_up?.product_id]);
        for (const out of candidates.filter((id) => !kept.has(id))) {
          const without = candidates.filter((id) => id !== out);
          const less = await decided(all, { ...asked(given), candidates: without });
          expect(chosen(less)).toEqual(chosen(answer));
        }
      }),
      RUNS,
    ));

  test('the same thing a cent cheaper is chosen, at whichever seller', () =>
    fc.assert(
      fc.asyncProperty(markets, weights, async (market, given) => {
        const { recommendation } = await decided(market.flat(), asked(given));
        const own = market.flat().find(({ offer_id }) => offer_id === recommendation?.offer.id) as Listing;
        const product = market.findIndex((offers) => offers.includes(own));
        const { price_minor } = own;
        const cheaper = sold(product, {
          seller: 'delta',
          price_minor: price_minor - 1,
          delivery_minor: own.delivery_minor ?? 0,
        });
        const answer = await decided([...market.flat(), cheaper], asked(given));
        expect(answer.recommendation?.offer.id).toBe(cheaper.offer_id);
      }),
      RUNS,
    ));

  test('each flip that is stated flips when it is applied, and a price no sooner', () => {
    let flips = 0;
    return fc
      .assert(
        fc.asyncProperty(markets, weights, async (market, given) => {
          const all = market.flat();
          const answer = await decided(all, asked(given));
          const at = (flip: Flip, value: number) =>
            flip.input === 'price'
              ? decided(
                  market.flat().map((one) => (one.offer_id === flip.offer_id ? landing(one, value) : one)),
                  asked(given),
                )
              : flip.input === 'budget'
                ? decided(all, { ...asked(given), constraints: { budget_minor: value } })
                : decided(market.flat(), {
                    weights: reweighed(answer.weights, flip.criterion as Criterion, value),
                  });
          for (const flip of answer.would_change_if) {
            flips += 1;
            const moved = await at(flip, flip.value);
            expect(moved.recommendation?.offer.id ?? null, flip.condition).toBe(flip.then_offer_id);
            expect(moved.recommendation?.product_id).not.toBe(answer.recommendation?.product_id);
            if (flip.input !== 'price' || flip.offer_id !== answer.recommendation?.offer.id) continue;
            const just = await at(flip, flip.value - 1);
            expect(just.recommendation?.product_id).toBe(answer.recommendation?.product_id);
          }
        }),
        RUNS,
      )
      .then(() => expect(flips).toBeGreaterThan(8));
  });

  test('raised far enough, the price of all that is offered of the winner makes another win', () =>
    fc.assert(
      fc.asyncProperty(markets, async (market) => {
        const { recommendation } = await decided(market.flat());
        const dear = market
          .flat()
          .map((one) =>
            one.product_id === recommendation?.product_id
              ? landing(one, (one.landed_minor ?? 0) * 4_000)
              : one,
          );
        expect((await decided(dear)).recommendation?.product_id).not.toBe(recommendation?.product_id);
      }),
      RUNS,
    ));
});

/** One weight set, the others in their proportions. */
function reweighed(own: Record<Criterion, number>, criterion: Criterion, value: number) {
  const others = CRITERIA.filter((name) => name !== criterion);
  const sum = others.reduce((total, name) => total + own[name], 0);
  const share = (name: Criterion) => (sum > 0 ? own[name] / sum : 1 / others.length);
  return Object.fromEntries(
    CRITERIA.map((name) => [name, name === criterion ? value : (1 - value) * share(name)]),
  );
}
