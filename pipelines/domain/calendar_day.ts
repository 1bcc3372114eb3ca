/** A calendar day as `YYYY-MM-DD`, of no time zone. */
export type IsoDay = string;

const DAY_MS = 86_400_000;

/** Days since 1970-01-01. Throws for what is no day of the calendar. */
export function dayNumber(day: IsoDay): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || isoDay(ms / DAY_MS) !== day) throw new RangeError(`${day} is no day`);
  return ms / DAY_MS;
}

/** The day of a number that `dayNumber` gave. */
export function isoDay(number: number): IsoDay {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7;
