import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DATASETS } from '../../exports/dataset.ts';
import { keepRelations } from '../../exports/warehouse_relations.ts';
import { Database } from '../../warehouse/database.ts';
import type { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { type Row, TestMarket } from '../pipelines/snapshot/market.ts';
import { indexServer } from './index_server.ts';

const ARTICLES: Pick<Row, 'title' | 'brand' | 'gtin'>[] = [
  { title: 'Boss marker yellow', brand: 'Stabilo', gtin: '4006381333931' },
  { title: 'Kettle 1.7 l steel', brand: 'Ardentis', gtin: '5901234123457' },
];

/** What one seller's file says on a day: by sku which article at which price, or nothing. */
interface Day {
  skus: ({ article: number; price: string; availability: string } | null)[];
  /** The feed was renamed before this day. */
  renamed: boolean;
  published: boolean;
}

const day: fc.Arbitrary<Day> = fc.record({
  skus: fc.array(
    fc.option(
      fc.record({
        article: fc.constantFrom(0, 0, 0, 1),
        price: fc.constantFrom('6.00', '7.00', '8.50', '7.00 EUR'),
        availability: fc.constantFrom('in stock', 'in stock', 'out of stock'),
      }),
      { freq: 5 },
    ),
    { minLength: 2, maxLength: 2 },
  ),
  renamed: fc.boolean(),
  published: fc.boolean(),
});

interface Observed {
  offer_id: string;
  from: string;
  to: string | null;
  price_minor: number;
  currency: string;
  availability: string;
}

async function exported(market: TestMarket, snapshot: OpenSnapshot, dataset: 'observations' | 'offers') {
  await using database = await Database.open({ memoryLimit: '256MiB', spill: `${market.root}/spill` });
  keepRelations(database, snapshot);
  const columns = DATASETS[dataset].columns.map(({ name, type }) =>
    type === 'integer' ? `"${name}"::double as "${name}"` : `"${name}"`,
  );
  return await database.rows<Record<string, unknown>>(
    'read export',
    `select ${columns.join(', ')} from (${DATASETS[dataset].sql})`,
  );
}

async function saysOnePrice(market: TestMarket, snapshot: OpenSnapshot): Promise<void> {
  const server = await indexServer(snapshot);
  const points = (await exported(market, snapshot, 'observations')) as unknown as Observed[];
  const moments = points.map(({ offer_id, from }) => `${offer_id} ${from}`);
  expect(new Set(moments).size).toBe(moments.length);
  const offers = await exported(market, snapshot, 'offers');
  for (const offer of offers) {
    const { id, product_id, seller, price_minor, currency, availability } = offer as Record<string, string>;
    const stands = { price_minor, currency, availability };
    const last = points.filter(({ offer_id, to }) => offer_id === id && to === null);
    expect(last).toMatchObject([stands]);
    const { body } = await server.get(`/v1/products/${product_id}/offers`);
    const served = (body['offers'] as { id: string }[]).find((one) => one.id === id);
    expect(served).toMatchObject(stands);
    const history = await server.get(`/v1/products/${product_id}/history?seller=${seller}&limit=100`);
    const mine = (history.body['observations'] as Observed[]).filter((one) => one.offer_id === id);
    expect(mine.at(-1)).toMatchObject({ ...stands, to: null });
    const inOrder = mine.map(({ from }) => from);
    expect(inOrder).toEqual([...new Set(inOrder)].sort());
    const context = await server.get(`/v1/products/${id}/context`);
    const its = offers.find((one) => one['id'] === context.body['offer_id']);
    expect(context.body).toMatchObject({ current_minor: its?.['price_minor'], currency: its?.['currency'] });
    const { low_minor, current_minor, high_minor } = context.body as Record<string, number>;
    expect(low_minor).toBeLessThanOrEqual(current_minor as number);
    expect(current_minor).toBeLessThanOrEqual(high_minor as number);
  }
}

test('offers, history, context and exports say one price, whatever a market did', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 2, maxLength: 6 }), async (days) => {
      await using market = await TestMarket.open('alpha');
      let feed = 'catalogue';
      for (const [index, { skus, renamed, published }] of days.entries()) {
        const settings = market.sellers[0]?.feeds[0];
        if (renamed && settings) settings.name = feed = `feed${index}`;
        const rows = skus.flatMap((said, sku) =>
          said === null ? [] : [{ sku: `s${sku}`, ...ARTICLES[said.article], ...said }],
        );
        await market.observe('alpha', `2026-01-0${index + 1}`, [{ sku: 'still' }, ...rows], feed);
        if (published || index === days.length - 1) await market.publish();
      }
      await market.read((snapshot) => saysOnePrice(market, snapshot));
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 240_000);
