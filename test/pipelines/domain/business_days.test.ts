import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addWorkdays,
  nextWorkday,
  restCalendarOf,
  timeZoneOf,
  workdays,
} from '../../../pipelines/domain/business_days.ts';
import { dayNumber, isoDay } from '../../../pipelines/domain/calendar_day.ts';

const on = (calendar: ReturnType<typeof restCalendarOf>, day: string) => calendar.holidayOn(dayNumber(day));

describe('public holidays', () => {
  // 5 U.S.C. 6103; the fourth of July of 2026 is a Saturday, so the Friday before is kept too.
  test.each([
    ['2026-01-01', 'New Year'],
    ['2026-05-25', 'Memorial Day'],
    ['2026-07-03', 'Independence Day'],
    ['2026-11-26', 'Thanksgiving Day'],
    ['2026-12-25', 'Christmas Day'],
  ])('of the United States: %s', (day, name) => {
    expect(on(restCalendarOf('US'), day)).toContain(name);
  });

  test('are of a region beside its country', () => {
    expect(on(restCalendarOf('US', 'US-MA'), '2026-04-20')).toBe("Patriots' Day");
    expect(on(restCalendarOf('US', 'US-CA'), '2026-04-20')).toBeNull();
    expect(on(restCalendarOf('DE', 'DE-BY'), '2026-11-01')).not.toBeNull();
    // All Saints is kept in some regions alone; one of another country is none of these.
    expect(on(restCalendarOf('DE', 'US-BY'), '2026-11-01')).toBeNull();
  });

  test('are those of the year that is asked for', () => {
    // 4 July 2027 is a Sunday, kept on Monday, which in 2026 is the sixth and none.
    expect(on(restCalendarOf('US'), '2027-07-05')).toContain('Independence Day');
    expect(on(restCalendarOf('US'), '2026-07-05')).toBeNull();
    expect(on(restCalendarOf('US'), '2031-02-14')).toBeNull();
  });

  test('are no days that nobody rests on', () => {
    expect(on(restCalendarOf('US'), '2026-02-14')).toBeNull();
  });

  test('are none where the country is not known', () => {
    expect(on(restCalendarOf('ZZ'), '2026-12-25')).toBeNull();
  });

  test.each([
    // Seollal, three days from the eve on (Enforcement Decree on Holidays of Government Offices, article 2)
    ['KR', '2026-02-17', 3],
    // Tết, five days from the eve on (Labour Code of Vietnam, article 112)
    ['VN', '2026-02-16', 5],
    // days counted from the evening before
    ['AE', '2026-03-20', 3],
    // three and a half days, the half one before
    ['TR', '2026-03-20', 3],
    // over the end of a year
    ['SZ', '2026-12-28', 6],
  ])('of %s from %s on last %d days', (country, day, count) => {
    const from = dayNumber(day);
    const rests = (at: number) => restCalendarOf(country).holidayOn(at) !== null;
    expect(Array.from({ length: count + 2 }, (_, at) => rests(from - 1 + at))).toEqual([
      false,
      ...Array.from({ length: count }, () => true),
      false,
    ]);
  });

  test('that began in the year before are known, whichever day is asked for first', () => {
    expect(on(restCalendarOf('SZ'), '2031-01-02')).not.toBeNull();
  });

  test('of a day on which the clocks are put forward take all of it', () => {
    expect(on(restCalendarOf('DK'), '2027-03-28')).toBe('Påskedag');
  });

  test('that take half a day are worked on', () => {
    // International Women's Day is half a day off in China, for women.
    expect(on(restCalendarOf('CN'), '2026-03-08')).toBeNull();
    expect(on(restCalendarOf('CN'), '2026-10-01')).not.toBeNull();
  });
});

const both = workdays([restCalendarOf('US', 'US-CA'), restCalendarOf('US', 'US-MA')]);
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
        const after = Array.from({ length: to - from }, (_, at) => from + 1 + at);
        expect(after.filter(both)).toHaveLength(count);
      }),
    );
  });

  // Weekends by the Unicode CLDR (supplemental/weekData.xml).
  test.each([
    ['US', [], [0, 6]],
    ['IL', [], [5, 6]],
    ['IN', [], [0]],
    ['ZZ', [], [0, 6]],
    ['US', ['IL'], [0, 5, 6]],
  ])('of %s %j are all but those of its weekend', (country, others, weekend) => {
    const isWorkday = workdays([country, ...others].map((one) => restCalendarOf(one)));
    const sunday = dayNumber('2026-06-07');
    const rests = Array.from({ length: 7 }, (_, at) => at).filter((at) => !isWorkday(sunday + at));
    expect(rests).toEqual(weekend);
  });

  test('are found within two months', () => {
    expect(() => nextWorkday(0, () => false)).toThrow(/no workday/);
    expect(nextWorkday(0, (day) => day === 60)).toBe(60);
    expect(() => nextWorkday(0, (day) => day === 61)).toThrow(/no workday/);
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
