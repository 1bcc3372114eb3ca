import { gtin as cdigit } from 'cdigit';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isbn10ToGtin13, issnToGtin13 } from '../../../pipelines/domain/isbn.ts';

it.each([
  ['0-306-40615-2', '9780306406157'],
  ['0306406152', '9780306406157'],
  ['080442957X', '9780804429573'],
  ['080442957x', '9780804429573'],
  ['0306406153', null],
  ['9780306406157', null],
  ['X306406152', null],
])('ISBN-10 %s is %s', (isbn, gtin) => {
  expect(isbn10ToGtin13(isbn)).toBe(gtin);
});

it.each([
  ['0264-3596', '9770264359008'],
  ['0317-8471', '9770317847001'],
  ['2434-561X', '9772434561006'],
  ['0264-3597', null],
])('ISSN %s is %s', (issn, gtin) => {
  expect(issnToGtin13(issn)).toBe(gtin);
});

it('takes exactly one check character for nine digits, and gives it a right GTIN', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{9}$/), (nine) => {
      const found = Array.from('0123456789X')
        .map((check) => isbn10ToGtin13(nine + check))
        .filter((gtin) => gtin !== null);
      expect(found.length).toBe(1);
      expect(cdigit.validate(found[0] ?? '')).toBe(true);
    }),
  );
});
