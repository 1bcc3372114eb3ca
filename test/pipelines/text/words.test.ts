import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPlural } from '../../../pipelines/text/plural.ts';
import { chunkWords, joinUnits, spellings, termsOf, wordsOf } from '../../../pipelines/text/words.ts';

const [, ...cases] = readFileSync(new URL('../../../fixtures/words/cases.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [language: string, text: string, query: string, found: string]);

/** Every word of the query, or the compound it is part of, is among the terms of the text. */
function finds(text: string, query: string): boolean {
  const terms = new Set(termsOf(text));
  return wordsOf(query).every((word) => terms.has(word.text) || terms.has(word.joined ?? word.text));
}

describe('wordsOf', () => {
  it.each(cases)('%s: %j by %j: %s', (_, text, query, found) => {
    expect(finds(text, query)).toBe(found === 'yes');
  });

  it('finds every text by itself, in any case and between invisible marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(finds(text, text)).toBe(true);
        expect(finds(`\u200f${text}\u200b`, text)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9é"'.,/ -]{0,40}$/), (text) => {
        expect(wordsOf(text.toUpperCase())).toEqual(wordsOf(text.toLowerCase()));
      }),
    );
  });

  it('gives words of letters and digits only, none of them empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of wordsOf(text))
          for (const spelling of spellings(word))
            expect(spelling).toMatch(/^[\p{L}\p{N}ー][\p{L}\p{M}\p{N}.ー]*$/u);
      }),
    );
  });

  it('reads stretches one by one as it reads the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z0-9"'.,/אבג-]{1,8}$/)), (chunks) => {
        expect(joinUnits(chunks.flatMap(chunkWords))).toEqual(wordsOf(chunks.join(' ')));
      }),
    );
  });

  it('has nothing to say of punctuation, invisible marks and nothing', () => {
    for (const text of ['', ' ', '!?…—"\'', '\u200b\u200f\u202e\ufeff', '()[]{}', '™'])
      expect(wordsOf(text)).toEqual([]);
  });
});

it.each([
  ['cables', 'cable'],
  ['batteries', 'battery'],
  ['boxes', 'box'],
  ['watches', 'watch'],
  ['glasses', 'glass'],
  ['glass', 'glass'],
  ['asus', 'asus'],
  ['gas', 'gas'],
  ['series', 'sery'],
  ['gafas', 'gafa'],
  ['наушники', 'наушники'],
])('the plural %s folds to %s', (word, folded) => {
  expect(fromPlural(word)).toBe(folded);
  expect(fromPlural(folded)).toBe(folded);
});
