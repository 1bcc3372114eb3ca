import { describe, expect, test } from 'vitest';
import { indexOf, OFFER, productsFound, titled } from './catalogue.ts';

/** Things of other kinds, so that what is asked for tells something. */
const OTHERS = [
  'Pen',
  'Rug',
  'Lamp',
  'Chair',
  'Cup',
  'Spoon',
  'Tent',
  'Rope',
  'Ball',
  'Drum',
  'Vase',
  'Sofa',
];

/** Whether of two titles, of which the first has fewer and so weightier words, the second comes first. */
const isBehind = (q: string, other: string, own: string) => {
  const padded = `${own} of usual sort`;
  return productsFound(titled(other, padded, ...OTHERS), { q })[0] === 1;
};

describe('a title that says another thing than what is asked for', () => {
  test.each([
    ['kettle white', 'Kettle black', 'Kettle'],
    ['zahnbürste weiß', 'Zahnbürste, schwarz', 'Zahnbürste'],
    ['boots women', 'Boots men', 'Boots'],
    ['damen stiefel', "Stiefel Men's", 'Stiefel'],
    ['kids helmet', 'Helmet adult', 'Helmet'],
    ['boots women', 'Boots gents', 'Boots'],
    ['mirror left', 'Mirror right', 'Mirror'],
    ['mat large', 'Mat small', 'Mat'],
    ['shirt xl', 'Shirt xs', 'Shirt'],
    ['golf 8 mat', 'Golf 7 mat', 'Golf mat'],
    ['pods pro 2', 'Pods Pro 1st generation', 'Pods Pro'],
    ['phone s24 ultra', 'Phone S24', 'Phone S24 Ultra'],
    ['mat mk4 2', 'Mk4 3 mat', 'Mk4 mat'],
    // A longer number is another.
    ['mat golf 8', 'Golf 80 mat', 'Golf mat'],
  ])('of “%s” %s stands behind what is silent', (q, other, own) => {
    expect(isBehind(q, other, own)).toBe(true);
  });

  test.each([
    // It says what is asked for as well.
    ['kettle white', 'Kettle black white', 'Kettle'],
    ['boots women', 'Boots men women', 'Boots'],
    ['golf 8 mat', 'Golf 7, Golf 8 mat', 'Golf mat'],
    // A word of English is no child of German.
    ['boots women', 'Kind boots', 'Boots'],
    // What is for both is for her, too.
    ['boots women', 'Boots unisex men', 'Boots'],
    ['boys boots', 'Boots unisex', 'Boots'],
    // A boy is a kid.
    ['kids helmet', 'Helmet boys', 'Helmet'],
    // What it measures is no number of its name.
    ['phone 15', 'Phone 128GB', 'Phone'],
    ['golf 8 mat', 'Golf mat 7', 'Golf mat'],
    // A word is of a series only behind what is numbered.
    ['hiking ultra boot', 'Hiking boot', 'Hiking'],
    ['kettle', 'Kettle black', 'Kettle'],
    ['phone s24 ultra', 'Phone S24, S24 Ultra', 'Phone'],
    ['hp 305 ink', 'HP 304, HP 305XL ink', 'HP ink'],
    // A code is no number.
    ['hp 304 ink', 'HP M305 ink', 'HP ink'],
    ['golf 8 mat', 'Golf 7x2 mat', 'Golf mat'],
  ])('of “%s” %s does not', (q, other, own) => {
    expect(isBehind(q, other, own)).toBe(false);
  });

  test('is not so where another of its variants is what is asked for', () => {
    const of = (...titles: string[]) => ({ texts: titles.map((title) => ({ title })), offers: [OFFER] });
    const [black, silent] = ['Kettle black', 'Kettle usual'];
    const first = (...own: string[]) =>
      productsFound(indexOf([of(...own), of(silent), ...OTHERS.map((title) => of(`${title} white`))]), {
        q: 'kettle white',
      })[0];
    expect(first(black)).toBe(1);
    expect(first(black, 'Kettle white')).toBe(0);
    // With so many other words the colour alone decides nothing.
    const round = (...more: string[]) =>
      productsFound(
        indexOf([
          of('Round steel kettle, black', ...more),
          of('Round steel kettle, usual'),
          ...OTHERS.map((title, no) => of(no < 6 ? `${title} white` : title)),
        ]),
        { q: 'round steel kettle white' },
      )[0];
    expect(round()).toBe(1);
    expect(round('Round steel kettle, white')).toBe(0);
  });
});

test('the colour of what a thing is for is not the thing’s', () => {
  const titles = ['Kettle black', 'Kettle of usual sort', 'White rug', ...OTHERS];
  expect(productsFound(titled(...titles), { q: 'kettle for a white kitchen' })[0]).toBe(0);
  expect(productsFound(titled(...titles), { q: 'white kettle for a kitchen' })[0]).toBe(1);
});

describe('a name of which only others of its series are here', () => {
  const told = (q: string, ...titles: string[]) => {
    const { missing, lacks, total, hits } = titled(...titles, ...OTHERS).searchNow({
      q,
      more: true,
      things: true,
    });
    return { missing, lacks, total, first: hits[0]?.product };
  };
  const MATS = ['Golf 7 rubber mat', 'Golf 8 mat set'];

  test('is told, and others only follow', () => {
    expect(told('golf 6 mat', ...MATS)).toEqual({ missing: 'golf 6', lacks: true, total: 0, first: 0 });
    expect(told('galaxy s24 ultra', 'Galaxy S24 phone', 'Galaxy S24 FE phone')).toMatchObject({
      missing: 's24 ultra',
      total: 0,
    });
    // Also where nothing has the number at all.
    expect(told('hp 304 ink', 'HP 305XL ink', 'HP 305 ink, black')).toMatchObject({ missing: 'hp 304' });
    // Or other things have it.
    expect(told('golf 6 mat', ...MATS, 'Vase 6')).toMatchObject({ missing: 'golf 6' });
    // Whoever looks for other things is not told.
    const { missing, total } = titled(...MATS, ...OTHERS).searchNow({ q: 'golf 6 mat', more: true });
    expect([missing, total]).toEqual([undefined, 2]);
  });

  test.each([
    ['it is here', 'golf 8 mat', MATS],
    ['a product has the number elsewhere', 'golf 6 mat', ['Golf mat 6', ...MATS]],
    ['one title alone names another', 'golf 6 mat', ['Golf 7 mat', 'Golf mat']],
    ['nothing is numbered so', 'mat 6', MATS],
    ['it is a use', 'mat for golf 6', MATS],
    ['a kind of it is here', 'hp 305 ink', ['HP 303 ink', 'HP 304 ink', 'HP 305XL ink']],
    ['what stands before it is a number', '8 6 mat', ['Mat 8 7', 'Mat 8 9']],
    ['a step stands behind no number', 'mat pro', ['Mat', 'Mat lite']],
  ])('is none where %s', (_why, q, titles) => {
    expect(told(q, ...titles).missing).toBeUndefined();
  });

  test('is looked for where few enough have the word, of each word that stands for it', () => {
    const mats = (count: number) => Array.from({ length: count }, (_, no) => `Golf ${no % 2 ? 7 : 9} mat`);
    expect(told('golf 6 mat', ...mats(2_000)).missing).toBe('golf 6');
    expect(told('golf 6 mat', ...mats(2_001)).missing).toBeUndefined();
  });
});
