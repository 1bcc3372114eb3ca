import { expect, test } from 'vitest';
import { FIELD_SHIFT, FIELDS } from '../../../warehouse/text/fields.ts';
import { LineWords } from '../../../warehouse/text/line_words.ts';

/** Distinct terms of a line. */
const TERMS = 300_000;
const BRAND = FIELDS.indexOf('brand');

test('keeps every word of every line, through the first and into the second million', () => {
  const words = new LineWords(4);
  for (let product = 0; product < 4; product++) {
    words.begin(product);
    for (let term = product; term < TERMS + product; term++) {
      words.add(term, BRAND);
      // A multiple of seven is said twice.
      if (term % 7 === 0) words.add(term, BRAND);
    }
  }
  const once = 1 << (FIELD_SHIFT[BRAND] as number);
  const seen: number[] = [];
  words.merger(TERMS + 4)((product, terms, counts, count) => {
    const said = new Map(Array.from(terms.subarray(0, count), (term, at) => [term, counts[at]]));
    expect(said.size).toBe(TERMS);
    for (let term = product; term < TERMS + product; term++)
      if (said.get(term) !== (term % 7 === 0 ? 2 * once : once))
        throw new Error(`product ${product}: term ${term} is counted as ${said.get(term)}`);
    seen.push(product);
  });
  expect(seen).toEqual([0, 1, 2, 3]);
});
