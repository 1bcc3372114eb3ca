import { afterAll, describe, expect, test } from 'vitest';
import { toldLikes } from '../../../api/decisioning/told_likes.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

test.each([
  [['she wants everything pink'], 'pink'],
  [['he loves green and hates rain'], 'green'],
  [['a present for a friend who swears by Domo'], 'Domo'],
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
