import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../pipelines/feeds/dialect.ts';
import { repairText } from '../../../pipelines/feeds/repair.ts';

const dialect = (columns: number): Dialect => ({
  delimiter: ',',
  quote: '"',
  header: [],
  skip: 0,
  hasHeader: true,
  columns,
});

describe('text that the strict reader refused', () => {
  test.each<[text: string, fields: string[] | string]>([
    ['1,"7 Days" croissant,1.27', ['1', '"7 Days" croissant', '1.27']],
    ['1,"7 Days, 5 pack" croissant,1.27', ['1', '"7 Days, 5 pack" croissant', '1.27']],
    ['1,"a "b", c",2', ['1', 'a "b", c', '2']],
    ['1,"15" wide",2', ['1', '15" wide', '2']],
    ['1,"say ""x" y",2', ['1', 'say "x" y', '2']],
    ['1,2,"7 Days" croissant', ['1', '2', '"7 Days" croissant']],
    ['1,"two\nlines" and" more,2', 'a quote is not closed'],
    ['1,"two\nlines" and more",2', ['1', 'two\nlines" and more', '2']],
    ['1,"Toaster,2', 'a quote is not closed'],
    ['1,2', '2 columns, expected 3'],
    ['1,2,3,4', '4 columns, expected 3'],
    // the first quotes end a field and those behind do not, or the other way round: nobody can say
    ['"a "x",b","c "y",d"', 'its quotes can be read in more than one way'],
  ])('%j is %j', (text, expected) => {
    const { records, malformed } = repairText(text, dialect(3));
    expect(typeof expected === 'string' ? malformed[0]?.detail : records[0]?.fields).toEqual(expected);
    expect(typeof expected === 'string' ? records : malformed).toEqual([]);
  });

  test('is taken whole, with nothing left out of it', () => {
    const word = fc.constantFrom('a', '"', '""', ',', ' ', 'b');
    const row = fc.array(word, { maxLength: 14 }).map((words) => words.join(''));
    fc.assert(
      fc.property(row, fc.integer({ min: 2, max: 4 }), (text, columns) => {
        for (const { fields } of repairText(text, dialect(columns)).records) {
          expect(fields).toHaveLength(columns);
          const letters = (from: string) => from.replaceAll(/[",]/g, '');
          expect(letters(fields.join(''))).toBe(letters(text));
        }
      }),
    );
  });

  test('is left alone after so many places where a field may end that nobody could tell', () => {
    const text = `1,"a${'",b"c'.repeat(20_000)},2`;
    const { records, malformed } = repairText(text, dialect(3));
    expect([records.length, malformed.length]).toEqual([0, 1]);
  });
});
