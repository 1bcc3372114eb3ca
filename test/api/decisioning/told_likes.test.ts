import { afterAll, describe, expect, test } from 'vitest';
import { toldLikes } from '../../../api/decisioning/told_likes.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

test.each([
  [['she wants everything pink'], 'pink'],
  [['he loves green and hates rain'], 'green'],
  [['a present for a friend who swears by Domo'], 'Domo'],
  // For which hand it is, whatever the language.
  [['je suis gauchère'], 'left'],
  [['my daughter is left-handed'], 'left'],
  [['we left them at home'], ''],
  // Of what has a colour nobody is said to like it.
  [['our kitchen is white'], ''],
  [['for my red car'], ''],
  [['she will put it into her white kitchen'], ''],
])('%j', (asides, likes) => {
  expect(toldLikes({ asides, language: 'en' })).toBe(likes);
});

describe('what somebody likes decides between things that meet the text', () => {
  const machine = (sku: string, title: string, price_minor: number) =>
    listing('alpha', sku, { title, brand: 'Krona', category: 'kitchen.coffee_machines', price_minor });
  const machines = [
    machine('trivo', 'Krona Trivo Capsule Coffee Machine, red', 9_000),
    machine('domo', 'Krona Domo Capsule Coffee Machine, red', 12_000),
    machine('green', 'Krona Domo Capsule Coffee Machine, green', 8_000),
  ];

  test.each([
    ['a present for my friend who swears by Domo: a coffee machine in red', machines[1]?.title],
    ['a coffee machine for my sister. She loves green', machines[2]?.title],
    // It rules nothing out.
    ['a coffee machine for my sister. She loves violet', machines[2]?.title],
  ])('%s', async (intent, title) => {
    expect((await over(machines, intent, { weights: { price: 1 } })).recommendation?.title).toBe(title);
  });
});

test('goods that people are told to have tell for what another is wanted', async () => {
  const lock = (sku: string, title: string, price_minor: number) =>
    listing('alpha', sku, { title, brand: null, category: null, price_minor });
  const locks = [
    lock('luggage', 'Combination Luggage Lock', 900),
    lock('bike', 'Steel Bike Lock, 120 cm', 4_000),
    lock('door', 'Steel Door Lock, 50 mm', 1_200),
  ];
  const titled = async (intent: string) => (await over(locks, intent)).recommendation?.title;
  expect(await titled('My last bike was gone after ten minutes. What lock should I buy?')).toBe(
    'Steel Bike Lock, 120 cm',
  );
  expect(await titled('My last tent was gone after ten minutes. What lock should I buy?')).toBe(
    'Combination Luggage Lock',
  );
});
