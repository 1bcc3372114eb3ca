import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldedParts } from '../../pipelines/text/fold.ts';
import { StaticEmbedder } from '../../warehouse/embedding/static_embedder.ts';
import { cosineOf } from '../../warehouse/embedding/vector.ts';
import { VectorTable } from '../../warehouse/embedding/vector_table.ts';

/** Weights of the cosine beside words, of which cross-validation chooses. */
const WEIGHTS = [0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2];
const FOLDS = 5;

const mean = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;

/** Plain BM25 (k1 1.2, b 0.75; Robertson and Zaragoza 2009) over one field, no stems: the words-alone peer. */
function bm25(documents: readonly string[]): (query: string) => Float64Array {
  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map((text, row) => {
    const words = foldedParts(text);
    for (const word of words) {
      const rows = postings.get(word) ?? new Map<number, number>();
      postings.set(word, rows.set(row, (rows.get(row) ?? 0) + 1));
    }
    return words.length;
  });
  const average = mean(lengths);
  return (query) => {
    const scores = new Float64Array(documents.length);
    for (const word of foldedParts(query)) {
      const rows = postings.get(word);
      if (!rows) continue;
      const idf = Math.log(1 + (documents.length - rows.size + 0.5) / (rows.size + 0.5));
      for (const [row, count] of rows) {
        const norm = 1.2 * (0.25 + (0.75 * (lengths[row] as number)) / average);
        (scores[row] as number) += (idf * count * 2.2) / (count + norm);
      }
    }
    return scores;
  };
}

function tableOf(embedder: StaticEmbedder, texts: readonly string[]): VectorTable {
  const table = VectorTable.create(embedder.id, embedder.dims, texts.length);
  for (const [row, text] of texts.entries())
    table.rows.set(embedder.embedText(text).values, row * embedder.dims);
  return table;
}

function cosines(embedder: StaticEmbedder, table: VectorTable, query: string): Float64Array {
  const scores = new Float64Array(table.count);
  for (const { row, dot } of table.scan(embedder.embedText(query), table.count))
    scores[row] = cosineOf(dot, table.dims);
  return scores;
}

/** Row numbers by score, best first; of equals the lower row first. */
function ranked(scores: Float64Array, most: number): number[] {
  const rows = [...scores.keys()].filter((row) => (scores[row] as number) !== 0);
  return rows.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b).slice(0, most);
}

interface Intents {
  categories: string[];
  intents: { intent: string; categories: string[] }[];
}

/** Intents to categories: share found at rank 1 and within 5, and mean reciprocal rank of the first right one. */
function benchIntents(embedder: StaticEmbedder): void {
  const file = new URL('../../fixtures/embedding/intents.json', import.meta.url);
  const { categories, intents } = JSON.parse(readFileSync(file, 'utf8')) as Intents;
  const table = tableOf(embedder, categories);
  const words = bm25(categories);
  const tell = (name: string, score: (query: string) => Float64Array) => {
    const ranks = intents.map(({ intent, categories: right }) => {
      const order = ranked(score(intent), categories.length).map((row) => categories[row] as string);
      return order.findIndex((category) => right.includes(category)) + 1 || Number.POSITIVE_INFINITY;
    });
    const share = (within: number) => mean(ranks.map((rank) => (rank <= within ? 1 : 0))).toFixed(2);
    const reciprocal = mean(ranks.map((rank) => 1 / rank)).toFixed(3);
    console.log(
      `  ${name.padEnd(12)} first ${share(1)}  within 5 ${share(5)}  mean reciprocal rank ${reciprocal}`,
    );
  };
  console.log(`intents (${intents.length} to ${categories.length} categories)`);
  tell('words alone', words);
  tell('embedder', (query) => cosines(embedder, table, query));
}

interface Product {
  id: string;
  name: string;
  title: string;
  supplier: string;
  short_description?: string;
}

