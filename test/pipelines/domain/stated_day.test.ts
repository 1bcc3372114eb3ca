import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { isoDay } from '../../../pipelines/domain/calendar_day.ts';
import { dayMeant, PERIODS, type StatedDay } from '../../../pipelines/domain/intent/stated_day.ts';

const today = fc.integer({ min: 18_000, max: 30_000 }).map(isoDay);
const at = (day: string) => DateTime.fromISO(day, { zone: 'utc' });

describe('the day that is meant', () => {
  test('a weekday is the next one, never the day itself', () => {
    fc.assert(
      fc.property(today, fc.integer({ min: 0, max: 6 }), (from, weekday) => {
        const days = Array.from({ length: 7 }, (_, ahead) => at(from).plus({ days: ahead + 1 }));
        const next = days.find((day) => day.weekday % 7 === weekday);
        expect(dayMeant({ kind: 'weekday', weekday }, from)).toBe(next?.toISODate());
      }),
    );
  });

  test('a date without a year is the next one, and its own day is today', () => {
    fc.assert(
      fc.property(today, today, (from, other) => {
        const { month, day } = at(other);
        const meant = dayMeant({ kind: 'date', year: null, month, day }, from) as string;
        expect([at(meant).month, at(meant).day]).toEqual([month, day]);
        expect(meant >= from).toBe(true);
        const before = at(meant).minus({ years: 1 });
        expect(before.day !== day || (before.toISODate() as string) < from).toBe(true);
      }),
    );
    expect(dayMeant({ kind: 'date', year: null, month: 9, day: 2 }, '2026-09-02')).toBe('2026-09-02');
    expect(dayMeant({ kind: 'date', year: 2025, month: 9, day: 2 }, '2026-09-02')).toBe('2025-09-02');
    for (const [month, day] of [
      [4, 31],
      [2, 30],
    ] as const)
      expect(dayMeant({ kind: 'date', year: null, month, day }, '2026-09-02')).toBeNull();
  });

  test('a week ends on its Sunday, a weekend begins on its Saturday, a month ends on its last day', () => {
    fc.assert(
      fc.property(today, (from) => {
        const meant = (period: (typeof PERIODS)[number]) => dayMeant({ kind: 'period', period }, from);
        const week = at(from).endOf('week');
        expect(meant('this_week')).toBe(week.toISODate());
        expect(meant('next_week')).toBe(week.plus({ weeks: 1 }).toISODate());
        expect(meant('month')).toBe(at(from).endOf('month').toISODate());
        expect(meant('weekend')).toBe(at(from).weekday === 7 ? from : week.minus({ days: 1 }).toISODate());
      }),
    );
  });

  test('none of them lies before the day that it is said on', () => {
    const stated = fc.oneof(
      fc.record({ kind: fc.constant('in_days' as const), days: fc.integer({ min: 0, max: 90 }) }),
      fc.record({ kind: fc.constant('weekday' as const), weekday: fc.integer({ min: 0, max: 6 }) }),
      fc.record({ kind: fc.constant('period' as const), period: fc.constantFrom(...PERIODS) }),
    );
    fc.assert(
      fc.property(today, stated, (from, day: StatedDay) => {
        expect((dayMeant(day, from) as string) >= from).toBe(true);
      }),
    );
  });
});
