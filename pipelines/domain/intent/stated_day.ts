import { dayNumber, type IsoDay, isoDay, weekdayOf } from '../calendar_day.ts';

export const PERIODS = ['this_week', 'next_week', 'weekend', 'month'] as const;
/** A stretch of days that people name as one. */
export type Period = (typeof PERIODS)[number];

/** A day as a text says it, which is another one from each day on. `month` 1 is January, `weekday` 0 is Sunday. */
export type StatedDay =
  | { kind: 'in_days'; days: number }
  | { kind: 'weekday'; weekday: number }
  | { kind: 'period'; period: Period }
  | { kind: 'date'; year: number | null; month: number; day: number };

const SATURDAY = 6;
const WEEK = 7;

/**
 * The day that is meant on a day: of a weekday the next one (its own is a week away), of a date without a year the next
 * one (today's is today), of a weekend its Saturday, of a week (from Monday on) its Sunday, of a month its last day.
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
  }
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
