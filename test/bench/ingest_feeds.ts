import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { EmbeddedEngine } from '../../workflows/embedded.ts';
import { NO_DECISIONS } from '../workflows/no_decisions.ts';

/** Ingests all feeds of a configuration into a new data folder; returns the seconds of each step. Fails if one fails. */
export async function ingestFeeds(
  configuration: Configuration,
  data: string,
): Promise<Readonly<Record<string, number>>> {
  await using engine = new EmbeddedEngine({
    configuration,
    folder: new DataFolder(data),
    store: new FolderStore(data),
    now: () => new Date('2026-01-01T00:00:00Z'),
    decisions: NO_DECISIONS,
  });
  const { feeds, publicationFailure, steps } = await engine.ingest(engine.feeds());
  const failures = feeds.flatMap((feed) => feed.failures);
  if (publicationFailure !== null || failures.length > 0)
    throw new Error(`the ingest failed: ${publicationFailure ?? JSON.stringify(failures)}`);
  return steps;
}
