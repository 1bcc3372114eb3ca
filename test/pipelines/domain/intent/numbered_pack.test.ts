import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const KINDS = ['pasta', 'capsules'];
const reading = (text: string, language: string) =>
  intentReader({ currency: 'USD', languages: [language, 'en'], isKind: (word) => KINDS.includes(word) })(
    text,
  );
const texts = (phrases: readonly { text: string }[]) => phrases.map(({ text }) => text).join(' ');

test.each([
  ['en', 'capsules, 50 in a box', 50, ''],
  ['en', 'pasta, a box of twelve', 12, ''],
  ['de', 'Pasta, 12 pro Packung', 12, ''],
  ['es', 'pasta, doce por caja', 12, ''],
  ['fr', 'pasta, douze par paquet', 12, ''],
  ['it', 'pasta, la confezione grande da dodici', 12, ' la'],
  ['nl', 'pasta, twaalf per doos', 12, ''],
])('a pack with its number, said apart, is no word to be found (%s): %s', (language, text, pieces, rest) => {
  const read = reading(text, language);
  expect(read.quantity).toMatchObject({ pieces, isPack: true });
  expect(texts(read.words).toLowerCase()).toMatch(new RegExp(`^(?:pasta|capsules)${rest}(?: a)?$`));
});
