import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addWorkdays,
  holidaysOf,
  nextWorkday,
  timeZoneOf,
  workdays,
  workdaysAfter,
} from '../../../pipelines/domain/business_days.ts';
import { dayNumber, isoDay } from '../../../pipelines/domain/calendar_day.ts';

const on = (calendar: ReturnType<typeof holidaysOf>, day: string) => calendar.holidayOn(dayNumber(day));

describe('public holidays', () => {
  // 5 U.S.C. 6103; the fourth of July of 2026 is a Saturday, so the Friday before is kept too.
  test.each([
    ['2026-01-01', 'New Year'],
    ['2026-05-25', 'Memorial Day'],
    ['2026-07-03', 'Independence Day'],
    ['2026-11-26', 'Thanksgiving Day'],
    ['2026-12-25', 'Christmas Day'],
  ])('of the United States: %s', (day, name) => {
    expect(on(holidaysOf('US'), day)).toContain(name);
  });

  test('are of a region beside its country', () => {
    expect(on(holidaysOf('US', 'US-MA'), '2026-04-20')).toBe("Patriots' Day");
    expect(on(holidaysOf('US', 'US-CA'), '2026-04-20')).toBeNull();
    expect(on(holidaysOf('DE', 'DE-BY'), '2026-11-01')).not.toBeNull();
    // All Saints is kept in some regions alone; one of another country is none of these.
    expect(on(holidaysOf('DE', 'US-BY'), '2026-11-01')).toBeNull();
  });

  test('are those of the year that is asked for', () => {
    // 4 July 2027 is a Sunday, kept on Monday, which in 2026 is the sixth and none.
    expect(on(holidaysOf('US'), '2027-07-05')).toContain('Independence Day');
    expect(on(holidaysOf('US'), '2026-07-05')).toBeNull();
    expect(on(holidaysOf('US'), '2031-02-14')).toBeNull();
  });

  test('are no days that nobody rests on', () => {
    expect(on(holidaysOf('US'), '2026-02-14')).toBeNull();
  });

  test('are none where the country is not known, which can be told', () => {
    expect(holidaysOf('ZZ').known).toBe(false);
    expect(on(holidaysOf('ZZ'), '2026-12-25')).toBeNull();
    expect(holidaysOf('US').known).toBe(true);
  });
});

const both = workdays([holidaysOf('US', 'US-CA'), holidaysOf('US', 'US-MA')]);
const add = (day: string, count: number) => isoDay(addWorkdays(dayNumber(day), count, both));

describe('workdays', () => {
  test.each([
    // Wednesday; Friday is one of Massachusetts' own days neither, so plain counting
    ['2026-06-10', 0, '2026-06-10'],
    ['2026-06-10', 2, '2026-06-12'],
    ['2026-06-10', 3, '2026-06-15'],
    // Saturday is the next Monday
    ['2026-06-13', 0, '2026-06-15'],
    // over Patriots' Day on Monday 2026-04-20
    ['2026-04-17', 1, '2026-04-21'],
    // over Christmas on a Friday and the weekend
    ['2026-12-24', 1, '2026-12-28'],
  ])('%s and %d more is %s', (day, count, expected) => {
    expect(add(day, count)).toBe(expected);
  });

  test('are counted as they are added, whatever the place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000, max: 22_000 }), fc.integer({ min: 1, max: 40 }), (day, count) => {
        const from = nextWorkday(day, both);
        const to = addWorkdays(from, count, both);
        expect(both(to)).toBe(true);
        expect(workdaysAfter(from, to, both)).toBe(count);
      }),
    );
  });

  test('cannot be none at all', () => {
    expect(() => workdays([], [])).toThrow(/no weekday/);
    expect(() => nextWorkday(0, () => false)).toThrow(/no workday/);
    expect(nextWorkday(0, (day) => day === 60)).toBe(60);
    expect(() => nextWorkday(0, (day) => day === 61)).toThrow(/no workday/);
  });

  test('none are counted where the last day is not later', () => {
    expect(workdaysAfter(dayNumber('2026-06-10'), dayNumber('2026-06-10'), both)).toBe(0);
    expect(workdaysAfter(dayNumber('2026-06-10'), dayNumber('2026-06-11'), both)).toBe(1);
    expect(workdaysAfter(dayNumber('2026-06-11'), dayNumber('2026-06-10'), both)).toBe(0);
  });
});

test.each([
  ['US', null, 'America/New_York'],
  ['US', 'US-CA', 'America/Los_Angeles'],
  ['AU', 'AU-WA', 'Australia/Perth'],
  // A region of another country says nothing of this one.
  ['US', 'AU-CA', 'America/New_York'],
  ['IL', null, 'Asia/Jerusalem'],
  ['ZZ', null, 'UTC'],
] as const)('the clocks of %s %s show %s', (country, region, zone) => {
  expect(timeZoneOf(country, region)).toBe(zone);
  // and so they do when they are asked again
  expect(timeZoneOf(country, region)).toBe(zone);
});
