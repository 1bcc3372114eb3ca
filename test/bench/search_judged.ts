import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { resolveReference } from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { FullTextPeer } from './full_text_peer.ts';
import { ndcg, type Record_, readJudgedSet, readSpecified } from './icecat.ts';
import { type FeedRow, indexOfRows, type JudgedIndex } from './judged_index.ts';

const DEPTH = 10;
const RECALL_DEPTH = 100;
const WORKED_QUERIES = 38;
/** As many as Google takes of a product. */
const MOST_DETAILS = 100;
/** Gains of the four grades, as the set's authors weigh them. */
const GAINS = new Map([
  [100, 1],
  [10, 0.1],
  [1, 0.01],
]);
/** Words that may deny; which of the queries with one deny indeed was said by a person. */
const DENYING = /\b(?:without|not|no)\b/i;
const DENIES_NOTHING = new Set([
  'listen without prejudice shirt',
  'the one for whom food is not enough gorman',
  'watch the game not your phone tshirt',
]);

export interface Judged {
  q: string;
  /** By sku. */
  ratings: Map<string, number>;
}

interface Score {
  q: string;
  ndcg: number;
  recall: number | null;
  /**
   * The same by products: an article counts as found with the product that holds it, which is shown once, and a product
   * is worth its best rated article. Articles that are held together are sizes and colours of one thing.
   */
  ndcgByProduct: number;
  recallByProduct: number | null;
}

/** Where an index is kept between runs (`SEARCH_INDEXES`), else a folder that goes with the machine's own. */
export const indexFolder = async (name: string) =>
  process.env['SEARCH_INDEXES'] === undefined
    ? join(await mkdtemp(join(tmpdir(), 'commerce-index-judged-')), name)
    : join(process.env['SEARCH_INDEXES'], name);

/** The Icecat products as a feed with every field, and its index. */
export async function icecatIndex(folder: string): Promise<JudgedIndex> {
  return await indexOfRows(await indexFolder('icecat'), () => (readSpecified(folder) ?? []).map(icecatRow));
}

function icecatRow(product: Record_, no: number): FeedRow {
  const plain = (text: string) => text.replaceAll(/[,:\\]/g, String.raw`\$&`);
  const details = Object.entries(product)
    .filter(([name]) => name.startsWith('attr_'))
    .map(([name, value]) => `general:${plain(name.slice(7))}:${plain(String(value))}`);
  return {
    id: String(no),
    title: String(product['title'] ?? ''),
    brand: String(product['supplier'] ?? ''),
    mpn: String(product['name'] ?? ''),
    description: String(product['short_description'] ?? ''),
    price: `${(Number(product['price'] ?? 1000) / 100).toFixed(2)} USD`,
    availability: 'in stock',
    condition: 'new',
    product_detail: details.slice(0, MOST_DETAILS).join(','),
  };
}

/** nDCG@10 and recall@100 of /v1/search on the judged Icecat queries. */
export async function benchIcecat(folder: string | undefined): Promise<void> {
  const own = join(folder ?? '', 'search-icecat');
  const set = folder === undefined ? null : readJudgedSet(own);
  if (!set) return console.log('search-icecat: skipped, SEARCH_DATA names no folder with it');
  await using index = await icecatIndex(own);
  const scores: Score[] = [];
  for (const { q, ratings } of set.queries) {
    const judged = new Map([...ratings].map(([no, rating]) => [String(no), rating]));
    const { skus, shown, products } = await found(index, q, judged);
    const numbers = skus.map(Number);
    const relevant = [...ratings].filter(([, rating]) => rating > 0).map(([no]) => String(no));
    scores.push({
      q,
      ndcg: ndcg(numbers.slice(0, DEPTH), ratings),
      ndcgByProduct: ndcg(products.slice(0, DEPTH), ratingsByProduct(index, judged)),
      recall: recallOf(new Set(skus), relevant),
      recallByProduct: recallOf(shown, relevant),
    });
  }
  print('search-icecat', scores);
}

/**
 * The same on the queries of shoppers: a half to work with, and the other, with `SEARCH_HALF=other`, to look at once; both
 * beside a peer that saw neither, which tells how hard each half is.
 */
