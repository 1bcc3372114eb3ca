import { expect, test } from 'vitest';
import { columnText } from '../../../api/cli/column_text.ts';
import type { ColumnKey } from '../../../pipelines/domain/column_key.ts';

const column: ColumnKey = {
  seller: 'fancy',
  feed: 'catalogue',
  column: 'case.finish',
  key: 'general.color',
  by: 'variants',
  confidence: 0.97,
  compared: 50,
  agreeing: 49,
};

test.each<[Partial<ColumnKey>, string]>([
  [{}, 'fancy/catalogue case.finish is general.color (49 of 50 items that other sellers have agree)'],
  [
    { by: 'titles' },
    'fancy/catalogue case.finish is general.color (49 of 50 titles agree, and other sellers of the same brands)',
  ],
  [{ by: 'configuration' }, 'fancy/catalogue case.finish is general.color (as attribute_keys says)'],
  [
    { by: 'configuration', key: 'case.finish' },
    'fancy/catalogue case.finish is kept apart (as attribute_keys says)',
  ],
])('%j reads', (change, text) => {
  expect(columnText({ ...column, ...change })).toBe(text);
});