function readJudgements(folder: string): Map<string, Map<string, number>> {
  const judged = new Map<string, Map<string, number>>();
  for (const line of readFileSync(join(folder, 'Broad_Query_Set_rated.csv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)) {
    const [, query = '', id = '', rating = '0'] = /^(.*),(\d+),(\d)\s*$/.exec(line) ?? [];
    judged.set(query, (judged.get(query) ?? new Map<string, number>()).set(id, Number(rating)));
  }
  return new Map([...judged].filter(([, ratings]) => [...ratings.values()].some((rating) => rating > 0)));
}

/** nDCG@10 with gains of 2^rating - 1 (Burges 2005), products without a rating counting nothing. */
function ndcg(ids: readonly string[], ratings: ReadonlyMap<string, number>): number {
  const dcg = (gains: readonly number[]) =>
    gains.slice(0, 10).reduce((sum, rating, at) => sum + (2 ** rating - 1) / Math.log2(at + 2), 0);
  return dcg(ids.map((id) => ratings.get(id) ?? 0)) / dcg([...ratings.values()].sort((a, b) => b - a));
}

/** For every fold the weight best on the others, measured on it. */
function crossValidated(byWeight: readonly (readonly number[])[]): { ndcg: number; weights: number[] } {
  const queries = byWeight[0]?.length ?? 0;
  const weights: number[] = [];
  const scores: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const isHeld = (_: number, at: number) => at % FOLDS === fold;
    const trained = byWeight.map((row) => mean(row.filter((value, at) => !isHeld(value, at))));
    const best = trained.indexOf(Math.max(...trained));
    weights.push(WEIGHTS[best] as number);
    scores.push(...(byWeight[best] as number[]).filter(isHeld));
  }
  if (scores.length !== queries)
    throw new Error(`${scores.length} of ${queries} queries were held out once.`);
  return { ndcg: mean(scores), weights };
}

function benchJudged(embedder: StaticEmbedder, folder: string): void {
  const products = readdirSync(folder)
    .filter((name) => name.endsWith('.zip'))
    .sort()
    .flatMap(
      (name) =>
        JSON.parse(
          execFileSync('unzip', ['-p', join(folder, name)], { maxBuffer: 2 ** 26 }).toString(),
        ) as Product[],
    );
  const judged = readJudgements(folder);
  const text = (product: Product) =>
    `${product.title} ${product.name} ${product.supplier} ${product.short_description ?? ''}`;
  const words = bm25(products.map(text));
  const tables = {
    title: tableOf(
      embedder,
      products.map(({ title }) => title),
    ),
    'title and description': tableOf(embedder, products.map(text)),
  };
  console.log(`judged search (${judged.size} queries, ${products.length} products), nDCG@10`);
  for (const [field, table] of Object.entries(tables)) {
    const alone: number[] = [];
    const byWeight: number[][] = WEIGHTS.map(() => []);
    for (const [query, ratings] of judged) {
      const measure = (scores: Float64Array) =>
        ndcg(
          ranked(scores, 10).map((row) => (products[row] as Product).id),
          ratings,
        );
      const cosine = cosines(embedder, table, query);
      const lexical = words(query);
      const most = lexical.reduce((max, score) => Math.max(max, score), 0) || 1;
      alone.push(measure(cosine));
      for (const [at, weight] of WEIGHTS.entries())
        byWeight[at]?.push(
          measure(lexical.map((score, row) => score / most + weight * (cosine[row] as number))),
        );
    }
    console.log(`  embedder alone on ${field}: ${mean(alone).toFixed(3)}`);
    console.log(
      `  words and ${field} by weight: ${WEIGHTS.map((weight, at) => `${weight} ${mean(byWeight[at] as number[]).toFixed(3)}`).join('  ')}`,
    );
    const { ndcg: held, weights } = crossValidated(byWeight);
    console.log(`  cross-validated (${FOLDS} folds): ${held.toFixed(3)}, weights ${weights.join(' ')}`);
  }
}

/** Median milliseconds of wall and processor time of a call. */
function timed(times: number, call: () => void): { wall: number; processor: number } {
  const rounds = Array.from({ length: times }, () => {
    const before = process.cpuUsage();
    const start = performance.now();
    call();
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    return { wall, processor: (user + system) / 1000 };
  });
  const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[numbers.length >> 1] as number;
  return {
    wall: middle(rounds.map((round) => round.wall)),
    processor: middle(rounds.map((round) => round.processor)),
  };
}

function benchScan(embedder: StaticEmbedder, count: number): void {
  const { dims } = embedder;
  const table = VectorTable.create(embedder.id, dims, count);
  let state = 1;
  for (let at = 0; at < table.rows.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    table.rows[at] = state >> 24;
  }
  const query = embedder.embedText('wireless headphones with noise cancelling');
  const plain = () => {
    let best = 0;
    for (let row = 0, from = 0; row < count; row++, from += dims) {
      let dot = 0;
      for (let at = 0; at < dims; at++)
        dot += (query.values[at] as number) * (table.rows[from + at] as number);
      if (dot > best) best = dot;
    }
    if (best !== table.scan(query, 1)[0]?.dot) throw new Error('The scan and the plain loop disagree.');
  };
  const candidates = Uint32Array.from({ length: Math.min(5000, count) }, (_, at) =>
    Math.floor((at * count) / 5000),
  );
  const tell = (name: string, { wall, processor }: { wall: number; processor: number }) =>
    console.log(`  ${name.padEnd(36)} ${wall.toFixed(2)} ms, processor ${processor.toFixed(2)} ms`);
  console.log(`exact scan, ${count} x ${dims} int8, 100 nearest`);
  tell(
    'WebAssembly, all rows',
    timed(15, () => table.scan(query, 100)),
  );
  tell(
    'WebAssembly, 5,000 candidates',
    timed(101, () => table.scan(query, 100, candidates)),
  );
  tell('plain loop over typed arrays', timed(3, plain));
  const title = 'Aurivox Over-Ear Wireless Headphones with Active Noise Cancelling, 30 h Battery, Black';
  const thousand = timed(15, () => {
    for (let round = 0; round < 1000; round++) embedder.embedText(title);
  });
  tell('1,000 titles of 13 words embedded', thousand);
}

/**
 * How well the static embedder ranks, and how fast it is. SEARCH_SET names a folder with the judged Icecat queries
 * (querqy/chorus); without it only the intents are ranked. TABLE names another word table to measure.
 */
export function benchEmbedding(): void {
  const embedder = StaticEmbedder.open(process.env['TABLE']);
  console.log(`embedder ${embedder.id}, ${embedder.dims} numbers`);
  benchIntents(embedder);
  const folder = process.env['SEARCH_SET'];
  if (folder) benchJudged(embedder, folder);
  benchScan(embedder, Number(process.env['VECTORS'] ?? 1_000_000));
}
