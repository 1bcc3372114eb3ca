import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Database, literal } from '../../warehouse/database.ts';

/** The floor: the same files read by DuckDB and written as Parquet with no logic. `floor_once.ts CATALOGUE`. */
const [catalogue = ''] = process.argv.slice(2);
const target = join(catalogue, 'floor.parquet');
await using database = await Database.open({ memoryLimit: '1GiB', spill: join(catalogue, 'spill') });
const cpu = process.cpuUsage();
const started = performance.now();
await database.run(
  'floor',
  `copy (from read_csv(${literal(join(catalogue, 'seller_*.csv'))})) to ${literal(target)} (format parquet)`,
);
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(cpu);
await rm(target);
console.log(
  JSON.stringify({
    seconds,
    cpu_seconds: (user + system) / 1e6,
    peak_mib: process.resourceUsage().maxRSS / 1024,
  }),
);
