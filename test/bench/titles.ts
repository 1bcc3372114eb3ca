import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, literal } from '../../warehouse/database.ts';
import { benchBulkMatch } from './bulk_match.ts';
import type { BenchCatalogue } from './catalogue.ts';
import { type IngestFigures, ingestOnce } from './ingest.ts';
import { placementsSql } from './placements.ts';
import { type Coded, writeTitleCatalogue } from './title_catalogue.ts';

const AS_OF = '2026-01-01T00:00:00.000Z';
/** What matching by title may cost: times the ingest of the same listings with all their GTINs. */
const BAR = 3;

/**
 * The same listings ingested with all their GTINs, and with half of these taken away, so that titles must find what
 * the GTINs said; how right they are; then bulk match of titles over HTTP on what was published.
 */
export async function benchTitles(size: Omit<BenchCatalogue, 'folder'>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-titles-bench-'));
  try {
    const catalogue = { ...size, folder: join(folder, 'catalogue') };
    console.log(`\nTitles: ${size.listings} listings of ${size.sellers} sellers, two of each item`);
    const coded = await ingest(catalogue, 'all', join(folder, 'coded'));
    await rm(join(folder, 'coded'), { recursive: true });
    const data = join(folder, 'data');
    const half = await ingest(catalogue, 'half', data);
    const untitled = coded.seconds - (coded.steps['titles'] ?? 0);
    console.log(
      `  ratio ${(half.seconds / coded.seconds).toFixed(2)} (at most ${BAR}), processor time ${(half.cpu_seconds / coded.cpu_seconds).toFixed(2)}; to an ingest that reads no titles, ${untitled.toFixed(1)} s: ${(half.seconds / untitled).toFixed(2)}`,
    );
    const placed = await Placements.read(data, join(folder, 'spill'));
    await placed.report();
    await benchBulkMatch(data, await placed.productsOfItems(), join(folder, 'api'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ingest(catalogue: BenchCatalogue, coded: Coded, data: string): Promise<IngestFigures> {
  await writeTitleCatalogue(catalogue, coded);
  const figures = await ingestOnce(catalogue, data, AS_OF);
  const steps = Object.entries(figures.steps).map(([step, seconds]) => `${step} ${seconds.toFixed(1)}`);
  console.log(
    `  ${coded === 'all' ? 'all GTINs' : 'half of them'}: ${figures.seconds.toFixed(1)} s, processor time ${figures.cpu_seconds.toFixed(1)} s, peak memory ${Math.round(figures.peak_mib)} MiB, load ${loadavg()[0]?.toFixed(1)}; steps ${steps.join(', ')}`,
  );
  return figures;
}

/** Where the listings of a published bench catalogue were placed; a sku names the item it truly is. */
class Placements {
  readonly #select: string;
  readonly #spill: string;

  private constructor(select: string, spill: string) {
    this.#select = select;
    this.#spill = spill;
  }

  static async read(data: string, spill: string): Promise<Placements> {
    return new Placements(await placementsSql(data), spill);
  }

  /** Of pairs of one variant that a title brought together, and of pairs of one item that only titles could. */
  async report(): Promise<void> {
    await using database = await Database.open({ memoryLimit: '2GiB', spill: this.#spill });
    await database.run('place', `create temp table placed as ${this.#select}`);
    const [joined] = await database.rows<{ pairs: string; correct: string }>(
      'count joined pairs',
      `select count(*) as pairs, count(*) filter (one.item = other.item) as correct
       from placed as one join placed as other
         on one.variant_key = other.variant_key and one.method = 'title_fuzzy' and one.rowid <> other.rowid
         and (other.method <> 'title_fuzzy' or one.rowid < other.rowid)`,
    );
    const [asked] = await database.rows<{ pairs: string; joined: string }>(
      'count asked pairs',
      `select count(*) as pairs, count(*) filter (one.variant_key = other.variant_key) as joined
       from placed as one join placed as other
         on one.item = other.item and one.rowid < other.rowid and (one.gtin is null or other.gtin is null)`,
    );
    const share = (part: string | undefined, whole: string | undefined) =>
      (Number(part) / Number(whole)).toFixed(4);
    console.log(
      `  title_fuzzy: ${joined?.pairs} pairs, precision ${share(joined?.correct, joined?.pairs)}, recall ${share(asked?.joined, asked?.pairs)} of ${asked?.pairs}`,
    );
  }

  /** Product ids that hold a listing of each item. */
  async productsOfItems(): Promise<Map<string, Set<string>>> {
    await using database = await Database.open({ memoryLimit: '2GiB', spill: this.#spill });
    const rows = await database.rows<{ item: string; product: string }>(
      'list products',
      `select distinct item, id64(${literal('prd_')}, product_key) as product from (${this.#select})
       where hash(item) % greatest(1, (select count(*) from (${this.#select})) // 100000) = 0`,
    );
    const products = new Map<string, Set<string>>();
    for (const { item, product } of rows) products.set(item, (products.get(item) ?? new Set()).add(product));
    return products;
  }
}
