import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fractionOf, scaledMinor } from '../../pipelines/domain/price_factor.ts';
import { Database } from '../../warehouse/database.ts';
import { correctionAt, scaledSql } from '../../warehouse/price_correction.ts';

test('SQL scales amounts as the rule does', async () => {
  const spill = mkdtempSync(join(tmpdir(), 'price-correction-'));
  await using database = await Database.open({ memoryLimit: '128MiB', spill });
  const amounts = fc.sample(fc.bigInt({ min: 1n, max: 9_007_199_254_740n }), { numRuns: 2_000, seed: 7 });
  for (const factor of ['0.01', '10', '0.000001', '999.999999', '1']) {
    const fraction = fractionOf(factor);
    const [row] = await database.rows<{ scaled: string[] }>(
      'scale',
      `select list(${scaledSql('amount', fraction)}::varchar order by place) as scaled
       from (select unnest([${amounts.join(', ')}])::bigint as amount, unnest(range(${amounts.length})) as place)`,
    );
    expect(row?.scaled).toEqual(amounts.map((amount) => String(scaledMinor(amount, fraction))));
    const none = `select ${scaledSql('amount', fraction)} as scaled from (select null::bigint as amount)`;
    expect(await database.rows('scale nothing', none)).toEqual([{ scaled: null }]);
  }
  rmSync(spill, { recursive: true, force: true });
});

test('a factor of one corrects nothing', () => {
  const prices = {
    factors: [
      { from: '2026-01-02', factor: '0.01' },
      { from: '2026-01-04', factor: '1.0' },
    ],
  };
  expect(correctionAt(prices, '2026-01-01')).toBeUndefined();
  expect(correctionAt(prices, '2026-01-03')).toEqual({ factor: '0.01' });
  expect(correctionAt(prices, '2026-01-05')).toBeUndefined();
  expect(correctionAt(undefined, '2026-01-03')).toBeUndefined();
});
