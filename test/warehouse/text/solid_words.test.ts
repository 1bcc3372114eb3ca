import { expect, test } from 'vitest';
import { ByteTable } from '../../../warehouse/text/byte_table.ts';
import { meantPairs, SolidWords } from '../../../warehouse/text/solid_words.ts';

const WORDS = [
  'band',
  'saw',
  'bandsaw',
  'sawband',
  'ab',
  'cdef',
  'abcdef',
  'cde',
  'fgh',
  'cdefgh',
  'mp3',
  'player',
  'mp3player',
  'été',
  'thé',
  'ététhé',
  'ü',
  'übe',
  'raus',
  'überaus',
  'sun',
  'flower',
  'sunflower',
  'flo',
  'wer',
  'tea pot',
  'saws',
  'gh',
  'zaz',
  'azz',
  'zazazz',
  'süd',
  'öä',
  'südöä',
  'abc{',
  'def',
  'abc{def',
];
const table = new ByteTable();
const numbers = new Map(
  WORDS.map((word) => {
    const bytes = Buffer.from(word);
    return [word, table.intern(bytes, 0, bytes.length)];
  }),
);
const MEANT: [string, string[]][] = [
  ['sun saw', ['player', 'mp3player', 'nobody']],
  ['band saw', ['saws']],
  ['nobody saw', ['saws']],
];
const wordsOf = (solids: SolidWords, left: string, right: string) =>
  solids.of(numbers.get(left) as number, numbers.get(right) as number).map((term) => WORDS[term]);
const solids = new SolidWords(table);

test.each([
  ['band', 'saw', 'bandsaw'],
  ['saw', 'band', 'sawband'],
  ['sun', 'flower', 'sunflower'],
  // Parts of three letters, in any script.
  ['cde', 'fgh', 'cdefgh'],
  ['été', 'thé', 'ététhé'],
  ['übe', 'raus', 'überaus'],
  ['flo', 'wer', 'flower'],
  // Shorter parts, signs and digits, and what nobody writes as one.
  ['ab', 'cdef', null],
  ['mp3', 'player', null],
  ['band', 'saws', null],
  ['saw', 'saw', null],
  ['zaz', 'azz', 'zazazz'],
  ['cdef', 'gh', null],
  ['süd', 'öä', null],
  ['abc{', 'def', null],
  ['player', 'band', null],
])('%s and %s are %s', (left, right, expected) => {
  expect(wordsOf(solids, left, right)).toEqual(expected === null ? [] : [expected]);
});

test('two words make those that mean the same, too, as far as somebody writes them', () => {
  const meaning = new SolidWords(table, meantPairs(MEANT));
  expect(wordsOf(meaning, 'sun', 'saw')).toEqual(['player', 'mp3player']);
  expect(wordsOf(meaning, 'band', 'saw')).toEqual(['bandsaw', 'saws']);
  expect(wordsOf(meaning, 'saw', 'sun')).toEqual([]);
});
