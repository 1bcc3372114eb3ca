import { expect, test } from 'vitest';
import { sayingNothingElse } from '../../../api/decisioning/left_aside.ts';
import type { Product } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';

/** A product of some variants, each by its title. */
async function productOf(...titles: string[]) {
  const listings = titles.map((title, at) => listing('alpha', `${at}`, { title, brand: null }));
  const [first] = (await listedSnapshot(listings).products([0])) as [Product];
  const variants = listings.map(({ variant_id, title }) => ({
    ...(first.variants[0] as Product['variants'][number]),
    variant_id,
    title,
  }));
  return { product: { ...first, variants, listings }, variant_id: null };
}
const kept = async (titles: string[], left_aside: string, asked: string) => {
  const one = await productOf(...titles);
  return sayingNothingElse([one], [left_aside], asked).map(({ product, variant_id }) => {
    expect(product).toBe(one.product);
    return product.variants.find((variant) => variant.variant_id === variant_id)?.title ?? null;
  });
};

test.each([
  [['Moka Pot, 3 cups', 'Moka Pot, 6 cups'], 'froths up for six cups', 'moka pot', ['Moka Pot, 6 cups']],
  [['Moka Pot, 3 cups'], 'froths up for six cups', 'moka pot', []],
  [['Moka Pot, 3 cups', 'Moka Pot, 6 cups'], 'froths up', 'moka pot', [null]],
  [['Wedge 56, right hand', 'Wedge 56, left hand'], 'swings left-handed', 'wedge', ['Wedge 56, left hand']],
  [['Ink 290 pages, black', 'Ink 290 pages, cyan'], 'need cyan standard', 'ink', ['Ink 290 pages, cyan']],
  // Another colour is named, so that this may be another thing's.
  [['Headphones, blue'], 'suit a white kitchen', 'blue headphones', [null]],
  // What a thing goes with may weigh or taste so.
  [['Dog bed, 2 kg'], 'for a dog of 25 kg', 'dog bed', [null]],
  [['Mug, chocolate'], 'filled with vanilla tea', 'mug', [null]],
  // What is not to be so is no word for what it is.
  [['Moka Pot, 3 cups'], 'not for six cups', 'moka pot', [null]],
])('%j beside “%s”', async (titles, left_aside, asked, expected) => {
  expect(await kept(titles, left_aside, asked)).toEqual(expected);
});
