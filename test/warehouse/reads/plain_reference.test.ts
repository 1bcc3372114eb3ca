import { describe, expect, test } from 'vitest';
import { resolveAnyReference } from '../../../warehouse/reads/plain_reference.ts';
import { listedSnapshot, listing } from './listed_snapshot.ts';

const xm5 = listing('alpha', 'a1', {
  brand: 'Sony',
  mpn: 'WH-1000XM5',
  title: 'Sony WH-1000XM5 headphones black',
});
const xm4 = listing('alpha', 'a2', {
  brand: 'Sony',
  mpn: 'WH-1000XM4',
  title: 'Sony WH-1000XM4 headphones black',
});
const mugs = [1, 2].map((no) => listing('beta', `m${no}`, { title: 'Blue coffee mug' }));
const pot = listing('beta', 'p1', {
  title: 'Enamel tea pot with strainer',
  attributes: { 'general.color': 'green', 'kitchen.dishwasher_safe': 'yes' },
});
const longPot = listing('beta', 'p2', { title: 'Enamel tea pot with strainer and lid, large size' });
const fillers = Array.from({ length: 20 }, (_, no) =>
  listing('gamma', `f${no}`, { title: `Garden hose ${no} m` }),
);
const milks = ['Milk', 'Milk 3 % fresh', 'Milk 1 % fresh'].map((title, no) =>
  listing('beta', `k${no}`, { title }),
);
const kettle = listing('beta', 'c1', { brand: 'Lumo', mpn: 'CL737', title: 'Lumo kettle red CL737' });
const snapshot = listedSnapshot([kettle, xm5, xm4, ...mugs, pot, longPot, ...milks, ...fillers]);

describe('a text in place of an identifier', () => {
  test.each([
    ['sony xm5', xm5],
    ['Sony WH1000XM4', xm4],
    ['sony hedphones wh-1000xm5', xm5],
    ['enamel tea pot with strainer', pot],
    ['ENAMEL  tea pot, with strainer!', pot],
    ['dishwasher safe enamel pot green', pot],
  ])('%s names one product', async (text, expected) => {
    expect(await resolveAnyReference(snapshot, text)).toMatchObject({
      outcome: 'found',
      product_id: expected.product_id,
      kind: 'text',
      match: { method: 'title_fuzzy' },
      names: null,
    });
  });

  test.each([
    ['sony headphones black', [xm5, xm4]],
    ['blue coffee mug', mugs],
    ['milk', milks],
    // It stands in one product alone, as a piece of its part number.
    ['737', [kettle]],
    ['sony zanzibar qwrtz 9000', []],
    ['qzxvkw', []],
    ['?!', []],
  ])('%s names none clearly, and what is near is suggested', async (text, near) => {
    const resolution = await resolveAnyReference(snapshot, text);
    expect(resolution).toMatchObject({ outcome: 'not_found', detail: expect.stringContaining(text) });
    const suggested = 'suggestions' in resolution ? resolution.suggestions : [];
    expect(suggested.map(({ product_id }) => product_id)).toEqual(
      expect.arrayContaining(near.map(({ product_id }) => product_id)),
    );
    for (const { title } of suggested) expect(title).toBeTruthy();
  });

  test('the whole catalogue: a title that no other product has leads to its product, one that two have to none', async () => {
    for (const each of [xm5, xm4, pot, longPot, ...fillers])
      expect(await resolveAnyReference(snapshot, each.title)).toMatchObject({ product_id: each.product_id });
    for (const each of mugs)
      expect(await resolveAnyReference(snapshot, each.title)).toMatchObject({ outcome: 'not_found' });
  });

  test('a text that says otherwise than the product is not answered with it', async () => {
    expect(await resolveAnyReference(snapshot, 'dishwasher safe enamel pot green')).toMatchObject({
      product_id: pot.product_id,
    });
    expect(
      await resolveAnyReference(snapshot, 'dishwasher safe enamel tea pot with strainer red'),
    ).toMatchObject({
      outcome: 'not_found',
      detail: expect.stringContaining('says red, the product green (colour)'),
      suggestions: expect.arrayContaining([
        { ref: pot.product_id, product_id: pot.product_id, title: pot.title },
      ]),
    });
  });

  test.each([
    ['dishwasher safe enamel tea pot strainer green te4', 'te4'],
    ['5g dishwasher safe green enamel tea pot', '5g'],
    // A longer one is another.
    ['lumo red kettle cl73', 'cl73'],
  ])('%s names none, since the product has no such number', async (text, missing) => {
    expect(await resolveAnyReference(snapshot, text)).toMatchObject({
      outcome: 'not_found',
      detail: expect.stringContaining(`that has no "${missing}"`),
      suggestions: expect.arrayContaining([expect.objectContaining({ ref: expect.any(String) })]),
    });
    expect(await resolveAnyReference(snapshot, 'lumo red kettle cl737')).toMatchObject({
      product_id: kettle.product_id,
    });
  });

  test('an identifier stays an identifier', async () => {
    expect(await resolveAnyReference(snapshot, 'alpha:a1')).toMatchObject({ kind: 'seller_sku' });
    expect(await resolveAnyReference(snapshot, '4006381333932')).toMatchObject({
      outcome: 'invalid_identifier',
    });
  });
});
