import { describe, expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import {
  areCalledAlike,
  areOtherThings,
  goesWithOther,
  isBesideOther,
  shareLooseName,
} from '../../../pipelines/equivalence/heads.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

let skus = 0;
const item = (title: string) => {
  const brand = title.includes('Fold ') && !title.startsWith('Acme') ? 'Fold' : 'Acme';
  const one = listing('alpha', `h${skus++}`, { title, brand });
  return comparedItem(assembleProduct([one]), one.variant_id);
};
const neverNear = () => false;

describe('called by one name for a thing', () => {
  test.each([
    ['Acme Swift Running Shoes, Blue', 'Fold 3 Running Shoe', true],
    ['Acme Merinosocken Grau', 'Fold Merino Socks, Grey', true],
    ['Acme Katzentrockenfutter 2 kg', 'Fold Dry Cat Food, 2 kg', true],
    ['Acme Faltschloss', 'Fold Bike Lock', true],
    ['Acme Cast Iron Skillet', 'Fold Non Stick Frying Pan', true],
    ['Acme Insulated Tumbler', 'Fold Electric Kettle', false],
    // What many things are called tells nothing alone.
    ['Acme Coffee Maker', 'Fold Bread Maker', false],
    ['Acme Digital Camera Body', 'Fold Digital Camera', true],
    // The same words, whatever of them is the thing.
    ['Acme Oil with Smart Straw 12 oz Lubricant', 'Acme Oil with Smart Straw Lubricant (2-Pack)', true],
    // A taste or a material is none.
    ['Acme Chocolate Bar Almond', 'Fold Almond Milk', false],
    ['Acme Holster Leather', 'Fold Leather Wallet', false],
  ])('%s, %s: %s', (a, b, expected) => {
    const [left, right] = [item(a), item(b)];
    expect(areCalledAlike(left, right)).toBe(expected);
    expect(areCalledAlike(right, left)).toBe(expected);
  });
});

describe('one is a thing of or for the other', () => {
  test.each([
    ['Acme Cross Electric Toothbrush Heads, 6 ct', 'Acme Pro Electric Toothbrush', true],
    ['Fold Waterproof Case for AirPods', 'Acme AirPods Wireless Earbuds, charging case', true],
    ['Fold Mount for Acme Soundbar', 'Acme Beam Soundbar', true],
    ['Acme Stand Mixer', 'Acme Pasta Stand Mixer Attachment', true],
    ['Acme Acoustic Guitar', 'Acme Guitar Combo Amplifier', true],
    // A device is no part of what it is.
    ['Acme TV Stick with Remote', 'Acme TV Stick streaming device', false],
    // The same words in another order, two names for one thing, two things named together.
    ['Soda Acme Grapefruit', 'Acme Grapefruit Soda', false],
    ['Acme DVD Recorder', 'Acme DVD Recorder and VHS Player', false],
    ['Acme Running Shoes', 'Fold Running Shoes', false],
  ])('%s, %s: %s', (a, b, expected) => {
    const [left, right] = [item(a), item(b)];
    expect(isBesideOther(left, right, neverNear)).toBe(expected);
    expect(isBesideOther(right, left, neverNear)).toBe(expected);
  });

  test('not where the two words mean about the same', () => {
    expect(isBesideOther(item('Acme Camping Stove Burner'), item('Acme Stove'), () => true)).toBe(false);
  });
});

describe('each goes with something that the other does not', () => {
  test.each([
    ['Acme Case for Pixel 8', 'Acme Case for Pixel 9', true],
    ['Acme Sheath for Leatherman OHT', 'Acme Sheath for Leatherman Skeletool', true],
    ['Acme Plus for Dogs, 6 doses', 'Acme Plus for Cats, 6 doses', true],
    ['Acme Hundefutter', 'Acme Cat Food', true],
    ['Acme Feeder for FX-890, LQ-590', 'Acme Feeder for LQ-590', false],
    ['Acme Bag for school', 'Acme Bag for travel', false],
    ['Acme Jacket for Men', 'Acme Jacket for Women', false],
  ])('%s, %s: %s', (a, b, expected) => {
    expect(goesWithOther(item(a), item(b))).toBe(expected);
    expect(goesWithOther(item(b), item(a))).toBe(expected);
  });
});

describe('each is called what the other does not speak of', () => {
  const alikeness = (one: string, other: string) => (one === other ? 1 : 0);
  test.each([
    ['Acme Streaming Media Player', 'Acme Streaming Stick', true],
    ['Acme Streaming Player', 'Acme Streaming Stick Player Remote', false],
    ['Acme Streaming Player', 'Acme Streaming Gadgetron', false],
  ])('%s, %s: %s', (a, b, expected) => {
    expect(areOtherThings(item(a), item(b), alikeness)).toBe(expected);
    expect(areOtherThings(item(b), item(a), alikeness)).toBe(expected);
  });

  test('not where the two words mean about the same', () => {
    const [player, stick] = [item('Acme Streaming Media Player'), item('Acme Streaming Stick')];
    expect(areOtherThings(player, stick, () => 0.5)).toBe(false);
  });
});

test.each([
  ['Acme Hand Cream', 'Fold Ice Cream Coffee', true],
  ['Acme Blood Pressure Monitor', 'Fold Monitor', true],
  ['Acme Electric Guitar', 'Fold Electric Guitar', false],
  ['Acme Headphones', 'Fold Headphones', false],
  ['Acme Headphones', 'Fold Monitor', false],
])('%s and %s share only a word for things of many areas: %s', (a, b, expected) => {
  expect(shareLooseName(item(a), item(b))).toBe(expected);
});
