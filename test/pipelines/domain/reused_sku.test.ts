import { expect, test } from 'vitest';
import { type ArticleClaim, isReusedSku } from '../../../pipelines/domain/reused_sku.ts';

const GTIN = '04006381333931';
const OTHER = '05410013101703';
const claim = (title: string, brand: string | null = null, gtin: string | null = null): ArticleClaim => ({
  title,
  brand,
  gtin,
});
const kettle = claim('Ardentis Kettle 1.7 l steel', 'Ardentis', GTIN);

test.each<[what: string, before: ArticleClaim, after: ArticleClaim]>([
  ['all of it is another', kettle, claim('Nordlicht desk lamp', 'Nordlicht', OTHER)],
  ['and the new one has no GTIN', kettle, claim('Nordlicht desk lamp', 'Nordlicht')],
  ['and the old one had no brand', claim('Kettle 1.7 l', null, GTIN), claim('Desk lamp', 'Nordlicht', OTHER)],
  ['no brands at all', claim('Kettle 1.7 l', null, GTIN), claim('Desk lamp', null, OTHER)],
  ['no GTINs at all', claim('Kettle 1.7 l', 'Ardentis'), claim('Desk lamp', 'Nordlicht')],
  ['the brands stand in the titles', claim('Ardentis X1', 'Ardentis'), claim('Nordlicht Q9', 'Nordlicht')],
])('a sku is given to another article: %s', (_, before, after) => {
  expect(isReusedSku(before, after)).toBe(true);
  expect(isReusedSku(after, before)).toBe(true);
});

test.each<[what: string, before: ArticleClaim, after: ArticleClaim]>([
  ['nothing changed', kettle, kettle],
  ['the title was written anew', kettle, claim('Water boiler, stainless', 'Ardentis', GTIN)],
  ['the GTIN was corrected', kettle, { ...kettle, gtin: OTHER }],
  ['the brand was spelled out', kettle, claim('Boiler', 'Ardentis GmbH', OTHER)],
  ['the brand in capitals', claim('Kettle', 'Ardentis'), claim('Boiler', 'ARDENTIS', OTHER)],
  ['same GTIN, importer for maker', kettle, claim('Boiler', 'Nordlicht Import', GTIN)],
  ['title in another language, nothing else said', claim('Kettle 1.7'), claim('Wasserkocher')],
  ['the GTIN was added', claim('Kettle'), claim('Wasserkocher', null, GTIN)],
  ['brand and GTIN are others, the title agrees', kettle, claim('Kettle 1.7 l steel', 'Nordlicht', OTHER)],
  ['a placeholder became a brand', claim('Kettle', '-'), claim('Boiler', 'Ardentis')],
])('a sku keeps its article: %s', (_, before, after) => {
  expect(isReusedSku(before, after)).toBe(false);
  expect(isReusedSku(after, before)).toBe(false);
});
