import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const reading = (text: string, language: string) =>
  intentReader({ currency: 'USD', languages: [language], sellers: [] })(text);

test.each([
  ['en', 'pods, we drink six coffees a day'],
  ['en', 'detergent (3 washes a week)'],
  ['de', 'Waschmittel, 3 Wäschen pro Woche'],
  ['es', 'detergente, tres lavados por semana'],
  ['fr', 'lessive, trois lavages par semaine'],
  ['it', 'detersivo, tre lavaggi alla settimana'],
  ['nl', 'wasmiddel, drie wassen per week'],
])('how much somebody uses is no number wanted (%s): %s', (language, text) => {
  const { quantity, measures, unread, numbers } = reading(text, language);
  expect({ quantity, measures, unread, numbers }).toEqual({
    quantity: null,
    measures: [],
    unread: [],
    numbers: [],
  });
});

test.each([
  ['3 washes, delivered this week', 1],
  ['a 3-washes pack a week', 0],
])('%s', (text, measures) => {
  expect(reading(text, 'en').measures.length).toBe(measures);
});

test('money a month stays money', () => {
  expect(reading('under $20 a month', 'en').budget).toBeNull();
  expect(reading('$20 a month phone', 'en').words.map(({ text }) => text)).toContain('$20');
});
