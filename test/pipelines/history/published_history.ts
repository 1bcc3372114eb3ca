import type { SellerSettings } from '../../../pipelines/domain/settings/publisher_settings.ts';
import { foldHistory, type HistorySummary } from '../../../pipelines/history/history.ts';
import { feedStates } from '../../../pipelines/history/series.ts';
import { Publication, type PublishSettings } from '../../../pipelines/publication.ts';
import { openBefore } from '../../../pipelines/snapshot/rows.ts';
import type { FeedState, Manifest } from '../../../warehouse/manifest.ts';
import type { Run } from '../../../warehouse/run.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import type { StagedFeeds } from './staged_feeds.ts';

/** What one publication made of the pending runs. */
export interface Published extends HistorySummary {
  feeds: FeedState[];
  /** Every change point there is now, as `StagedFeeds.changes` spells them. */
  changes: string[];
  transitions: string[];
  vanished: string[];
  /** Keys of the parts of `changes`. */
  parts: string[];
}

/** What of the events history asks for. */
const TOLD = `select listing_key, happened_at as created_at,
    case kind when 'price' then 'price.changed' when 'availability' then 'availability.changed' else 'seller.changed' end as type
  from transitions`;

/** The history step of one publication after another, without what follows it. */
export class PublishedHistory {
  readonly #staged: StagedFeeds;
  sellers: SellerSettings[];
  #before: Manifest | null = null;
  #count = 0;

  constructor(staged: StagedFeeds, ...feeds: string[]) {
    this.#staged = staged;
    this.sellers = feeds.map((id) => sellerOf(id));
  }

  /** From now on these feeds are configured, and no other. */
  configure(...feeds: string[]): void {
    this.sellers = feeds.map((id) => sellerOf(id));
  }

  async publish(pending: readonly Run[], settings: Partial<PublishSettings> = {}): Promise<Published> {
    const { folder, database } = this.#staged;
    const publication = new Publication(
      database,
      {
        folder,
        store: new FolderStore(folder.root),
        market: { country: 'US', currency: 'USD' },
        sellers: this.sellers,
        memoryLimit: '256MiB',
        now: () => new Date('2026-06-01T00:00:00Z'),
        acceptedByHand: new Set(),
        ...settings,
      },
      this.#before,
      `publication${++this.#count}`,
      feedStates(this.sellers, this.#before),
    );
    await openBefore(publication);
    const summary = await foldHistory(publication, pending);
    const vanished = await this.#staged.vanished();
    if (vanished.length > 0)
      await publication.writePart('vanished', 'vanished', { folder: 'tables/vanished', replace: true });
    else delete publication.tables.vanished;
    await publication.writePart('events', `(${TOLD})`, { folder: 'facts/events/2026', replace: false });
    this.#before = {
      ...this.#before,
      feeds: publication.feeds,
      runs: [...(this.#before?.runs ?? []), ...summary.accepted],
      tables: publication.tables,
    } as Manifest;
    return {
      ...summary,
      feeds: publication.feeds,
      changes: await this.#staged.changes('all_changes'),
      transitions: await this.#staged.transitions(),
      vanished,
      parts: (publication.tables.changes ?? []).map((part) => part.key),
    };
  }
}

/** `alpha` or, with more feeds than one, `alpha/first/second`. */
function sellerOf(name: string): SellerSettings {
  const [id = '', ...feeds] = name.split('/');
  return {
    id,
    name: id,
    kind: 'retailer',
    access: 'merchant_feed',
    feeds: (feeds.length > 0 ? feeds : ['catalogue']).map((feed) => ({
      name: feed,
      url: `${feed}.csv`,
      format: 'csv',
    })),
  };
}
