import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchIngest } from './ingest.ts';

/**
 * `npm run bench [-- PART …]`: every figure is a ratio to a floor or a peer measured in the same run. LISTINGS
 * (default 2,000,000) sets the size.
 */
const listings = Number(process.env['LISTINGS'] ?? 2_000_000);
const wanted = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'commerce-index-bench-'));
const catalogue = { folder: join(folder, 'catalogue'), sellers: 10, listings };
const data = join(folder, 'data');
try {
  console.log(`Node ${process.version}, ${listings} listings`);
  await benchIngest(catalogue, data);
  if (wanted.length > 0) console.log(`parts asked for: ${wanted.join(', ')}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
