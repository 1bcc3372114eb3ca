import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

test.each([
  ['it', "si apre solo da sopra: 7 kg, carica dall'alto", 7_000, 7_000],
  ['en', 'a drum that opens from above: 7 kg', 7_000, 7_000],
  ['en', 'washer, minimum: 7 kg', 7_000, null],
])('%s: %s: behind a word of place a colon begins something else', (language, text, min, max) => {
  const { measures } = intentReader({ currency: 'EUR', languages: [language] })(text);
  expect(measures).toMatchObject([{ dimension: 'mass', min, max }]);
});

test.each([
  ['en', 'tv from 55 inches up', 1_397, null],
  ['en', 'tv 55 inches up', 1_397, null],
  ['es', 'televisor desde 55 pulgadas', 1_397, null],
  ['es', 'televisor de 55 pulgadas para arriba', 1_397, null],
  ['nl', 'tv 55 inch en groter', 1_397, null],
  ['nl', 'tv 55 inch of groter', 1_397, null],
])('%s: %s: a range may be open above', (language, text, min, max) => {
  const { measures } = intentReader({ currency: 'EUR', languages: [language] })(text);
  expect(measures).toMatchObject([{ dimension: 'length', min, max }]);
});

test('what is up to a price is no least measure', () => {
  const { measures, budget } = intentReader({ currency: 'USD', languages: ['en'] })(
    'laptop 16 GB up to $900',
  );
  expect(measures).toMatchObject([{ min: 16_384, max: 16_384 }]);
  expect(budget).toMatchObject({ min_minor: null, max_minor: 90_000 });
});

test.each([['disque dur externe 2 To'], ['disque dur externe 2To']])('fr: %s: terabytes', (text) => {
  const { measures } = intentReader({ currency: 'EUR', languages: ['fr'] })(text);
  expect(measures).toMatchObject([{ dimension: 'data', min: 2 ** 21, max: 2 ** 21 }]);
});

test.each([
  ['de', 'fernglas, mehr als 60 Dollar darf es nicht kosten'],
  ['de', 'Fernglas, es darf auf keinen Fall mehr als 60 Dollar kosten'],
  ['es', 'prismáticos, más de 60 dólares no puedo pagar'],
  ['nl', 'verrekijker, meer dan 60 dollar mag het niet kosten'],
  ['it', 'binocolo, più di 60 dollari non posso spendere'],
  ['fr', 'jumelles, plus de 60 dollars c’est trop'],
  ['en', 'binoculars, more than $60 I cannot pay'],
  ['en', 'binoculars, anything over $60 is too much'],
])('%s: %s: a lower bound is an upper one where what follows denies it', (language, text) => {
  const { budget, avoid } = intentReader({ currency: 'USD', languages: [language] })(text);
  expect(budget).toMatchObject({ min_minor: null, max_minor: 6_000 });
  expect(avoid).toEqual([]);
});

test.each([
  ['de', 'fernglas, mehr als 60 Dollar, nicht rosa'],
  ['en', 'binoculars over $60, not pink'],
  ['en', 'binoculars over $60 that do not fog'],
  ['nl', 'verrekijker, niet minder dan 60 dollar'],
])('%s: %s: and stays one where something else is denied', (language, text) => {
  const { budget } = intentReader({ currency: 'USD', languages: [language] })(text);
  expect(budget).toMatchObject({ min_minor: 6_000, max_minor: null });
});

test.each([
  ['de', 'mehr als 500 Dollar darf der Laptop nicht kosten', 'Laptop'],
  ['nl', 'meer dan 500 dollar mag de laptop niet kosten', 'laptop'],
  ['es', 'más de 500 dólares no puede costar el portátil', 'portátil'],
])('%s: %s: what it may not cost is what is wanted', (language, text, thing) => {
  const { budget, avoid, words } = intentReader({ currency: 'USD', languages: [language] })(text);
  expect(budget).toMatchObject({ min_minor: null, max_minor: 50_000 });
  expect(avoid).toEqual([]);
  expect(words.map((word) => word.text)).toEqual([thing]);
});

test.each([
  ['es', 'la lavadora más barata de 9 kg'],
  ['es', 'lavadora más económica de 9 kg'],
  ['it', 'la lavatrice più economica di 9 kg'],
])('%s: %s: the cheapest of a measure is of just that', (language, text) => {
  const { measures, priorities } = intentReader({ currency: 'USD', languages: [language] })(text);
  expect(measures).toMatchObject([{ dimension: 'mass', min: 9_000, max: 9_000 }]);
  expect(priorities).toMatchObject([{ criterion: 'price' }]);
});

test.each([
  ['es', 'lavadora más barata de 600 dólares'],
  ['it', 'lavatrice più economica di 600 dollari'],
  ['en', 'washer cheaper than $600'],
])('%s: %s: and cheaper than a price is a bound', (language, text) => {
  const { budget } = intentReader({ currency: 'USD', languages: [language] })(text);
  expect(budget).toMatchObject({ min_minor: null, max_minor: 60_000 });
});

test.each([
  ['en', 'kettle in black for $50 max.'],
  ['en', 'kettle, $50 max. and quiet'],
  ['de', 'Wasserkocher, 50 € max.'],
  ['es', 'hervidor, 50 € máx.'],
  ['fr', 'bouilloire, 50 € max.'],
  ['it', 'bollitore, 50 € max.'],
  ['nl', 'waterkoker, 50 € max.'],
])(
  '%s: %s: an abbreviated limit behind an amount is a budget, and no word of the thing',
  (language, text) => {
    const read = intentReader({ currency: 'EUR', languages: [language, 'en'] })(text);
    expect(read.budget).toMatchObject({ max_minor: 5_000, isBelow: false });
    expect(read.words.map(({ text: word }) => word)).not.toContain('max');
  },
);

test.each([
  ['en', 'kettle for less than $50', true],
  ['en', 'kettle, willing to spend under $50', true],
  ['en', 'kettle, nothing over $50', false],
  ['en', 'kettle, no more than $50', false],
  ['de', 'Wasserkocher für weniger als 50 €', true],
  ['de', 'Wasserkocher für unter 50 €', true],
  ['de', 'Wasserkocher für höchstens 50 €', false],
  ['es', 'hervidor por menos de 50 €', true],
  ['fr', 'bouilloire pour moins de 50 €', true],
])('%s: %s: what costs just that is left out: %s', (language, text, isBelow) => {
  const { budget } = intentReader({ currency: 'EUR', languages: [language, 'en'] })(text);
  expect(budget).toMatchObject({ max_minor: 5_000, isBelow });
});
