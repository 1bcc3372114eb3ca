import { expect, test } from 'vitest';
import { type RunComparison, suspicion } from '../../../pipelines/history/guard.ts';

const calm: RunComparison = { listings_before: 10, vanished: 0, far_up: 0, far_down: 0 };

test.each<[RunComparison, string | null]>([
  [calm, null],
  // exactly half passes, one more waits
  [{ ...calm, vanished: 5 }, null],
  [{ ...calm, vanished: 6 }, '6 of 10 listings vanished (more than half)'],
  [{ ...calm, listings_before: 11, vanished: 5 }, null],
  [{ ...calm, listings_before: 11, vanished: 6 }, '6 of 11 listings vanished (more than half)'],
  [{ ...calm, far_up: 5 }, null],
  [
    { ...calm, far_up: 6 },
    '6 of 10 prices are more than three times what they were (the median price ratio is above 3)',
  ],
  [{ ...calm, far_down: 5 }, null],
  [
    { ...calm, far_down: 6 },
    '6 of 10 prices are less than a third of what they were (the median price ratio is below 1/3)',
  ],
  // up and down do not add up to a jump
  [{ ...calm, far_up: 5, far_down: 5 }, null],
  // prices are judged among the listings that are still there
  [{ ...calm, vanished: 4, far_up: 3 }, null],
  [{ ...calm, vanished: 4, far_up: 4 }, expect.stringContaining('4 of 6 prices are more') as string],
  [{ ...calm, vanished: 4, far_down: 4 }, expect.stringContaining('4 of 6 prices are less') as string],
  // nine listings are too few to judge, ten are not
  [{ ...calm, listings_before: 9, vanished: 9 }, null],
  [{ ...calm, listings_before: 9, far_up: 9 }, null],
  [{ ...calm, listings_before: 10, vanished: 10 }, expect.stringContaining('10 of 10 listings') as string],
])('%j: %s', (comparison, reason) => {
  expect(suspicion(comparison)).toEqual(reason);
});
