import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { medianDuration } from '../../../pipelines/domain/kaplan_meier.ts';

const ended = (...lengths: number[]) => lengths.map((length) => ({ length, ended: true }));
const running = (...lengths: number[]) => lengths.map((length) => ({ length, ended: false }));

describe('median duration', () => {
  // 2, 3+, 5, 8: S falls to 3/4 at 2, then of the two left to 3/4 · 1/2 = 3/8 at 5. Leaving 3+ out says 5 too;
  // counting it as ended says 3.
  test('by hand, one still running', () => {
    expect(medianDuration([...ended(2, 5, 8), ...running(3)])).toBe(5);
  });

  // 1, 2, 10+, 20+: S is 3/4, then 1/2 at 2.
  test('two long ones still running do not lengthen what half of them did', () => {
    expect(medianDuration([...ended(1, 2), ...running(10, 20)])).toBe(2);
  });

  test.each([
    ['none', [], null],
    ['one that runs', running(30), null],
    ['one ended of three', [...ended(4), ...running(9, 9)], null],
    ['one', ended(4), 4],
    ['an ended one before a running one of equal length', [...ended(4), ...running(4)], 4],
  ])('%s', (_, durations, median) => {
    expect(medianDuration(durations)).toBe(median);
  });

  const durations = fc.array(fc.record({ length: fc.nat(60), ended: fc.boolean() }), {
    minLength: 1,
    maxLength: 30,
  });

  test('where all ended it is the lower median', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 30 }), (lengths) => {
        const sorted = lengths.toSorted((a, b) => a - b);
        expect(medianDuration(ended(...lengths))).toBe(sorted[Math.ceil(sorted.length / 2) - 1]);
      }),
    );
  });

  test('an outage that goes on never makes it shorter', () => {
    fc.assert(
      fc.property(durations, fc.nat(60), (known, length) => {
        const before = medianDuration(known) ?? Infinity;
        expect(medianDuration([...known, { length, ended: false }]) ?? Infinity).toBeGreaterThanOrEqual(
          before,
        );
      }),
    );
  });
});
