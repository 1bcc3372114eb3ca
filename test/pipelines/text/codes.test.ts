import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { codesOf } from '../../../pipelines/text/codes.ts';
import { readText, titleWords } from '../../../pipelines/text/reading.ts';

const codes = (text: string): string[] => codesOf(titleWords(readText(text)));

const [, ...cases] = readFileSync(new URL('../../../fixtures/text/codes.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [language: string, text: string, codes: string]);

describe('codes of a text', () => {
  it.each(cases)('%s: %j has the codes %j', (_, text, expected) => {
    expect(codes(text).join('; ')).toBe(expected);
  });
});

/** Letters, digits and what stands between them in titles. */
const title = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'WH-1000XM4',
        '500 מ"ל',
        'שמן750',
        'K500',
        'γάλα1',
        '5кг',
        '12345',
        '牛奶250',
        '6x330ml',
        '/',
        '-',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(' '));

test('a code is of Latin letters and digits, with a digit, and stands in the text', () => {
  fc.assert(
    fc.property(title, (text) => {
      const { folded } = readText(text);
      const written = folded.replace(/[^\p{L}\p{N}]/gu, '');
      for (const code of codes(text)) {
        expect(code).toMatch(/^(?=.*\d)[\p{Script=Latin}\d]+$/u);
        expect(written).toContain(code);
      }
    }),
    { numRuns: 1000 },
  );
});

test('hyphens, slashes and case between the parts of a code change nothing', () => {
  const letters = fc.constantFrom('wh', 'kx', 'dsc', 'tfgx');
  fc.assert(
    fc.property(
      letters,
      fc.integer({ min: 100, max: 9999 }),
      letters,
      fc.constantFrom('', '-', '.', '_'),
      (head, number, tail, sign) => {
        expect(codes(`Thing ${head}${sign}${number}${tail}`)).toEqual([`${head}${number}${tail}`]);
        expect(codes(`THING ${head}${sign}${number}${tail}`.toUpperCase())).toEqual([
          `${head}${number}${tail}`,
        ]);
      },
    ),
  );
});
