import { expect, test } from 'vitest';
import { titled } from './catalogue.ts';

const MACHINE = 'Solvei C60 Sewing Machine, 60 Stitches';
const NEEDLES = 'Nadelin Universal Sewing Machine Needles 90/14, 5 Pack';

/** Titles by how well they are found. */
const ordered = async (q: string, ...titles: string[]) =>
  (await titled(...titles).search({ q, limit: titles.length })).hits.map(({ product }) => titles[product]);

test.each([
  ['sewing machine', NEEDLES, MACHINE],
  ['Nähmaschine', NEEDLES, MACHINE],
  ['macchina da cucire', NEEDLES, MACHINE],
  ['solvei sewing machine', `Solvei ${NEEDLES}`, MACHINE],
  ['garden hose', 'Reelio Garden Hose Reel, 100 ft', 'Flexa Garden Hose 5/8 in. x 50 ft., Green'],
  ['baby bottles', 'Nuvvi Baby Bottle Brush', 'Nuvvi Silicone Baby Bottle, 8 oz, Green, 2 Pack'],
])(
  'of what lists have as a name of two words, what a title goes on to is another thing: %s',
  async (q, beside, thing) => {
    expect(await ordered(q, beside, thing)).toEqual([thing, beside]);
  },
);

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
