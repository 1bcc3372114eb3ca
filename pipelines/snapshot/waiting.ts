import { currentManifest, type FeedState, type Manifest, nameOf } from '../../warehouse/manifest.ts';
import type { Run } from '../../warehouse/run.ts';
import { RunLog } from '../../warehouse/run_log.ts';
import { readHeldRuns, sortedRuns } from '../../warehouse/runs.ts';
import { firstDifference } from '../domain/price_factor.ts';
import { deliveryTier } from '../feeds/stage_parameters.ts';
import { feedStates } from '../history/series.ts';
import { type PublishSettings, sameEmbedder } from '../publication.ts';
import { NOTHING, type PublishSummary } from './summary.ts';

/** What waits for a publication, and what makes one worth while without a run. */

/**
 * What a publication says where it would change nothing, null where it might: a run waits that the last one did not
 * judge or that a person has let pass or turned down since, records are to be tidied, or something else moved. Needs no lock: whoever holds it can only take
 * work away, and whoever stages behind this look asks for a publication behind it.
 */
export async function nothingNew(settings: PublishSettings): Promise<PublishSummary | null> {
  if (settings.rebuild) return null;
  const before = (await currentManifest(settings.store))?.manifest ?? null;
  if (!isSettled(settings, before)) return null;
  const log = new RunLog(settings.store, before);
  const decided = (settings.reject?.length ?? 0) + (settings.retract?.length ?? 0);
  if (log.oldRuns > 0 || decided > 0) return null;
  const { pending, done } = await sortedRuns(settings.store, log);
  if (done.length > 0) return null;
  const waiting = configuredOnly(settings, feedsNow(settings, before), pending);
  if (waiting.length === 0) return NOTHING;
  if (settings.backfill) return null;
  const held = new Map((await readHeldRuns(settings.store)).map((one) => [one.run_id, one]));
  const summary: PublishSummary = { ...NOTHING, suspect: [], late: [] };
  for (const run of waiting) {
    const judged = held.get(run.run_id);
    if (!judged || settings.acceptedByHand.has(run.run_id) || settings.reread?.has(run.run_id)) return null;
    if (judged.why === 'late') summary.late.push(run);
    else summary.suspect.push({ run, reason: judged.reason, symptoms: judged.symptoms ?? [] });
  }
  return summary;
}

/** A run with the rows that staging has read since, where it has. */
export function asReread<Of extends { run_id: string }>({ reread }: PublishSettings, run: Of): Of {
  return { ...run, ...reread?.get(run.run_id) };
}

/** The feeds as the manifest before and the configuration say, with the rows that staging has read since. */
export function feedsNow(settings: PublishSettings, before: Manifest | null): FeedState[] {
  return feedStates(settings.sellers, before).map((state) => ({
    ...(state.configured ? withPrices(settings, state) : state),
    current: state.current && asReread(settings, state.current),
  }));
}

/** A feed with what people said of its prices so far. */
function withPrices({ priceFactors = [], sellers, market }: PublishSettings, state: FeedState): FeedState {
  const { prices: _, ...others } = state;
  const factors = priceFactors
    .filter(({ seller, feed }) => seller === state.seller && feed === state.feed)
    .map(({ from, factor }) => ({ from, factor }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  if (factors.length === 0) return others;
  const shipping = sellers.find(({ id }) => id === state.seller)?.shipping;
  const tier = shipping && deliveryTier(shipping, market.currency);
  return { ...others, prices: { factors, ...(tier && { tier }) } };
}

/** What people said of prices is what the snapshot before was made with. */
export function samePrices(settings: PublishSettings, before: Manifest): boolean {
  const then = new Map(before.feeds.map(({ feed_no, prices }) => [feed_no, prices?.factors]));
  return feedsNow(settings, before).every(
    ({ feed_no, prices }) => firstDifference(then.get(feed_no) ?? [], prices?.factors ?? []) === null,
  );
}

/** The runs of feeds that the configuration still has. */
export function configuredOnly(
  { inputs = [] }: PublishSettings,
  feeds: readonly FeedState[],
  runs: readonly Run[],
): Run[] {
  return runs.filter((run) =>
    run.kind === undefined
      ? feeds.some((state) => state.configured && state.seller === run.seller && state.feed === run.feed)
      : inputs.some(
          ({ publisher, feed, kind }) => publisher === run.seller && feed === run.feed && kind === run.kind,
        ),
  );
}

/** True when a publication without a run would change nothing: configuration, decisions, price factors and model are as they were. */
export function isSettled(settings: PublishSettings, before: Manifest | null): boolean {
  return (
    before === null ||
    (before.configuration === configurationName(settings) &&
      (before.decisions ?? NO_DECISIONS) === decisionsName(settings) &&
      sameEmbedder(before, settings) &&
      samePrices(settings, before))
  );
}

/** Names the configuration as far as a snapshot depends on it. */
export const configurationName = ({ sellers, market, inputs = [], policies }: PublishSettings) =>
  nameOf(sellers, market, ...(inputs.length > 0 ? [inputs] : []), ...(policies ? [{ policies }] : []));

/** What a manifest without decisions stands for. */
export const NO_DECISIONS = nameOf([]);

/** Names what people said of matches: a decision more is a reason to publish. */
export function decisionsName({ matchDecisions = [] }: PublishSettings): string {
  return nameOf(
    matchDecisions.map((one) =>
      [one.left, one.right, one.left_content, one.right_content].map(String).concat(one.verdict),
    ),
  );
}
