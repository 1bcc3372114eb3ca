import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

test.each([
  ['en', 'black paint, three quarters of a litre', 750],
  ['en', 'paint, a quarter litre', 250],
  ['de', 'dreiviertel Liter Lack schwarz', 750],
  ['de', 'ein viertel Liter Sahne', 250],
  ['es', 'tres cuartos de litro de pintura', 750],
  ['fr', 'un quart de litre de crème', 250],
  ['it', 'tre quarti di litro di latte', 750],
  ['nl', 'driekwart liter verf', 750],
])('%s: %s: a part of a litre in words', (language, text, millilitres) => {
  const [measure, ...others] = intentReader({ currency: 'EUR', languages: [language] })(text).measures;
  expect(others).toEqual([]);
  expect([measure?.dimension, measure?.min]).toEqual(['volume', millilitres]);
});

test.each([['two quarts of milk'], ['quarter zip sweater'], ['third quarter report']])(
  '%s is no quarter of a measure',
  (text) => {
    const { measures } = intentReader({ currency: 'USD', languages: ['en'] })(text);
    expect(measures.filter(({ min }) => min !== null && min < 500)).toEqual([]);
  },
);

test.each([
  ['ice cream, the litre tub', 1_000, 1_000],
  ['coffee machine, a tank that holds a litre or more', 1_000, null],
  ['milk, one litre bottle', 1_000, 1_000],
])('%s: an article for one', (text, min, max) => {
  const [measure, ...others] = intentReader({ currency: 'USD', languages: ['en'] })(text).measures;
  expect(others).toEqual([]);
  expect([measure?.dimension, measure?.min, measure?.max]).toEqual(['volume', min, max]);
});

test('what must be there by an article alone is measured', () => {
  const read = intentReader({ currency: 'USD', languages: ['en'] });
  const { measures, must_have } = read('laptop with a terabyte of storage');
  expect(must_have).toEqual([]);
  expect(measures.map(({ dimension }) => dimension)).toEqual(['data']);
  expect(read('a pound cake').measures).toEqual([]);
});
