import { type ChangePoint, PURCHASABLE } from '../listing.ts';
import type { Severity } from './risk_flag.ts';

const DAY_SECONDS = 86_400;
/** How far back is looked. */
export const FLAPPING_DAYS = 30;
/** So many switches are flapping; twice as many weigh more. */
const SWITCHES = 6;

export interface StockFlapping {
  severity: Extract<Severity, 'low' | 'medium'>;
  switches: number;
}

/**
 * How often an offer went from taking orders to taking none, or back, in the 30 days before `now` (epoch seconds), or
 * null where that is fewer than six times. A change of price or quantity is no switch, and a state that the feed does
 * not tell is none either.
 */
export function stockFlapping(
  changes: readonly Pick<ChangePoint, 'from' | 'availability'>[],
  now: number,
): StockFlapping | null {
  const known = changes.filter(({ from, availability }) => from <= now && availability !== 'unknown');
  const after = now - FLAPPING_DAYS * DAY_SECONDS;
  const switches = known.filter(({ from, availability }, index) => {
    const before = known[index - 1];
    return (
      before !== undefined &&
      from > after &&
      PURCHASABLE.includes(before.availability) !== PURCHASABLE.includes(availability)
    );
  }).length;
  return switches < SWITCHES ? null : { severity: switches >= 2 * SWITCHES ? 'medium' : 'low', switches };
}
