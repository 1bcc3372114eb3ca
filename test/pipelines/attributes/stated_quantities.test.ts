import { expect, test } from 'vitest';
import { statedQuantities } from '../../../pipelines/attributes/stated_quantities.ts';

const amounts = (text: string) =>
  statedQuantities({ name: null, text }).flatMap((quantity) =>
    quantity.amounts.map((amount) => `${amount} ${quantity.dimension}`),
  );

test.each([
  ['Salmon Fillet per kg', ['1000 mass']],
  ['Tomaten /kg', ['1000 mass']],
  ['Naranjas al kilo', ['1000 mass']],
  // What a package holds is stated; the other is its price.
  ['Salmon Fillet 300 g, 29.99 per kg', ['300 mass']],
  ['Kitchen Scale in kg', []],
])('what is sold by a unit is one of it: %s', (text, stated) => {
  expect(amounts(text)).toEqual(stated);
});
