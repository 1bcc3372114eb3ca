import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

const sold = (sku: string, brand: string, title: string, category: string) =>
  listing('alpha', sku, { title: `${brand} ${title}`, brand, category, price_minor: 5_000 });

const printer = sold(
  'p',
  'Papyra',
  'Desk 2410 Inkjet Printer',
  'electronics.print_copy_scan_fax.inkjet_printers',
);
/** Titled by a seller who leaves out what it is. */
const bare = sold('b', 'Papyra', 'Desk 2210 30ppm', 'electronics.print_copy_scan_fax.inkjet_printers');
const desk = sold('d', 'Kantoor', 'Oak Desk, 120 cm', 'furniture.office_furniture.desks');
const ink = sold(
  'i',
  'Papyra',
  'PA23 Ink Cartridge for Desk 2210, Yellow',
  'electronics.print_copy_scan_fax.ink_cartridges',
);
const crisps = sold('c', 'Munchary', 'Chips Cheese', 'food_beverages_tobacco.food_items.chips');
const cheese = sold('k', 'Meadowkin', 'Mature Cheese', 'food_beverages_tobacco.food_items.cheese');
const capsules = sold(
  's',
  'Tazzara',
  'Espresso Coffee Capsules',
  'food_beverages_tobacco.beverages.coffee_capsules',
);

test.each([
  ['a desk', [printer, bare, desk], desk],
  ['a desk', [printer, bare], null],
  // The word between its maker and a number is no goods.
  ['yellow inktpatroon papyra desk 2210', [bare, ink, desk], ink],
  ['the papyra desk 2410', [printer, desk], printer],
  ['cheese', [crisps, cheese], cheese],
  ['cheese', [crisps], null],
  ['queso', [crisps], null],
  ['coffee', [capsules, crisps], capsules],
])('a line, or what a thing tastes of, is none of its goods: %s of %#', async (intent, shelf, wanted) => {
  expect((await over(shelf, intent)).recommendation?.title ?? null).toBe(wanted?.title ?? null);
});
