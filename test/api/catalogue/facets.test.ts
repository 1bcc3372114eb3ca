import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import type { Snapshot } from '../../../warehouse/reads/snapshot.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { type Answer, indexServer } from '../index_server.ts';

interface Value {
  v: string;
  products: number;
  min?: number;
  max?: number;
}
interface Facet {
  key: string;
  label: string;
  type: string;
  unit?: string;
  values?: Value[];
  min_minor?: number;
  max_minor?: number;
  p50_minor?: number;
}
interface Facets {
  products: number;
  facets: Facet[];
}
interface Found {
  results: { product_id: string; variant_id: string; best: { offer_id: string } | null }[];
  total: number;
  facets: { key: string; values: Value[] }[];
}

const laptop = (seller: string, sku: string, memory: number, parts: Partial<Listing> = {}) =>
  listing(seller, sku, {
    title: `Kestrix Talon laptop ${sku}`,
    category: 'electronics.laptops',
    attributes: { 'laptop.ram': `${memory} GB`, 'laptop.lid': memory > 16 ? 'metal' : 'plastic' },
    ...parts,
  });
const categories = [
  { id: 'electronics', parent: null, products: 9 },
  { id: 'electronics.laptops', parent: 'electronics', products: 9 },
];
const asked = (filters: Record<string, string | string[]>) =>
  new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    ),
  ).toString();

