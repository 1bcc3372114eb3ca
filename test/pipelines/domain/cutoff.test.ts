import { describe, expect, test } from 'vitest';
import { restCalendarOf, workdays } from '../../../pipelines/domain/business_days.ts';
import { dayNumber } from '../../../pipelines/domain/calendar_day.ts';
import { dispatchOf, isTimeZone, localDay } from '../../../pipelines/domain/cutoff.ts';

const isWorkday = workdays([restCalendarOf('US', 'US-NY')]);
const everyDay = () => true;
const dispatch = (order: string, time = '14:00', time_zone = 'America/New_York', days = isWorkday) => {
  const { day, cutoff_ms, day_if_missed } = dispatchOf(Date.parse(order), { time, time_zone }, days);
  return [day, new Date(cutoff_ms).toISOString(), day_if_missed] as const;
};

describe('an order is taken up on the day whose cutoff it makes', () => {
  test.each([
    // 14:00 in New York is 18:00 UTC in summer and 19:00 in winter
    ['2026-06-10T18:00:00.000Z', '2026-06-10', '2026-06-10T18:00:00.000Z', '2026-06-11'],
    ['2026-06-10T18:00:00.001Z', '2026-06-11', '2026-06-11T18:00:00.000Z', '2026-06-12'],
    ['2026-01-14T18:59:00.000Z', '2026-01-14', '2026-01-14T19:00:00.000Z', '2026-01-15'],
    // late on Friday: Monday, and missed Tuesday
    ['2026-06-12T23:00:00.000Z', '2026-06-15', '2026-06-15T18:00:00.000Z', '2026-06-16'],
    // Wednesday evening before Thanksgiving
    ['2026-11-25T22:00:00.000Z', '2026-11-27', '2026-11-27T19:00:00.000Z', '2026-11-30'],
    // already Thursday in UTC, still Wednesday in New York and past its cutoff
    ['2026-06-11T03:00:00.000Z', '2026-06-11', '2026-06-11T18:00:00.000Z', '2026-06-12'],
  ])('%s', (order, day, cutoff, missed) => {
    expect(dispatch(order)).toEqual([dayNumber(day), cutoff, dayNumber(missed)]);
  });
});

describe('where the clocks change', () => {
  // 2026-03-08 in New York: 02:00 becomes 03:00.
  test('a cutoff that is skipped is an hour later', () => {
    expect(dispatch('2026-03-08T05:00:00Z', '02:30', 'America/New_York', everyDay)[1]).toBe(
      '2026-03-08T07:30:00.000Z',
    );
  });

  // 2026-11-01 in New York: 01:30 comes at 05:30 and at 06:30 UTC.
  test('of a cutoff that comes twice the first holds', () => {
    expect(dispatch('2026-11-01T05:00:00Z', '01:30', 'America/New_York', everyDay)[1]).toBe(
      '2026-11-01T05:30:00.000Z',
    );
  });

  test('the same clock time is an hour apart in UTC on the days around', () => {
    const cutoffs = ['2026-03-07', '2026-03-08', '2026-03-09'].map(
      (day) => dispatch(`${day}T12:00:00Z`, '14:00', 'America/New_York', everyDay)[1],
    );
    expect(cutoffs).toEqual([
      '2026-03-07T19:00:00.000Z',
      '2026-03-08T18:00:00.000Z',
      '2026-03-09T18:00:00.000Z',
    ]);
  });
});

test('a day is that of the place', () => {
  expect(localDay(Date.parse('2026-01-01T02:00:00Z'), 'America/Los_Angeles')).toBe(dayNumber('2025-12-31'));
  expect(localDay(Date.parse('2026-01-01T22:00:00Z'), 'Pacific/Auckland')).toBe(dayNumber('2026-01-02'));
});

test('what is no time of day is no cutoff', () => {
  expect(() => dispatch('2026-06-10T18:00:00Z', '25:00')).toThrow(/25:00 in America\/New_York is no time/);
});

test('time zones are known by their names', () => {
  expect(['America/Chicago', 'UTC', 'Asia/Kolkata'].every(isTimeZone)).toBe(true);
  expect(['Mars/Olympus', ''].some(isTimeZone)).toBe(false);
  expect(() => dispatch('2026-06-10T18:00:00Z', '14:00', 'Mars/Olympus')).toThrow(/no time zone/);
});
