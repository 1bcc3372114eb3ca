import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPrice } from '../../../pipelines/domain/money.ts';
import {
  contradiction,
  type DecimalMark,
  decimalMark,
  type FormCounts,
  grammarOf,
  hasMarks,
  type NumberForm,
  needsMark,
  noForms,
  numberForm,
} from '../../../pipelines/domain/number_grammar.ts';

const counted = (forms: Partial<FormCounts>): FormCounts => ({ ...noForms(), ...forms });

test.each<[number: string, exponent: number, form: NumberForm]>([
  ['12', 2, 'short_whole'],
  ['999', 2, 'short_whole'],
  ['1299', 2, 'long_whole'],
  ['12.5', 2, 'point'],
  ['12,50', 2, 'comma'],
  ['.99', 2, 'point'],
  ['0.125', 2, 'point'],
  ['1234.567', 2, 'point'],
  ['1,299.00', 2, 'point'],
  ['1.299,00', 2, 'comma'],
  ['1,299,000', 2, 'point'],
  ['1.299.000', 2, 'comma'],
  ['1.234.567.890', 2, 'comma'],
  ['1.299.000,50', 2, 'comma'],
  ['1,299,000.50', 2, 'point'],
  ['', 2, 'silent'],
  ['12 50', 2, 'silent'],
  ['12.500', 2, 'point_either'],
  ['12,500', 2, 'comma_either'],
  ['12.999', 2, 'point_groups'],
  ['12,999', 2, 'comma_groups'],
  ['12.999', 3, 'point_either'],
  ['12.999', 4, 'point_either'],
  ['12.990', 2, 'point_either'],
  ['12.900', 0, 'point_groups'],
  ['12.000', 0, 'point_either'],
])('%s in a currency of %d decimals is %s', (number, exponent, form) => {
  expect(numberForm(number, exponent)).toBe(form);
});

test.each<[forms: Partial<FormCounts>, exponent: number, mark: string]>([
  [{ point: 1 }, 2, 'point'],
  [{ comma: 1 }, 2, 'comma'],
  [{ point: 19, comma: 1 }, 2, 'point'],
  [{ point: 18, comma: 1 }, 2, 'undecided'],
  [{ point: 1, comma: 19 }, 2, 'comma'],
  [{ point: 1, comma: 18 }, 2, 'undecided'],
  // what has decimals that its currency has not is outweighed by what is plain, unless it is more
  [{ point: 2, point_groups: 2 }, 2, 'point'],
  [{ point: 2, point_groups: 3 }, 2, 'undecided'],
  [{ comma: 2, comma_groups: 3 }, 2, 'undecided'],
  [{ point: 2, comma_groups: 30 }, 2, 'point'],
  [{ point_groups: 1, point_either: 9 }, 2, 'comma'],
  [{ comma_groups: 1, comma_either: 9 }, 2, 'point'],
  [{ point_groups: 1, comma_groups: 1 }, 2, 'undecided'],
  [{ point_either: 9 }, 2, 'undecided'],
  [{ point_either: 9, short_whole: 1 }, 2, 'comma'],
  [{ comma_either: 9, short_whole: 1 }, 2, 'point'],
  [{ point_either: 9, comma_either: 1, short_whole: 1 }, 2, 'undecided'],
  [{ point_either: 1, comma_either: 9, short_whole: 1 }, 2, 'undecided'],
  [{ point_either: 9, short_whole: 1, long_whole: 1 }, 2, 'undecided'],
  [{ comma_either: 9, short_whole: 1, long_whole: 1 }, 2, 'undecided'],
  [{ point_either: 9, short_whole: 1 }, 3, 'undecided'],
  [{ short_whole: 5, long_whole: 5 }, 2, 'undecided'],
  [{ short_whole: 5 }, 2, 'undecided'],
  [{}, 2, 'undecided'],
])('%j in %d decimals: %s', (forms, exponent, mark) => {
  expect(decimalMark(counted(forms), exponent)).toBe(mark);
});

