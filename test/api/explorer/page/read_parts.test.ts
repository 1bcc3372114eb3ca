import { expect, test } from 'vitest';
import { readParts } from '../../../../api/explorer/page/read_parts.ts';

const NOTHING = {
  words: 'laptop',
  wishes: [],
  budget_minor: null,
  min_minor: null,
  currency: 'USD',
  must_have: [],
  avoid: [],
  seller: null,
  avoid_seller: [],
  condition: [],
  avoid_condition: [],
  measures: [],
  ignored: [],
};

test('words that are but words are read as nothing', () => {
  expect(readParts(NOTHING)).toEqual([]);
});

test('each constraint is said by itself', () => {
  expect(
    readParts({
      ...NOTHING,
      wishes: ['quiet'],
      budget_minor: 90_000,
      min_minor: 10_000,
      must_have: ['touchscreen'],
      avoid: ['kestrix'],
      seller: ['techmart', 'voltcity'],
      avoid_seller: ['homeworks'],
      condition: ['used'],
      avoid_condition: ['refurbished'],
      measures: ['16 GB'],
      ignored: ['by Friday'],
    }),
  ).toEqual([
    'at most $900.00',
    'at least $100.00',
    '16 GB',
    '“touchscreen”',
    'not “kestrix”',
    'at techmart or voltcity',
    'not at homeworks',
    'used',
    'not refurbished',
    'if it can be, quiet',
    'left out: by Friday',
  ]);
});
