import { expect, test } from 'vitest';
import { asLaid } from '../../workflows/ingest_summary.ts';

const rows = { read: 3, accepted: 3, rejected: 0, rejected_by: {}, notes_by: {} };
const laid = (run_id: string) => ({
  run_id,
  rows_read: 3,
  accepted: 2,
  rejected: 1,
  rejected_by: { missing_primary: 1 },
  notes_by: {},
});
const feed = (...runs: string[]) => ({ seller: 'shop', feed: 'sales', runs, rows, failures: [] });
const asFound = { read: 3, accepted: 2, rejected: 1, rejected_by: { missing_primary: 1 }, notes_by: {} };

test('rows of a supplement without a listing are told as rejects where it was laid', () => {
  const [sales, other] = asLaid([feed('run_1'), feed('run_2')], { laid: [laid('run_1')] });
  expect(sales?.rows).toEqual(asFound);
  expect(other?.rows).toEqual(rows);
});

test('the sum holds over several runs, and a feed of which one waits stays as it was staged', () => {
  const both = { laid: [laid('run_1'), laid('run_2')] };
  expect(asLaid([feed('run_1', 'run_2')], both)[0]?.rows).toEqual({
    read: 6,
    accepted: 4,
    rejected: 2,
    rejected_by: { missing_primary: 2 },
    notes_by: {},
  });
  expect(asLaid([feed('run_1', 'run_3')], both)[0]?.rows).toEqual(rows);
  expect(asLaid([feed('run_1')], null)[0]?.rows).toEqual(rows);
});
