import { rm } from 'node:fs/promises';
import { landFeed } from '../../pipelines/feeds/land.ts';
import { stageRun } from '../../pipelines/feeds/stage.ts';
import { publish } from '../../pipelines/snapshot/publish.ts';
import { Database } from '../../warehouse/database.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { benchConfiguration } from './catalogue.ts';

/** One whole ingest of the bench catalogue in a process of its own: `ingest_once.ts CATALOGUE DATA AS_OF SELLERS LISTINGS`. */
const [catalogueFolder = '', dataFolder = '', asOf = '', sellers = '10', listings = '0'] =
  process.argv.slice(2);
const configuration = benchConfiguration({
  folder: catalogueFolder,
  sellers: Number(sellers),
  listings: Number(listings),
});
const folder = new DataFolder(dataFolder);
const started = performance.now();
const seconds: Record<string, number> = { land: 0, stage: 0 };
const statements: Record<string, number> = {};
const note = (step: string, took: number) => {
  statements[step] = (statements[step] ?? 0) + took;
};
const spill = folder.scratch('bench');
{
  await using database = await Database.open({ memoryLimit: '1GiB', spill });
  database.onStatement = note;
  for (const seller of configuration.sellers) {
    const [feed] = seller.feeds;
    if (!feed) throw new Error(`${seller.id} has no feed`);
    const limits = { feed_bytes: 20e9, feed_ratio: 200, fetch_seconds: 600, allow_private_addresses: false };
    const common = { folder, seller, feed, market: configuration.market, limits };
    for (const landed of await landFeed({ ...common, asOf, fetchedAt: asOf })) {
      for (const run of await stageRun({ ...common, database, landed })) {
        seconds['land'] = (seconds['land'] ?? 0) + run.seconds.land;
        seconds['stage'] = (seconds['stage'] ?? 0) + run.seconds.stage;
      }
    }
  }
}
await rm(spill, { recursive: true, force: true });
const summary = await publish({
  folder,
  store: new FolderStore(dataFolder),
  market: configuration.market,
  sellers: configuration.sellers,
  memoryLimit: '1GiB',
  now: () => new Date(asOf),
  acceptedByHand: new Set(),
  onStatement: note,
});
console.log(
  JSON.stringify({
    seconds: (performance.now() - started) / 1000,
    steps: { ...seconds, ...summary.seconds },
    statements,
    new_changes: summary.new_changes,
    new_events: summary.new_events,
    documents_written: summary.documents_written,
    counts: summary.counts,
    peak_mib: process.resourceUsage().maxRSS / 1024,
  }),
);
