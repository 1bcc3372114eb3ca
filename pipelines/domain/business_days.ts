import Holidays from 'date-holidays';
import { dayNumber, isoDay, weekdayOf } from './calendar_day.ts';

/** Says of a day (`dayNumber`) whether there is work on it. */
export type IsWorkday = (day: number) => boolean;

/** Public holidays of one place. */
export interface HolidayCalendar {
  /** The name of the public holiday on a day, or null. */
  holidayOn(day: number): string | null;
  /** False where nothing is known of the country, so that no day is a holiday. */
  known: boolean;
}

const calendars = new Map<string, HolidayCalendar>();

/**
 * Public holidays of a country (ISO 3166-1) and, where it is given, of its region (ISO 3166-2, `US-CA`), substitute
 * days included, by `date-holidays`. Days that begin in the evening before count from their first full day.
 */
export function holidaysOf(country: string, region: string | null = null): HolidayCalendar {
  const state = region?.startsWith(`${country}-`) ? region.slice(country.length + 1) : null;
  const key = `${country} ${state ?? ''}`;
  const known = calendars.get(key);
  if (known) return known;
  const source = state === null ? new Holidays(country) : new Holidays(country, state);
  // A country that the library does not know has no rules; asking it for a year gives nothing.
  const isKnown = source.getHolidays(2026).length > 0;
  const years = new Map<number, Map<number, string>>();
  const ofYear = (year: number): Map<number, string> => {
    const have = years.get(year);
    if (have) return have;
    const days = new Map<number, string>();
    for (const { date, name, type } of source.getHolidays(year))
      if (type === 'public') days.set(dayNumber(date.slice(0, 10)), name);
    years.set(year, days);
    return days;
  };
  const calendar: HolidayCalendar = {
    known: isKnown,
    holidayOn: (day) => (isKnown ? (ofYear(yearOf(day)).get(day) ?? null) : null),
  };
  calendars.set(key, calendar);
  return calendar;
}

const zones = new Map<string, string>();

/**
 * The time zone (IANA) of a country or, where it is given, its region (ISO 3166-2), by `date-holidays`: of several the
 * one that most people live by, which it lists first. UTC where nothing is known of the country.
 */
export function timeZoneOf(country: string, region: string | null = null): string {
  const state = region?.startsWith(`${country}-`) ? region.slice(country.length + 1) : null;
  const key = `${country} ${state ?? ''}`;
  const known = zones.get(key);
  if (known !== undefined) return known;
  const source = state === null ? new Holidays(country) : new Holidays(country, state);
  const [zone = 'UTC'] = source.getTimezones() ?? [];
  zones.set(key, zone);
  return zone;
}

const DAY_MS = 86_400_000;
const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

/** Monday to Friday. */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5];

/** The days that are worked on: of these weekdays (0 is Sunday) all that are no holiday of any of the calendars. */
export function workdays(
  holidays: readonly HolidayCalendar[],
  weekdays: readonly number[] = WEEKDAYS,
): IsWorkday {
  if (weekdays.length === 0) throw new RangeError('no weekday is worked on');
  return (day) =>
    weekdays.includes(weekdayOf(day)) && holidays.every((calendar) => calendar.holidayOn(day) === null);
}

/** Longer than any run of holidays. */
const MOST_IDLE_DAYS = 60;

/** The day itself where it is worked on, else the next that is. */
export function nextWorkday(day: number, isWorkday: IsWorkday): number {
  for (let at = day; at <= day + MOST_IDLE_DAYS; at++) if (isWorkday(at)) return at;
  throw new RangeError(`no workday within ${MOST_IDLE_DAYS} days of ${isoDay(day)}`);
}

/** The day so many workdays later; 0 is the day itself or, where nobody works on it, the next workday. */
export function addWorkdays(day: number, count: number, isWorkday: IsWorkday): number {
  let at = nextWorkday(day, isWorkday);
  for (let left = count; left > 0; left--) at = nextWorkday(at + 1, isWorkday);
  return at;
}

/** Workdays after `from` up to and including `to`; 0 where `to` is not later. */
export function workdaysAfter(from: number, to: number, isWorkday: IsWorkday): number {
  let count = 0;
  for (let day = from + 1; day <= to; day++) if (isWorkday(day)) count++;
  return count;
}
