import { type Manifest, WAREHOUSE_FORMAT, writeManifest } from '../../warehouse/manifest.ts';
import { VERDICT_CUTS } from '../domain/price_context.ts';
import type { HistorySummary } from '../history/history.ts';
import type { MatchSummary } from '../match/assignments.ts';
import type { Publication } from '../publication.ts';
import type { PoolSummary } from '../variants/pools.ts';
import { auditSnapshot } from './audit.ts';
import { appendClosedRuns, type ClosedRuns } from './closed_runs.ts';
import { catalogueCounts } from './counts.ts';
import { categoryFacts, feedFacts, sellerFacts } from './directory.ts';

/** What a publication came to, beside its tables. */
export interface Made {
  /** Name of the configuration that it was made under. */
  configuration: string;
  /** Name of the decisions of people that it followed. */
  decisions: string;
  closed: ClosedRuns;
  history: HistorySummary;
  /** False where products, sellers and categories are those of the snapshot before. */
  identityChanged: boolean;
  match: (MatchSummary & { pools: PoolSummary }) | null;
  /** Of categories. */
  redirects: Record<string, string>;
}

/** Audits what was written and writes the manifest that names it. Throws `AuditError`. */
export async function writeNewManifest(
  publication: Publication,
  { configuration, decisions, closed, history, identityChanged, match, redirects }: Made,
): Promise<Manifest> {
  const { database, before, feeds, settings } = publication;
  const configured = feeds.filter((state) => state.configured);
  const listings = await database.count('count listings', 'select count(*) from assignments');
  const audits = await auditSnapshot(database, {
    identityChanged,
    liveExpected: configured.reduce((sum, state) => sum + (state.current?.listings ?? 0), 0),
  });
  const kept = identityChanged ? null : before;
  const calibration = match?.calibration ?? before?.calibration;
  const price_axes = match?.pools.learned ?? before?.price_axes;
  const [model] = publication.tables.match_model ?? [];
  const manifest: Manifest = {
    format: WAREHOUSE_FORMAT,
    snapshot_id: `snp_${publication.name}`,
    previous: before?.snapshot_id ?? null,
    configuration,
    published_at: settings.now().toISOString(),
    as_of:
      configured
        .flatMap((state) => state.current?.as_of ?? [])
        .sort()
        .at(-1) ?? settings.now().toISOString(),
    market: {
      country: settings.market.country,
      currency: settings.market.currency,
      locale: settings.market.locale ?? `en-${settings.market.country}`,
      verdict_cuts: { ...VERDICT_CUTS, ...settings.market.verdict },
    },
    feeds,
    ...(publication.inputs.length > 0 && { inputs: publication.inputs }),
    run_log: await appendClosedRuns(publication, closed, history),
    tables: publication.tables,
    sellers: kept
      ? kept.sellers.map((seller) => ({ ...seller, feeds: feedFacts(publication, seller.id) }))
      : await sellerFacts(publication),
    categories: kept ? kept.categories : await categoryFacts(publication),
    category_redirects: redirects,
    counts: kept ? kept.counts : await catalogueCounts(publication, listings),
    ...(publication.columns.length > 0 && { columns: [...publication.columns] }),
    ...(calibration ? { calibration } : {}),
    decisions,
    ...(model && { matcher: { model: model.key } }),
    ...(price_axes && { price_axes }),
    embedder: publication.embedder.id,
    audits,
  };
  await writeManifest(settings.store, manifest, await publication.draft('manifest.json'));
  return manifest;
}
