const HOUR_MS = 3_600_000;
/** What was taken is looked at again after this, by a conditional request. */
const GOOD_HOURS = 30 * 24;
/** What failed is tried again after an hour, then after four times as long each, */
const FIRST_HOURS = 1;
const FACTOR = 4;
/** but at least once a week. */
const LONGEST_HOURS = 7 * 24;

/** When an address is asked for again: `attempts` tries in a row have failed, 0 where it was taken. */
export function nextLook(now: Date, attempts: number): Date {
  const hours = attempts === 0 ? GOOD_HOURS : Math.min(LONGEST_HOURS, FIRST_HOURS * FACTOR ** (attempts - 1));
  return new Date(now.getTime() + hours * HOUR_MS);
}
