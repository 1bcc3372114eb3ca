import { expect, test } from 'vitest';
import { nearestName } from '../../../pipelines/domain/nearest_name.ts';

const KNOWN = ['mapping', 'memory_limit', 'decimal_mark', 'sku', 'url', 'as_of', 'gtin', 'title'];

test.each([
  ['maping', 'mapping'],
  ['mappnig', 'mapping'],
  ['decimalMark', 'decimal_mark'],
  ['decimal-mark', 'decimal_mark'],
  ['ULR', 'url'],
  ['asof', 'as_of'],
  ['titel', 'title'],
  ['sk', 'sku'],
  ['colour', null],
  ['', null],
])('%s is %s', (name, nearest) => {
  expect(nearestName(name, KNOWN)).toBe(nearest);
});
