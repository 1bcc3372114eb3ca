import Holidays from 'date-holidays';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, test } from 'vitest';
import { isoDay } from '../../../pipelines/domain/calendar_day.ts';
import { dayMeant, feastDay, PERIODS, type StatedDay } from '../../../pipelines/domain/intent/stated_day.ts';

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

  test('a day of the month is the next one that a month has', () => {
    fc.assert(
      fc.property(today, fc.integer({ min: 1, max: 31 }), (from, day) => {
        const days = Array.from({ length: 70 }, (_, ahead) => at(from).plus({ days: ahead }));
        const next = days.find((each) => each.day === day);
        expect(dayMeant({ kind: 'day_of_month', day }, from)).toBe(next?.toISODate());
      }),
    );
  });

  test('a feast that moves is the next one, as a list of holidays has it', () => {
    const [us, de, fr] = [new Holidays('US'), new Holidays('DE', 'BB'), new Holidays('FR')];
    const feasts = [
      ['11-4#4', us, 'Thanksgiving Day'],
      ['5-0#2', us, "Mother's Day"],
      ['6-0#3', us, "Father's Day"],
      ['easter', de, 'Ostersonntag'],
      ['easter+39', de, 'Christi Himmelfahrt'],
    ] as const;
    for (const [text, calendar, name] of feasts)
      for (let year = 2024; year <= 2060; year++) {
        const day = calendar
          .getHolidays(year)
          .find((each) => each.name === name)
          ?.date.slice(0, 10);
        expect([name, year, dayMeant(feastDay(text), `${year}-01-01`)]).toEqual([name, year, day]);
      }
    expect(
      fr
        .getHolidays(2027)
        .find(({ name }) => name === 'Fête des Mères')
        ?.date.slice(0, 10),
    ).toBe(dayMeant(feastDay('5-0#-1'), '2027-01-01'));
    expect(dayMeant(feastDay('easter-1'), '2026-04-04')).toBe('2026-04-04');
    expect(dayMeant(feastDay('easter-1'), '2026-04-05')).toBe('2027-03-27');
    expect(dayMeant(feastDay('11-4#4'), '2026-11-27')).toBe('2027-11-25');
    expect(feastDay('12-24')).toEqual({ kind: 'date', year: null, month: 12, day: 24 });
    for (const text of ['christmas', '12-24-25', '5-7#1', 'easter1'])
      expect(() => feastDay(text)).toThrow(RangeError);
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
