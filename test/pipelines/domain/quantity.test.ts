import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  foldTitle,
  readNumber,
  readQuantities,
  sameAmount,
  scanQuantities,
  totalOf,
} from '../../../pipelines/domain/quantity.ts';
import { UNITS } from '../../../pipelines/domain/units.ts';

const said = (text: string) =>
  readQuantities(text).map(
    ({ dimension, amount, pack }) => `${dimension} ${Math.round(amount * 100) / 100} x${pack}`,
  );

test.each([
  ['6x330ml', ['volume 330 x6']],
  ['6 x 330 ml', ['volume 330 x6']],
  ['330 ml x 6', ['volume 330 x6']],
  ['Cola x6 330ml', ['volume 330 x6']],
  ['pack of 6, 330 ml', ['volume 330 x6']],
  ['Limo 6er Pack 0,5 l', ['volume 500 x6']],
  ['paquete de 4 botellas 1,5 litros', ['volume 1500 x4']],
  ['שישיית קולה 330 מ"ל', ['volume 330 x6']],
  ['בירה 6*355 מ"ל', ['volume 355 x6']],
  ['ק"ג 2', []],
  ['2 ק"ג', ['mass 2000 x1']],
  ['לכלים1ליטר', ['volume 1000 x1']],
  ['Φέτα 400γρ', ['mass 400 x1']],
  ['молоко 1 л', ['volume 1000 x1']],
  ['экран 5 дюймов', ['length 127 x1']],
  ['οθόνη 5 ίντσες', ['length 127 x1']],
  ['16.9 Fl. Oz', ['volume 499.79 x1']],
  ['48-inch TV', ['length 1219.2 x1']],
  ['42" TV', ['length 1066.8 x1']],
  ['15in sleeve, 5 in 1', ['length 381 x1']],
  ['SanDisk 16GB', ['data 16384 x1']],
  ['2 TB disk', ['data 2097152 x1']],
  ['HDMI 2-pack 10 ft', ['count 2 x1', 'length 3048 x1']],
  ['Tabletten 120 Stück', ['count 120 x1']],
  ['10 x 20 cm', ['length 200 x1']],
  ['1.500 g', ['mass 1500 x1']],
  ['1.500 kg', ['mass 1500 x1']],
  ['0,330 l', ['volume 330 x1']],
  ['1,000 sheets', ['count 1000 x1']],
  ['Sony WH-1000XM4', []],
  ['1080p', []],
  ['0 g', []],
  ['', []],
])('%s', (text, expected) => {
  expect(said(text)).toEqual(expected);
});

test.each([
  ['1,5', 1.5],
  ['1.5', 1.5],
  ['1,000', 1000],
  ['1.234.567', 1234567],
  ['0,125', 0.125],
])('the number %s', (text, expected) => {
  expect(readNumber(text)).toBe(expected);
});

const unit = fc.constantFrom(...[...UNITS].filter(([name]) => /^\p{L}+$/u.test(name)));

test('an amount is read back from any unit, glued or with a space', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), unit, (amount, [name, { dimension, factor, glued }]) => {
      const [read] = readQuantities(`thing ${amount}${glued ? '' : ' '}${name}`);
      expect(read?.dimension).toBe(dimension);
      expect(read?.amount).toBeCloseTo(amount * factor, 6);
    }),
  );
});

test('every spelling of a pack has the same total', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 48 }), fc.integer({ min: 1, max: 999 }), (pack, amount) => {
      const spellings = [
        `${pack}x${amount}ml`,
        `${pack} x ${amount} ml`,
        `${amount} ml x ${pack}`,
        `${amount}ml pack of ${pack}`,
        `${amount}ml ${pack}-pack`,
      ];
      for (const spelling of spellings) {
        const [quantity] = readQuantities(spelling);
        expect(quantity && totalOf(quantity)).toBe(pack * amount);
      }
    }),
  );
});

test('places lie within the folded text, in order, without overlap', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string(), fc.constantFrom('6x330ml', '1,5 l', 'pack of 3', '×', '"', '5 kg', 'שישיית')),
      ),
      (parts) => {
        const folded = foldTitle(parts.join(' '));
        let end = 0;
        for (const span of scanQuantities(folded)) {
          expect(span.start).toBeGreaterThanOrEqual(end);
          expect(span.end).toBeGreaterThan(span.start);
          expect(span.end).toBeLessThanOrEqual(folded.length);
          expect(span.amount).toBeGreaterThan(0);
          end = span.end;
        }
      },
    ),
    { numRuns: 1000 },
  );
});

test('folding twice is folding once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldTitle(foldTitle(text))).toBe(foldTitle(text));
    }),
  );
});

test('amounts within the rounding of labels are the same, others are not', () => {
  expect(sameAmount(473, 473.18)).toBe(true);
  expect(sameAmount(330, 355)).toBe(false);
});
