const DAY_SECONDS = 86_400;

/** What became of a run, as `RunRecord` has it. */
export interface HealthRun {
  state: string;
  /** ISO 8601. */
  as_of: string;
}

/** A feed's silences, epoch seconds; one that goes on ends with the window. */
export interface HealthFeed {
  interval_minutes: number;
  gaps: readonly { from: number; to: number }[];
}

export interface FeedHealth {
  /** Observations that were taken. */
  read: number;
  /** Observations that were due in silences of more than three intervals. */
  missed: number;
  /** Failures, each with all its tries. */
  failed: number;
  /** Observations that were held because they strayed from their feed, whatever a person said of them then. */
  held: number;
  /** `read` of all four, 0 to 1; null where there are none. */
  share: number | null;
}

const HELD: readonly string[] = ['held', 'passed', 'rejected', 'retracted'];

/** Whether a seller's feeds came when they were due and were as usual, over the `days` before `now` (epoch seconds). */
export function feedHealth(
  runs: readonly HealthRun[],
  feeds: readonly HealthFeed[],
  { now, days }: { now: number; days: number },
): FeedHealth {
  const from = now - days * DAY_SECONDS;
  const counted = runs.filter(({ as_of }) => Date.parse(as_of) / 1000 >= from);
  const count = (isCounted: (state: string) => boolean) =>
    counted.filter(({ state }) => isCounted(state)).length;
  const missed = feeds.reduce((sum, feed) => sum + missedOf(feed, from, now), 0);
  const [read, failed, held] = [
    count((state) => state === 'accepted'),
    count((state) => state === 'failed'),
    count((state) => HELD.includes(state)),
  ];
  const all = read + missed + failed + held;
  return { read, missed, failed, held, share: all === 0 ? null : read / all };
}

/** A silence begins one interval after the last observation, so as many were due in it as intervals fit, and one. */
function missedOf({ interval_minutes, gaps }: HealthFeed, from: number, now: number): number {
  const interval = interval_minutes * 60;
  return gaps.reduce((sum, gap) => {
    const seconds = Math.min(gap.to, now) - Math.max(gap.from, from);
    return seconds <= 0 ? sum : sum + Math.max(1, Math.round(seconds / interval));
  }, 0);
}
