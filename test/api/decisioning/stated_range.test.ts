import { expect, test } from 'vitest';
import { ofStatedRange } from '../../../api/decisioning/stated_range.ts';
import type { Product } from '../../../pipelines/domain/listing.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

const one = (title: string, attributes: Record<string, string> = {}) => {
  const own = { ...listing('alpha', title, { title, attributes }), variant_id: 'var_own' };
  const other = { ...listing('alpha', `${title} other`, { title: '46-52 cm' }), variant_id: 'var_other' };
  return { product: { listings: [own, other] } as unknown as Product, variant_id: 'var_own' };
};
const small = one('Ximo helmet 45-49 cm');
const large = one('kid 2 helmet 46 – 52 cm');
const stated = one('junior helmet', { 'general.size': '46-52 cm' });
const longer = one('helmet 146-52 cm');
const helmets = [small, large, stated, longer];

test.each([
  ['46-52 cm', [large, stated]],
  ['46 - 52 cm', [large, stated]],
  ['45-49 cm', [small]],
  // Where none states it, any that meets it.
  ['46-50 cm', helmets],
  ['46 cm', helmets],
] as const)('of a range that is asked for: %s', (text, kept) => {
  expect(ofStatedRange(helmets, [{ text }])).toEqual(kept);
});
