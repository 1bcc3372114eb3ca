import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { amountsOf, totalOf } from '../../../pipelines/text/amounts.ts';
import { readNumber } from '../../../pipelines/text/numbers.ts';
import { readText } from '../../../pipelines/text/reading.ts';
import { DIMENSIONS, sameAmount, UNITS } from '../../../pipelines/text/units.ts';

/** `volume 330 x6`, `mass 10000-12000`: base units of the dimension, rounded to hundredths, below one to four digits. */
function said(text: string): string[] {
  const round = (value: number) =>
    value >= 1 ? Math.round(value * 100) / 100 : Number(value.toPrecision(4));
  return readText(text).amounts.map(
    ({ dimension, amount, low, pack }) =>
      `${dimension} ${low === null ? '' : `${round(low)}-`}${round(amount)}${pack === 1 ? '' : ` x${pack}`}`,
  );
}

const [, ...cases] = readFileSync(new URL('../../../fixtures/text/amounts.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [language: string, text: string, amounts: string]);

describe('amounts of a text', () => {
  it.each(cases)('%s: %j reads as %j', (_, text, amounts) => {
    expect(said(text).join('; ')).toBe(amounts);
  });
});

test.each([
  ['1,5', undefined, 1.5],
  ['1.5', undefined, 1.5],
  ['1,000', undefined, 1000],
  ['1.234.567', undefined, 1234567],
  ["1'000", undefined, 1000],
  ['0,125', undefined, 0.125],
  ['1.500', { factor: 1 }, 1500],
  ['1.500', { factor: 1000 }, 1.5],
])('the number %s of a unit of %j', (text, unit, expected) => {
  expect(readNumber(text, unit)).toBe(expected);
});

const spellings = [...UNITS].filter(([name]) => /^\p{L}+$/u.test(name));
const unit = fc.constantFrom(...spellings);
/** Shares of all, and what may be a year, are left words whatever unit follows. */
const isDoubted = (name: string, amount: number): boolean =>
  (UNITS.get(name)?.dimension === 'percent' && amount >= 100) ||
  (/^(?:г|gm)$/.test(name) && amount >= 1900 && amount < 2100);

test('an amount is read back from any spelling of a unit, with a space, a hyphen or glued', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 7, max: 999 }),
      unit,
      fc.constantFrom('', ' ', '-'),
      (amount, [name, { dimension, factor, glued }], gap) => {
        fc.pre(!isDoubted(name, amount));
        const { amounts } = readText(`thing ${amount}${glued && gap === ' ' ? '' : gap}${name}`);
        expect(amounts).toHaveLength(1);
        expect(amounts[0]?.dimension).toBe(dimension);
        expect(amounts[0]?.amount).toBeCloseTo(amount * factor, 6);
      },
    ),
  );
});

test('another unit of the dimension keeps the quantity', () => {
  fc.assert(
    fc.property(fc.integer({ min: 7, max: 400 }), unit, unit, (amount, [one, from], [other, to]) => {
      fc.pre(from.dimension === to.dimension);
      const scaled = Math.round(((amount * from.factor) / to.factor) * 100) / 100;
      fc.pre(scaled >= 10 && scaled < 1e6 && !isDoubted(one, amount) && !isDoubted(other, scaled));
      const [left] = readText(`${amount}-${one}`).amounts;
      const [right] = readText(`${scaled}-${other}`).amounts;
      expect(right?.dimension).toBe(left?.dimension);
      expect((right?.amount ?? 0) / (left?.amount ?? 1)).toBeCloseTo(1, 3);
    }),
    { numRuns: 500 },
  );
});

