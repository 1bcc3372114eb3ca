import { Cron } from 'croner';
import type { FeedState, Manifest } from '../../warehouse/manifest.ts';
import { type ClosedRun, type Run, THE_PROGRAM } from '../../warehouse/run.ts';
import { type FeedProfile, learnProfile } from '../domain/feed_profile.ts';
import { gapBetween } from '../domain/observation.ts';
import type { Gap } from '../domain/price_context.ts';
import type { FeedSettings } from '../domain/settings/feed_settings.ts';
import type { SellerSettings } from '../domain/settings/publisher_settings.ts';
import type { MovedPair } from './moved_listings.ts';

export const DEFAULT_SCHEDULE = '0 4 * * *';

/** The longest distance between two firings in the next eight, minutes: what a healthy feed never exceeds. */
export function intervalMinutes(feed: FeedSettings): number {
  const runs = new Cron(feed.schedule ?? DEFAULT_SCHEDULE, { timezone: 'UTC' }).nextRuns(
    9,
    new Date('2026-01-01T00:00:00Z'),
  );
  const minutes = runs.map((run) => run.getTime() / 60_000);
  return Math.max(1, ...minutes.slice(1).map((to, index) => to - (minutes[index] as number)));
}

/** The configured feeds with what the snapshot before knows of them, then those no longer configured; numbers are given once and kept. */
export function feedStates(sellers: readonly SellerSettings[], before: Manifest | null): FeedState[] {
  const known = new Map(before?.feeds.map((state) => [`${state.seller}/${state.feed}`, state]));
  let next = Math.max(-1, ...(before?.feeds ?? []).map((state) => state.feed_no)) + 1;
  const states: FeedState[] = [];
  for (const seller of sellers) {
    for (const feed of seller.feeds) {
      const state = known.get(`${seller.id}/${feed.name}`);
      states.push({
        ...state,
        feed_no: state?.feed_no ?? next++,
        configured: true,
        seller: seller.id,
        feed: feed.name,
        current: state?.current ?? null,
        ...(state?.profile && { profile: state.profile }),
        interval_minutes: intervalMinutes(feed),
        gaps: state?.gaps ?? [],
      });
      known.delete(`${seller.id}/${feed.name}`);
    }
  }
  for (const gone of known.values()) states.push({ ...gone, configured: false });
  return states;
}

/** The gaps inside a series of observation times (ISO 8601, oldest first), by the rule of `gapBetween`. */
export function gapsOf(asOf: readonly string[], intervalInMinutes: number): Gap[] {
  const seconds = asOf.map((time) => Date.parse(time) / 1000);
  return seconds.slice(1).flatMap((next, index) => {
    const lastSeen = seconds[index] as number;
    return gapBetween(lastSeen, next, intervalInMinutes) ?? [];
  });
}

/** The feed's state with the numbers of the feeds that listings moved to or from. */
export function withMoves(state: FeedState, pairs: readonly MovedPair[]): FeedState {
  const others = pairs.flatMap(({ feed_no, from_no }) =>
    feed_no === state.feed_no ? [from_no] : from_no === state.feed_no ? [feed_no] : [],
  );
  if (others.length === 0) return state;
  return {
    ...state,
    moved_with: [...new Set([...(state.moved_with ?? []), ...others])].sort((a, b) => a - b),
  };
}

/**
 * The silences before `first`, a feed's first observation, of the feed it took its listings from: those of that feed,
 * and the one between its last observation until then and this one. `asOf` are the donor's observation times.
 */
export function inheritedGaps(donor: FeedState, asOf: readonly string[], first: string): Gap[] {
  return gapsOf([...asOf.filter((time) => time < first), first], donor.interval_minutes);
}

/** The feed's state once this run is its newest; its gaps are the business of who knows the runs between. */
export function advance(state: FeedState, last: Run): FeedState {
  return {
    ...state,
    current: {
      run_id: last.run_id,
      stage_id: last.stage_id,
      as_of: last.as_of,
      by_as_of: last.by_as_of,
      listings: last.accepted,
      ...(last.staging !== undefined && { staging: last.staging }),
    },
  };
}

/** What these accepted runs, oldest first, tell of their feed. */
export function relearned(runs: readonly ClosedRun[]): FeedProfile {
  let profile: FeedProfile = {};
  for (const [index, run] of runs.entries()) {
    const by_hand = run.outcome.by !== THE_PROGRAM;
    profile = learnProfile(profile, { ...run, by_hand }, runs[index - 1]?.as_of ?? null);
  }
  return profile;
}
