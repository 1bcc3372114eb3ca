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
