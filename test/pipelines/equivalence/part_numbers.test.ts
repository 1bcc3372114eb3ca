import { describe, expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import {
  areOtherModels,
  bearOtherCodes,
  bearOtherShortCodes,
  bearsOtherNumber,
  shareCode,
  shareStem,
} from '../../../pipelines/equivalence/part_numbers.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

let skus = 0;
const item = (title: string) => {
  const one = listing('alpha', `p${skus++}`, { title, brand: 'Acme' });
  return comparedItem(assembleProduct([one]), one.variant_id);
};
const both = (found: typeof shareCode, a: string, b: string) => {
  const [left, right] = [item(a), item(b)];
  expect(found(left, right)).toBe(found(right, left));
  return found(left, right);
};

describe('one part number', () => {
  test.each([
    ['Acme TV UN24N4000', 'Acme TV UN24N4000', true],
    ['Acme UN24N4000 TV', 'Acme N4000 TV', true],
    ['Acme TV UN24N4000', 'Acme TV UN24N5000', false],
    // A word and how many is none.
    ['Acme 4seasons TV', 'Acme 4seasons Radio', false],
    ['Acme 4zqxseas TV', 'Acme 4zqxseas Radio', true],
  ])('%s, %s: %s', (a, b, expected) => {
    expect(both(shareCode, a, b)).toBe(expected);
  });
});

test('the name of a maker is no part number', () => {
  const of = (title: string) => {
    const one = listing('alpha', `p${skus++}`, { title, brand: '70mai' });
    return comparedItem(assembleProduct([one]), one.variant_id);
  };
  expect(shareCode(of('70mai A510 Dash Cam'), of('70mai A800 Dash Cam'))).toBe(false);
  expect(shareCode(of('70mai A51000 Dash Cam'), of('70mai A51000 Dash Cam'))).toBe(true);
});

describe('two models by the numbers before the word for the thing', () => {
  test.each([
    ['Acme PR-US2 Presentation Remote', 'Acme PR-EZ1 Presentation Remote', true],
    ['Acme MF4370DN Laser Printer', 'Acme MF9220CDN Laser Printer', true],
    ['Acme P-145 Piano', 'Acme P-45 Piano', true],
    ['Acme Camera - DSCW150N', 'Acme Camera - DSCS750', true],
    ['Acme Camera - DSCW150N', 'Acme Camera - DSCW150N SCS750', false],
    ['Acme P45B P-45 Piano', 'Acme P-45 Piano', false],
    ['Acme P-145 Piano', 'Acme FG-800 Guitar', false],
    ['Acme Coolpix S5100 Digital Camera', 'Acme Coolpix S70 Digital Camera', true],
    ['Acme Recorder DS40', 'Acme Recorder DS50', false],
    ['Acme DS40 Voice Recorder', 'Acme DS-40 Voice Recorder', false],
    ['Acme V200 Voice Recorder', 'Acme V300 Voice Recorder', false],
    // A finish at the end, numbers of two makers' schemes, and what only orders the thing.
    ['Acme MMV4205BT Oven', 'Acme MMV4205BAQ Oven', false],
    ['Acme SD890IS Camera', 'Acme 2566B001 Camera', false],
    ['Acme Player, Blue - MB732LLA', 'Acme Player, Red - MB739LLA', false],
  ])('%s, %s: %s', (a, b, expected) => {
    expect(both(areOtherModels, a, b)).toBe(expected);
  });
});

test('numbers that begin alike and go on otherwise are not of one item, wherever they stand', () => {
  expect(both(bearOtherCodes, 'Acme Recorder - DMREA18K', 'Acme Recorder - DMREZ48VK')).toBe(true);
  expect(both(bearOtherCodes, 'Acme Camera - SD890IS', 'Acme Camera - 2566B001')).toBe(false);
});

test('a number behind a word is another than the amount that stands there', () => {
  expect(both(bearsOtherNumber, 'Acme Spot 350 Headlamp', 'Acme Spot 400 Lumens Headlamp')).toBe(true);
  expect(both(bearsOtherNumber, 'Acme Spot 300 Lumens Headlamp', 'Acme Spot 400 Lumens Headlamp')).toBe(
    false,
  );
  expect(both(bearsOtherNumber, 'Acme Shoes Size 41', 'Acme Shoes Size 42 cm')).toBe(false);
});

test('numbers of digits alone are two items, too, where both are as long', () => {
  expect(both(bearOtherCodes, 'Acme Hotel 41684 Building Kit', 'Acme Hotel 41101 Building Kit')).toBe(true);
  expect(both(bearOtherCodes, 'Acme Hotel 41684 Building Kit', 'Acme Hotel 4110100 Building Kit')).toBe(
    false,
  );
});

test('short numbers of models, none in common; not versions and standards', () => {
  expect(both(bearOtherShortCodes, 'Acme Coffee Machine WE8', 'Acme E8 Coffee Machine')).toBe(true);
  expect(both(bearOtherShortCodes, 'Acme E8 Coffee Machine EB', 'Acme Coffee Machine E8 S3')).toBe(false);
  expect(both(bearOtherShortCodes, 'Acme Cable USB3', 'Acme Cable V2')).toBe(false);
});

test('part numbers that differ in letters at the end are one model in two finishes', () => {
  expect(both(shareStem, 'Acme DVD Player DVPNS700HS', 'Acme DVD Player DVPNS700HB')).toBe(true);
  expect(both(shareStem, 'Acme DVD Player DVPNS700HS', 'Acme DVD Player DVPNS710HB')).toBe(false);
  expect(both(shareStem, 'Acme DVD Player DVPNS70HS', 'Acme DVD Player DVPNS70HB')).toBe(false);
});
