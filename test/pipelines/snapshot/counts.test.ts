import { expect, test } from 'vitest';
import { publicationSummary } from '../../../api/cli/summary.ts';
import { NOTHING } from '../../../pipelines/snapshot/summary.ts';
import { TestMarket } from './market.ts';

test('live listings in other currencies than the market’s are counted and told; gone ones are not', async () => {
  await using market = await TestMarket.open('shop');
  const rows = [{ sku: 'a' }, { sku: 'b', price: '9.00 EUR' }, { sku: 'c', price: '8.00 EUR' }];
  await market.observe('shop', '2026-01-01', [...rows, { sku: 'd', price: '7.00 GBP' }]);
  await market.observe('shop', '2026-01-02', rows);
  const summary = await market.publish();
  expect(summary.foreign_currencies).toEqual({ EUR: 2 });
  const told = publicationSummary({
    ...NOTHING,
    ...summary,
    accepted: [],
    suspect: [],
    late: [],
    passed: [],
    warned: [],
    behind: [],
  });
  expect(told).toContain('in another currency than the market’s, compared with nothing: EUR 2\n');
});