describe('GET /v1/facets', () => {
  const two = { product_id: laptop('alpha', 'a1', 8).product_id };
  const snapshot = listedSnapshot(
    [
      laptop('alpha', 'a1', 8, { price_minor: 500_00, ...two }),
      laptop('beta', 'b1', 32, { price_minor: 900_00, ...two, availability: 'out_of_stock' }),
      laptop('alpha', 'a2', 16, { price_minor: 700_00 }),
      laptop('beta', 'b3', 32, { price_minor: 1200_00 }),
    ],
    { categories },
  );

  test('gives price as a range in minor units, numbers in order with their unit, words with the commonest first', async () => {
    const { get } = await indexServer(snapshot);
    const { body } = await get<Facets>('/v1/facets?category=electronics');
    expect(body.products).toBe(3);
    const facet = (key: string) => body.facets.find((one) => one.key === key);
    expect(facet('price')).toEqual({
      key: 'price',
      label: 'Price',
      type: 'range',
      min_minor: 500_00,
      p50_minor: 700_00,
      max_minor: 1200_00,
    });
    expect(facet('general.memory')).toEqual({
      key: 'general.memory',
      label: 'Memory',
      type: 'ordinal',
      unit: 'GB',
      values: [
        { v: '8', products: 1 },
        { v: '16', products: 1 },
        { v: '32', products: 2 },
      ],
    });
    expect(facet('laptop.lid')?.values).toEqual([
      { v: 'metal', products: 2 },
      { v: 'plastic', products: 2 },
    ]);
    // A model number tells every product, and so narrows nothing.
    expect(facet('general.model_number')).toBeUndefined();
  });

  test('counts a value only where one variant on offer meets the rest too', async () => {
    const { get } = await indexServer(snapshot);
    const memory = async (filters: Record<string, string>) => {
      const { body } = await get<Facets>(`/v1/facets?${asked(filters)}`);
      return body.facets
        .find(({ key }) => key === 'general.memory')
        ?.values?.map(({ v, products }) => [v, products]);
    };
    expect(await memory({ max_price: '80000' })).toEqual([
      ['8', 1],
      ['16', 1],
    ]);
    expect(await memory({ in_stock: 'true' })).toEqual([
      ['8', 1],
      ['16', 1],
      ['32', 1],
    ]);
    const { body } = await get<Found>(
      `/v1/search?${asked({ 'attr.general.memory.min': '16', max_price: '90000' })}`,
    );
    expect(body.total).toBe(2);
    for (const { variant_id } of body.results)
      expect(variant_id).not.toBe(laptop('alpha', 'a1', 8).variant_id);
  });

  test.each([
    ['attr.general.weight=5', 'attr.general.weight', 'is an attribute that no product here is known to have'],
    ['attr.general.memory.min=much', 'attr.general.memory.min', 'is "much"; a bound is a number'],
    ['attr.general.memory.min=1&attr.general.memory.min=2', 'attr.general.memory.min', 'is given 2 times'],
    ['attr.memory=5', 'attr.memory', 'attr.…'],
  ])('refuses %s', async (filter, param, detail) => {
    const { get } = await indexServer(snapshot);
    const answer: Answer<{ errors: { param: string; detail: string }[] }> = await get(`/v1/facets?${filter}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ param, detail: expect.stringContaining(detail) }]);
  });
});

/** What a product's own page says of a variant, at the confidence that facets go by. */
async function pages(snapshot: Snapshot, get: <T>(url: string) => Promise<Answer<T>>) {
  const products = await snapshot.products([...Array(snapshot.product_count).keys()]);
  return await Promise.all(
    products.map(async ({ product_id, listings }) => {
      const { body } = await get<{ attributes: { key: string; value: unknown; variant_ids: string[] }[] }>(
        `/v1/products/${product_id}/attributes?min_confidence=0.8`,
      );
      return { listings, attributes: body.attributes };
    }),
  );
}

test('counts and filters as every product’s page and offers tell', async () => {
  const one = fc.record({
    product: fc.integer({ min: 0, max: 3 }),
    seller: fc.constantFrom('alpha', 'beta', 'gamma'),
    memory: fc.constantFrom(4, 8, 16, 32),
    lid: fc.constantFrom('metal', 'plastic', 'wood'),
    price_minor: fc.integer({ min: 1, max: 9 }).map((tens) => tens * 100_00),
    availability: fc.constantFrom('in_stock', 'out_of_stock', 'unknown', 'gone'),
  });
  const filters = fc.record(
    {
      seller: fc.constantFrom('alpha', 'beta'),
      in_stock: fc.constant('true'),
      max_price: fc.integer({ min: 1, max: 9 }).map((tens) => String(tens * 100_00)),
      'attr.general.memory': fc.constantFrom<string | string[]>('8', ['8', '32']),
      'attr.general.memory.min': fc.constantFrom('8', '9', '16'),
      'attr.laptop.lid': fc.constantFrom('metal', 'Wood'),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 4, maxLength: 14 }), filters, async (all, wanted) => {
      const listings = all.map(({ product, memory, lid, ...parts }, no) =>
        laptop(parts.seller, `s${no}`, memory, {
          ...parts,
          availability: parts.availability as Listing['availability'],
          attributes: { 'laptop.ram': `${memory} GB`, 'laptop.lid': lid },
          product_id: laptop('alpha', `p${product}`, 8).product_id,
        }),
      );
      // Every attribute is known, so that no filter is refused.
      const known = listing('alpha', 'k', {
        category: 'books',
        attributes: { 'laptop.ram': '2 GB', 'laptop.lid': 'glass' },
        price_minor: 1e9,
      });
      // And every seller, though it may carry nothing.
      const sellers = ['alpha', 'beta', 'gamma'].map((id) => ({ id }));
      const snapshot = listedSnapshot([...listings, known], { categories, sellers });
      const { get } = await indexServer(snapshot);
      const { body } = await get<Facets>(`/v1/facets?${asked({ ...wanted, category: 'electronics' })}`);
      const products = (await pages(snapshot, get)).slice(0, -1);
      const passing = products.map(({ listings: own, attributes }) =>
        own.filter((offer) => {
          const has = (key: string) =>
            attributes
              .filter((each) => each.key === key && each.variant_ids.includes(offer.variant_id))
              .map(({ value }) => value);
          const memory = has('general.memory').map(Number);
          const asMemory = wanted['attr.general.memory'];
          const least = wanted['attr.general.memory.min'];
          return (
            offer.availability !== 'gone' &&
            (wanted.seller === undefined || offer.seller === wanted.seller) &&
            (wanted.in_stock === undefined || offer.availability === 'in_stock') &&
            (wanted.max_price === undefined || offer.price_minor <= Number(wanted.max_price)) &&
            (asMemory === undefined || memory.some((gb) => [asMemory].flat().includes(String(gb)))) &&
            (least === undefined || memory.some((gb) => gb >= Number(least))) &&
            (wanted['attr.laptop.lid'] === undefined ||
              has('laptop.lid').includes(wanted['attr.laptop.lid'].toLowerCase()))
          );
        }),
      );
      expect(body.products).toBe(passing.filter((offers) => offers.length > 0).length);
      const countOf = (has: (offer: Listing, product: number) => boolean) =>
        passing.filter((offers, product) => offers.some((offer) => has(offer, product))).length;
      for (const { key, values = [] } of body.facets)
        for (const { v, products: told } of values) {
          const counted =
            key === 'seller'
              ? countOf((offer) => offer.seller === v)
              : key === 'in_stock'
                ? countOf((offer) => offer.availability === 'in_stock')
                : countOf((offer, product) =>
                    (products[product]?.attributes ?? []).some(
                      (each) =>
                        each.key === key &&
                        String(each.value) === v &&
                        each.variant_ids.includes(offer.variant_id),
                    ),
                  );
          expect(told, `${key}=${v}`).toBe(counted);
          if (key !== 'general.memory' || wanted['attr.general.memory'] !== undefined) continue;
          const narrowed = await get<Found>(
            `/v1/search?${asked({ ...wanted, category: 'electronics', [`attr.${key}`]: v, facets: 'true' })}`,
          );
          expect(narrowed.body.total, `${key}=${v}`).toBe(told);
          for (const seller of narrowed.body.facets.find((facet) => facet.key === 'seller')?.values ?? [])
            expect(seller.products).toBeLessThanOrEqual(told);
        }
    }),
    { numRuns: 12 },
  );
});
