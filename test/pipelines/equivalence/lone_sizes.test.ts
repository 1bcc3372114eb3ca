import { expect, test } from 'vitest';
import { loneSizes } from '../../../pipelines/equivalence/lone_sizes.ts';

const sizes = (title: string) => loneSizes(title).map(({ text }) => text);

test('a size that stands between two signs, and no letter of a name', () => {
  expect(sizes('Acme Chew Toy, S, Pink')).toEqual(['s']);
  expect(sizes("Acme Jacket - Men's - Medium - Black")).toEqual(['medium']);
  expect(sizes('Acme Jacket - XL')).toEqual(['xl']);
  expect(sizes('Acme Keys S Keyboard, Graphite')).toEqual([]);
  expect(sizes('Acme 5 L, 10 m')).toEqual([]);
});

test('one word for a size is the size that another names', () => {
  const [letter] = loneSizes('Toy, M, Red');
  const [word] = loneSizes('Toy, Medium, Red');
  expect(letter?.value).toBe(word?.value);
});
