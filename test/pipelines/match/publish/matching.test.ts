import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatId } from '../../../../pipelines/domain/key.ts';
import type { Listing } from '../../../../pipelines/domain/listing.ts';
import type { MatchDecision } from '../../../../pipelines/domain/match_decision.ts';
import { openMatchModel } from '../../../../pipelines/match/titles/score/model_file.ts';
import { explainLevels, explainListings } from '../../../../pipelines/match/titles/score/pair_explanation.ts';
import type { PublishSummary } from '../../../../pipelines/snapshot/publish.ts';
import { listingOf } from '../../../bench/match_catalogue.ts';
import { type Row, TestMarket } from '../../snapshot/market.ts';
import { gtinOf } from '../../snapshot/numbered_gtin.ts';
import { identityOf, type PlacedListing, placedListings, reviewsOf } from '../listing_identity.ts';

// A market large enough to learn from, published for real several times.

const ITEMS = 700;
/** Items from here on are listed without GTIN by everybody. */
const UNCODED = 500;

/** What a seller lists of items [from, to); one in ten of the coded ones has lost its GTIN. */
function stock(seller: number, from: number, to: number): Row[] {
  return Array.from({ length: to - from }, (_, at) => {
    const id = from + at;
    const { title, brand, price_minor } = listingOf(id, seller);
    const coded = id < UNCODED && (id + seller) % 10 !== 0;
    return {
      sku: `I${id}`,
      title,
      brand: brand ?? '',
      price: ((price_minor ?? 1000) / 100).toFixed(2),
      // Said by some, and not by all alike, so that it must be read to agree with what was published.
      ...(id % 3 === 0 && { net_content: `${100 + 50 * ((id + (id % 7 === 0 ? seller : 0)) % 9)} g` }),
      ...(coded && { gtin: gtinOf(id) }),
    };
  });
}

/** Two items with one title. Gamma lists both with their codes, alpha the second without. */
const TWINS = [901, 902] as const;
function twins(codes: readonly number[]): Row[] {
  const { title, brand, price_minor } = listingOf(TWINS[0], 3);
  return TWINS.map((id) => ({
    sku: `I${id}`,
    title,
    brand: brand ?? '',
    price: ((price_minor ?? 1000) / 100).toFixed(2),
    ...(codes.includes(id) && { gtin: gtinOf(id) }),
  }));
}

const itemOf = (sku: string) => Number(sku.slice(1));

/** Listings that share a variant with others. */
async function variants(market: TestMarket): Promise<PlacedListing[][]> {
  const listings = await placedListings(market);
  return [...Map.groupBy(listings, (listing) => listing.variant_key).values()];
}

