import type { Evidence, Seen } from './peers.ts';

/**
 * How much a listing's peers count where its own past is thin. Learned on past windows (`learnPooling`).
 */
export interface Pooling {
  /** The feed's share counts as so many windows of a category or brand. */
  group_windows: number;
  /** How much of what sets its category, or brand, apart from the feed is expected of a listing; 0 to 1. */
  category: number;
  brand: number;
  /** What is expected of its peers counts as so many windows of its own. */
  own_windows: number;
}

/** The feed's share alone. */
export const NO_PEERS: Pooling = { group_windows: 16, category: 0, brand: 0, own_windows: 16 };

const logit = (share: number): number => Math.log(share / (1 - share));

/** Of a feed of which nothing is known yet: one in two, of one window (Jeffreys). */
const feedShare = ({ known, fell }: Seen): number => (fell + 0.5) / (known + 1);

/**
 * What sets a listing's category and brand apart: the log odds that a window of their prices falls, less those of the
 * feed's, each drawn to the feed's share by `group_windows`. NaN where neither is known.
 */
export function peersLift({ category, brand, feed }: Evidence, pooling: Pooling): number {
  if (category.known + brand.known === 0) return NaN;
  const share = feedShare(feed);
  const { group_windows } = pooling;
  const lift = ({ known, fell }: Seen) =>
    logit((fell + group_windows * share) / (known + group_windows)) - logit(share);
  return pooling.category * lift(category) + pooling.brand * lift(brand);
}

/**
 * Chance that a price falls by 3 % within 28 days: the share of its own windows that fell, drawn to what its peers let
 * expect, so that a price that is new falls as those of its category and brand at its seller do.
 */
export function pooledShare(evidence: Evidence, pooling: Pooling): number {
  const lift = peersLift(evidence, pooling);
  const odds = logit(feedShare(evidence.feed)) + (Number.isNaN(lift) ? 0 : lift);
  const expected = 1 / (1 + Math.exp(-odds));
  const { known, fell } = evidence.own;
  return (fell + pooling.own_windows * expected) / (known + pooling.own_windows);
}

const WINDOWS = [4, 16, 64] as const;
const TRUST = [0, 0.5, 1] as const;
/** Every way to pool that is tried, those without peers first. */
const TRIED: readonly Pooling[] = TRUST.flatMap((category) =>
  TRUST.flatMap((brand) =>
    WINDOWS.flatMap((group_windows) =>
      WINDOWS.map((own_windows) => ({ group_windows, category, brand, own_windows })),
    ),
  ),
);

/** What was known when a window began, and whether it fell. */
export interface PastWindow {
  evidence: Evidence;
  fell: number;
}

/**
 * The pooling under which the chances of these windows would have been best (least mean squared error); each was known
 * when the window began, so none is judged by its own future. `apart` false: those without peers alone.
 */
export function learnPooling(windows: readonly PastWindow[], apart: boolean): Pooling {
  const tried = apart ? TRIED : TRIED.filter(({ category, brand }) => category + brand === 0);
  let [best, least] = [NO_PEERS, Infinity];
  for (const pooling of tried) {
    const error = poolingError(windows, pooling);
    if (error < least - 1e-12) [best, least] = [pooling, error];
  }
  return best;
}

/** Mean squared error of the pooled chances. */
export function poolingError(windows: readonly PastWindow[], pooling: Pooling): number {
  let error = 0;
  for (const { evidence, fell } of windows) error += (pooledShare(evidence, pooling) - fell) ** 2;
  return error / windows.length;
}
