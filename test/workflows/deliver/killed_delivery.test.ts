import { expect, test } from 'vitest';
import { killedDelivery } from './killed_delivery.ts';

test('killed at any moment, every event arrives at every watch, and the log has each once', async () => {
  const outcome = await killedDelivery({ listings: 600, watches: 101, kills: 6 });
  expect(outcome).toMatchObject({ kills: 6, events: 650, expected: 700, lost: 0, waiting: 0 });
});
