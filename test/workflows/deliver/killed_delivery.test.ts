import { expect, test } from 'vitest';
import { killedDelivery } from './killed_delivery.ts';

test('killed at any moment, every event arrives at every watch, and the log has each once', async () => {
  const outcome = await killedDelivery({ listings: 300, watches: 51, kills: 3 });
  expect(outcome).toMatchObject({ kills: 3, events: 325, expected: 350, lost: 0 });
});
