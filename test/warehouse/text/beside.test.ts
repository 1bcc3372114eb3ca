import { expect, test } from 'vitest';
import { indexOf, OFFER, titled } from './catalogue.ts';

const MACHINE = 'Solvei C60 Sewing Machine, 60 Stitches';
const NEEDLES = 'Nadelin Universal Sewing Machine Needles 90/14, 5 Pack';

/** Titles by how well they are found; each begins with its maker's name. */
const ordered = async (q: string, ...titles: string[]) => {
  const index = indexOf(
    titles.map((title) => ({ texts: [{ title, brand: title.split(' ')[0] as string }], offers: [OFFER] })),
  );
  return (await index.search({ q, limit: titles.length })).hits.map(({ product }) => titles[product]);
};

test.each([
  ['sewing machine', NEEDLES, MACHINE],
  ['Nähmaschine', NEEDLES, MACHINE],
  ['macchina da cucire', NEEDLES, MACHINE],
  ['machine à coudre', NEEDLES, MACHINE],
  ['solvei sewing machine', `Solvei ${NEEDLES}`, MACHINE],
  ['garden hose', 'Reelio Garden Hose Reel, 100 ft', 'Flexa Garden Hose 5/8 in. x 50 ft., Green'],
  ['baby bottles', 'Nuvvi Baby Bottle Brush', 'Nuvvi Silicone Baby Bottle, 8 oz, Green, 2 Pack'],
])(
  'of what lists have as a name of two words, what a title goes on to is another thing: %s',
  async (q, beside, thing) => {
    expect(await ordered(q, beside, thing)).toEqual([thing, beside]);
  },
);

test('a small word that only its accent tells joins two words, too', async () => {
  expect(await ordered('machine à coudre', 'Solvei Machine Oil', MACHINE)).toEqual([
    MACHINE,
    'Solvei Machine Oil',
  ]);
  expect(titled(MACHINE).parse('machine à coudre').unknown).toEqual([]);
});

test('what goes on without naming goods, or by another of its names, is the thing', async () => {
  const plain = 'Flexa Garden Hose Pipe, 50 ft';
  const expandable = 'Flexa Garden Hose Expandable, 50 ft';
  const reel = 'Reelio Garden Hose Reel, 50 ft';
  expect((await ordered('garden hose', reel, expandable)).at(0)).toBe(expandable);
  expect((await ordered('garden hose', reel, plain)).at(0)).toBe(plain);
});

test('what else is asked for may be what the title goes on to', async () => {
  const titles = [MACHINE, NEEDLES];
  expect((await ordered('sewing machine needles', ...titles)).at(0)).toBe(NEEDLES);
});

test('what a thing is like and whom it is for leaves one word of goods its name', async () => {
  const wallet = 'Corvain Wallet brown, womens';
  const care = 'Corvain Care Cream for Womens Wallet';
  expect((await ordered('womens wallet', care, wallet)).at(0)).toBe(wallet);
});

test('what is used up in another thing is the thing, beside the name of that one', async () => {
  const index = indexOf(
    [
      { title: 'Papyra LX-2350DW Laser Printer', brand: 'Papyra', description: 'Comes with toner' },
      { title: 'Papyra TN-760 Toner', brand: 'Papyra', description: 'Fits the LX-2350DW printer' },
    ].map((text) => ({ texts: [text], offers: [OFFER] })),
  );
  for (const q of ['toner papyra lx-2350dw', 'toner for my papyra lx-2350dw', 'papyra printer toner'])
    expect((await index.search({ q })).hits.map(({ product }) => product)).toEqual([1, 0]);
  // By the words of another language, and where more of what uses it has both words than are looked at otherwise.
  const printers = Array.from({ length: 120 }, (_, at) => ({
    title: `Papyra Inkjet Printer No ${at + 100}`,
    description: 'Ink is sold apart',
  }));
  const shop = indexOf(
    [{ title: 'Papyra Ink black', description: 'For any printer that takes it' }, ...printers].map(
      (text) => ({
        texts: [text],
        offers: [OFFER],
      }),
    ),
  );
  for (const q of ['printer ink', 'drucker tinte', 'encre imprimante'])
    expect((await shop.search({ q })).hits[0]?.product).toBe(0);
  // A title may write it in one with what it is like.
  const filters = indexOf(
    [
      { title: 'Vantor Kettle', brand: 'Vantor', description: 'Filters limescale' },
      {
        title: 'Vantor Microfilters',
        brand: 'Vantor',
        description: 'Paper filters for coffee of every kind and grind',
      },
    ].map((text) => ({ texts: [text], offers: [OFFER] })),
  );
  expect((await filters.search({ q: 'vantor filters' })).hits.map(({ product }) => product)).toEqual([1, 0]);
});

test('an accessory of a language that puts it first stands before what it goes with', async () => {
  const phone = 'Zelvo Nova 15 128 GB negro';
  for (const accessory of ['Zelvo Funda Nova 15', 'Zelvo Coque Nova 15', 'Zelvo Custodia Nova 15'])
    expect(await ordered('nova 15', accessory, phone)).toEqual([phone, accessory]);
  const own = 'Zelvo Funda Nova 15';
  expect((await ordered('funda nova 15', phone, own)).at(0)).toBe(own);
});
