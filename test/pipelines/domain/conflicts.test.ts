import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Conflict, conflictsOf } from '../../../pipelines/domain/conflicts.ts';
import { contradictionInWords, contradictionsOf } from '../../../pipelines/domain/contradictions.ts';
import { LANGUAGES } from '../../../pipelines/text/languages.ts';
import { STATED_KINDS } from '../../../pipelines/text/statement.ts';
import { statementsOf } from '../../../pipelines/text/statements.ts';

const casesOf = (name: string) =>
  readFileSync(new URL(`../../../fixtures/conflicts/${name}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [left: string, right: string, kinds: string]);
const titles = casesOf('titles');
const shops = casesOf('shops');

const kinds = (conflicts: readonly Conflict[]) => conflicts.map(({ kind }) => kind).sort();
const titled = (left: string, right: string) => conflictsOf({ title: left }, { title: right });

describe.each([
  ['titles', titles],
  ['shops', shops],
])('%s', (_, cases) => {
  it.each(cases)('%j and %j differ in %j', (left, right, expected) => {
    expect(kinds(titled(left, right))).toEqual(expected.split(' ').filter(Boolean).sort());
  });
});

test('every kind has a case that differs, and half of all pairs agree', () => {
  const all = [...titles, ...shops];
  const met = new Set(all.flatMap(([, , expected]) => expected.split(' ')));
  expect(STATED_KINDS.filter((kind) => !met.has(kind))).toEqual([]);
  expect(all.length).toBeGreaterThanOrEqual(150);
  expect(all.filter(([, , expected]) => expected === '').length).toBeGreaterThan(70);
});

test.each([
  ['65 in', 'C4 OLED TV 55in', ['length']],
  ['65 in', 'C4 OLED TV - 65"', []],
  ['30 oz', 'C4 Tumbler 40oz', ['weight']],
  ['6 pack', 'C4 Water Filter, Pack of 6', []],
  ['2 pack', 'C4 Water Filter, Pack of 6', ['pack']],
  ['1 pack', 'C4 Water Filter', []],
  ['27.5x2.5 in', 'C4 Tire, 29x2.5-Inch', ['length']],
  ['10', 'C4 Running Shoes sz 11', ['size']],
  ['4-Person', 'C4 Tent 6P', ['holds']],
  ['4P', 'C4 Tent, 4 persons', []],
  ['L', 'C4 Jacket, L, Black', []],
  ['Type 2', 'C4 Jacket type 3', []],
])('a field for sizes that says %j differs from %j in %j', (size, title, expected) => {
  expect(kinds(conflictsOf({ title: 'C4', attributes: { size } }, { title }))).toEqual(expected);
});

const anyTitle = fc.oneof(
  fc.constantFrom(...[...titles, ...shops].flatMap(([left, right]) => [left, right])),
  fc
    .array(
      fc.constantFrom(
        ...Object.values(LANGUAGES).flatMap(({ colors, accessories, compatible, pairs }) =>
          [...Object.values(colors).flat(), ...accessories, ...compatible, ...pairs].map((word) =>
            word.replace('_', ' '),
          ),
        ),
        '16GB',
        '2 x 8 GB',
        'pack of 3',
        '330 ml',
        '14',
        '"',
        'Pro',
        'S9+',
        'size',
        'L',
        'for',
        'v2',
        '2nd gen',
      ),
      { maxLength: 8 },
    )
    .map((words) => words.join(' ')),
);

test('the other way round the same differs', () => {
  fc.assert(
    fc.property(anyTitle, anyTitle, (left, right) => {
      expect(kinds(titled(left, right))).toEqual(kinds(titled(right, left)));
    }),
  );
});

test('a title does not contradict itself', () => {
  fc.assert(
    fc.property(anyTitle, (title) => {
      expect(titled(title, title)).toEqual([]);
    }),
  );
});

test('values stay themselves as 32-bit floats', () => {
  fc.assert(
    fc.property(anyTitle, (title) => {
      for (const { value } of statementsOf(title)) expect(Math.fround(value)).toBe(value);
    }),
  );
});

describe('what is declared', () => {
  it.each<[string, Parameters<typeof conflictsOf>, string[]]>([
    ['a colour', [{ title: 'Shirt', attributes: { color: 'Rot' } }, { title: 'Blue shirt' }], ['colour']],
    [
      'the colour of the title',
      [{ title: 'Shirt', attributes: { color: 'Blau' } }, { title: 'Blue shirt' }],
      [],
    ],
    ['a letter', [{ title: 'Shirt', attributes: { size: 'L' } }, { title: 'Shirt X-Large' }], ['size']],
    ['a letter by its word', [{ title: 'Shirt', attributes: { size: 'L' } }, { title: 'Shirt large' }], []],
    [
      'a number of shoes',
      [
        { title: 'Shoe', attributes: { size: '42' } },
        { title: 'Shoe', attributes: { size: '43' } },
      ],
      ['size'],
    ],
    ['a quantity', [{ title: 'Cola', quantity: '330 ml' }, { title: 'Cola 0.5 l' }], ['volume']],
    [
      'a unit that its own title shows to be wrong',
      [{ title: 'Saffron 5 g', quantity: '5 kg' }, { title: 'Saffron 5 kg' }],
      ['weight'],
    ],
    ['no count of one', [{ title: 'Cola 6 x 330 ml', quantity: '1.00 units' }, { title: 'Cola 1.98 l' }], []],
    ['a condition', [{ title: 'Phone', condition: 'refurbished' }, { title: 'Phone' }], ['condition']],
    ['as good as new', [{ title: 'Phone', condition: 'new' }, { title: 'Phone' }], []],
    ['whom it is for', [{ title: 'Shoe', attributes: { gender: 'male' } }, { title: 'Damen Shoe' }], ['sex']],
    ['how old', [{ title: 'Hat', attributes: { age_group: 'adult' } }, { title: 'Hat kids' }], ['age_group']],
    [
      'a brand that is a colour',
      [
        { title: 'Orange phone', brand: 'Orange' },
        { title: 'Black phone', brand: null },
      ],
      [],
    ],
  ])('%s', (_, [left, right], expected) => {
    expect(kinds(conflictsOf(left, right))).toEqual(expected);
  });
});

test('a difference is told in the words of both', () => {
  expect(titled('HP laptop 14" 16GB', 'HP laptop 13" 16 GB')).toEqual([
    { kind: 'length', left: '14"', right: '13"' },
  ]);
  expect(titled('iPhone 12 64GB (Renewed)', 'iPhone 12 64GB')).toEqual([
    { kind: 'condition', left: 'renewed', right: null },
  ]);
});

describe("a caller's text", () => {
  const listings = [
    { title: 'Ardentis Ash 14 laptop 16GB' },
    { title: 'Ardentis Ash laptop' },
    { title: 'Ardentis Ash 14 32GB' },
  ];
  it.each([
    ['Ardentis Ash 14 laptop', []],
    ['Ardentis Ash 15 laptop', ['number']],
    ['Ardentis Ash 14 32 GB', []],
    ['Ardentis Ash 14 64 GB', ['capacity']],
    ['Ardentis Ash 14 (Renewed)', ['condition']],
    ['Ardentis Ash', []],
  ])('%j contradicts the product in %j', (title, expected) => {
    expect(kinds(contradictionsOf({ title }, listings))).toEqual(expected);
  });

  it('has the amounts of the product but for units and decimals', () => {
    const say = (title: string, ...others: string[]) =>
      contradictionsOf(
        { title },
        others.map((other) => ({ title: other })),
      );
    expect(say('Cola 501ml', 'Cola 500 ml', 'Cola 0.5 l')).toEqual([
      { kind: 'volume', left: '501ml', right: '500 ml' },
    ]);
    expect(say('Cola 5x101g', 'Cola 5 x 100g')).toMatchObject([{ kind: 'weight' }]);
    expect(say('Cola 0.5 l', 'Cola 500 ml')).toEqual([]);
    expect(say('Peanuts 12 oz', 'Peanuts 340 g')).toEqual([]);
    expect(say('Laptop 15 inch', 'Laptop 15.6 inch')).toEqual([]);
    expect(say('Cola 501 ml', 'Cola 501 ml', 'Cola 500 ml')).toEqual([]);
  });

  it('may write the name of its maker, though that is a word for a colour', () => {
    const brown = { title: 'Elektrorasierer schwarz', brand: 'Braun', attributes: { color: 'schwarz' } };
    const say = (title: string) => contradictionsOf({ title }, [{ title: 'Rasierer' }, brown]);
    expect(say('braun elektrorasierer')).toEqual([]);
    expect(kinds(say('braun elektrorasierer weiss'))).toEqual(['colour']);
    expect(kinds(contradictionsOf({ title: 'rasierer braun', brand: 'Philips' }, [brown]))).toEqual([
      'colour',
    ]);
  });

  it('has no number beside a word that has another, though the product has that twice', () => {
    const say = (title: string, other: string) => contradictionsOf({ title }, [{ title: other }]);
    expect(say('Pods 41 loads 40 pods', 'Pods 40 loads 40 pods')).toEqual([
      { kind: 'number', left: '41', right: '40' },
    ]);
    expect(say('Pods 40 loads 40 pods', 'Pods 40 loads')).toEqual([]);
  });

  it.each([
    ['Ash 15', 'Ash 14', 'says 15, the product 14 (number)'],
    ['Ash renewed', 'Ash', 'says "renewed", which the product is not (condition)'],
    ['Ash 14', 'Ash 14 Pro', 'the product is "pro", which is not said (edition)'],
    ['Soap lemon', 'Soap lavender', 'says lemon, the product lavender (scent or taste)'],
  ])('%j beside %j is told: %s', (title, other, told) => {
    expect(contradictionsOf({ title }, [{ title: other }]).map(contradictionInWords)).toEqual([told]);
  });

  it('need not say what all listings say of condition and packs, but of what kind the thing is', () => {
    const say = (title: string, other: string) => kinds(contradictionsOf({ title }, [{ title: other }]));
    expect(say('iPhone 12', 'iPhone 12 (Renewed)')).toEqual([]);
    expect(say('AA batteries', 'AA batteries 8 pack')).toEqual([]);
    expect(say('iPhone 12', 'iPhone 12 Pro')).toEqual(['tier']);
    expect(say('iPhone 12', 'Case for iPhone 12')).toEqual(['accessory']);
    expect(
      kinds(contradictionsOf({ title: 'iPhone 12' }, [{ title: 'iPhone 12 Pro' }, { title: 'iPhone 12' }])),
    ).toEqual([]);
  });
});
