import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { familyOf } from '../../../pipelines/identify/family.ts';

const shown = (title: string) => {
  const family = familyOf(title);
  return family && `${family.stem} | ${family.place}`;
};

describe('the family of a title', () => {
  test.each<[title: string, family: string | null]>([
    ['Acme Phone X2 128 GB Black', 'acme phone x 2 | 128 gb black'],
    ['Acme Phone X2 256GB, blue', 'acme phone x 2 | 256 gb blue'],
    ['Acme Phone X2 - noir', 'acme phone x 2 | black'],
    ['NEW! Acme Phone X2 Black', 'acme phone x 2 | black'],
    ['Acme Phone X2 Black (Refurbished)', 'acme phone x 2 | black refurbished'],
    ['Ash 14 Gen 6, 16 GB RAM, 512 GB SSD, Silver', 'ash 14 gen 6 ram ssd | 16 gb 512 gb silver'],
    ['Trail Shoe Ridge 4, size 9.5', 'trail shoe ridge 4 | size 9 5'],
    ['Trail Shoe Ridge red, size XL', 'trail shoe ridge | red size xl'],
    ['Basic T-Shirt Large', 'basic t shirt | l'],
    // a name, not a colour
    ['Brookmere Green Tea 20 bags', null],
    ['Red Hat Linux 9', null],
    ["Ridge 4 Hiking Shoes, Women's", null],
    // a taste
    ['Crackleby Chocolate Bar 100 g White', null],
    ['Brookmere Water 1 l Orange', null],
    // nothing that tells variants apart, or nothing that names a model
    ['Acme Phone X2', null],
    ['Acme Mug Black', null],
    ['Black', null],
    ['', null],
  ])('of %j is %j', (title, family) => {
    expect(shown(title)).toBe(family);
  });

  test.each<
    [title: string, columns: [color: string, size: string, condition: string], family: string | null]
  >([
    // columns alone tell the place
    ['Flip 5 Portable Speaker', ['Red', '', ''], 'flip 5 portable speaker | red'],
    ['Wide Mouth Water Bottle', ['Onyx', '32 oz', 'new'], 'wide mouth water bottle | onyx 32 oz'],
    ['Flip 5 Portable Speaker', ['Red', '', 'used'], 'flip 5 portable speaker | red used'],
    // what they say is the place wherever the title has it, in whatever unit
    ['Wide Mouth Water Bottle, 32 oz, Onyx', ['Onyx', '32 oz', ''], 'wide mouth water bottle | 32 oz onyx'],
    ['Onyx Headlamp 400 Octane IPX8', ['Octane', '', ''], 'onyx headlamp 400 ipx 8 | octane'],
    ['Dutch Oven 5.5 Quart with Lid', ['', '5.5 qt', ''], 'dutch oven with lid | 5 5 quart'],
    ['Sport Sunscreen Lotion 3 Fluid Ounce', ['', '3 fl oz', ''], 'sport sunscreen lotion | 3 fluid ounce'],
    ['Black Bear Coffee Grinder Black', ['Black', '', ''], 'black bear coffee grinder | black'],
    // a pack is another article; of what is sold by mass a colour is a taste, unless the size says so
    ['Parchment Liners 200 ct', ['', '200 ct', ''], null],
    ['Toy Cars Assorted Set', ['', '5 pack', ''], null],
    ['Chocolate Bar 100 g', ['White', '', ''], null],
    // nothing that names a model
    ['Mug', ['Black', '', ''], null],
  ])('of %j with the columns %j is %j', (title, [color, size, condition], family) => {
    const read = familyOf(title, { color, size, condition });
    expect(read && `${read.stem} | ${read.place}`).toBe(family);
  });

  test('siblings have one stem and places of their own', () => {
    const siblings = ['128 GB Black', '128 GB Blue', '256 GB Black'].map((place) =>
      familyOf(`Acme Phone X2 ${place}`),
    );
    expect(new Set(siblings.map((family) => family?.stem)).size).toBe(1);
    expect(new Set(siblings.map((family) => family?.place)).size).toBe(3);
  });

  test('a word at the end moves between place and stem, and no word is lost', () => {
    const word = fc.constantFrom(...'acme phone black 128gb size xl red 9 pro'.split(' '));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 7 }), (words) => {
        const family = familyOf(`acme phone 7 ${words.join(' ')} black`);
        expect(family).not.toBeNull();
        const said = `${family?.stem} ${family?.place}`.split(' ');
        const own = ['acme', 'phone', '7', 'black', ...words];
        for (const text of own.flatMap((one) => (one === '128gb' ? ['128', 'gb'] : [one])))
          expect(said).toContain(text);
      }),
    );
  });
});
