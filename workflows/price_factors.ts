import { fractionOf } from '../pipelines/domain/price_factor.ts';
import type { Configuration } from '../pipelines/domain/settings/configuration.ts';
import { isOfOffers } from '../pipelines/domain/settings/feed_settings.ts';
import { inputFeeds } from '../pipelines/domain/settings/publisher_settings.ts';
import { collectedSince } from '../pipelines/history/refold.ts';
import type { SaidFactor } from '../pipelines/publication.ts';
import type { DataFolder } from '../warehouse/folder.ts';
import type { Manifest } from '../warehouse/manifest.ts';
import { RunLog } from '../warehouse/run_log.ts';
import type { PriceFactorDecision } from '../warehouse/state/price_factors.ts';
import type { BlobStore } from '../warehouse/store.ts';
import type { DecidedFactor } from './messages.ts';

/** What people say of feeds' prices: noted in the state first, so that it outlives whatever happens to the publication. */

interface FactorDeps {
  configuration: Configuration;
  folder: DataFolder;
  store: BlobStore;
  decisions: {
    priceFactors: () => Promise<readonly PriceFactorDecision[]>;
    setPriceFactor: (decision: PriceFactorDecision) => Promise<void>;
  };
}

/** Notes price factors. Throws a plain message for one that cannot be said, or that published runs cannot be given any more. */
export async function noteFactors(
  { configuration, folder, store, decisions }: FactorDeps,
  manifest: Manifest | null,
  factors: readonly DecidedFactor[],
  now: Date,
): Promise<void> {
  for (const { seller, feed, from, factor, by, reason } of factors) {
    requireFeed(configuration, seller, feed);
    fractionOf(factor);
    const from_at = momentOf(from);
    const gone = await collectedSince(
      { folder, log: new RunLog(store, manifest), settings: { inputs: inputFeeds(configuration.sellers) } },
      { seller, feed },
      from_at,
    );
    if (gone)
      throw new Error(
        `the prices of ${seller}/${feed} cannot be read otherwise from ${from_at} on: the staged rows of ${gone.as_of} (${gone.run_id}) have been collected; let the factor begin later, behind them`,
      );
    await decisions.setPriceFactor({
      seller,
      feed,
      from_at,
      factor: factor.trim(),
      decided_by: by,
      decided_at: now.toISOString(),
      reason,
    });
  }
}

/** All price factors that hold. */
export async function openFactors({ decisions }: Pick<FactorDeps, 'decisions'>): Promise<SaidFactor[]> {
  const all = await decisions.priceFactors();
  return all.map(({ seller, feed, from_at, factor, decided_at }) => ({
    seller,
    feed,
    from: from_at,
    factor,
    at: decided_at,
  }));
}

function requireFeed({ sellers }: Configuration, seller: string, feed: string): void {
  const settings = sellers.find(({ id }) => id === seller);
  if (!settings) throw new Error(`there is no seller ${seller}; the configuration names them`);
  const feeds = settings.feeds.filter(isOfOffers).map(({ name }) => name);
  if (!feeds.includes(feed))
    throw new Error(`${seller} has no feed ${feed} of offers; it has ${feeds.join(', ') || 'none'}`);
}

/** A day or moment of ISO 8601 as observations write theirs. Throws a plain message for anything else. */
function momentOf(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}(?:T.+Z)?$/.test(text) ? new Date(text) : null;
  if (time === null || Number.isNaN(time.getTime()))
    throw new Error(
      `${JSON.stringify(text)} is no day or moment; write 2026-11-20 or 2026-11-20T04:00:00Z (UTC)`,
    );
  return time.toISOString();
}
