import { dayNumber, type IsoDay, isoDay, weekdayOf } from '../calendar_day.ts';

export const PERIODS = ['this_week', 'next_week', 'weekend', 'month'] as const;
/** A stretch of days that people name as one. */
export type Period = (typeof PERIODS)[number];

/** A day as a text says it, which is another one from each day on. `month` 1 is January, `weekday` 0 is Sunday. */
export type StatedDay =
  | { kind: 'in_days'; days: number }
  | { kind: 'weekday'; weekday: number }
  | { kind: 'period'; period: Period }
  | { kind: 'date'; year: number | null; month: number; day: number }
  | { kind: 'day_of_month'; day: number }
  /** `nth` counts from 1, from the month's end where it is below 0. */
  | { kind: 'nth_weekday'; month: number; weekday: number; nth: number }
  | { kind: 'easter'; days_later: number };

/**
 * The day of a feast: `12-24` of each year, `11-4#4` the fourth Thursday of November, `5-0#-1` the last Sunday of May,
 * `easter-1` the day before Easter Sunday. Throws RangeError for another text.
 */
export function feastDay(text: string): StatedDay {
  const [, ...easter] = /^easter([+-]\d+)?$/.exec(text) ?? [];
  if (easter.length > 0) return { kind: 'easter', days_later: Number(easter[0] ?? 0) };
  const nth = /^(\d+)-([0-6])#(-?\d)$/.exec(text)?.slice(1).map(Number) as
    | [number, number, number]
    | undefined;
  if (nth) return { kind: 'nth_weekday', month: nth[0], weekday: nth[1], nth: nth[2] };
  const date = /^(\d\d)-(\d\d)$/.exec(text)?.slice(1).map(Number) as [number, number] | undefined;
  if (date) return { kind: 'date', year: null, month: date[0], day: date[1] };
  throw new RangeError(`${text} is no day of a feast; write it as 12-24, 11-4#4 or easter-1.`);
}

const SATURDAY = 6;
const WEEK = 7;

/**
 * The day that is meant on a day: of a weekday the next one (its own is a week away), of a date without a year the next
 * one (today's is today), likewise of a day of the month and of a feast, of a weekend its Saturday, of a week (from
 * Monday on) its Sunday, of a month its last day.
 * Null for a date that is none, such as 31 April.
 */
export function dayMeant(stated: StatedDay, today: IsoDay): IsoDay | null {
  const from = dayNumber(today);
  switch (stated.kind) {
    case 'in_days':
      return isoDay(from + stated.days);
    case 'weekday':
      return isoDay(from + daysTo(stated.weekday, from + 1) + 1);
    case 'period':
      return periodEnd(stated.period, from);
    case 'date':
      return dateMeant(stated, today);
    case 'day_of_month':
      return nextOf(today, 'month', (year, month) => dayNumberOf(year, month, stated.day));
    case 'nth_weekday':
      return nextOf(today, 'year', (year) => nthWeekday(year, stated));
    case 'easter':
      return nextOf(today, 'year', (year) => easterSunday(year) + stated.days_later);
  }
}

/** Number of a day, or null where the month has no such day. */
function dayNumberOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === (month - 1) % MONTHS ? date.getTime() / DAY_MS : null;
}

/** The first day, from today on, that one of the coming months or years has. */
function nextOf(
  today: IsoDay,
  step: 'month' | 'year',
  dayOf: (year: number, month: number) => number | null,
): IsoDay | null {
  const [year, month] = today.split('-').map(Number) as [number, number];
  for (let ahead = 0; ahead <= MONTHS; ahead++) {
    const months = step === 'month' ? month - 1 + ahead : 0;
    const own = step === 'month' ? year + Math.floor(months / MONTHS) : year + ahead;
    const day = dayOf(own, (months % MONTHS) + 1);
    if (day !== null && isoDay(day) >= today) return isoDay(day);
  }
  return null;
}
const MONTHS = 12;

function nthWeekday(
  year: number,
  { month, weekday, nth }: Extract<StatedDay, { kind: 'nth_weekday' }>,
): number {
  if (nth > 0) {
    const first = Date.UTC(year, month - 1, 1) / DAY_MS;
    return first + daysTo(weekday, first) + (nth - 1) * WEEK;
  }
  const last = Date.UTC(year, month, 0) / DAY_MS;
  return last - ((weekdayOf(last) - weekday + WEEK) % WEEK) + (nth + 1) * WEEK;
}

/** Of the Gregorian calendar, by the computus of Meeus, Jones and Butcher (Nature, 1876). */
function easterSunday(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const f = Math.floor((b + 8) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - f + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const day = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(day / 31) - 1, (day % 31) + 1) / DAY_MS;
}

/** Days until the first such weekday that is not before `from`. */
const daysTo = (weekday: number, from: number): number => (weekday - weekdayOf(from) + WEEK) % WEEK;

function periodEnd(period: Period, from: number): IsoDay {
  const sunday = from + daysTo(0, from);
  switch (period) {
    case 'this_week':
      return isoDay(sunday);
    case 'next_week':
      return isoDay(sunday + WEEK);
    case 'weekend':
      return isoDay(weekdayOf(from) === 0 ? from : from + daysTo(SATURDAY, from));
    case 'month': {
      const [year, month] = isoDay(from).split('-').map(Number) as [number, number];
      return isoDay(Date.UTC(year, month, 0) / DAY_MS);
    }
  }
}
const DAY_MS = 86_400_000;

/** Years that are looked ahead for a day that not every year has: 29 February. */
const YEARS_AHEAD = 8;

function dateMeant({ year, month, day }: Extract<StatedDay, { kind: 'date' }>, today: IsoDay): IsoDay | null {
  const own = Number(today.slice(0, 4));
  const years = year === null ? Array.from({ length: YEARS_AHEAD + 1 }, (_, ahead) => own + ahead) : [year];
  for (const one of years) {
    const date = new Date(Date.UTC(one, month - 1, day));
    const text = date.toISOString().slice(0, 10);
    if (date.getUTCMonth() === month - 1 && date.getUTCDate() === day && (year !== null || text >= today))
      return text;
  }
  return null;
}

/** Letters of an abbreviated weekday that is read: `So` is a word. */
const LEAST_LETTERS = 3;

/** Names of weekdays, 0 is Sunday, of the Unicode CLDR. */
export function weekdayNames(language: string): (readonly [name: string, weekday: number])[] {
  // 2023-01-01 was a Sunday.
  return namesOf(language, 'weekday', (at) => new Date(Date.UTC(2023, 0, 1 + at)), WEEK);
}

/** Names of months, 1 is January, as they stand in a date. */
export function monthNames(language: string): (readonly [name: string, month: number])[] {
  const names = namesOf(language, 'month', (at) => new Date(Date.UTC(2023, at, 1)), 12);
  return names.map(([name, at]) => [name, at + 1] as const);
}

function namesOf(language: string, part: 'weekday' | 'month', dateOf: (at: number) => Date, count: number) {
  return (['long', 'short'] as const).flatMap((length) => {
    const format = new Intl.DateTimeFormat(language, {
      [part]: length,
      ...(part === 'month' && { day: 'numeric' }),
      timeZone: 'UTC',
    });
    return Array.from({ length: count }, (_, at) => {
      const name = format.formatToParts(dateOf(at)).find(({ type }) => type === part)?.value ?? '';
      return [name.replace(/\.$/, ''), at] as const;
    }).filter(([name]) => name.length >= LEAST_LETTERS);
  });
}
