import { afterAll, expect, test } from 'vitest';
import { codesIn, isCode } from '../../../api/decisioning/told_codes.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

test.each([
  ['my Epson ET-2820 is empty, 40 euros', ['ET-2820']],
  ['deskjet 2755', ['2755']],
  ['an iphone 15 with 8k', []],
])('codes of %s', (text, codes) => {
  expect(codesIn(text)).toEqual(codes);
});

test('a code has digits, and letters or many of them', () => {
  expect(['d210', '2755', '275', 'ab12', 'toner'].filter(isCode)).toEqual(['d210', '2755', 'ab12']);
});

const sold = (sku: string, title: string, price_minor = 1_000) =>
  listing('alpha', sku, { title, brand: title.split(' ')[0] as string, category: null, price_minor });
const goods = [
  sold('black', 'Papyra 104 Ink Bottle 65 ml Black', 1_200),
  sold('cyan', 'Papyra 104 Ink Bottle 65 ml Cyan'),
  sold('yellow', 'Papyra 104 Ink Bottle 65 ml Yellow'),
  sold('other', 'Inkwell 305 Ink Cartridge Black', 900),
  sold('printer', 'Papyra EcoTank ET-2820 Ink Tank Printer', 20_000),
];
const FOR_PAPYRA = 'Genuine ink for ET-2810, ET-2820.';
const DESCRIPTIONS = {
  black: FOR_PAPYRA,
  cyan: FOR_PAPYRA,
  yellow: FOR_PAPYRA,
  other: 'For Inkwell DeskJet 2820e.',
};

test.each([
  ['I have a Papyra ET-2820 and the black has run dry', 'Papyra 104 Ink Bottle 65 ml Black'],
  ['my Papyra ET-2820 ran out of cyan', 'Papyra 104 Ink Bottle 65 ml Cyan'],
  // Every device takes black.
  ['ink for my Papyra ET-2820', 'Papyra 104 Ink Bottle 65 ml Black'],
  ['yellow ink for my papyra et-2820', 'Papyra 104 Ink Bottle 65 ml Yellow'],
  // Letters behind the number are another device.
  ['ink for my Papyra ET-2850', null],
  ['a Papyra ET-2820', 'Papyra EcoTank ET-2820 Ink Tank Printer'],
])('what a device takes is found by its code in descriptions: %s', async (intent, title) => {
  expect((await over(goods, intent, {}, DESCRIPTIONS)).recommendation?.title ?? null).toBe(title);
});

test('what names the device by its code need not name its maker, but a bare number is none', async () => {
  const toner = sold('toner', 'TN-2410 Toner Cartridge');
  const pages = sold('pages', 'Quill Q12 Toner Cartridge', 500);
  const texts = { toner: 'Fits HL-L2350DW.', pages: 'Prints 2350 pages.' };
  const asked = (intent: string) => over([toner, pages], intent, {}, texts);
  expect((await asked('toner for my brother hl-l2350dw')).recommendation?.title).toBe(toner.title);
  expect((await asked('toner for my brother 2350')).recommendation).toBeNull();
});

test('a number is told by a description that has the word beside it', async () => {
  const washers = [
    sold('k4', 'Rinser K4 Pressure Washer', 19_000),
    sold('k2', 'Rinser K2 Pressure Washer', 9_000),
  ];
  const asked = (intent: string) => over(washers, intent, {}, { k4: '130 bar.', k2: '110 bar, 130 pieces.' });
  expect((await asked('pressure washer 130 bar')).recommendation?.title).toBe('Rinser K4 Pressure Washer');
  expect((await asked('pressure washer 160 bar')).recommendation).toBeNull();
});

test('a short code that many things have is told by a description that has it', async () => {
  const bulbs = [sold('e14', 'Glimmer Smart Bulb Mini', 900), sold('e27', 'Glimmer Smart Bulb', 1_500)];
  const asked = (intent: string) => over(bulbs, intent, {}, { e14: 'E14, dimmable.', e27: 'E27, dimmable.' });
  expect((await asked('smart bulb E27')).recommendation?.title).toBe('Glimmer Smart Bulb');
  expect((await asked('smart bulb B22')).recommendation).toBeNull();
});

test.each([
  ['The Midnight Ferry in hardcover', 'The Midnight Ferry (Hardcover)'],
  ['The Midnight Ferry, paperback', 'The Midnight Ferry (Paperback)'],
])('how a book is bound is told: %s', async (intent, title) => {
  const books = [
    sold('hard', 'The Midnight Ferry (Hardcover)', 2_499),
    sold('soft', 'The Midnight Ferry (Paperback)', 1_199),
  ];
  expect((await over(books, intent)).recommendation?.title).toBe(title);
  const others = books.filter((book) => book.title !== title);
  expect((await over(others, intent)).recommendation).toBeNull();
});
