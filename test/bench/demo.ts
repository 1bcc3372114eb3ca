import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { catalogue } from '../../fixtures/demo/generator/catalogue.ts';
import { listingsOf } from '../../fixtures/demo/generator/listings.ts';
import { SELLERS } from '../../fixtures/demo/generator/sellers.ts';

const MAIN = join(import.meta.dirname, '../../api/cli/main.ts');

/** A row of the export `listings`. */
interface Published {
  seller: string;
  sku: string;
  variant_id: string;
  match_method: string;
}

/** Which item of the generator each listing is of. */
function truth(): Map<string, string> {
  const items = catalogue();
  return new Map(
    SELLERS.flatMap((seller) =>
      listingsOf(seller, items).map(({ sku, item }) => [`${seller.id} ${sku}`, item.id] as const),
    ),
  );
}

/** What the demo market's publication says, as its export tells it. `COMMERCE_INDEX_DATA` takes an ingested folder. */
async function published(): Promise<Published[]> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-demo-'));
  const data = process.env['COMMERCE_INDEX_DATA'];
  const env = { ...process.env, COMMERCE_INDEX_DATA: data ?? join(folder, 'data') };
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [MAIN, ...words], { env, maxBuffer: 1 << 26 });
  try {
    if (data === undefined) await run('ingest');
    const out = join(folder, 'listings.ndjson');
    await run('export', 'listings', '--format', 'ndjson', '--out', out);
    const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Published);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many listings of the demo are placed by title, and how many of the pairs that this makes are of one item. */
export async function benchDemo(): Promise<void> {
  const itemOf = truth();
  const rows = (await published()).map((row) => ({ ...row, item: itemOf.get(`${row.seller} ${row.sku}`) }));
  const variants = Map.groupBy(rows, ({ variant_id }) => variant_id);
  const placed = rows.filter(({ match_method }) => match_method === 'title_fuzzy');
  const pairs = placed.flatMap((row) =>
    (variants.get(row.variant_id) ?? [])
      .filter((other) => other !== row)
      .map((other) => other.item === row.item),
  );
  const sellersOf = Map.groupBy(rows, ({ item }) => item);
  const looking = rows.filter(
    ({ match_method }) => match_method === 'title_fuzzy' || match_method === 'none',
  );
  const partnered = looking.filter(({ item }) => (sellersOf.get(item)?.length ?? 0) > 1).length;
  const right = pairs.filter(Boolean).length;
  console.log(
    `Demo: ${placed.length} of ${partnered} listings that no code places and that have a partner are placed by title; of their ${pairs.length} pairs ${((100 * right) / pairs.length).toFixed(1)} % are of one item`,
  );
}
