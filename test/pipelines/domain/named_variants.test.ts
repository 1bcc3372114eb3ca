import { expect, test } from 'vitest';
import type { AxisValue } from '../../../pipelines/domain/listing.ts';
import { namedVariants } from '../../../pipelines/domain/named_variants.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

const axis = (key: string, value: string | number, unit: string | null = null): AxisValue => ({
  key,
  value,
  unit,
  bears_on_price: false,
});
const laptop = (memory: number, capacity: number, color: string) =>
  listing('a', `${memory}/${capacity}/${color}`, {
    product_id: 'prd_0000000000000001',
    axes: [
      axis('general.memory', memory, 'GB'),
      axis('general.capacity', capacity, 'GB'),
      axis('general.color', color),
    ],
  });
const laptops = [
  laptop(8, 256, 'black'),
  laptop(16, 256, 'black'),
  laptop(16, 512, 'gray'),
  laptop(16, 1024, 'gray'),
  laptop(16, 2000, 'gray'),
];
const shoes = ['M', 'L', 'XL', '9', '9.5'].map((size) =>
  listing('a', size, { product_id: 'prd_0000000000000002', axes: [axis('general.size', size)] }),
);

const named = (listings: readonly ReturnType<typeof laptop>[], text: string) => {
  const found = namedVariants(assembleProduct([...listings]), text);
  return found && listings.flatMap(({ variant_id, sku }) => (found.has(variant_id) ? [sku] : []));
};

test.each<[text: string, skus: string[] | undefined]>([
  ['ardentis ash 14', undefined],
  ['ardentis ash 16gb', ['16/256/black', '16/512/gray', '16/1024/gray', '16/2000/gray']],
  ['ardentis ash 16 GB / 512 GB', ['16/512/gray']],
  ['ardentis ash 512GB grey', ['16/512/gray']],
  ['ash 1TB', ['16/1024/gray']],
  ['black ash', ['8/256/black', '16/256/black']],
  ['noir ash', ['8/256/black', '16/256/black']],
  ['ash 64 GB', undefined],
  ['512 pages', undefined],
  // As a disk's label counts, and a feed that says so.
  ['ash 16 GB 2TB', ['16/2000/gray']],
])('of laptops "%s" names %j', (text, skus) => {
  expect(named(laptops, text)).toEqual(skus);
});

test.each<[text: string, skus: string[] | undefined]>([
  ['ADA14-16256', ['16/256/black']],
  ['ash ada14 16512 laptop', ['16/512/gray']],
  // The number is of one, whatever else is said.
  ['ADA14-16256 512 GB', ['16/256/black']],
  ['ADA14', undefined],
  ['xADA14-16256', undefined],
  ['slim', undefined],
])('by part number "%s" names %j', (text, skus) => {
  const coded = laptops.map((one, nth) => ({
    ...one,
    mpn: ['slim', 'ADA14-16256', 'ADA14/16512', null][nth] ?? null,
  }));
  expect(named(coded, text)).toEqual(skus);
});

test.each<[text: string, skus: string[] | undefined]>([
  ['trail shoe', undefined],
  ['trail shoe large', ['L']],
  ['trail shoe xl', ['XL']],
  ['trail shoe size 9.5', ['9.5']],
  ['trail shoe, 9', ['9']],
])('of sizes "%s" names %j', (text, skus) => {
  expect(named(shoes, text)).toEqual(skus);
});

test.each<[text: string, skus: string[] | undefined]>([
  ['all season tyres 195 65 15', ['195/65 R15 91H']],
  ['tyre 205/55 R16', ['205/55R16 91H', '205/55R16 91V']],
  // Half of what tells it apart at least, and nothing that all of them have.
  ['tyre 195', undefined],
  ['tyre 91H', undefined],
  ['tyre', undefined],
  ['tyre 215/60 R17', undefined],
])('of several numbers "%s" names %j', (text, skus) => {
  const tyres = ['195/65 R15 91H', '205/55R16 91H', '205/55R16 91V'].map((size) =>
    listing('a', size, { product_id: 'prd_0000000000000003', axes: [axis('general.size', size)] }),
  );
  expect(named(tyres, text)).toEqual(skus);
});

test('what all variants have names none of them', () => {
  const sheets = ['12 x 500 x 30', '12 x 500 x 40'].map((size) =>
    listing('a', size, { product_id: 'prd_0000000000000004', axes: [axis('general.size', size)] }),
  );
  expect(named(sheets, 'sheet 12 x 500')).toBeUndefined();
  expect(named(sheets, 'sheet 40')).toEqual(['12 x 500 x 40']);
});

test('a product without axes has no variants to name', () => {
  expect(named([listing('a', '1', {})], 'black')).toBeUndefined();
});