export async function benchEsci(folder: string | undefined): Promise<void> {
  const own = join(folder ?? '', 'search-esci');
  if (folder === undefined || !existsSync(join(own, 'ratings.csv')))
    return console.log('search-esci: skipped, SEARCH_DATA names no folder with it');
  const rows = esciRows(own);
  await using index = await indexOfRows(await indexFolder('esci'), () => rows);
  using peer = new FullTextPeer(rows);
  const half = process.env['SEARCH_HALF'] ?? 'work';
  const halves = half === 'all' ? (['work', 'other'] as const) : [half];
  const byHalf = [];
  for (const one of halves) byHalf.push(await judgeHalf(index, peer, ofHalf(own, one)));
  for (const [at, one] of halves.entries()) if (halves.length > 1) printEsci(one, byHalf[at] as HalfScores);
  printEsci(half, {
    found: byHalf.flatMap(({ found: scores }) => scores),
    meant: byHalf.flatMap(({ meant }) => meant),
    peers: byHalf.flatMap(({ peers }) => peers),
  });
}

/** What queries came to: by `/v1/search`, by `/v1/search/semantic`, and of the peer. */
interface HalfScores {
  found: Score[];
  meant: Score[];
  peers: Score[];
}

function printEsci(half: string, { found: scores, meant, peers }: HalfScores): void {
  print(`search-esci (${half})`, scores);
  print(
    '  of those that deny',
    scores.filter(({ q }) => DENYING.test(q) && !DENIES_NOTHING.has(q)),
  );
  print('  /v1/search/semantic', meant);
  print('  BM25 with stems', peers);
}

async function judgeHalf(
  index: JudgedIndex,
  peer: FullTextPeer,
  queries: readonly Judged[],
): Promise<HalfScores> {
  const scores: HalfScores = { found: [], meant: [], peers: [] };
  for (const { q, ratings } of queries) {
    const exact = [...ratings].filter(([, grade]) => grade === 100).map(([sku]) => sku);
    const recall = (shown: readonly string[] | ReadonlySet<string>) =>
      exact.length > 0 ? recallOf(new Set(shown), exact) : null;
    const { skus, shown, products } = await found(index, q, ratings);
    scores.found.push({
      q,
      ndcg: gained(skus, ratings),
      ndcgByProduct: gained(products, ratingsByProduct(index, ratings)),
      recall: recall(skus),
      recallByProduct: recall(shown),
    });
    const { results } = await index.post<Answer>('/v1/search/semantic', { intent: q, limit: DEPTH });
    const { skus: bySense, products: meant } = await skusOf(index, results, ratings);
    scores.meant.push({
      q,
      ndcg: gained(bySense, ratings),
      ndcgByProduct: gained(meant, ratingsByProduct(index, ratings)),
      recall: null,
      recallByProduct: null,
    });
    const byPeer = peer.found(q, RECALL_DEPTH);
    const gain = gained(byPeer, ratings);
    const reached = recall(byPeer);
    scores.peers.push({ q, ndcg: gain, ndcgByProduct: gain, recall: reached, recallByProduct: reached });
  }
  return scores;
}

/** A random half that is the same every time: the 38 queries whose digests come first, or the others. */
function ofHalf(folder: string, half: string): Judged[] {
  const digest = ({ q }: Judged) => createHash('sha256').update(`half ${q}`).digest('hex');
  const ordered = esciQueries(folder).sort((a, b) => (digest(a) < digest(b) ? -1 : 1));
  return half === 'work' ? ordered.slice(0, WORKED_QUERIES) : ordered.slice(WORKED_QUERIES);
}

/** The queries of shoppers and what their products are worth for them: 100 exact, 10 substitute, 1 complement, 0. */
export function esciQueries(folder: string): Judged[] {
  const queries = new Map<string, Map<string, number>>();
  for (const row of readFileSync(join(folder, 'ratings.csv'), 'utf8').trim().split('\n').slice(1)) {
    const [, q = '', id = '', grade = '0'] = /^(.*),([^,]*),([^,]*)$/.exec(row.trim()) ?? [];
    const text = q.replaceAll('""', '"').replace(/^"|"$/g, '');
    const ratings = queries.get(text) ?? new Map<string, number>();
    queries.set(text, ratings);
    ratings.set(id, Number(grade));
  }
  return [...queries].map(([q, ratings]) => ({ q, ratings }));
}

