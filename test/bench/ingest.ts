import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Database, literal } from '../../warehouse/database.ts';
import { type BenchCatalogue, writeCatalogue } from './catalogue.ts';

const run = promisify(execFile);

export interface IngestFigures {
  seconds: number;
  steps: Record<string, number>;
  statements: Record<string, number>;
  new_changes: number;
  documents_written: number;
  peak_mib: number;
}

/** Seconds of the floor: the same files read by DuckDB and written as Parquet with no logic. */
export async function floorSeconds(catalogue: BenchCatalogue): Promise<number> {
  const target = join(catalogue.folder, 'floor.parquet');
  const started = performance.now();
  await using database = await Database.open({ memoryLimit: '1GiB', spill: join(catalogue.folder, 'spill') });
  await database.run(
    'floor',
    `copy (from read_csv(${literal(join(catalogue.folder, 'seller_*.csv'))})) to ${literal(target)} (format parquet)`,
  );
  const seconds = (performance.now() - started) / 1000;
  await rm(target);
  return seconds;
}

/** One ingest in a process of its own, so that its peak memory is its own. */
export async function ingestOnce(
  catalogue: BenchCatalogue,
  data: string,
  asOf: string,
): Promise<IngestFigures> {
  const script = fileURLToPath(new URL('./ingest_once.ts', import.meta.url));
  const args = [script, catalogue.folder, data, asOf, String(catalogue.sellers), String(catalogue.listings)];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as IngestFigures;
}

/** First ingest and a second one with 2 % of the prices changed, each against the floor measured just before it. */
export async function benchIngest(catalogue: BenchCatalogue, data: string): Promise<void> {
  await rm(data, { recursive: true, force: true });
  await writeCatalogue(catalogue);
  const { size } = await stat(join(catalogue.folder, 'seller_0.csv'));
  console.log(
    `\nIngest: ${catalogue.listings} listings of ${catalogue.sellers} sellers, about ${Math.round((size * catalogue.sellers) / 1e6)} MB of CSV`,
  );
  const first = [await floorSeconds(catalogue), await floorSeconds(catalogue)];
  report('first ingest', await ingestOnce(catalogue, data, '2026-01-01T00:00:00.000Z'), first, 6);
  await writeCatalogue(catalogue, 0.02);
  const second = [await floorSeconds(catalogue), await floorSeconds(catalogue)];
  report(
    'second ingest, 2 % repriced',
    await ingestOnce(catalogue, data, '2026-01-02T00:00:00.000Z'),
    second,
    3,
  );
}

function report(name: string, figures: IngestFigures, floors: readonly number[], bar: number): void {
  const floor = Math.min(...floors);
  const list = (record: Record<string, number>, least: number) =>
    Object.entries(record)
      .filter(([, seconds]) => seconds >= least)
      .sort(([, a], [, b]) => b - a)
      .map(([step, seconds]) => `${step} ${seconds.toFixed(2)}`)
      .join(', ');
  console.log(
    `${name}: ${figures.seconds.toFixed(2)} s, floor ${floor.toFixed(2)} s, ratio ${(figures.seconds / floor).toFixed(2)} (at most ${bar})`,
  );
  console.log(
    `  peak memory ${Math.round(figures.peak_mib)} MiB; change points ${figures.new_changes}; documents ${figures.documents_written}`,
  );
  console.log(`  steps: ${list(figures.steps, 0.01)}`);
  console.log(`  slowest statements: ${list(figures.statements, 0.15)}`);
}
