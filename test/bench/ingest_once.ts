import { DataFolder } from '../../warehouse/folder.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { EmbeddedEngine } from '../../workflows/embedded.ts';
import { NO_DECISIONS } from '../workflows/no_decisions.ts';
import { benchConfiguration } from './catalogue.ts';

/**
 * One whole ingest of the bench catalogue by the embedded engine, in a process of its own:
 * `ingest_once.ts CATALOGUE DATA AS_OF SELLERS LISTINGS`.
 */
const [catalogueFolder = '', dataFolder = '', asOf = '', sellers = '10', listings = '0'] =
  process.argv.slice(2);
const configuration = benchConfiguration({
  folder: catalogueFolder,
  sellers: Number(sellers),
  listings: Number(listings),
});
await using engine = new EmbeddedEngine({
  configuration,
  folder: new DataFolder(dataFolder),
  store: new FolderStore(dataFolder),
  now: () => new Date(asOf),
  decisions: NO_DECISIONS,
});
const started = performance.now();
const { feeds, publication, publicationFailure, steps } = await engine.ingest(engine.feeds());
const seconds = (performance.now() - started) / 1000;
const failures = feeds.flatMap((feed) => feed.failures);
if (!publication || failures.length > 0)
  throw new Error(`the ingest failed: ${publicationFailure ?? JSON.stringify(failures)}`);
const { user, system } = process.cpuUsage();
console.log(
  JSON.stringify({
    seconds,
    cpu_seconds: (user + system) / 1e6,
    steps,
    new_changes: publication.new_changes,
    documents_written: publication.documents_written,
    peak_mib: process.resourceUsage().maxRSS / 1024,
  }),
);
