import type { ChangePoint } from '../listing.ts';
import { type Gap, NOT_FOR_SALE, withoutGaps } from '../price_context.ts';
import type { Severity } from './risk_flag.ts';

const DAY_SECONDS = 86_400;

/** The prior price is the lowest of so many days before a reduction (Directive 98/6/EC, article 6a). */
export const PRIOR_DAYS = 30;
/** Of these days so many must have been seen, or nothing is said. */
const LEAST_SEEN_DAYS = 7;
/** Prices are rounded: so much more is none. */
const ROUNDING = 0.01;
/** From so much more on it weighs. */
const NOTABLE = 0.1;

/** A struck-out price, and the history of the offer that names it. */
export interface ReferenceClaim {
  list_price_minor: number;
  /** Of that seller alone, oldest first; the last is the offer of now. */
  changes: readonly ChangePoint[];
  /** Epoch seconds. */
  now: number;
  gaps: readonly Gap[];
}

export interface InflatedReference {
  severity: Extract<Severity, 'low' | 'medium'>;
  /** What the struck-out price is above: the lowest price of the days before the reduction, or the highest ever seen. */
  prior_minor: number;
  /** Days that this was seen over. */
  seen_days: number;
  /** When the reduction began, epoch seconds; null where the price of now is not a reduced one. */
  reduced_at: number | null;
  /** The struck-out price over the prior one. */
  ratio: number;
}

/** When the falls that led to the price of now began, epoch seconds: the first of them that no rise follows. */
function reductionOf(changes: readonly ChangePoint[], currency: string): number | null {
  let began: number | null = null;
  for (let index = changes.length - 1; index > 0; index--) {
    const [before, after] = [changes[index - 1] as ChangePoint, changes[index] as ChangePoint];
    if (before.currency !== currency || before.price_minor < after.price_minor) break;
    if (before.price_minor > after.price_minor) began = after.from;
  }
  return began;
}

/** When which price was asked in the window, silences and times without sale left out. */
function asked({ changes, now, gaps }: ReferenceClaim, window: { from: number; to: number }) {
  const sorted = [...gaps].sort((a, b) => a.from - b.from);
  const currency = changes.at(-1)?.currency;
  return changes.flatMap((change, index) => {
    if (NOT_FOR_SALE.includes(change.availability) || change.currency !== currency) return [];
    const from = Math.max(change.from, window.from);
    const to = Math.min(changes[index + 1]?.from ?? now, window.to);
    return withoutGaps({ from, to, price_minor: change.price_minor }, sorted);
  });
}

/**
 * Whether a struck-out price is above the lowest price that the same seller asked in the 30 days before the reduction
 * (Directive 98/6/EC, article 6a), or null. Falls without a rise between them are one reduction, measured from its first
 * step. Where the price of now is no reduced one, it is held against the highest price ever seen, over 30 days at least.
 * Silences and times without sale say nothing; with less than seven days seen of the 30 neither does this rule, nor at
 * less than one per cent above. Scale free. What another seller asked never counts.
 */
export function inflatedReference(given: ReferenceClaim): InflatedReference | null {
  const { list_price_minor, now } = given;
  const claim = { ...given, changes: given.changes.filter(({ from }) => from <= now) };
  const current = claim.changes.at(-1);
  if (!current || list_price_minor <= current.price_minor) return null;
  const reduced_at = reductionOf(claim.changes, current.currency);
  const held = asked(
    claim,
    reduced_at === null
      ? { from: Number.NEGATIVE_INFINITY, to: now }
      : { from: reduced_at - PRIOR_DAYS * DAY_SECONDS, to: reduced_at },
  );
  const seen_days = held.reduce((sum, { from, to }) => sum + to - from, 0) / DAY_SECONDS;
  if (seen_days < (reduced_at === null ? PRIOR_DAYS : LEAST_SEEN_DAYS)) return null;
  const prices = held.map(({ price_minor }) => price_minor);
  const prior_minor = reduced_at === null ? Math.max(...prices) : Math.min(...prices);
  const ratio = list_price_minor / prior_minor;
  if (ratio <= 1 + ROUNDING) return null;
  return {
    severity: ratio > 1 + NOTABLE ? 'medium' : 'low',
    prior_minor,
    seen_days: Math.floor(seen_days),
    reduced_at,
    ratio,
  };
}
