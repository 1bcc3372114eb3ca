import { expect, test } from 'vitest';
import { readParts, type Understood } from '../../../../api/explorer/page/read_parts.ts';

const NOTHING: Understood = {
  words: 'laptop',
  wishes: [],
  budget_minor: null,
  about_minor: null,
  min_minor: null,
  currency: 'USD',
  must_have: [],
  avoid: [],
  seller: null,
  avoid_seller: [],
  condition: [],
  avoid_condition: [],
  measures: [],
  quantity: null,
  deliver_by: null,
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
      quantity: { text: '2', pieces: 2, of: 'pieces' },
      deliver_by: '2026-11-27',
      ignored: ['a price in EUR'],
    }),
  ).toEqual([
    'at most $900.00',
    'at least $100.00',
    '2 pieces',
    'there by 2026-11-27',
    '16 GB',
    '“touchscreen”',
    'not “kestrix”',
    'at techmart or voltcity',
    'not at homeworks',
    'used',
    'not refurbished',
    'if it can be, quiet',
    'left out: a price in EUR',
  ]);
});
