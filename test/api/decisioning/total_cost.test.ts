import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedReading } from '../../../pipelines/domain/attribute.ts';
import { listingKey } from '../../../pipelines/domain/key.ts';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import type { Snapshot } from '../../../warehouse/reads/snapshot.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const PRINTERS = 'electronics.print_copy_scan_fax.inkjet_printers';
const INK = 'electronics.print_copy_scan_fax.ink_cartridges';

const printer = (sku: string, parts: Partial<Listing> = {}) =>
  listing('alpha', sku, {
    title: `Inkwell Folio ${sku} Printer`,
    brand: 'Inkwell',
    category: PRINTERS,
    price_minor: 7000,
    landed_minor: 7500,
    attributes: { 'printer.model': `Folio ${sku}` },
    ...parts,
  });
const ink = (sku: string, colour: string, price_minor: number, parts: Partial<Listing> = {}) =>
  listing('beta', sku, {
    title: `Cartridge ${sku}`,
    brand: 'Refill',
    category: INK,
    price_minor,
    landed_minor: price_minor,
    attributes: {
      'printer.compatible_models': 'Inkwell Folio 2010; Inkwell Folio 2020',
      'printer.page_yield': '450',
      'general.color': colour,
    },
    ...parts,
  });

const model2050 = { attributes: { 'printer.model': 'Folio 2050' } };
const doubted = { ...listing('gamma', '2050'), price_minor: 900, landed_minor: 900, gtin_conflict: true };
const for2050 = {
  attributes: {
    'printer.compatible_models': 'Inkwell Folio 2050',
    'printer.page_yield': '450',
    'general.color': 'Black',
  },
};

const listings = [
  printer('2010'),
  printer('2015'),
  printer('2020', {
    landed_minor: null,
    attributes: { 'printer.model': 'Folio 2020', 'general.subscription_cost': 'month:12:4.99 USD' },
  }),
  printer('2030', { availability: 'out_of_stock' }),
  ink('k1', 'Black', 2000),
  ink('k2', 'Black', 1900, { availability: 'out_of_stock' }),
  ink('k3', 'Black', 1800, { condition: 'used' }),
  ink('c1', 'Cyan', 1500, { landed_minor: null }),
  ink('m1', 'Magenta', 1500, { availability: 'out_of_stock' }),
  // fits nothing of these: another model that begins alike
  ink('x1', 'Black', 100, {
    attributes: {
      'printer.compatible_models': 'Inkwell Folio 20',
      'printer.page_yield': '9000',
      'general.color': 'Black',
    },
  }),
  listing('alpha', 'laptop', { category: 'electronics.computers.laptops' }),
  // of each the cheaper offer has a GTIN that is also stated for something else
  printer('2050', { ...model2050, product_id: 'prd_00000000000000b1', variant_id: 'var_00000000000000b1' }),
  { ...printer('2050'), ...doubted, product_id: 'prd_00000000000000b1', variant_id: 'var_00000000000000b1' },
  ink('k5', 'Black', 2100, {
    ...for2050,
    product_id: 'prd_00000000000000b2',
    variant_id: 'var_00000000000000b2',
  }),
  ink('k6', 'Black', 300, {
    ...for2050,
    gtin_conflict: true,
    product_id: 'prd_00000000000000b2',
    variant_id: 'var_00000000000000b2',
  }),
];

let folder: string;
let snapshot: Snapshot;

