import { describe, expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { related } from '../../../pipelines/equivalence/relation.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

let skus = 0;
const item = (title: string, attributes: Record<string, string> = {}) => {
  const one = listing('alpha', `s${skus++}`, {
    title,
    brand: 'Acme',
    category: 'electronics.computers.laptops',
    attributes,
  });
  return comparedItem(assembleProduct([one]), one.variant_id);
};
const newer = (a: string, b: string, left = {}, right = {}) =>
  related(item(a, left), item(b, right), () => 1).lineage?.newer ?? null;

describe('which is the newer one', () => {
  test.each([
    ['Acme Swift Gen 6', 'Acme Swift Gen 7', 'b'],
    ['Acme Swift 3rd generation', 'Acme Swift 2nd generation', 'a'],
    ['Acme Swift Mark II', 'Acme Swift Mark III', 'b'],
    ['Acme Swift (2026)', 'Acme Swift (2025)', 'a'],
    ['Acme Swift Mini', 'Acme Swift Mini 2', 'b'],
    ['Acme Swift S22 128 GB', 'Acme Swift S23 256 GB', 'b'],
    ['Acme Swift Mini 3 black', 'Acme Swift Mini 2 red', 'a'],
    ['Acme Swift (1st Generation) Stove', 'Acme Swift 2.0 Stove', 'b'],
    ['Acme Swift (2nd Generation) Laptop', 'Acme Swift Laptop', 'a'],
    ['Acme Swift MkIII Laptop', 'Acme Swift Mark 2 Laptop', 'a'],
    ['Acme Swift Laptop', 'Acme Swift II Laptop', 'b'],
    ['Acme WH-1000XM4 Laptop', 'Acme WH1000XM5 Laptop', 'b'],
    ['Acme Swift 3 Laptop', 'Acme Swift 3S Laptop', 'b'],
    ['Acme Swift S Wireless Laptop', 'Acme Swift Wireless Laptop', 'a'],
    ['Acme Swift15 Laptop', 'Acme Swift 16 Laptop', 'b'],
    ['Acme Swift Gen-2 Laptop', 'Acme Swift Gen-3 Laptop', 'b'],
    // The next number behind one name, however large and however much more one title tells.
    ['Acme Kayano 30 Laptop', 'Acme Kayano 31 Laptop', 'b'],
    ['Acme Charge 6 Laptop', 'Acme Charge 5 Obsidian Zephyr Quartz Larkspur Laptop', 'a'],
    ['Acme Kayano 30 Laptop', 'Acme Kayano 33 Laptop', null],
    ['Acme Kayano Laptop EU 41', 'Acme Kayano Laptop EU 42', null],
    ['Acme Kayano EU 41 Laptop', 'Acme Kayano EU 42 Laptop', null],
    // Behind a number words alone tell, wherever the title has the name.
    ['Acme R6 Laptop', 'Acme R6 Mark II Laptop', 'b'],
    ['Acme R6 Laptop', 'Laptop, Acme R6 Mark II, black', 'b'],
    ['Acme Swift 1000 v2 Laptop', 'Acme Swift 1000 Laptop', 'a'],
    ['Acme Swift-50 Gen 3 Laptop', 'Acme Swift-50 MkII Laptop', 'a'],
    ['Acme Swift (Third Generation) Laptop', 'Acme Swift 4th Gen Laptop', 'b'],
    // A letter behind the number is of the line; what ends a title so may be a size.
    ['Acme Swift 8a 128GB Laptop', 'Acme Swift 9a Laptop', 'b'],
    ['Acme Swift 8a 128GB Laptop', 'Acme Swift 9b Laptop', null],
    ['Acme Swift 8d', 'Acme Swift 9d', null],
    ['Acme Laptop 8a Swift', 'Acme Laptop 9a Swift', null],
    // Editions are counted as generations are, on both sides; a part number of a title may be of a whole series.
    ['Acme Swift Laptop, 11th ed.', 'Acme Swift Laptop 12th Edition', 'b'],
    ['Acme Swift Laptop, 4. Auflage', 'Acme Swift Laptop, 3rd ed.', 'a'],
    ['Acme NH-D150 Laptop', 'Acme NH-D150 G2 Laptop', 'b'],
    ['Acme Swift X200 2 Laptop', 'Acme Swift X200 Laptop', null],
    ['Acme Swift 2i2 (Fourth Generation) Laptop', 'Acme Swift 2i2 USB Laptop 4th Generation', null],
    ['Acme Fuel Gen 4 1/4 in. Laptop', 'Acme Fuel Gen 4 1/4 in. Laptop, bare', null],
    // What only has versions or counts beside, a size, and what says its year instead.
    ['Acme Swift Laptop, Wi-Fi 6', 'Acme Swift Laptop, Wi-Fi 5', null],
    ['Acme Swift Laptop (Pack of 1)', 'Acme Swift Laptop (Pack of 3)', null],
    ['Acme Swift Laptop, 2-in-1', 'Acme Swift Laptop', null],
    ['Acme Swift 2GB CL6 Laptop', 'Acme Swift 2GB CL5 Laptop', null],
    ['Acme Swift Convertible 3 en 1 Laptop', 'Acme Swift Convertible Laptop', null],
    ['Acme X200 Series 9 Cell Laptop', 'Acme X200 Series 6 Cell Laptop', null],
    ['Acme Swift Laptop, Laptops 2 ways', 'Acme Swift Laptop', null],
    ['Acme Swift Laptop S black', 'Acme Swift Laptop black', null],
    ['Acme Swift (9th Generation) Laptop', 'Acme Swift (2021) Laptop', null],
    ['Acme Swift Mk2 Laptop', 'Acme Swift MkII Laptop', null],
    // Models of a range, amounts, steps too wide, and nothing at all.
    ['Acme Swift 100', 'Acme Swift 300', null],
    ['Acme Swift Press 3110, WiFi 24 ppm', 'Acme Swift Press 3520, WiFi 27 ppm', null],
    ['Acme Swift Mini 2', 'Acme Swift Mini 9', null],
    ['Acme Swift 14 Gen 6', 'Acme Swift 16 Gen 7', null],
    ['Acme Swift black', 'Acme Swift red', null],
  ])('%s, %s', (a, b, expected) => {
    expect(newer(a, b)).toBe(expected);
  });

  test('what sellers declare goes before numbers: models of one year are no generations', () => {
    const [old, now] = [{ 'tv.model_year': '2025' }, { 'tv.model_year': '2026' }];
    expect(newer('Acme Swift V3', 'Acme Swift V5', now, now)).toBe(null);
    expect(newer('Acme Swift', 'Acme Swift', now, old)).toBe('a');
  });
});
