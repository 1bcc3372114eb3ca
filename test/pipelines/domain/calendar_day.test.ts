import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayNumber, isoDay, weekdayOf } from '../../../pipelines/domain/calendar_day.ts';

test('days are numbered from 1970-01-01, a Thursday', () => {
  expect(dayNumber('1970-01-01')).toBe(0);
  expect(weekdayOf(0)).toBe(4);
  expect(weekdayOf(dayNumber('2026-11-22'))).toBe(0);
  expect(weekdayOf(-1)).toBe(3);
});

test.each(['2026-02-29', '2026-13-01', '2026-1-1', '', '2026-01-01T00:00:00Z'])('%j is no day', (text) => {
  expect(() => dayNumber(text)).toThrow(RangeError);
});

test('a number says its day and a day its number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), (number) => {
      expect(dayNumber(isoDay(number))).toBe(number);
      expect(weekdayOf(number)).toBe(new Date(number * 86_400_000).getUTCDay());
    }),
  );
});
