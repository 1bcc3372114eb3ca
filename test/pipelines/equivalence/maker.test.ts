import { expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { withMaker } from '../../../pipelines/equivalence/maker.ts';
import { sameBrand } from '../../../pipelines/equivalence/wording.ts';
import { catalogueMakers } from '../../../warehouse/reads/catalogue_makers.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';

const DECLARED = [
  'Hydro Flask',
  'Apple',
  'Braun',
  'Blue',
  'Dior',
  'Lancôme',
  'Oral-B',
  'Stone',
  'Petzl',
  'Crucial',
];
const makers = listedSnapshot(DECLARED.map((brand, at) => listing('techmart', String(at), { brand })));
const makerCalled = await catalogueMakers(makers);

const item = async (title: string, brand: string | null = null) => {
  const [product] = await listedSnapshot([listing('shop', '1', { title, brand })]).products([0]);
  if (!product) throw new Error('no product');
  return comparedItem(product, product.variants[0]?.variant_id as string);
};
const makerOf = async (title: string, brand: string | null = null) =>
  withMaker(await item(title, brand), makerCalled).brand;

test.each([
  ['HYDROFLASK WM 32 OZ BLK NEW', 'Hydro Flask', 'written as one'],
  ['ORAL B PRO3 3000 E-TBRUSH', 'Oral-B', 'written as two'],
  ["Dior J'adore EDP 50 ml", 'Dior', 'at the beginning'],
  ['NEW! Apple iPhone 15', 'Apple', 'behind praise, though a taste'],
  ['Braun ThermoScan 7', 'Braun', 'a colour in German'],
  ['Lampe frontale Petzl Actik', 'Petzl', 'behind the thing'],
  ['Crucial 32GB Kit', 'Crucial', 'a word of English at the beginning'],
])('%s is of %s: %s', async (title, maker) => {
  expect(await makerOf(title)).toBe(maker);
});

test.each([
  ['Case for Apple iPhone 15', 'what it goes with'],
  ['Case compatible with Petzl Actik', 'what it is compatible with'],
  ['Blue Cotton Towel', 'a colour'],
  ['Pizza stone set', 'a word of English further inside'],
  ['Frosty Gizmo 200', 'nobody here'],
])('%s names no maker: %s', async (title) => {
  expect(await makerOf(title)).toBeNull();
});

test('who is declared stays the maker', async () => {
  expect(await makerOf('Apple iPhone 15', 'Geek Certified')).toBe('Geek Certified');
});

test('a maker that a title names is another one than a declared one', async () => {
  const [silent, other] = [
    await item("Dior J'adore EDP 50 ml"),
    await item('La vie est belle EDP', 'Lancôme'),
  ];
  expect(sameBrand(silent, other)).toBe('unknown');
  expect(sameBrand(withMaker(silent, makerCalled), other)).toBe('other');
  const flask = withMaker(await item('HYDROFLASK WM 32 OZ'), makerCalled);
  expect(sameBrand(flask, await item('Trinkflasche', 'Hydro Flask'))).toBe('same');
  expect(flask.stated.map(({ brand }) => brand)).toEqual(['Hydro Flask']);
});