test('every spelling of a pack has the same total', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 48 }), fc.integer({ min: 1, max: 999 }), (pack, amount) => {
      for (const text of [
        `${pack}x${amount}ml`,
        `${pack} x ${amount} ml`,
        `${pack}*${amount} ml`,
        `${pack}×${amount}ml`,
        `${amount} ml x ${pack}`,
        `${amount}mlx${pack}`,
        `${amount}ml pack of ${pack}`,
        `${amount}ml ${pack}-pack`,
        `${pack}er-Pack ${amount} ml`,
      ]) {
        const [quantity] = readText(text).amounts;
        expect([text, quantity && totalOf(quantity)]).toEqual([text, pack * amount]);
      }
    }),
  );
});

test('the order of what stands apart does not change amounts', () => {
  const part = fc.constantFrom(
    '500 g',
    '1,5 l',
    '15.6"',
    '¾ inch',
    'Sony',
    'WH-1000XM4',
    '3%',
    '2 TB',
    'מארז',
    '10-12 cm',
  );
  fc.assert(
    fc.property(fc.uniqueArray(part, { maxLength: 6 }), fc.nat(), (parts, turn) => {
      const at = parts.length === 0 ? 0 : turn % parts.length;
      const turned = [...parts.slice(at), ...parts.slice(0, at)];
      expect(said(turned.join(', ')).sort()).toEqual(said(parts.join(', ')).sort());
    }),
  );
});

test('places lie within the folded text, in order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.constantFrom('6x330ml', '1,5 l', 'pack of 3', '×', '"', '5 kg', 'שישיית', '½', '3x4 cm'),
        ),
      ),
      (parts) => {
        const { folded, tokens, amounts } = readText(parts.join(' '));
        expect(amountsOf(tokens)).toEqual(amounts);
        let start = 0;
        for (const amount of amounts) {
          expect(amount.start).toBeGreaterThanOrEqual(start);
          expect(amount.end).toBeGreaterThan(amount.start);
          expect(amount.end).toBeLessThanOrEqual(folded.length);
          expect(amount.amount).toBeGreaterThan(0);
          expect(amount.low ?? 0).toBeLessThan(amount.amount);
          start = amount.start;
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test.each([
  ['Cola 6 x 330 ml x', ['6 x 330 ml']],
  ['Rug 30x40 cm, 2 kg.', ['30x40 cm', '30x40 cm', '2 kg']],
  ['330 ml x 6 cans', ['330 ml x 6']],
  ['Box of 24 pens', ['box of 24']],
  ['15,6" TV', ['15,6"']],
  ['1 ק"ג אורז', ['1 ק"ג']],
  ["Door 6'8 x 80 cm", ['80 cm']],
  ['Type 2.b x 330 ml', ['330 ml']],
  ['Beer 330 ml x 1', ['330 ml x 1']],
  ['Beer 330 ml x 0', ['330 ml']],
  ['"חלב 1 ליטר"', ['1 ליטר']],
  ['3 ס""מ', ['3 ס""מ']],
])('the amounts of %j were read from %j', (text, expected) => {
  const { folded, tokens, amounts } = readText(text);
  expect(amounts.map(({ start, end }) => folded.slice(start, end))).toEqual(expected);
  for (const { from, next, start, end } of amounts)
    expect([tokens[from]?.start, tokens[next - 1]?.end]).toEqual([start, end]);
});

test('every unit has a dimension that is compared', () => {
  for (const { dimension, factor } of UNITS.values()) {
    expect(DIMENSIONS).toContain(dimension);
    expect(factor).toBeGreaterThan(0);
  }
});

test('dimensions keep their places, by which the matcher knows them: what there is of a thing, then what it can do', () => {
  const kept = 'mass volume count length data power voltage charge frequency resolution light percent time';
  expect(DIMENSIONS.join(' ').startsWith(kept)).toBe(true);
});

test('amounts within the rounding of labels are the same, others are not', () => {
  expect(sameAmount(473, 473.18)).toBe(true);
  expect(sameAmount(985, 1000)).toBe(true);
  expect(sameAmount(984, 1000)).toBe(false);
  expect(sameAmount(330, 355)).toBe(false);
});
