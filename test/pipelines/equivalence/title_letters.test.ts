import { expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { lettersShared } from '../../../pipelines/equivalence/title_letters.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';

const item = async (title: string, brand: string | null = null) => {
  const [product] = await listedSnapshot([listing('shop', '1', { title, brand })]).products([0]);
  if (!product) throw new Error('no product');
  return comparedItem(product, product.variants[0]?.variant_id as string);
};
const shared = async (one: string, other: string) =>
  lettersShared(await item(one, 'Acme'), await item(other, 'Acme'));

test('titles have letters in common whatever words they make; makers and colours count nothing', async () => {
  expect(await shared('Acme Widget 3000', 'Widget 3000')).toBe(1);
  expect(await shared('Widget black', 'Widget noir')).toBe(1);
  expect(await shared('Widget', 'Lamp')).toBe(0);
  // ` wi`, `wid`, `idg`, `dge`, `get`, `et ` and three of them.
  expect(await shared('widget', 'widg')).toBeCloseTo(6 / 10, 10);
  const [written, spaced, other] = ['שוקולד מריר תפוז', 'שוקולד מריר 100', 'חלב בבקבוק'];
  expect(await shared(written, spaced)).toBeGreaterThan(2 * (await shared(written, other)));
});