/** Their products as a feed, all at one price. */
export function esciRows(folder: string): FeedRow[] {
  const lines = gunzipSync(readFileSync(join(folder, 'products.ndjson.gz')))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { id, title, brand, color, bullet_points, description } = JSON.parse(line) as Record<
      string,
      string | null
    >;
    return {
      id: id ?? '',
      title: title ?? '',
      brand: brand ?? '',
      color: color ?? '',
      description: [bullet_points, description].filter((text) => text).join(' '),
      price: '10.00 USD',
      availability: 'in stock',
      condition: 'new',
    };
  });
}

interface Answer {
  results: { product_id: string }[];
}

/** Articles shown for a query: of each product one, and all. */
interface Shown {
  skus: string[];
  shown: Set<string>;
  /** The products' numbers. */
  products: number[];
}

async function found(index: JudgedIndex, q: string, ratings: ReadonlyMap<string, number>): Promise<Shown> {
  const { results } = await index.get<Answer>('/v1/search', { q, limit: String(RECALL_DEPTH) });
  return await skusOf(index, results, ratings);
}

/** Of a product that several judged articles were taken for, the best rated. */
async function skusOf(
  { snapshot }: JudgedIndex,
  results: Answer['results'],
  ratings: ReadonlyMap<string, number>,
): Promise<Shown> {
  const numbers = results.map(({ product_id }) => numberOf(snapshot, product_id));
  const products = await snapshot.products(numbers);
  const shown = products.map(({ listings }) => listings.map(({ sku }) => sku));
  const rated = (sku: string) => ratings.get(sku) ?? 0;
  return {
    skus: shown.map((own) => own.reduce((best, sku) => (rated(sku) > rated(best) ? sku : best))),
    shown: new Set(shown.flat()),
    products: numbers,
  };
}

/** Of each product the best rating of its articles. */
function ratingsByProduct(
  { snapshot }: JudgedIndex,
  ratings: ReadonlyMap<string, number>,
): Map<number, number> {
  const best = new Map<number, number>();
  for (const [sku, rating] of ratings) {
    const product = numberOf(snapshot, `judged:${sku}`);
    best.set(product, Math.max(rating, best.get(product) ?? 0));
  }
  return best;
}

/** The number of a product that an answer names. */
export function numberOf(snapshot: Snapshot, product_id: string): number {
  const named = resolveReference(snapshot, product_id);
  if (named.outcome !== 'found') throw new Error(`${product_id} leads nowhere`);
  return named.product_no;
}

function gained<T>(ranked: readonly T[], ratings: ReadonlyMap<T, number>): number {
  const gain = (grade: number, place: number) => (GAINS.get(grade) ?? 0) / Math.log2(place + 2);
  const sum = (grades: readonly number[]) =>
    grades.slice(0, DEPTH).reduce((total, grade, place) => total + gain(grade, place), 0);
  const ideal = sum([...ratings.values()].sort((a, b) => b - a));
  return ideal === 0 ? 0 : sum(ranked.map((one) => ratings.get(one) ?? 0)) / ideal;
}

function recallOf(shown: ReadonlySet<string>, relevant: readonly string[]): number {
  const reached = relevant.filter((sku) => shown.has(sku)).length;
  return Math.min(1, reached / Math.min(RECALL_DEPTH, relevant.length));
}

function print(name: string, scores: readonly Score[]): void {
  const recalls = scores.flatMap(({ recall }) => (recall === null ? [] : [recall]));
  const byProduct = scores.flatMap(({ recallByProduct }) => recallByProduct ?? []);
  const said = (what: string, ndcgs: readonly number[], shares: readonly number[]) =>
    `${what}nDCG@${DEPTH} ${mean(ndcgs).toFixed(4)}${shares.length === 0 ? '' : `, recall@${RECALL_DEPTH} ${mean(shares).toFixed(4)}`}`;
  const byArticle = said(
    '',
    scores.map((score) => score.ndcg),
    recalls,
  );
  const products = said(
    'by products ',
    scores.map((score) => score.ndcgByProduct),
    byProduct,
  );
  console.log(`${name}: ${byArticle}; ${products}; ${scores.length} queries`);
  if (process.env['SEARCH_WORST'] === undefined) return;
  for (const { q, ndcg: score, recall: share } of scores.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, 30))
    console.log(`  ${score.toFixed(3)} ${share?.toFixed(2) ?? '   -'}  ${q}`);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