describe('listings without codes', () => {
  let market: TestMarket;
  let first: PublishSummary;
  beforeAll(async () => {
    market = await TestMarket.open('alpha', 'beta', 'gamma');
    await market.observe('alpha', '2026-01-01', [...stock(1, 0, 600), ...twins([TWINS[0]])]);
    await market.observe('beta', '2026-01-01', stock(2, 100, ITEMS));
    await market.observe('gamma', '2026-01-01', [...stock(3, 300, 650), ...twins(TWINS)]);
    first = await market.publish();
  });
  afterAll(() => market[Symbol.asyncDispose]());

  test('are placed by their titles, nearly all of them rightly', async () => {
    let [pairs, right] = [0, 0];
    for (const members of await variants(market))
      for (const listing of members)
        for (const other of members)
          if (listing.method === 'title_fuzzy' && other !== listing) {
            pairs++;
            if (itemOf(other.sku) === itemOf(listing.sku)) right++;
          }
    expect(first.methods['title_fuzzy']).toBeGreaterThan(150);
    expect(pairs).toBeGreaterThan(200);
    expect(right / pairs).toBeGreaterThanOrEqual(0.95);
    expect(first.match?.titles.reviews).toBeGreaterThan(0);
  });

  test('never bring two GTINs, or a seller twice, into one variant', async () => {
    for (const members of await variants(market)) {
      expect(new Set(members.flatMap(({ gtin }) => gtin ?? [])).size).toBeLessThanOrEqual(1);
      if (members.some(({ method }) => method === 'title_fuzzy'))
        expect(new Set(members.map(({ seller }) => seller)).size).toBe(members.length);
    }
  });

  test('are not what their seller lists under a code, however alike that is, and so are its twin', async () => {
    const [coded, twin] = TWINS.map((id) => `I${id}`);
    const of = (sku: string | undefined) => (listing: PlacedListing) => listing.sku === sku;
    const places = (await variants(market)).filter(
      (members) => members.some(of(coded)) || members.some(of(twin)),
    );
    const names = places.map((members) =>
      members
        .map(({ seller, sku }) => `${seller} ${sku}`)
        .sort()
        .join(', '),
    );
    expect(new Set(names)).toEqual(
      new Set([`alpha ${coded}, gamma ${coded}`, `alpha ${twin}, gamma ${twin}`]),
    );
  });

  test('are explained as they were compared', async () => {
    const queued = await market.read((snapshot) => reviewsOf(snapshot.files('reviews')));
    await market.read(async (snapshot) => {
      const model = await openMatchModel(snapshot.matchModel() ?? '');
      const products = await snapshot.products([...Array(snapshot.product_count).keys()]);
      const byId = new Map(
        products.flatMap(({ listings }) => listings.map((listing) => [listing.offer_id, listing] as const)),
      );
      const listing = (key: bigint) => byId.get(formatId('offer', key)) as Listing;
      for (const { left, right, levels } of queued)
        expect(explainListings(model, listing(left), listing(right)).steps).toEqual(
          explainLevels(model, levels, 0).steps,
        );
    });
    expect(queued.length).toBeGreaterThan(5);
  });

  /** Items that beta lists, under either of two skus, in one variant with another seller. */
  const matchedOfBeta = async () =>
    new Set(
      (await variants(market))
        .filter((members) => members.some(({ seller }) => seller !== 'beta'))
        .flatMap((members) => members.filter(({ seller }) => seller === 'beta'))
        .map(({ sku }) => itemOf(sku))
        .filter((id) => id >= UNCODED + 20),
    );

  test('that come, change and go leave what a rebuild from nothing leaves', async () => {
    const changed = stock(2, 100, ITEMS).map((row, at) =>
      at % 50 === 0 ? { ...row, title: `${row.title} new edition` } : row,
    );
    const matched = await matchedOfBeta();
    const repeated = changed.filter(({ sku }) => matched.has(itemOf(sku)));
    const repeats = repeated.map((row) => ({ ...row, sku: `R${itemOf(row.sku)}` }));
    await market.observe('beta', '2026-01-02', [...changed.slice(20), ...repeats]);
    await market.observe('gamma', '2026-01-02', [...stock(3, 280, 700), ...twins(TWINS)]);
    const second = await market.publish();
    expect(second.moves.new).toBeGreaterThan(50);
    // What beta lists twice does not stand in its own way.
    const still = await matchedOfBeta();
    expect(matched.size).toBeGreaterThan(40);
    expect([...matched].filter((id) => still.has(id)).length).toBeGreaterThan(0.9 * matched.size);
    const incremental = await market.contents();
    await market.publish({ rebuild: true });
    const rebuilt = await market.contents();
    for (const table of ['titles', 'match_model', 'reviews', 'assignments', 'members', 'keys'])
      expect([table, rebuilt[table]]).toEqual([table, incremental[table]]);
  });

  test('follow what people say, as long as the listings are what they looked at', async () => {
    const [review] = await market.read((snapshot) => reviewsOf(snapshot.files('reviews')));
    if (!review) throw new Error('nothing is up for review');
    const say = async (verdict: 'same' | 'different', content = 0n): Promise<MatchDecision> => {
      const [x, y] = await Promise.all([identityOf(market, review.left), identityOf(market, review.right)]);
      const [left, right] = review.left < review.right ? [x, y] : [y, x];
      return {
        left: left.listing_key,
        right: right.listing_key,
        verdict,
        left_content: left.content_hash + content,
        right_content: right.content_hash,
        decided_by: 'ada',
        decided_at: '2026-01-03T00:00:00.000Z',
      };
    };
    const together = async () => {
      const [x, y] = await Promise.all([identityOf(market, review.left), identityOf(market, review.right)]);
      return x.variant_key === y.variant_key;
    };
    expect(await together()).toBe(false);
    await market.publish({ matchDecisions: [await say('same')] });
    expect(await together()).toBe(true);
    await market.publish({ matchDecisions: [await say('same')], rebuild: true });
    expect(await together()).toBe(true);
    await market.publish({ matchDecisions: [await say('same', 1n)] });
    expect(await together()).toBe(false);
    await market.publish({ matchDecisions: [await say('different')] });
    expect(await together()).toBe(false);
    expect((await market.publish({ matchDecisions: [await say('different')] })).snapshot_id).toBeNull();
  });
});

test('a market too small to learn from is not guessed about', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', [{ sku: 'I1', title: 'Sonvire Pulse 500 headphones black' }]);
  await market.observe('beta', '2026-01-01', [{ sku: 'I1', title: 'Sonvire Pulse 500 headphones black' }]);
  const summary = await market.publish();
  expect(summary.counts?.products).toBe(2);
  expect((await market.manifest()).matcher).toBeUndefined();
});
