import { expect, test } from 'vitest';
import { isOfSeveralThings, type MpnClaim } from '../../../pipelines/match/restated_mpns.ts';
import { shadesOf } from '../../../pipelines/match/titles/read/reading.ts';
import { TestMarket } from '../snapshot/market.ts';

type Stated = [title: string, more?: Partial<MpnClaim>];

const SHADES = new Set(['Chalk', 'Charcoal'].flatMap((color) => shadesOf(color).map(({ value }) => value)));

test.each<[what: string, claims: Stated[], several: boolean]>([
  ['one thing in other words', [['Nest Mini speaker'], ['Google Nest Mini smart speaker']], false],
  ['two colours', [['Nest Mini speaker, black'], ['Nest Mini speaker - white']], true],
  [
    'two shades that no list has',
    [['Nest Mini speaker, charcoal'], ['Nest Mini speaker', { color: 'Chalk' }]],
    true,
  ],
  ['a shade and the same', [['Nest Mini speaker, chalk'], ['Nest Mini speaker', { color: 'Chalk' }]], false],
  ['two sizes', [['Nest jacket', { size: 'M' }], ['Nest jacket sz L']], true],
  ['a new and a refurbished one', [['Nest Mini'], ['Nest Mini', { condition: 'refurbished' }]], true],
  ['a third that differs', [['Nest Mini 16 GB'], ['Nest Mini'], ['Nest Mini 32 GB']], true],
])('a part number of %s', (_, claims, several) => {
  const read = claims.map(
    ([title, more], at): MpnClaim => ({
      mpn_key: '1',
      key: String(at),
      title,
      brand: 'Google',
      condition: null,
      color: null,
      size: null,
      ...more,
    }),
  );
  expect(isOfSeveralThings(read, SHADES)).toBe(several);
  expect(isOfSeveralThings(read.toReversed(), SHADES)).toBe(several);
});

test('listings of one part number are joined unless they state different things', async () => {
  await using market = await TestMarket.open('alpha', 'beta', 'gamma');
  const lamp = { brand: 'Nordo', mpn: 'NL-7-BL' };
  const kettle = { brand: 'Nordo', mpn: 'NK-17' };
  await market.observe('alpha', '2026-01-01', [
    { ...lamp, sku: 'lamp', title: 'Nordo lamp black' },
    { ...kettle, sku: 'kettle', title: 'Nordo kettle 1.7 l' },
  ]);
  await market.observe('beta', '2026-01-01', [
    { ...lamp, sku: 'lamp', title: 'Lamp by Nordo, blue' },
    { ...kettle, sku: 'kettle', title: 'Kettle by Nordo' },
  ]);
  // Used, and the same kettle still.
  await market.observe('gamma', '2026-01-01', [
    { ...lamp, sku: 'lamp', title: 'Nordo lamp black' },
    { ...kettle, sku: 'kettle', title: 'Nordo kettle', condition: 'used' },
  ]);
  await market.publish();
  const sellersOf = async (reference: string) =>
    new Set((await market.product(reference))?.listings.map(({ seller }) => seller));
  expect(await sellersOf('alpha:kettle')).toEqual(new Set(['alpha', 'beta', 'gamma']));
  expect(await sellersOf('alpha:lamp')).toEqual(new Set(['alpha']));
});
