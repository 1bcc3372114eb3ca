import Holidays from 'date-holidays';
import { dayNumber, isoDay, weekdayOf } from './calendar_day.ts';

/** Says of a day (`dayNumber`) whether there is work on it. */
export type IsWorkday = (day: number) => boolean;

/** When people rest at one place. */
export interface RestCalendar {
  /** The name of the public holiday on a day, or null. */
  holidayOn(day: number): string | null;
  /** Weekdays on which nobody works, 0 is Sunday. */
  weekend: readonly number[];
}

const calendars = new Map<string, RestCalendar>();

/**
 * Public holidays of a country (ISO 3166-1) and, where it is given, of its region (ISO 3166-2, `US-CA`), substitute
 * days included, by `date-holidays`: all days of those that last several (Korea's Seollal), none of those that take
 * half a day. Days that begin in the evening before count from their first full day. Weekends are those of the Unicode
 * CLDR: Friday and Saturday in Israel, Sunday alone in India.
 */
export function restCalendarOf(country: string, region: string | null = null): RestCalendar {
  const key = placeKey(country, region);
  const known = calendars.get(key);
  if (known) return known;
  const source = holidaySource(country, region);
  const days = new Map<number, string>();
  const years = new Set<number>();
  const read = (year: number): void => {
    if (years.has(year)) return;
    years.add(year);
    for (const { date, start, end, name, type } of source.getHolidays(year)) {
      const first = dayNumber(date.slice(0, 10));
      const count = type === 'public' ? wholeDays(start, end) : 0;
      for (let at = 0; at < count; at++) days.set(first + at, name);
    }
  };
  const calendar: RestCalendar = {
    holidayOn: (day) => {
      // What begins at the end of a year may last into the next.
      for (const year of [yearOf(day) - 1, yearOf(day)]) read(year);
      return days.get(day) ?? null;
    },
    weekend: weekendOf(country),
  };
  calendars.set(key, calendar);
  return calendar;
}

/** A day on which the clocks are put forward is an hour short. */
const MOST_CLOCK_CHANGE_DAYS = 0.05;
const wholeDays = (start: Date, end: Date): number =>
  Math.floor((end.getTime() - start.getTime()) / DAY_MS + MOST_CLOCK_CHANGE_DAYS);

/** By the Unicode CLDR, whose Sunday is 7; Saturday and Sunday where it knows no such country. */
function weekendOf(country: string): number[] {
  const { weekend } = new Intl.Locale('und', { region: country }).getWeekInfo();
  return weekend.map((day) => day % 7);
}

const placeKey = (country: string, region: string | null): string =>
  `${country} ${stateOf(country, region) ?? ''}`;

/** The region as `date-holidays` names it; null for one of another country. */
const stateOf = (country: string, region: string | null): string | null =>
  region?.startsWith(`${country}-`) ? region.slice(country.length + 1) : null;

/** A country that the library does not know has no holidays and no time zone. */
function holidaySource(country: string, region: string | null): Holidays {
  const state = stateOf(country, region);
  return state === null ? new Holidays(country) : new Holidays(country, state);
}

const zones = new Map<string, string>();

/**
 * The time zone (IANA) of a country or, where it is given, its region (ISO 3166-2), by `date-holidays`: of several the
 * one that most people live by, which it lists first. UTC where nothing is known of the country.
 */
export function timeZoneOf(country: string, region: string | null = null): string {
  const key = placeKey(country, region);
  const known = zones.get(key);
  if (known !== undefined) return known;
  const [zone = 'UTC'] = holidaySource(country, region).getTimezones() ?? [];
  zones.set(key, zone);
  return zone;
}

const DAY_MS = 86_400_000;
const yearOf = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

/** The days that are worked on at all of some places: no weekend and no holiday of any. */
export const workdays =
  (places: readonly RestCalendar[]): IsWorkday =>
  (day) =>
    places.every((one) => !one.weekend.includes(weekdayOf(day)) && one.holidayOn(day) === null);

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
