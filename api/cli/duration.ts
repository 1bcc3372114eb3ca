import { InvalidArgumentError } from 'commander';

const UNITS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LONGEST_DAYS = 3650;

/** Milliseconds of a duration such as `30m`, `24h` or `7d`; `0` is none. Throws InvalidArgumentError for any other text. */
export function durationMs(text: string): number {
  if (text === '0') return 0;
  const [, number = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS_MS[unit] ?? Number.NaN);
  if (number !== '' && ms <= LONGEST_DAYS * 86_400_000) return ms;
  throw new InvalidArgumentError(
    `It must be 0, or minutes, hours or days such as 30m, 24h or 7d, at most ${LONGEST_DAYS}d.`,
  );
}
