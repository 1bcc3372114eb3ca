import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { distanceWithin, Misspellings, misspellingColumns } from '../../../warehouse/text/misspelling.ts';
import { TextList } from '../../../warehouse/text/text_list.ts';

/** Optimal string alignment by its recurrence, without bounds. */
function distance(a: readonly string[], b: readonly string[]): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : i)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const options = [
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      ];
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1)
        options.push(at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = Math.min(...options);
    }
  return at(a.length, b.length);
}

const word = fc.array(fc.constantFrom('a', 'b', 'c', 'ש', 'é'), { minLength: 1, maxLength: 9 });

test('distances are those of the recurrence, up to the bound', () => {
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
      expect(distanceWithin(a, b, most, false)).toBe(Math.min(distance(a, b), most + 1));
    }),
    { numRuns: 2_000 },
  );
});

test('a beginning is compared with every beginning', () => {
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), (a, b, most) => {
      const best = Math.min(
        ...Array.from({ length: b.length + 1 }, (_, length) => distance(a, b.slice(0, length))),
      );
      expect(distanceWithin(a, b, most, true)).toBe(Math.min(best, most + 1));
    }),
    { numRuns: 2_000 },
  );
});

/** Words as an index holds them, each of one product. */
function spellings(words: readonly string[]): Misspellings {
  const texts = [...new Set(words)].map((text) => Buffer.from(text)).sort((a, b) => Buffer.compare(a, b));
  const offsets = new Uint32Array(texts.length + 1);
  for (const [at, text] of texts.entries()) offsets[at + 1] = (offsets[at] as number) + text.length;
  const terms = new TextList(Buffer.concat(texts), offsets);
  const starts = Uint32Array.from({ length: texts.length + 1 }, (_, term) => term);
  return new Misspellings(misspellingColumns(terms, starts), terms);
}

/** Which of some words a misspelt one may have meant, each looked at by itself. */
function meant(text: string, words: readonly string[], asPrefix: boolean): string[] {
  const letters = Array.from(text);
  if (letters.length < 4) return [];
  const within = (most: number) =>
    [...new Set(words)].filter((other) => {
      const own = Array.from(other);
      const best = asPrefix
        ? Math.min(
            ...Array.from({ length: own.length + 1 }, (_, end) => distance(letters, own.slice(0, end))),
          )
        : distance(letters, own);
      const beginsAlike = letters[0] === own[0] || (letters[0] === own[1] && letters[1] === own[0]);
      const isSame = Buffer.from(letters[0] ?? '')[0] === Buffer.from(own[0] ?? '')[0];
      return (
        best <= most &&
        own.length >= Math.max(3, letters.length - most) &&
        (letters.length >= 8 || beginsAlike) &&
        ((most === 1 && !asPrefix) || isSame)
      );
    });
  const one = within(1);
  return one.length > 0 || letters.length < 8 ? one : within(2);
}

test('the words near to another are those that a look at every word finds', () => {
  const longer = fc.array(fc.constantFrom('a', 'b', 'ש', 'é', 'è'), { minLength: 3, maxLength: 10 });
  fc.assert(
    fc.property(
      fc.array(longer, { minLength: 30, maxLength: 80 }),
      longer,
      fc.boolean(),
      (all, one, asPrefix) => {
        const words = all.map((letters) => letters.join(''));
        const misspellings = spellings(words);
        const texts = [...new Set(words)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const found = misspellings.near(one.join(''), asPrefix).map(({ term }) => texts[term] as string);
        expect(found.toSorted()).toEqual(meant(one.join(''), words, asPrefix).toSorted());
      },
    ),
    { numRuns: 150 },
  );
});

test('a word finds the same however many others were looked up before it, whole and as a beginning', () => {
  const stems = Array.from({ length: 400 }, (_, at) =>
    Array.from(at.toString().padStart(3, '0'), (digit) => 'abcdefghij'[Number(digit)]).join(''),
  );
  const words = stems.map((stem) => `w${stem}ter`);
  const misspellings = spellings(words);
  const asked = words.flatMap((text) => [text.slice(0, -1), `${text}s`]);
  const look = () => asked.map((text) => [misspellings.near(text), misspellings.near(text, true)]);
  const alone = asked.map((text) => [spellings(words).near(text), spellings(words).near(text, true)]);
  expect(look()).toEqual(alone);
  expect(look()).toEqual(alone);
});
