import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import type { Snapshot } from '../../../warehouse/reads/snapshot.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

interface Answer {
  results: { product_id: string; variant_id: string; relaxed?: string[]; best: unknown }[];
  total: number;
  total_more: number;
  note: string | null;
  understood: Record<string, unknown> | null;
  facets: unknown;
  next_cursor: string | null;
  request_id: string;
}

type Page = Omit<Answer, 'next_cursor' | 'request_id'>;

const CABLE = 'electronics.electronics_accessories.cables';

const MOST_PAGES = 40;

/** All pages of an answer. */
async function walked(snapshot: Snapshot, query: Record<string, string>): Promise<Page[]> {
  const server = await indexServer(snapshot);
  const pages: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = new URLSearchParams({ ...query, ...(cursor === '' ? {} : { cursor }) });
    const { body } = await server.get<Answer>(`/v1/search?${asked.toString()}`);
    const { next_cursor, request_id: _its_own, ...page } = body;
    pages.push(page);
    expect(page.results, JSON.stringify(body)).toBeDefined();
    cursor = next_cursor;
    if (pages.length > MOST_PAGES)
      throw new Error(`more than ${MOST_PAGES} pages of ${JSON.stringify(query)}`);
  }
  return pages;
}

/** The same snapshot, where every record is read. */
const withoutColumns = (snapshot: Snapshot): Snapshot => ({ ...snapshot, variantAmounts: async () => null });

const sold = fc.record({
  product: fc.nat(5),
  variant: fc.nat(2),
  seller: fc.constantFrom('techmart', 'officepoint'),
  title: fc
    .tuple(
      fc.constantFrom(
        'Larkbeat cable',
        'Larkbeat USB cable',
        'Cable drum',
        'Case for cable',
        'Laptop, with cable',
      ),
      fc.constantFrom(
        '',
        ', 1 m',
        ', 2 m',
        ', 2m, 4 mm',
        ', 6.6 ft',
        ', 3 m, 200 g',
        ', red 2 m',
        ', 100 ml',
      ),
    )
    .map((parts) => parts.join('')),
  attributes: fc.constantFrom<Record<string, string>>(
    {},
    { 'general.cable_length': '2 m' },
    { 'general.weight': '150' },
    { 'general.color': 'red' },
  ),
  price_minor: fc.constantFrom(5_00, 10_00, 20_00),
  availability: fc.constantFrom<Listing['availability']>('in_stock', 'out_of_stock', 'unknown', 'gone'),
  condition: fc.constantFrom<Listing['condition']>('new', 'new', 'used'),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
});
const query = fc.record({
  q: fc
    .tuple(
      fc.constantFrom('cable', 'usb cable', 'red cable', 'cable zzyzx', 'drum'),
      fc.constantFrom(
        '2 m',
        'at least 2 m',
        'under 3 m',
        'longer than 2 m',
        'under 200 g',
        '2 m under $10',
        '2 m under 200 g',
        '3.4 oz',
      ),
    )
    .map((parts) => parts.join(' ')),
  limit: fc.constantFrom('2', '50'),
  ...Object.fromEntries(
    Object.entries({
      in_stock: ['true'],
      max_price: ['1000'],
      seller: ['techmart'],
      facets: ['true'],
      sort: ['price_asc'],
    }).map(([name, values]) => [name, fc.option(fc.constantFrom(...values), { nil: undefined, freq: 3 })]),
  ),
});

let skus = 0;
const snapshotOf = (
  offers: readonly (Pick<Listing, 'seller'> & Partial<Listing> & { product: number; variant: number })[],
): Snapshot => {
  const own = offers.map(({ product, variant, ...parts }) =>
    listing(parts.seller, `m${skus++}`, {
      ...parts,
      product_id: `prd_${String(product).padStart(16, '0')}`,
      variant_id: `var_${String(product * 10 + variant).padStart(16, '0')}`,
      category: CABLE,
      ...(parts.price_minor === undefined ? {} : { landed_minor: parts.price_minor }),
    }),
  );
  return listedSnapshot([...own, listing('techmart', `m${skus++}`, { title: 'Drum, 2 m' })]);
};

