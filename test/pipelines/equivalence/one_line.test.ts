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
    // A line behind the thing counts as much as before it, and a short number of a model joins titles of many words.
    ['Acme Zentrix Diapers Size 2', 'Disposable Diapers, Acme Zentrix, Size 3', 'variant'],
    ['Acme EOS R6 Full-Frame Mirrorless Camera, 20 MP', 'Acme R6 MKII mirrorless camera', 'successor'],
    // Words of two languages that are one, and of two that only begin alike.
    ['Acme Iconic Microfiber Sheets, White', 'Acme Iconic Microfibra Sheets, Red', 'variant'],
    ['Acme Swift Electric Kettle', 'Acme Stilo Electronic Kettle', 'substitute'],
    // A part that is replaced is none of two in one line, but a refill of what is one itself is.
    ['Acme Dream Sock Baby Monitor', 'Acme Dream Sock Replacement Fabric Socks', 'unrelated'],
    ['Acme Everyday Elite Filter, White', 'Acme Everyday Elite Replacement Filter, Black', 'variant'],
    // A number of each size that only orders it, one that counts in brackets, and plus as a size.
    ['Acme Ritz Rim Dish 6888 Red, 7 Inch', 'Acme Ritz Rim Dish 6887 Red, 5 Inch', 'variant'],
    ['Acme Euro Game Sleeves (50) Cards', 'Acme Euro Game Sleeves (60) Cards', 'variant'],
    ['Acme Solar Stretch Pant, Blue', "Acme Women's Plus-Size Plus Solar Stretch Pant, Black", 'variant'],
    ['Acme Solar Stretch Pant, Blue', 'Acme Solar Plus Stretch Pant, Black', 'substitute'],
    ['Acme Easel Frame 11 x 14 Nickel', 'Acme Easel Frame 8-1/2 x 11 Nickel', 'variant'],
    // A number that is the size, and one that counts behind what closes a name.
    ['Acme Slim Jeans, Blue, 18', 'Acme Slim Jeans, Blue, 7', 'variant'],
    ['Acme Coffee Machine WE8', 'Acme E8 Coffee Machine', 'substitute'],
    ['Acme Zentrix 2i2 USB Keyboard', 'Acme Zentrix Solo USB Keyboard', 'substitute'],
    // A code that differs in one number names another model, unless titles state what varies.
    ['Acme Laser Printer HL-L2400DW', 'Acme Laser Printer HL-L2350DW', 'substitute'],
    ['Acme Blue Pod Nano - MB732LLA', 'Acme Purple Pod Nano - MB739LLA', 'variant'],
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

test('where nobody declares a maker, a part number or a name that is no word joins two titles', () => {
  const none = { brands: ['', ''] };
  expect(
    relation('Onward Telephone Answering System - KXTS620B', 'CORDED TELEPHONE, KEYPAD - KX-TS620B', none),
  ).toBe('identical');
  expect(
    relation('Directed Electric Zirriusconnect Home Tuner', 'Sirius Zirriusconnect Home Tuner', none),
  ).toBe('identical');
  expect(relation('Directed Electric Digital Home Tuner', 'Sirius Digital Home Tuner', none)).toBe(
    'substitute',
  );
});

test('a maker that a seller misspells is the same, one of a few letters another', () => {
  const titles = ['Swift Grinder Burr, 250 g', 'Swift Grinder Burr, 500 g'] as const;
  const of = (...brands: string[]) => relation(...titles, { brands });
  expect(of('Lavazza', 'Lavaza')).toBe('variant');
  expect(of("Levi's", 'Levis')).toBe('variant');
  expect(of('Garmin', 'Garmim')).toBe('variant');
  expect(of('Nikon', 'Nixon')).toBe('substitute');
  expect(of('Marvis', 'Jarvis')).toBe('substitute');
  expect(of('Lavazza', 'Lavozo')).toBe('substitute');
});
