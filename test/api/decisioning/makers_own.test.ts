import { afterAll, expect, test } from 'vitest';
import { isMakersOwn } from '../../../api/decisioning/makers_own.ts';
import type { SearchIndex } from '../../../warehouse/text/search_index.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);
const plain = (sku: string, brand: string | null, title: string, price_minor: number) =>
  listing('alpha', sku, { title, brand, category: null, price_minor });

const filters = [
  plain('own', 'Brita', 'Brita Elite Replacement Water Filter, 3-Pack', 4_500),
  plain(
    'other',
    'Aqua Crest',
    'Aqua Crest Replacement Water Filter Compatible with Brita Elite, 3-Pack',
    2_700,
  ),
  plain('for', 'Purelo', 'Purelo Water Filter for Brita Elite, 3-Pack', 2_500),
  plain('jug', 'Brita', 'Brita Marella Jug', 3_000),
  plain('rug', null, 'Wool rug', 8_000),
];
const batteries = [
  plain('sony', 'Sony', 'Sony NP-FZ100 Battery - for Sony a7 IV', 7_800),
  plain('third', 'Wasabi', 'Wasabi Power Battery for Sony a7 IV', 2_000),
  plain('rug', null, 'Wool rug', 8_000),
];

test.each([
  [filters, 'brita elite filters, real ones, no knockoffs', 'own'],
  [filters, 'brita elite filters, genuine ones', 'own'],
  [filters, 'original brita elite filters', 'own'],
  [filters, 'Brita Elite Filter, keine Nachbauten', 'own'],
  [filters, 'brita elite filters', 'for'],
  // It is for its own maker's thing.
  [batteries, 'battery for my Sony a7, original', 'sony'],
  [batteries, 'battery for my Sony a7', 'third'],
])('the maker’s own where that is asked for: %#', async (goods, intent, sku) => {
  const wanted = goods.find((one) => one.sku === sku);
  expect((await over(goods, intent)).recommendation?.title).toBe(wanted?.title);
});

test('where only others are left, that may be dropped', async () => {
  const { recommendation, relax, understood } = await over(
    filters.slice(1),
    'brita elite filters, no knockoffs',
  );
  expect(recommendation).toBeNull();
  expect(relax.map(({ constraint }) => constraint)).toEqual(['“no knockoffs”']);
  expect(understood).toMatchObject({ avoid: ['compatible'] });
});

/** Of the makers that the index knows as such only Brita and Sony. */
const index = { isBrand: (word: string) => ['brita', 'sony'].includes(word) } as SearchIndex;
test.each([
  ['Brita', ['Brita Elite Filter'], true],
  [null, ['Brita Elite Filter'], true],
  [null, ['Water Filter compatible with Brita Elite'], false],
  [null, ['Compatible toner, black'], false],
  ['Aqua Crest', ['Water Filter for Brita Elite'], false],
  // Whose name the index does not know as a maker's: it calls itself compatible.
  ['Aqua Crest', ['Water Filter compatible with Zorbel X'], false],
  ['Aqua Crest', ['Water Filter for kitchens'], true],
  ['Sony', ['Sony Battery compatible with Sony a7 IV'], true],
  ['Sony', ['Sony Battery for Sony a7 IV', 'Battery for Brita'], false],
])('of %s, titled %j: %s', (brand, titles, isOwn) => {
  const listings = titles.map((title, at) => ({ ...plain(`l${at}`, brand, title, 100), brand }));
  const product = { brand: null, listings } as unknown as Parameters<typeof isMakersOwn>[1];
  expect(isMakersOwn(index, product)).toBe(isOwn);
});
