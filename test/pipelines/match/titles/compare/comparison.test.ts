import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CODE_LEVELS } from '../../../../../pipelines/match/titles/compare/codes.ts';
import {
  COMPARISON_COUNT,
  COMPARISONS,
  Comparer,
} from '../../../../../pipelines/match/titles/compare/comparison.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import { OFFSETS, weightPrior } from '../../../../../pipelines/match/titles/score/weights.ts';
import { background, features } from '../catalogue.ts';

type Draft = Partial<MatchRecord> & { title: string };
interface Case {
  what: string;
  left: Draft;
  right: Draft;
  expect: Record<string, string>;
}
const cases = JSON.parse(
  readFileSync(new URL('./cases/comparisons.json', import.meta.url), 'utf8'),
) as Case[];

const comparer = new Comparer(background);
function levelsOf(left: Draft, right: Draft): Uint8Array {
  const both = features({ key: 'l', seller: 'l', ...left }, { key: 'r', seller: 'r', ...right });
  const levels = new Uint8Array(COMPARISON_COUNT);
  comparer.setLeft(both, 0);
  comparer.compare(both, 1, levels);
  return levels;
}
const inWords = (levels: Uint8Array) =>
  Object.fromEntries(COMPARISONS.map(({ name, levels: words }, c) => [name, words[levels[c] as number]]));

test.each(cases)('$what', ({ left, right, expect: expected }) => {
  expect(inWords(levelsOf(left, right))).toMatchObject(expected);
});

const word = fc.oneof(
  fc.constantFrom(
    'sony',
    'wh-1000xm4',
    'wh1000xm5',
    '330ml',
    '6x330 ml',
    'black',
    'negra',
    'קולה',
    'מ"ל',
    'φέτα',
    '12',
    '1.5',
    'XL',
    '日本語',
    'play',
    'station',
    'playstation',
  ),
  fc.string({ maxLength: 12 }),
);
const draft = fc.record({
  title: fc.array(word, { maxLength: 9 }).map((words) => words.join(' ')),
  brand: fc.option(word),
  mpn: fc.option(word),
  price_minor: fc.option(fc.integer({ min: 1, max: 1e7 })),
  category: fc.option(fc.constantFrom('a.b', 'a.c', 'd')),
  quantity: fc.option(fc.constantFrom('330 ml', '1 kg', 'x')),
});

test('the levels of (a, b) are those of (b, a)', () => {
  fc.assert(
    fc.property(draft, draft, (left, right) => {
      expect([...levelsOf(left, right)]).toEqual([...levelsOf(right, left)]);
    }),
    { numRuns: 500 },
  );
});

test('every level is one the comparison knows', () => {
  fc.assert(
    fc.property(draft, draft, (left, right) => {
      levelsOf(left, right).forEach((level, c) => {
        expect(COMPARISONS[c]?.levels[level]).toBeTypeOf('string');
      });
    }),
  );
});

test('a record is its own best likeness', () => {
  fc.assert(
    fc.property(
      draft.filter(({ title }) => /[a-z]{3}/.test(title)),
      (record) => {
        const levels = inWords(levelsOf(record, record));
        expect(levels['rest']).toBe('rarity of words unmatched on both sides below 0.01');
        expect(levels['characters']).toBe('similarity of characters 0.95 or more');
        expect(levels['first word']).toBe('the same first word');
      },
    ),
  );
});

test('model numbers that differ are held against ten equal words where no label says otherwise', () => {
  const words = 'premium wireless over ear noise cancelling bluetooth headphones with microphone';
  const same = inWords(
    levelsOf({ title: `Sony ${words} WH-1000XM4` }, { title: `Sony ${words} WH-1000XM4` }),
  );
  const differs = inWords(
    levelsOf({ title: `Sony ${words} WH-1000XM4` }, { title: `Sony ${words} WH-1000XM5` }),
  );
  expect(same['codes']).toBe('the same model number');
  expect(differs['codes']).toBe('model numbers alike but different');
  const { mean, ridge } = weightPrior(false);
  const codes = COMPARISONS.findIndex(({ name }) => name === 'codes');
  const at = (level: string) =>
    (OFFSETS[codes] as number) + CODE_LEVELS.findIndex((known) => known === level);
  const apart =
    (mean[at('the same model number')] as number) - (mean[at('model numbers alike but different')] as number);
  expect(apart).toBeGreaterThanOrEqual(10);
  expect(ridge[at('model numbers alike but different')]).toBeGreaterThan(1e5);
});
