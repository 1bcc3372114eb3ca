import { InvalidArgumentError } from 'commander';

/** An option's time, in full. */
export function isoTime(text: string): string {
  const time = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be an ISO 8601 time such as 2026-08-31 or 2026-08-31T06:00:00Z.');
  return time.toISOString();
}
