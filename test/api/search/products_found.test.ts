import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AVAILABILITIES, type Listing, PURCHASABLE } from '../../../pipelines/domain/listing.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

interface Result {
  product_id: string;
  title: string;
  best: { offer_id: string } | null;
  offers: number;
}
interface Answer {
  results: Result[];
  total: number;
  total_more: number;
  next_cursor: string | null;
}

const GTIN = '04006381333931';
const titles = ({ results }: Answer) => results.map(({ title }) => title);
const address = (query: Record<string, string | number | boolean | string[] | undefined>) => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one));
  return `/v1/search?${parameters.toString()}`;
};

const SELLERS = ['alpha', 'beta', 'gamma'];
const anyListing = fc.record({
  gtin: fc.constantFrom(GTIN, '09780306406157', '00012345678905', null),
  seller: fc.constantFrom(...SELLERS),
  title: fc
    .array(fc.constantFrom('red', 'blue', 'marker', 'pen', 'case'), { minLength: 1, maxLength: 4 })
    .map((words) => words.join(' ')),
  category: fc.constantFrom('office', 'office.pens', 'office2', 'home'),
  price_minor: fc.integer({ min: 1, max: 30 }),
  delivery: fc.option(fc.integer({ min: 0, max: 5 })),
  availability: fc.constantFrom(...AVAILABILITIES),
  currency: fc.constantFrom('USD', 'USD', 'EUR'),
});
const anyFilter = fc.record(
  {
    q: fc.constantFrom('marker', 'red pen', 'blue case'),
    seller: fc.subarray(SELLERS, { minLength: 1 }),
    in_stock: fc.boolean(),
    max_price: fc.integer({ min: 1, max: 35 }),
    category: fc.constantFrom('office', 'home'),
    sort: fc.constantFrom('relevance', 'price_asc', 'price_desc', 'newest'),
  },
  { requiredKeys: [] },
);
interface Filter {
  seller?: string[];
  in_stock?: boolean;
  max_price?: number;
  category?: string;
  q?: string;
  sort?: string;
}

/** The filters read from the contract's words, over every listing. */
function passing(listings: readonly Listing[], { seller, in_stock, max_price, category }: Filter): Listing[] {
  const node = listings.find((each) => each.category !== null)?.category ?? '';
  if (category && node !== category && !node.startsWith(`${category}.`)) return [];
  return listings.filter(
    (each) =>
      each.availability !== 'gone' &&
      (seller?.includes(each.seller) ?? true) &&
      (!in_stock || PURCHASABLE.includes(each.availability)) &&
      (max_price === undefined ||
        (each.currency === 'USD' && (each.landed_minor ?? each.price_minor) <= max_price)),
  );
}

/** Two products with half of the words `red pen` whose scores differ in the last digits alone. */
const ALIKE_BEHIND = (
  [
    ['09780306406157', 'blue', 'office.pens'],
    ['00012345678905', 'marker', 'office.pens'],
    ['04006381333931', 'red', 'office'],
  ] as const
).map(([gtin, title, category]) => ({
  gtin,
  title,
  category,
  seller: 'alpha' as const,
  price_minor: 1,
  delivery: null,
  availability: 'in_stock' as const,
  currency: 'USD' as const,
}));

test('pages give exactly the products that pass, each once, and the numbers are of the offers that pass', async () => {
  const server = await indexServer(snapshotOf([]));
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyListing, { minLength: 1, maxLength: 14 }),
      anyFilter,
      async (all, filter) => {
        const listings = all.map(listed);
        server.serve({ ...snapshotOf(listings), id: `snp_${run++}` });
        const { walked, total } = await walk(server, filter);
        expect(walked).toHaveLength(total);
        expect(new Set(walked.map(({ product_id }) => product_id)).size).toBe(walked.length);
        const products = Map.groupBy(listings, ({ product_id }) => product_id);
        for (const result of walked) {
          const offers = passing(products.get(result.product_id) ?? [], filter);
          expect(result.offers).toBe(offers.length);
          expect(result.offers).toBeGreaterThan(0);
          if (result.best) expect(offers.map(({ offer_id }) => offer_id)).toContain(result.best.offer_id);
        }
        if (filter.q !== undefined) return;
        const expected = [...products].filter(([, each]) => passing(each, filter).length > 0);
        expect(walked.map(({ product_id }) => product_id).toSorted()).toEqual(
          expected.map(([id]) => id).toSorted(),
        );
      },
    ),
    { numRuns: 150, examples: [[ALIKE_BEHIND, { q: 'red pen' }]] },
  );
}, 240_000);

function listed(
  { seller, delivery, ...parts }: typeof anyListing extends fc.Arbitrary<infer T> ? T : never,
  no: number,
): Listing {
  const landed_minor = delivery === null ? null : parts.price_minor + delivery;
  return listing(seller, `s${no}`, { ...parts, landed_minor });
}

function snapshotOf(listings: readonly Listing[]) {
  return listedSnapshot(listings, {
    sellers: SELLERS.map((id) => ({ id })),
    categories: ['office', 'home'].map((id) => ({ id, parent: null, products: 1 })),
  });
}

/** All pages of two. */
async function walk(server: Awaited<ReturnType<typeof indexServer>>, filter: Filter) {
  const walked: Result[] = [];
  let cursor: string | null | undefined;
  let total = 0;
  do {
    const url = address({ ...filter, limit: 2, cursor: cursor ?? undefined });
    const { body }: { body: Answer } = await server.get<Answer>(url);
    walked.push(...body.results);
    cursor = body.next_cursor;
    // What has fewer of the words follows in the same walk.
    total = body.total + body.total_more;
  } while (cursor);
  return { walked, total };
}

test('what was published is found, and a cursor goes on in the next snapshot', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  const lamp = (no: number) => ({ sku: `s${no}`, title: `Lamp model ${no}`, price: `${10 + no}.00` });
  const lamps = [0, 1, 2, 3, 4, 5, 6].map(lamp);
  await market.observe('alpha', '2026-01-01', lamps);
  await market.observe('beta', '2026-01-01', [
    { sku: 'b1', title: 'Garden chair', category: 'Garden > Chairs' },
  ]);
  await market.publish();
  await market.read(async (first) => {
    const server = await indexServer(first);
    expect(titles((await server.get<Answer>('/v1/search?q=gardn+chair')).body)).toEqual(['Garden chair']);
    const page = (await server.get<Answer>('/v1/search?q=lamp&sort=price_asc&limit=3')).body;
    expect(titles(page)).toEqual(['Lamp model 0', 'Lamp model 1', 'Lamp model 2']);
    await market.observe('alpha', '2026-01-02', [
      ...lamps,
      { sku: 'new', title: 'Lamp new', price: '13.50' },
    ]);
    await market.publish();
    await market.read(async (second) => {
      server.serve(second);
      const url = address({ q: 'lamp', sort: 'price_asc', limit: 3, cursor: page.next_cursor ?? '' });
      expect(titles((await server.get<Answer>(url)).body)).toEqual([
        'Lamp model 3',
        'Lamp new',
        'Lamp model 4',
      ]);
    });
  });
});
