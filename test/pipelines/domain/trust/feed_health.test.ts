import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feedHealth } from '../../../../pipelines/domain/trust/feed_health.ts';

const at = (day: string) => Date.parse(`2026-${day}T00:00:00Z`) / 1000;
const run = (state: string, day: string) => ({ state, as_of: `2026-${day}T00:00:00.000Z` });
const window = { now: at('06-30'), days: 30 };

// By hand: a daily feed, read three times, that was silent from the 11th to the 16th (five observations), failed once
// and had two observations held, of which a person turned one down: 3 of 11.
test('counts what was read, missed, failed and held in the window', () => {
  const runs = [
    run('accepted', '05-01'),
    run('accepted', '06-09'),
    run('accepted', '06-10'),
    run('accepted', '06-16'),
    run('failed', '06-17'),
    run('passed', '06-18'),
    run('rejected', '06-19'),
    run('waiting', '06-20'),
  ];
  const feeds = [{ interval_minutes: 1440, gaps: [{ from: at('06-11'), to: at('06-16') }] }];
  expect(feedHealth(runs, feeds, window)).toEqual({ read: 3, missed: 5, failed: 1, held: 2, share: 3 / 11 });
});

test('a silence that goes on counts until now, and one before the window not at all', () => {
  const gap = { from: at('06-28'), to: Number.POSITIVE_INFINITY };
  const feeds = [{ interval_minutes: 720, gaps: [{ from: at('01-01'), to: at('02-01') }, gap] }];
  expect(feedHealth([], feeds, window)).toMatchObject({ missed: 4, share: 0 });
  expect(feedHealth([], [], window).share).toBeNull();
});

test('a share is never raised by what was missed, failed or held, nor lowered by what was read', () => {
  const states = fc.array(fc.constantFrom('accepted', 'failed', 'held', 'passed', 'rejected', 'waiting'), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(states, fc.constantFrom('accepted', 'failed', 'held'), (given, more) => {
      const runs = given.map((state) => run(state, '06-15'));
      const before = feedHealth(runs, [], window);
      const after = feedHealth([...runs, run(more, '06-16')], [], window);
      expect(before.read + before.failed + before.held).toBe(
        given.filter((state) => state !== 'waiting').length,
      );
      if (before.share === null) expect(after.share).toBe(more === 'accepted' ? 1 : 0);
      else if (more === 'accepted') expect(after.share).toBeGreaterThanOrEqual(before.share);
      else expect(after.share).toBeLessThanOrEqual(before.share);
    }),
  );
});

test('the first moment of the window counts, and so does what was taken back', () => {
  const runs = [run('accepted', '05-31'), run('retracted', '06-20')];
  expect(feedHealth(runs, [], window)).toMatchObject({ read: 1, held: 1, share: 0.5 });
});
