import { expect, test } from 'vitest';
import { bedSizes, loneSizes, sidesOf } from '../../../pipelines/equivalence/lone_sizes.ts';

const sizes = (title: string) => loneSizes(title).map(({ text }) => text);

test('a size that stands between two signs, and no letter of a name', () => {
  expect(sizes('Acme Chew Toy, S, Pink')).toEqual(['s']);
  expect(sizes("Acme Jacket - Men's - Medium - Black")).toEqual(['medium']);
  expect(sizes('Acme Jacket - XL')).toEqual(['xl']);
  expect(sizes('Acme Keys S Keyboard, Graphite')).toEqual([]);
  expect(sizes('Acme 5 L, 10 m')).toEqual([]);
});

test('a letter beside a colour, and a number that ends a title behind one', () => {
  expect(sizes('Acme T Shirt L Black')).toEqual(['l']);
  expect(sizes("Acme Men's Black Shirt")).toEqual([]);
  expect(sizes('Acme Jeans, Blue, 18')).toEqual(['18']);
  expect(sizes('Acme Belt (Tan, 38)')).toEqual(['38']);
  expect(sizes('Acme Shoe Black 13')).toEqual(['13']);
  expect(sizes('Acme Shoe Black 13 Laces')).toEqual([]);
  expect(sizes('Acme Pant, 16, Black')).toEqual(['16']);
  expect(sizes('Acme Pant, 16, Black, Lined')).toEqual([]);
  expect(sizes('Acme Shoe, 13')).toEqual([]);
  expect(sizes('Acme Camera Black 2009')).toEqual([]);
});

test('two sides without a unit, whichever stands first', () => {
  const sides = (title: string) => sidesOf(title).map(({ text }) => text);
  expect(sides('Acme Frame 11 x 14 Charcoal')).toEqual(['11 x 14']);
  expect(sides('Acme Frame 14x11 Charcoal')).toEqual(['11 x 14']);
  expect(sides('Acme Paper 8-1/2 x 11')).toEqual(['11 x 8 1 2']);
  expect(sides('Acme HVBS-712 7"x12" Bandsaw')).toEqual(['12 x 7']);
  expect(sides('Acme Soda 6 x 330 ml')).toEqual([]);
  expect(sides('Acme X 14 Laptop')).toEqual([]);
});

test('the size of a bed, of what lies on one', () => {
  const bed = (title: string) => bedSizes(title).map(({ text }) => text);
  expect(bed('Acme Queen Memory Foam Pillow')).toEqual(['queen']);
  expect(bed('Acme Sheets, King')).toEqual(['king']);
  expect(bed('Acme Quilt, Full/Queen')).toEqual(['full/queen']);
  expect(bed('Acme Pillows, Twin Pack')).toEqual([]);
  expect(bed('Acme King Crab')).toEqual([]);
});

test('one word for a size is the size that another names', () => {
  const [letter] = loneSizes('Toy, M, Red');
  const [word] = loneSizes('Toy, Medium, Red');
  expect(letter?.value).toBe(word?.value);
});
