import { expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { contentRatio } from '../../../pipelines/equivalence/content.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

const DETERGENT = 'home_garden.household_supplies.laundry_detergent';
let skus = 0;
const item = (title: string, category: string, attributes: Record<string, string> = {}) => {
  const one = listing('alpha', `s${skus++}`, { title, category, attributes });
  return comparedItem(assembleProduct([one]), one.variant_id);
};

test('what both count in a pack tells how much more is in one, in whatever form it comes', () => {
  const liquid = item('Acme Liquid Detergent 4320 ml', DETERGENT, { 'laundry.loads_per_pack': '96' });
  const pods = item('Bolt Laundry Pods 20 pods', DETERGENT, { 'laundry.loads_per_pack': '24' });
  expect(contentRatio(liquid, pods)).toBe(0.25);
  expect(contentRatio(liquid, item('Bolt Laundry Pods 20 pods', DETERGENT))).toBeNull();
});

test('the other may lie on a shelf of its seller’s own, for it is of the same kind', () => {
  const jar = item('Acme Peanut Butter 1 kg', 'food_beverages_tobacco.food_items.nuts_seeds');
  expect(contentRatio(jar, item('Bolt Erdnussbutter 340 g', 'lebensmittel.aufstriche'))).toBe(0.34);
});

test('of what is not sold by content each is as much as the other', () => {
  const lamp = (title: string) => item(title, 'home_garden.lighting.lamps');
  expect(contentRatio(lamp('Acme Lamp 2 kg'), lamp('Acme Lamp 1 kg'))).toBe(1);
});
