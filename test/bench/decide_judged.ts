import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FeedRow, indexOfRows, type JudgedIndex } from './judged_index.ts';
import { esciQueries, esciRows, indexFolder, type Judged, numberOf } from './search_judged.ts';

/** Grades from which a product answers a query, or stands in for one that does. */
const EXACT = 100;
const SUBSTITUTE = 10;

interface Bought {
  q: string;
  title: string;
  /** As people judged it; null where nobody did. */
  grade: number | null;
}

/**
 * What `POST /v1/decide` buys of shoppers' queries over their products, each at another price, and over the same shop without
 * any product that answers one of them or stands in for one: what is bought there is wrong, but for what nobody judged.
 */
export async function benchDecideJudged(folder: string | undefined): Promise<void> {
  const own = join(folder ?? '', 'search-esci');
  if (folder === undefined || !existsSync(join(own, 'ratings.csv')))
    return console.log('decide-judged: skipped, SEARCH_DATA names no folder with search-esci');
  const queries = esciQueries(own);
  const answering = new Set(
    queries.flatMap(({ ratings }) =>
      [...ratings].flatMap(([sku, grade]) => (grade < SUBSTITUTE ? [] : [sku])),
    ),
  );
  const rows = esciRows(own).map(priced);
  await asked('all that is sold', await indexFolder('decide-esci'), { rows, queries });
  const others = rows.filter(({ id }) => !answering.has(id ?? ''));
  await asked('nothing that answers', await indexFolder('decide-esci-none'), { rows: others, queries });
}

/** $5 to $200, by the sku. */
function priced(row: FeedRow): FeedRow {
  const digest = createHash('md5')
    .update(row['id'] ?? '')
    .digest();
  return { ...row, price: `${(5 + (digest.readUInt32BE(0) % 19_500) / 100).toFixed(2)} USD` };
}

async function asked(
  name: string,
  folder: string,
  { rows, queries }: { rows: readonly FeedRow[]; queries: readonly Judged[] },
): Promise<void> {
  await using index = await indexOfRows(folder, () => [...rows]);
  const bought: Bought[] = [];
  for (const query of queries) bought.push(...(await boughtFor(index, query)));
  const count = (least: number, most: number) =>
    bought.filter(({ grade }) => grade !== null && grade >= least && grade <= most).length;
  console.log(
    `decide-judged, ${name}: of ${queries.length} queries ${count(EXACT, EXACT)} exact, ${count(SUBSTITUTE, EXACT - 1)} a substitute, ${count(0, SUBSTITUTE - 1)} neither, ${bought.filter(({ grade }) => grade === null).length} that nobody judged, ${queries.length - bought.length} nothing`,
  );
  if (process.env['DECIDE_SHOW'] === undefined) return;
  for (const { q, title, grade } of bought)
    if (grade !== EXACT) console.log(`  ${String(grade ?? '-').padStart(3)}  ${q} -> ${title}`);
}

interface Answer {
  recommendation: { product_id: string; title: string; offer: { id: string } } | null;
}

async function boughtFor(index: JudgedIndex, { q, ratings }: Judged): Promise<Bought[]> {
  const { recommendation } = await index.post<Answer>('/v1/decide', { intent: q });
  if (recommendation === null) return [];
  const [product] = await index.snapshot.products([numberOf(index.snapshot, recommendation.product_id)]);
  const sku = product?.listings.find(({ offer_id }) => offer_id === recommendation.offer.id)?.sku ?? '';
  return [{ q, title: recommendation.title, grade: ratings.get(sku) ?? null }];
}
