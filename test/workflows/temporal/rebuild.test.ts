import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../api/cli/config.ts';
import { runDecisions } from '../../../api/cli/opened_index.ts';
import { WAREHOUSE_FORMAT } from '../../../warehouse/manifest.ts';
import { readHeldRuns } from '../../../warehouse/runs.ts';
import { createActivities } from '../../../workflows/activities.ts';
import { temporalActivities } from '../../../workflows/temporal/activities.ts';
import { OldWarehouse } from '../../pipelines/snapshot/old_warehouse.ts';

test('a worker refuses to publish on an older warehouse without trying again, and rebuilds it when asked', async () => {
  await using warehouse = await OldWarehouse.open();
  const { folder, store, state, root } = warehouse;
  const { configuration } = loadConfig({ env: {}, cwd: root });
  await using activities = createActivities({
    configuration,
    folder,
    store,
    decisions: runDecisions(state),
    parallel: 1,
  });
  const { publish } = temporalActivities(activities, false);
  const environment = new MockActivityEnvironment();
  const refused = await environment.run(publish, {}).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApplicationFailure);
  expect(refused).toMatchObject({ nonRetryable: true, type: 'WarehouseFormatError' });
  expect(String(refused)).toContain('run `commerce-index rebuild`');
  const before = await warehouse.memory();
  // As it comes out of a workflow in which a person accepted a run while the rebuild was asked for.
  const [waiting] = await readHeldRuns(warehouse.store);
  const accept = [{ run_id: waiting?.run_id ?? '', by: 'ada' }];
  const outcome = await environment.run(publish, { rebuild: true, accept });
  expect(outcome).toMatchObject({ accepted: [waiting?.run_id], suspect: [], late: [] });
  const after = await warehouse.memory();
  expect((await warehouse.manifest()).format).toBe(WAREHOUSE_FORMAT);
  for (const { listing_key, product_key } of before.assignments)
    expect(after.assignments.find((row) => row['listing_key'] === listing_key)?.['product_key']).toBe(
      product_key,
    );
});
