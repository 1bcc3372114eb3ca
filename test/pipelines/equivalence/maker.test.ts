import { expect, test } from 'vitest';
import type { StatedItem } from '../../../pipelines/domain/stated.ts';
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
  'New Balance',
  'Original',
  'Renewed',
  'Bang & Olufsen',
  'Johnson & Johnson Baby Care',
  'Kyō',
  'Fyxo',
  'Large',
  'Green Lamp',
  '4711',
  '3M',
  '1000',
  'Steel Case',
  'Pink',
  'Kettle',
  'Sandal',
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
  ['New Balance 574 Sneaker', 'New Balance', 'though it begins with praise'],
  ['Beoplay headphones Bang Olufsen', 'Bang & Olufsen', 'of two words further inside'],
  ['Johnson & Johnson Baby Care shampoo', 'Johnson & Johnson Baby Care', 'of four words'],
  ['Notebook Fyxo Aspire', 'Fyxo', 'four letters further inside'],
  ['Renewed Apple iPhone', 'Apple', 'behind a condition'],
  ['Refurbished Crucial SSD', 'Crucial', 'behind a condition that is no praise'],
  ['3M Post-it notes', '3M', 'a number with letters'],
  ['Lamp Petzl Stone', 'Petzl', 'the first that may be one'],
])('%s is of %s: %s', async (title, maker) => {
  expect(await makerOf(title)).toBe(maker);
});

test.each([
  ['Case for Apple iPhone 15', 'what it goes with'],
  ['Case compatible with Petzl Actik', 'what it is compatible with'],
  ['Blue Cotton Towel', 'a colour'],
  ['Pizza stone set', 'a word of English further inside'],
  ['Frosty Gizmo 200', 'nobody here'],
  ['Case for Petzl Actik', 'what it goes with, no word of English'],
  ['For travel, a bag for Petzl lamps', 'what it goes with, behind what it is for'],
  ['Original gizmo', 'praise'],
  ['Green gizmo large', 'a size'],
  ['Large gizmo', 'a size at the beginning'],
  ['Toaster Kyō', 'three letters further inside'],
  ['1000 gizmos', 'a number'],
  ['Gizmo 4711', 'a number further inside'],
  ['Gizmo pink', 'a colour further inside'],
  ['Gizmo original', 'praise further inside'],
  ['Filter kettle', 'a thing further inside'],
  ['Gizmo green lamp', 'words that are all English'],
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

test('a title of another listing names the maker too; a listing that declares one keeps it', async () => {
  const plain = await item('Lampe frontale');
  const titled = withMaker({ ...plain, titles: [...plain.titles, 'Lampe frontale Petzl'] }, makerCalled);
  expect(titled.brand).toBe('Petzl');
  const [stated] = plain.stated;
  const two = {
    ...plain,
    titles: ['Petzl Actik'],
    stated: [stated as StatedItem, { title: 'Actik', brand: 'PETZL SAS' }],
  };
  expect(withMaker(two, makerCalled).stated.map(({ brand }) => brand)).toEqual(['Petzl', 'PETZL SAS']);
});
