import { expect, test } from 'vitest';
import { stemOf } from '../../../pipelines/equivalence/stems.ts';

test.each([
  // in a bottle and a bottle, powder and powder of, crunch and crunches
  ['בבקבוק', 'בקבוק'],
  ['אבקת', 'אבקה'],
  ['קראנצים', 'קראנץ'],
])('%s is a form of %s', (form, word) => {
  expect(stemOf(form)).toBe(stemOf(word));
});

test('a word of three letters, and one of another script, stays as it is', () => {
  expect(stemOf('מים')).toBe('מימ');
  expect(stemOf('houses')).toBe('houses');
});
