import { describe, expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const GTIN = '04006381333931';
const first = listing('alpha', 'a1', {
  gtin: GTIN,
  brand: 'Stabilo',
  title: 'Boss, yellow',
  category: 'office.writing.highlighters',
  attributes: { 'general.color': 'yellow' },
  url: 'https://alpha.example/p/1?size=m&color=y',
});
const again = listing('alpha', 'a3', { gtin: GTIN, condition: 'used' });
const green = listing('beta', 'b2', { product_id: first.product_id, title: 'Boss, green' });
const gone = listing('gamma', 'g1', { gtin: GTIN, availability: 'gone' });
const OLD = 'prd_00000000000000aa';
const snapshot = listedSnapshot([first, again, green, gone], { redirects: { [OLD]: first.product_id } });

describe('GET /v1/products/:id', () => {
  test('the canonical record; a seller that stopped carrying it does not count', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`/v1/products/${first.product_id}`);
    expect(body).toMatchObject({
      product_id: first.product_id,
      gtin: GTIN,
      brand: 'Stabilo',
      title: 'Boss, yellow',
      category: 'office.writing.highlighters',
      attributes: { 'general.color': 'yellow' },
      variants: 2,
      sellers: 2,
      variant_list: [
        { variant_id: first.variant_id, gtin: GTIN },
        { variant_id: green.variant_id, gtin: null, title: 'Boss, green' },
      ],
      match: { method: 'reference', confidence: 1 },
    });
  });

  test('its axes, its pools with the best of each, and why its variants are one', async () => {
    const of = (value: number, color: string) => ({
      product_id: first.product_id,
      axes: [
        { key: 'general.capacity', value, unit: 'GB', bears_on_price: true },
        { key: 'general.color', value: color, unit: null, bears_on_price: false },
      ],
    });
    const big = listing('alpha', 'big', { ...of(512, 'red'), price_minor: 900, item_group_id: 'g' });
    const small = listing('alpha', 'small', {
      ...of(64, 'red'),
      pool_key: 'aa',
      price_minor: 500,
      item_group_id: 'g',
    });
    const blue = listing('beta', 'blue', { ...of(64, 'blue'), pool_key: 'aa', price_minor: 520 });
    const used = listing('beta', 'used', { ...blue, sku: 'used', condition: 'used', price_minor: 200 });
    const server = await indexServer(listedSnapshot([big, small, blue, used]));
    const { body } = await server.get(`/v1/products/${first.product_id}`);
    expect(body).toMatchObject({
      variants: 3,
      sellers: 2,
      variant_list: [blue, small, big].map(({ variant_id }) => ({ variant_id })),
      axes: [
        { key: 'general.capacity', values: [64, 512], unit: 'GB', bears_on_price: true },
        { key: 'general.color', values: ['blue', 'red'], unit: null, bears_on_price: false },
      ],
      pools: [
        {
          variant_id: small.variant_id,
          pooled_variants: [small.variant_id, blue.variant_id],
          condition: 'new',
          axes: [{ key: 'general.capacity', value: 64, unit: 'GB' }],
          best: { offer_id: small.offer_id },
          offers: 2,
          sellers: 2,
          spread: '$0.20',
        },
        {
          variant_id: big.variant_id,
          pooled_variants: [big.variant_id],
          best: { price: '$9.00' },
          spread: '$0.00',
        },
        { condition: 'used', best: { offer_id: used.offer_id } },
      ],
      grouping: [
        {
          by: 'item_group',
          seller: 'alpha',
          item_group_id: 'g',
          variant_ids: [big.variant_id, small.variant_id],
        },
        { by: 'title', variant_ids: [big.variant_id, small.variant_id, blue.variant_id] },
      ],
    });
  });

  test.each([
    GTIN,
    '4006381333931',
    OLD,
    green.offer_id,
    green.variant_id,
    'beta:b2',
    'https://alpha.example/p/1?color=y&size=m#reviews',
  ])('by %s, percent-encoded', async (reference) => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`/v1/products/${encodeURIComponent(reference)}`);
    expect(body).toMatchObject({ product_id: first.product_id });
  });

  test('by a UPC-E that leads to something known, and by no other', async () => {
    const chips = listing('alpha', 'chips', { gtin: '00012345000065' });
    const padded = listing('beta', 'padded', { gtin: '00000054000087' });
    const server = await indexServer(listedSnapshot([chips, padded]));
    for (const path of ['', '/offers', '/context', '/history']) {
      const { body, status } = await server.get(`/v1/products/01234565${path}`);
      expect([path, status, body]).toMatchObject([path, 200, { product_id: chips.product_id }]);
    }
    for (const [code, detail] of [
      ['00005487', '00000000005487 is a restricted code'],
      ['04252614', 'read as UPC-E it is 00042100005264, which no product has'],
      ['01278906', 'the last one would be 7'],
    ] as const)
      expect((await server.get<{ detail: string }>(`/v1/products/${code}`)).body.detail).toContain(detail);
  });

  test('an unknown id is not_found and names the parameter', async () => {
    const server = await indexServer(snapshot);
    expect(await server.get('/v1/products/prd_0000000000000001')).toMatchObject({
      status: 404,
      body: { code: 'not_found', param: 'id', suggestions: [] },
    });
  });
});