describe('the columns of a file', () => {
  const columns = { price: noForms(), sale_price: noForms(), list_price: noForms(), delivery: noForms() };

  test('are told by themselves, few numbers by all, and none not at all', () => {
    const price = counted({ point: 1000 });
    expect(grammarOf({ ...columns, price, sale_price: counted({ comma: 1 }) }, 2)).toEqual({
      price: 'point',
      sale_price: 'point',
    });
    expect(grammarOf({ ...columns, price, sale_price: counted({ comma: 19 }) }, 2).sale_price).toBe('point');
    expect(grammarOf({ ...columns, price, sale_price: counted({ comma: 20 }) }, 2).sale_price).toBe('comma');
    expect(grammarOf({ ...columns, price, sale_price: counted({ point_groups: 20 }) }, 2).sale_price).toBe(
      'comma',
    );
    expect(grammarOf({ ...columns, price, delivery: counted({ short_whole: 9 }) }, 2)).toEqual({
      price: 'point',
    });
  });

  test('are left open where nothing decides, and need no mark where none stands', () => {
    expect(grammarOf({ ...columns, price: counted({ point_either: 30 }) }, 2)).toEqual({});
    expect(grammarOf({ ...columns, price: counted({ point: 30, comma: 30 }) }, 2)).toEqual({});
    const grouped = counted({ comma_groups: 20, comma: 0 });
    expect(grammarOf({ ...columns, price: counted({ comma: 90 }), sale_price: grouped }, 2)).toEqual({
      price: 'comma',
      sale_price: 'point',
    });
    for (const form of ['point_groups', 'comma_groups', 'point_either', 'comma_either'] as const)
      expect([form, needsMark(counted({ [form]: 1 })), hasMarks(counted({ [form]: 1 }))]).toEqual([
        form,
        true,
        true,
      ]);
    for (const form of ['point', 'comma'] as const)
      expect([form, needsMark(counted({ [form]: 1 })), hasMarks(counted({ [form]: 1 }))]).toEqual([
        form,
        false,
        true,
      ]);
    expect([needsMark(counted({ short_whole: 1 })), hasMarks(counted({ long_whole: 1 }))]).toEqual([
      false,
      false,
    ]);
  });

  test('contradict what was so far only by the other mark', () => {
    expect(contradiction({ price: 'point' }, { price: 'comma' })).toBe(
      'the numbers of price are written with a decimal comma (12,50), so far with a decimal point (12.50)',
    );
    expect(contradiction({ sale_price: 'comma' }, { sale_price: 'point' })).toContain('sale_price');
    expect(contradiction({ price: 'point' }, { price: 'point', sale_price: 'comma' })).toBeNull();
    expect(contradiction({ price: 'point' }, {})).toBeNull();
    expect(contradiction({}, { price: 'comma' })).toBeNull();
  });
});

describe('a column of amounts', () => {
  const written = (minor: number, mark: DecimalMark, decimals: number, grouped: boolean): string => {
    const whole = String(Math.floor(minor / 100));
    const thousands = mark === 'point' ? ',' : '.';
    const parts = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, thousands) : whole;
    const cents = String(minor % 100)
      .padStart(2, '0')
      .padEnd(decimals, '0');
    return decimals === 0 ? parts : `${parts}${mark === 'point' ? '.' : ','}${cents}`;
  };
  const column = fc.record({
    amounts: fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 40 }),
    mark: fc.constantFrom<DecimalMark>('point', 'comma'),
    decimals: fc.constantFrom(0, 2, 3),
    grouped: fc.boolean(),
  });

  test('is read as it was written, or left alone', () => {
    fc.assert(
      fc.property(column, ({ amounts, mark, decimals, grouped }) => {
        const minors = amounts.map((minor) =>
          decimals === 0 ? Math.max(1, Math.floor(minor / 100)) * 100 : minor,
        );
        const texts = minors.map((minor) => written(minor, mark, decimals, grouped));
        const forms = noForms();
        for (const text of texts) forms[readPrice(text, 'USD', 'undecided').form]++;
        const reading = decimalMark(forms, 2);
        for (const [index, text] of texts.entries()) {
          const { price } = readPrice(text, 'USD', reading);
          if ('error' in price)
            expect([text, price.error, reading]).toEqual([text, 'price_ambiguous', 'undecided']);
          else expect([text, price.price_minor]).toEqual([text, minors[index]]);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
