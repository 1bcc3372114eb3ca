import { afterAll, describe, expect, test } from 'vitest';
import { isTitledAs } from '../../../api/decisioning/titled_thing.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

describe('a title', () => {
  test.each([
    ['EN1 Electric Standing Desk, 48 inch, Maple', null, true],
    ['FLEXISPOT EN1 Electric Standing Desk Maple 48 in', 'FlexiSpot', true],
    ['FlexiSpot - EN1 Essential Standing Desk - 55"', 'FlexiSpot', true],
    ['Flexo desk black', 'Flexo', true],
    ['Drawer for a standing desk', null, false],
    ['Standing desk lamp', null, false],
    ['Flexo lamp, desk', 'Flexo', false],
    ['Bruno bear, desk', null, false],
    ['Parchment for standing desks standing desk liners', null, false],
    ['Basket standing desk liners', null, false],
  ])('%s', (title, brand, isDesk) => {
    expect(isTitledAs({ title, brand }, ['desk'], ['standing', 'desk'])).toBe(isDesk);
  });
});

test('what a title calls the thing it is, on whatever shelf a seller has it', async () => {
  const { over } = await deciding(afterAll);
  const sold = (sku: string, title: string, price_minor: number, category: string) =>
    listing('alpha', sku, { title, brand: null, category, price_minor });
  const goods = [
    sold('dear', 'Standing desk, oak', 30_000, 'furniture.office_furniture.desks'),
    sold('cheap', 'Standing desk, maple', 20_000, 'office_supplies'),
    sold('bear', 'Bear at a standing desk, plush', 1_000, 'toys_games.toys.dolls_playsets_toy_figures'),
  ];
  expect((await over(goods, 'a standing desk of maple')).recommendation?.title).toBe('Standing desk, maple');
});
