import { expect, test } from 'vitest';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import {
  hueIn,
  isOfOtherShade,
  shadeIn,
  shadesFrom,
} from '../../../../../pipelines/match/titles/compare/shades.ts';
import { hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import { readRecord, SHADE_BITS } from '../../../../../pipelines/match/titles/read/reading.ts';
import { vocabularyOf } from '../catalogue.ts';

const idOf = (word: string) => hashText(word) & SHADE_BITS;
/** With the value that a text with a 7 states of it. */
const SHADES = shadesFrom([
  [7, 7] as const,
  ...(
    [
      ['chalk', 'chalk'],
      ['charcoal', 'charcoal'],
      ['cream', 'cream'],
      ['crema', 'cream'],
      ['oak', 'oak'],
    ] as const
  ).map(([word, name]) => [idOf(word), idOf(name)] as const),
]);

type Said = string | [title: string, color: string];

/** Whether two records are of other shades, each known by its titles. */
function isOther(left: readonly Said[], right: readonly Said[], cut_at: number | null = null): boolean {
  const records = [...left, ...right].map((said, at) => {
    const [title, color] = typeof said === 'string' ? [said, null] : said;
    return { key: String(at), seller: 's', title, cut_at, attributes: color === null ? {} : { color } };
  });
  const features = featuresOf(records, vocabularyOf(records));
  const places = [...records.keys()];
  const [one, other] = [places.slice(0, left.length), places.slice(left.length)];
  const found = isOfOtherShade(SHADES, [features, one], [features, other]);
  expect(isOfOtherShade(SHADES, [features, other], [features, one])).toBe(found);
  return found;
}

test.each<[left: Said[], right: Said[], other: boolean]>([
  [['Vista speaker chalk'], ['speaker Vista, charcoal'], true],
  [[['Vista speaker', 'Chalk']], ['speaker Vista, charcoal'], true],
  [[['Vista speaker', 'Chalk']], [['speaker Vista', 'Charcoal']], true],
  [[['Vista speaker', 'Chalk']], ['speaker Vista, chalk'], false],
  // Silence is no colour, and a word that nobody calls a colour by none either.
  [[['Vista speaker', 'Chalk']], ['speaker Vista'], false],
  [[['Vista speaker', 'Chalk']], ['speaker Vista, sand'], false],
  [[['Vista speaker', 'Sand']], ['speaker Vista, chalk'], false],
  // A known colour beside a shade.
  [['Vista shelf, dark oak'], ['Vista shelf white'], true],
  [['Vista shelf, white oak'], ['Vista shelf white'], false],
  // Two known ones are compared elsewhere.
  [['Vista shelf, white oak'], ['Vista shelf black'], false],
  [['Vista shelf, white'], ['Vista shelf black'], false],
  // A number is none.
  [['Vista shelf 7'], ['Vista shelf chalk'], false],
  // One shade in two languages.
  [['Vista shelf cream'], ['scaffale Vista crema'], false],
  [['Vista shelf red'], ['scaffale Vista crema'], true],
  // What one title of a record says, the record says.
  [['Vista shelf oak', 'Vista shelf chalk'], ['Vista shelf chalk'], false],
  [['Vista shelf', 'Vista shelf oak'], ['Vista shelf chalk'], true],
])('%j and %j: %j', (left, right, other) => {
  expect(isOther(left, right)).toBe(other);
});

test('a word that names no shade stands for none', () => {
  expect(['cream', 'crema', 'sand'].map((word) => shadeIn(SHADES, idOf(word)))).toEqual([
    idOf('cream'),
    idOf('cream'),
    null,
  ]);
});

test('the beginning of a word says nothing', () => {
  expect(isOther(['Vista shelf chalk'], ['Vista shelf oak'])).toBe(true);
  expect(isOther(['Vista shelf chalk'], ['Vista shelf oak'], 15)).toBe(false);
});

test('the words of the next record are not its own', () => {
  const records = ['Vista shelf', 'chalk lamp', 'Vista shelf oak'].map((title, at) => ({
    key: String(at),
    seller: 's',
    title,
  }));
  const features = featuresOf(records, vocabularyOf(records));
  expect(isOfOtherShade(SHADES, [features, [0]], [features, [2]])).toBe(false);
  expect(isOfOtherShade(SHADES, [features, [1]], [features, [2]])).toBe(true);
});

test('where no shade is known nothing is of another', () => {
  const records = [['Vista', 'Chalk'] as const, ['Vista', 'Oak'] as const].map(([title, color], at) => ({
    key: String(at),
    seller: 's',
    title,
    attributes: { color },
  }));
  const features = featuresOf(records, vocabularyOf(records));
  expect(isOfOtherShade(SHADES, [features, [0]], [features, [1]])).toBe(true);
  expect(isOfOtherShade(new Uint32Array(0), [features, [0]], [features, [1]])).toBe(false);
});

test('a hue has the shades that whole words and declared colours name, and known colours', () => {
  const read = (title: string, color: string, cut_at: number | null = null) =>
    hueIn(readRecord({ key: '1', seller: 's', title, cut_at, attributes: { color } }), (word) =>
      shadeIn(SHADES, word),
    );
  expect(read('Vista shelf 7 crema chalk', 'Oak').shades).toEqual(
    new Set(['cream', 'chalk', 'oak'].map(idOf)),
  );
  expect(read('Vista shelf 7 crema chalk', 'Oak', 25).shades).toEqual(new Set(['cream', 'oak'].map(idOf)));
  expect(read('Vista shelf white', 'Sand')).toEqual({
    colors: read('Vista white', 'X').colors,
    shades: new Set(),
  });
});