test('an intent that bounds amounts has the answer by columns that it has where every record is read', async () => {
  const server = await indexServer(snapshotOf([]));
  let served = 0;
  const answerOf = async (snapshot: Snapshot, intent: string) => {
    server.serve({ ...snapshot, id: `snp_${served++}` });
    const { body } = await server.post<Answer>('/v1/search/semantic', { intent });
    const { request_id: _its_own, ...answer } = body;
    return answer;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(sold, { minLength: 1, maxLength: 14 }), query, async (offers, { q }) => {
      const snapshot = snapshotOf(offers);
      expect(await answerOf(snapshot, q)).toEqual(await answerOf(withoutColumns(snapshot), q));
    }),
    { numRuns: 30 },
  );
});

describe('a search that bounds amounts', () => {
  test('has the answer by columns that it has where every record is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sold, { minLength: 1, maxLength: 14 }), query, async (offers, asked) => {
        const snapshot = snapshotOf(offers);
        const wanted = Object.fromEntries(
          Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== undefined),
        );
        expect(await walked(snapshot, wanted)).toEqual(await walked(withoutColumns(snapshot), wanted));
      }),
      { numRuns: 30 },
    );
  });

  test('puts behind what has a word in another variant than the one that is within', async () => {
    const cable = (product: number, title: string) =>
      listing('techmart', `l${product}${title}`, {
        title,
        category: CABLE,
        product_id: `prd_${String(product).padStart(16, '0')}`,
      });
    const snapshot = listedSnapshot([
      cable(1, 'Larkbeat cable, 2 m'),
      cable(1, 'Larkbeat featherlight cable, 1 m'),
      cable(2, 'Featherlight cable for a desk or a shelf of the usual kind by Larkbeat, 2 m'),
    ]);
    const asked = { q: 'featherlight cable 2 m' };
    const [page] = await walked(snapshot, asked);
    expect(page?.results.map(({ product_id }) => product_id.at(-1))).toEqual(['2', '1']);
    expect(await walked(withoutColumns(snapshot), asked)).toEqual([page]);
  });

  test('counts and walks all that are within, however many are found', async () => {
    const cables = (titles: readonly string[]) =>
      titles.map((title, no) => listing('techmart', `${title}${no}`, { title, category: CABLE }));
    const within = Array.from({ length: 950 }, (_, no) => `Larkbeat cable of the usual kind, no ${no}, 2 m`);
    const others = Array.from({ length: 100 }, () => 'Cable, cable, cable');
    const snapshot = listedSnapshot(cables([...within, ...others]));
    const pages = await walked(snapshot, { q: 'cable 2 m', limit: '70' });
    const results = pages.flatMap((page) => page.results);
    expect(pages.map(({ total, total_more }) => [total, total_more])).toEqual(pages.map(() => [950, 100]));
    expect(new Set(results.map(({ product_id }) => product_id)).size).toBe(1_050);
    expect(results.map(({ relaxed }) => relaxed !== undefined)).toEqual(
      results.map((_, place) => place >= 950),
    );
    const cheapest = await walked(snapshot, { q: 'cable 2 m', limit: '100', sort: 'price_asc' });
    expect(new Set(cheapest.flatMap((page) => page.results).map(({ product_id }) => product_id)).size).toBe(
      950,
    );
  });

  test('asks the engine once for a page, also where what is within stands behind all that is looked at', async () => {
    const cable = (title: string, no: number) =>
      listing('techmart', `${title}${no}`, { title, category: CABLE });
    const own = listedSnapshot([
      ...Array.from({ length: 820 }, (_, no) => cable('Cable, cable, cable, 1 m', no)),
      ...Array.from({ length: 12 }, (_, no) =>
        cable(`Larkbeat lead of the usual kind for many a cable, ${no}, 2 m`, no),
      ),
    ]);
    let asked = 0;
    const snapshot: Snapshot = {
      ...own,
      searcher: async () => {
        const searcher = await own.searcher();
        return {
          search: (request) => {
            asked++;
            return searcher.search(request);
          },
          suggest: (request) => searcher.suggest(request),
        };
      },
    };
    const server = await indexServer(snapshot);
    const idsOf = async (limit: number, cursor?: string | null) => {
      const behind = cursor ? `&cursor=${cursor}` : '';
      const { body } = await server.get<Answer>(`/v1/search?q=cable+2+m&limit=${limit}${behind}`);
      expect(body.total).toBe(12);
      return { ids: body.results.map(({ product_id }) => product_id), next: body.next_cursor };
    };
    const { ids: all } = await idsOf(12);
    expect(asked).toBe(1);
    const first = await idsOf(5);
    expect(asked).toBe(2);
    const second = await idsOf(7, first.next);
    expect([...first.ids, ...second.ids]).toEqual(all);
    expect(new Set(all).size).toBe(12);
  });
});
