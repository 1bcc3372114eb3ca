import { describe, expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

interface Answer {
  category: string | null;
  attributes: {
    key: string;
    value: unknown;
    unit?: string;
    source: string;
    confidence: number;
    variant_ids: string[];
  }[];
  axes: string[];
}

const memory = (value: number) => [{ key: 'general.memory', value, unit: 'GB', bears_on_price: true }];
const first = listing('alpha', 'a1', {
  axes: memory(16),
  title: 'Kestrix Talon 14 laptop, 16 GB RAM, 512 GB SSD, black',
  category: 'electronics.laptops',
  attributes: { 'laptop.Farbe': 'Schwarz', 'laptop.odd_thing': 'yes' },
});
const second = listing('beta', 'b1', {
  product_id: first.product_id,
  axes: memory(32),
  title: 'Kestrix Talon 14 laptop, 32 GB RAM, 512 GB SSD',
});
const snapshot = listedSnapshot([first, second]);

async function ask(query = ''): Promise<Answer> {
  const { body, status } = await (await indexServer(snapshot)).get<Answer>(
    `/v1/products/${first.product_id}/attributes${query}`,
  );
  expect(status).toBe(200);
  return body;
}

describe('GET /v1/products/:id/attributes', () => {
  test('typed values with unit, source and confidence, and the axes', async () => {
    const body = await ask();
    expect(body).toMatchObject({ category: 'electronics.laptops', axes: ['general.memory'] });
    const of = (key: string) => body.attributes.filter((one) => one.key === key);
    expect(of('general.capacity')).toMatchObject([{ value: 512, unit: 'GB', source: 'parsed' }]);
    expect(of('general.memory')).toMatchObject([
      { value: expect.any(Number), unit: 'GB', variant_ids: [expect.any(String)] },
      { value: expect.any(Number), unit: 'GB', variant_ids: [expect.any(String)] },
    ]);
    expect(of('laptop.odd_thing')[0]).toMatchObject({ value: true, source: 'declared' });
    expect(of('general.color')).toMatchObject([
      { value: 'black', source: 'declared', variant_ids: [first.variant_id] },
      { value: 'black', source: 'inferred', variant_ids: [second.variant_id] },
    ]);
  });

  test('no other axes than those that the product record places its variants on', async () => {
    const smaller = listing('alpha', 'a1', { axes: memory(16), title: first.title.replace('512', '256') });
    const server = await indexServer(listedSnapshot([smaller, second]));
    const { body } = await server.get<Answer>(`/v1/products/${first.product_id}/attributes`);
    expect(body.attributes.filter(({ key }) => key === 'general.capacity')).toHaveLength(2);
    expect(body.axes).toEqual(['general.memory']);
  });

  test('axes_only keeps what varies, min_confidence what is sure, variant_id what one variant has', async () => {
    const only = await ask('?axes_only=true');
    expect(new Set(only.attributes.map(({ key }) => key))).toEqual(new Set(['general.memory']));
    const all = await ask();
    const sure = await ask('?min_confidence=0.95');
    expect(sure.attributes).toEqual(all.attributes.filter(({ confidence }) => confidence >= 0.95));
    expect(sure.attributes.length).toBeLessThan(all.attributes.length);
    const one = await ask(`?variant_id=${second.variant_id}`);
    expect(one.attributes.find(({ key }) => key === 'general.memory')?.value).toBe(32);
    expect(one.attributes.every(({ variant_ids }) => variant_ids.includes(second.variant_id))).toBe(true);
  });

  test.each([
    ['?min_confidence=2', 400, 'invalid_request'],
    ['?axes_only=perhaps', 400, 'invalid_request'],
    ['?unknown=1', 400, 'invalid_request'],
    ['?variant_id=var_0000000000000001', 404, 'not_found'],
  ])('refuses %s', async (query, status, code) => {
    const { body, ...answer } = await (await indexServer(snapshot)).get(
      `/v1/products/${first.product_id}/attributes${query}`,
    );
    expect(answer.status).toBe(status);
    expect(body).toMatchObject({ code });
  });
});