/** The readings as a publication leaves them: the real index is over the real file. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'total-cost-'));
  const path = join(folder, 'readings.parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run('create table readings (listing_key ubigint, readings varchar)');
  for (const { seller, sku, readings } of listings)
    await connection.run('insert into readings values ($key::ubigint, $readings)', {
      key: listingKey(seller, sku).toString(),
      readings: JSON.stringify(readings.map(storedReading)),
    });
  await connection.run(`copy readings to '${path}'`);
  connection.closeSync();
  const listed = listedSnapshot(listings);
  snapshot = {
    ...listed,
    files: (table) => (table === 'readings' ? [path] : []),
    hold: (open) => open(snapshot),
  };
});
afterAll(() => rm(folder, { recursive: true }));

describe('GET /v1/products/{id}/total-cost', () => {
  test('adds to the purchase what fits by what sellers state, whole units, the cheapest of each colour', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get('/v1/products/alpha:2010/total-cost?horizon_months=12');
    // 1,200 pages at 450 a cartridge: three of each colour that is sold new
    expect(body).toMatchObject({
      purchase_minor: 7500,
      usage: { pages_per_month: 100 },
      consumables: [
        {
          title: 'Cartridge k1',
          slot: 'black',
          unit_minor: 2000,
          units_over_horizon: 3,
          subtotal_minor: 6000,
        },
        {
          title: 'Cartridge c1',
          slot: 'cyan',
          unit_minor: 1500,
          units_over_horizon: 3,
          subtotal_minor: 4500,
        },
      ],
      subscriptions: [],
      total_minor: 18000,
      monthly_equivalent_minor: 1500,
    });
    expect(body['note']).toMatch(/Assumes 100 pages .* 12 months/);
    expect(body['note']).toMatch(/Delivery is not known.*Cartridge c1/);
    expect(body['note']).toMatch(/not sold now.*: magenta/);
  });

  test('counts with the offers that GET /v1/products and compare call the best', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get('/v1/products/alpha:2050/total-cost?horizon_months=1');
    const compared = await server.post<{ best: { price_minor: number } }>('/v1/compare', {
      ref: 'alpha:2050',
    });
    expect(compared.body.best.price_minor).toBe(7000);
    expect(body).toMatchObject({
      best: { seller: 'alpha', price_minor: 7000 },
      purchase_minor: 7500,
      consumables: [{ unit_minor: 2100, units_over_horizon: 1 }],
      total_minor: 9600,
    });
  });

  test('counts with the usage that the caller states, and needs nothing for none', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(
      '/v1/products/alpha:2010/total-cost?horizon_months=12&usage.pages_per_month=0',
    );
    expect(body).toMatchObject({
      usage: { pages_per_month: 0 },
      consumables: [{ units_over_horizon: 0 }, { units_over_horizon: 0 }],
      total_minor: 7500,
    });
    expect(body['note']).toMatch(/^Counted with 0 pages/);
  });

  test('without a known delivery the purchase is the price, and a subscription runs its months', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get('/v1/products/alpha:2020/total-cost');
    expect(body).toMatchObject({
      purchase_minor: 7000,
      subscriptions: [{ name: 'subscription', unit_minor: 499, months: 12, subtotal_minor: 5988 }],
    });
    expect(body['note']).toMatch(/delivery is not known, so the purchase is its price alone/);
  });

  test('links nothing that does not say it fits', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get('/v1/products/alpha:2015/total-cost');
    expect(body).toMatchObject({ consumables: [], total_minor: 7500 });
    expect(body['note']).toMatch(/No product states that it fits/);
  });

  test('of what cannot be bought has no total, and of a consumable no consumables', async () => {
    const server = await indexServer(snapshot);
    expect((await server.get('/v1/products/alpha:2030/total-cost')).body).toMatchObject({
      best: null,
      purchase_minor: null,
      total_minor: null,
      monthly_equivalent_minor: null,
      // It may be sold out, or sold in another currency: neither is “nobody sells it”.
      note: expect.stringMatching(/^No offer of it can be bought in USD now, so there is no total\./),
    });
    const { body } = await server.get('/v1/products/beta:k1/total-cost');
    expect(body).toMatchObject({ usage: {}, consumables: [], total_minor: 2000 });
    expect(body['usage']).toEqual({});
    expect(body['note']).toMatch(/itself a consumable/);
  });

  test.each([
    ['alpha:2010', 'usage.cups_per_day=2', 'usage.cups_per_day', /known: usage.pages_per_month/],
    ['alpha:2010', 'usage.pages=2', 'usage.pages', /known: usage.pages_per_month/],
    ['alpha:laptop', 'usage.pages_per_month=2', 'usage.pages_per_month', /have no usage/],
    ['alpha:2010', 'usage.pages_per_month=-1', 'usage.pages_per_month', /must be >= 0/],
    ['alpha:2010', 'pages_per_month=1', 'pages_per_month', /is not known here.* usage\.…/],
    ['alpha:2010', 'horizon_months=0', 'horizon_months', /must be >= 1/],
  ])('%s?%s is refused by name', async (id, query, param, detail) => {
    const server = await indexServer(snapshot);
    const { status, body } = await server.get(`/v1/products/${id}/total-cost?${query}`);
    expect([status, body['param']]).toEqual([400, param]);
    expect(body['detail']).toMatch(detail);
  });
});
