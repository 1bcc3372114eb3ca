import { expect, test } from 'vitest';
import type { QueryGroup } from '../../../warehouse/text/query.ts';
import { TitleSense } from '../../../warehouse/text/title_sense.ts';
import { TitleWords } from '../../../warehouse/text/title_words.ts';
import { listOf, titlesOf } from './catalogue.ts';

const TITLES = [
  'fitbit charge 3',
  'band for fitbit charge 3',
  'fitbit charge band for fitbit',
  'fitbit case',
  'fitbit black case',
  'case fitbit',
  'compatible fitbit band',
  'band',
  'laptop black privacy filter',
  'laptop black privacy thin filter',
  'laptop 15 filter',
  'laptop with filter',
  'filter laptop',
  'laptop stand',
  'laptop black',
  'laptop filter laptop',
  'quick release for fitbit watch strap',
  'quick release for strap fitbit',
  'bag for fitbit watch strap',
];
const TERMS = listOf([...new Set(TITLES.flatMap((title) => title.split(' ')))].sort());
const sense = new TitleSense(titlesOf(TERMS, TITLES), new TitleWords(TERMS));
const group = (text: string, parts: Partial<QueryGroup> = {}): QueryGroup => ({
  text,
  mass: 1,
  role: 'plain',
  variants: [{ term: TERMS.find(text), weight: 1 }],
  isGuess: false,
  ...parts,
});
const titled = (is: (product: number) => boolean) => TITLES.filter((_, product) => is(product));

test('what is named behind for, or before an accessory that nobody asked for, is beside the thing', () => {
  const behindFor = TITLES.slice(-3);
  expect(titled(sense.isBeside([group('fitbit')]))).toEqual([
    'band for fitbit charge 3',
    'fitbit case',
    'compatible fitbit band',
    ...behindFor,
  ]);
  expect(titled(sense.isBeside([group('fitbit'), group('case')]))).toEqual([
    'band for fitbit charge 3',
    'compatible fitbit band',
    ...behindFor,
  ]);
  // A use names nothing that is wanted, and what hardly stands for a word is not it.
  expect(titled(sense.isBeside([group('fitbit'), group('case', { role: 'use' })]))).toContain('fitbit case');
  const faint = [{ term: TERMS.find('fitbit'), weight: 0.4 }];
  expect(titled(sense.isBeside([group('fitbit', { variants: faint })]))).not.toContain('fitbit case');
  const half = [{ term: TERMS.find('fitbit'), weight: 0.5 }];
  expect(titled(sense.isBeside([group('fitbit', { variants: half })]))).toContain('fitbit case');
});

test('a title that names nothing before for is what it ends with', () => {
  // What stands before the end of the name, or behind what is named already, is only what the thing is for.
  const beside = titled(sense.isBeside([group('strap')]));
  expect(beside.filter((title) => title.includes('strap'))).toEqual([
    'quick release for strap fitbit',
    'bag for fitbit watch strap',
  ]);
  expect(titled(sense.isBeside([group('fitbit')]))).toContain('quick release for fitbit watch strap');
});

test('a title that goes on to the name of another thing within three words is of that', () => {
  const isOther = (term: number) => ['filter', '15'].includes(TERMS.text(term));
  expect(titled(sense.isAnother(group('laptop'), isOther))).toEqual([
    'laptop black privacy filter',
    'laptop stand',
  ]);
  // A number or a small word ends the name; the last place of the word counts.
  expect(titled(sense.isAnother(group('filter'), () => true))).toEqual([
    'filter laptop',
    'laptop filter laptop',
  ]);
  const faint = [{ term: TERMS.find('laptop'), weight: 0.4 }];
  expect(titled(sense.isAnother(group('laptop', { variants: faint }), isOther))).toEqual([]);
});
