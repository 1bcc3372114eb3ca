import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DATASETS, EXPORT_FORMATS, type ExportFormat } from '../../exports/dataset.ts';
import { defineRelations } from '../../exports/warehouse_relations.ts';
import { type ExportQuery, writeDataset } from '../../exports/write_dataset.ts';
import { Database, literal } from '../../warehouse/database.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { FolderStore } from '../../warehouse/store.ts';

const BARS: Record<ExportFormat, number> = { parquet: 1.5, ndjson: 2 };
const PLAIN: Record<ExportFormat, string> = { parquet: 'parquet', ndjson: 'json' };
const MEMORY_LIMIT = '512MiB';
const ROUNDS = 5;

interface Measure {
  seconds: number;
  cpu: number;
}

/**
 * Export of all offers against a plain `copy` of one Parquet file that already holds the same columns, each
 * in a fresh DuckDB, turn by turn, the best of five rounds.
 */
export async function benchExports(data: string, scratch: string): Promise<void> {
  const store = new FolderStore(data);
  const current = await currentManifest(store);
  if (!current) throw new Error(`nothing is published in ${data}`);
  await mkdir(scratch, { recursive: true });
  const snapshot = await OpenSnapshot.open(current.manifest, store, {
    memoryLimit: '256MiB',
    timeLimitMs: 60_000,
  });
  console.log(`\nExports: ${current.manifest.counts.live_listings} offers, memory_limit ${MEMORY_LIMIT}`);
  const source = join(scratch, 'offers.parquet');
  await exportOffers(snapshot, 'parquet', source);
  for (const format of EXPORT_FORMATS) {
    const plain: Measure[] = [];
    const ours: Measure[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      plain.push(await plainCopy(source, format, join(scratch, 'plain')));
      ours.push(await exportOffers(snapshot, format, join(scratch, 'ours')));
    }
    report(format, best(plain), best(ours));
  }
  console.log(
    `  peak memory of this process, the open snapshot included: ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`,
  );
  snapshot.close();
  await rm(scratch, { recursive: true, force: true });
}

async function exportOffers(snapshot: Snapshot, format: ExportFormat, path: string): Promise<Measure> {
  const columns = DATASETS.offers.columns.map((column) => column.name);
  const query: ExportQuery = {
    dataset: 'offers',
    format,
    columns,
    category: null,
    sellers: [],
    brand: null,
    since: null,
  };
  return measured(path, async (database) => {
    await defineRelations(database, snapshot);
    await writeDataset(database, query, path);
  });
}

async function plainCopy(source: string, format: ExportFormat, path: string): Promise<Measure> {
  return measured(path, (database) =>
    database.run(
      'plain copy',
      `copy (from ${literal(source)}) to ${literal(path)} (format ${PLAIN[format]})`,
    ),
  );
}

async function measured(path: string, work: (database: Database) => Promise<void>): Promise<Measure> {
  await using database = await Database.open({ memoryLimit: MEMORY_LIMIT, spill: `${path}.spill` });
  const started = performance.now();
  const cpu = process.cpuUsage();
  await work(database);
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 };
}

function best(measures: readonly Measure[]): Measure {
  return {
    seconds: Math.min(...measures.map((each) => each.seconds)),
    cpu: Math.min(...measures.map((each) => each.cpu)),
  };
}

function report(format: ExportFormat, plain: Measure, ours: Measure): void {
  console.log(
    `  ${format}: ${ours.seconds.toFixed(2)} s, plain copy ${plain.seconds.toFixed(2)} s, ratio ${(ours.seconds / plain.seconds).toFixed(2)} (at most ${BARS[format]}); processor time ${ours.cpu.toFixed(2)} / ${plain.cpu.toFixed(2)} s, ratio ${(ours.cpu / plain.cpu).toFixed(2)}`,
  );
}
