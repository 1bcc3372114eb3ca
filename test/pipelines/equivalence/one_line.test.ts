import { describe, expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { related } from '../../../pipelines/equivalence/relation.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

let skus = 0;
const item = (title: string, brand: string | null, attributes: Record<string, string>) => {
  const one = listing('alpha', `l${skus++}`, { title, brand, attributes });
  return comparedItem(assembleProduct([one]), one.variant_id);
};
const relation = (a: string, b: string, { brands = ['Acme', 'Acme'], sizes = ['', ''] } = {}) => {
  const [left, right] = [a, b].map((title, at) =>
    item(title, brands[at] || null, sizes[at] ? { 'general.size': sizes[at] } : {}),
  ) as [ReturnType<typeof item>, ReturnType<typeof item>];
  return related(left, right, () => 1).relation;
};

describe('two titles of a brand', () => {
  test.each([
    // Standards name no line, and a generation that both state joins however much more one tells.
    ['Acme Ultra SDHC Card 32GB', 'Acme Ultra Card Class 4 8GB', 'variant'],
    [
      'Acme Dream Sock Gen 3 Baby Monitor',
      'Acme Dream Sock Gen 2 Pulse Oxygen Sleep Heart Monitor',
      'successor',
    ],
    // One word of the name each that the other does not say: two slogans.
    [
      'Acme Virus Graphic Novelty Funny Sarcastic Soft Shirt',
      'Acme Disagree Graphic Novelty Funny Sarcastic Soft Shirt',
      'substitute',
    ],
    // A word for a shade that stands where the other has a colour, the size of a bed, and a finish of a part number.
    ['Acme Skin Case Black Cover', 'Acme Skin Case Smoke Cover', 'variant'],
    ['Acme Queen Memory Foam Pillow', 'Acme Memory Foam Pillow, King', 'variant'],
    ['Acme DVD Player DVPNS700HS Silver', 'Acme Upscaling Slim Recorder Player DVPNS700HB Black', 'variant'],
    // A part that is replaced is none of two in one line, but a refill of what is one itself is.
    ['Acme Dream Sock Baby Monitor', 'Acme Dream Sock Replacement Fabric Socks', 'unrelated'],
    ['Acme Everyday Elite Filter, White', 'Acme Everyday Elite Replacement Filter, Black', 'variant'],
    // A number that is the size, and one that counts behind what closes a name.
    ['Acme Slim Jeans, Blue, 18', 'Acme Slim Jeans, Blue, 7', 'variant'],
    ['Acme Coffee Machine WE8', 'Acme E8 Coffee Machine', 'substitute'],
    ['Acme Zentrix 2i2 USB Keyboard', 'Acme Zentrix Solo USB Keyboard', 'substitute'],
  ])('%s, %s: %s', (a, b, expected) => {
    expect(relation(a, b)).toBe(expected);
    expect(relation(b, a)).toBe(expected);
  });
});

test('a size with its count behind is the size alone', () => {
  const diapers = 'Acme Swaddlers Diapers';
  expect(relation(diapers, diapers, { sizes: ['2', '2 84-COUNT'] })).toBe('identical');
  expect(relation(diapers, diapers, { sizes: ['2', '2 WIDE'] })).toBe('variant');
  expect(relation(diapers, diapers, { sizes: ['2', '3 84-COUNT'] })).toBe('variant');
});

test('one title of many words is one thing, whoever is declared as its maker', () => {
  const title = 'Math Blaster Master the Basics Software';
  expect(relation(title, title, { brands: ['Gradea', 'Sharp'] })).toBe('identical');
  expect(relation('Printing Calculator', 'Printing Calculator', { brands: ['Gradea', 'Sharp'] })).toBe(
    'substitute',
  );
});

test('titles of words that nothing is known of are held against each other word by word', () => {
  const none = { brands: ['', ''] };
  expect(relation('טבעול טופו קראנץ 470גרם', 'טופו קראנצים טבעול 470 גרם', none)).toBe('identical');
  expect(relation('טבעול טופו קראנץ 470גרם', 'טבעול טופו קראנץ 320 גרם', none)).toBe('variant');
  expect(relation('טבעול טופו קראנץ 470גרם', 'סוכריות גומי דובונים 70 גרם', none)).toBe('unrelated');
});
