import { expect, test } from 'vitest';
import { altOf } from '../../../api/catalogue/media_alt.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

const shoe = (sku: string, title: string, color: string, size: string) =>
  listing('alpha', sku, {
    product_id: 'prd_0000000000000001',
    title,
    attributes: { 'general.color': color, 'general.size': size },
  });
const listings = [
  shoe('b9', 'Tarn Hiking Shoes – Unisex Midnight Black 9', 'Black', '9'),
  shoe('b10', 'Norrpeak Tarn Hiking Shoes, Unisex - Black / 10', 'Black', '10'),
  shoe('g9', 'Tarn Hiking Shoes – Unisex Forest Green 9', 'Green', '9'),
  shoe('n', 'NPT933', 'Green', '11'),
];
const product = assembleProduct(listings);
const ids = (...skus: string[]) =>
  listings.flatMap(({ sku, variant_id }) => (skus.includes(sku) ? [variant_id] : []));

test.each<[skus: string[], alt: string]>([
  [['b9'], 'Tarn Hiking Shoes – Unisex Midnight Black 9'],
  [['b10'], 'Norrpeak Tarn Hiking Shoes, Unisex - Black / 10'],
  [['b9', 'b10'], 'Tarn Hiking Shoes – Unisex Black'],
  [['b9', 'g9'], 'Tarn Hiking Shoes – Unisex 9'],
  [['b10', 'g9'], 'Tarn Hiking Shoes, Unisex'],
  // They share no words, so the first speaks for them.
  [['g9', 'n'], 'Tarn Hiking Shoes – Unisex Forest Green 9'],
  [[], 'Tarn Hiking Shoes – Unisex Midnight Black 9'],
])('a picture of %j is called %s', (skus, alt) => {
  expect(altOf(product, ids(...skus))).toBe(alt);
});
