import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import MiniSearch from 'minisearch';
import { wordsOf } from '../../pipelines/text/words.ts';
import { buildTextFile } from '../../warehouse/text/build.ts';
import { SearchIndex } from '../../warehouse/text/search_index.ts';
import { openTextFile } from '../../warehouse/text/text_file.ts';
import { SearchCorpus } from './search_corpus.ts';
import { benchRelevance } from './search_relevance.ts';
import { benchSemanticRelevance } from './semantic_relevance.ts';

const QUERIES = 1_000;
/** Each query is asked so often and its best time kept, which leaves out what other processes did meanwhile. */
const REPEATS = 3;
/** MiniSearch keeps objects: more products than this do not fit beside the rest. */
const MOST_FOR_MINISEARCH = 100_000;

/**
 * Relevance on the judged set of SEARCH_DATA, then speed over PRODUCTS (default 1,000,000) invented products, of which
 * each is described in DESCRIPTION_WORDS (default 25; people's shops have about 150 to 250), beside
 * SQLite FTS5, and beside MiniSearch on as many as it can take. No peer is asked to filter, forgive or count.
 */
export async function benchSearch(): Promise<void> {
  benchRelevance(process.env['SEARCH_DATA']);
  await benchSemanticRelevance(process.env['SEARCH_DATA']);
  const products = Number(process.env['PRODUCTS'] ?? 1_000_000);
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-search-'));
  try {
    await benchSpeed(new SearchCorpus(products), folder);
    benchSqlite(new SearchCorpus(products), join(folder, 'fts.sqlite'));
    benchMiniSearch(new SearchCorpus(Math.min(products, MOST_FOR_MINISEARCH)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchSpeed(corpus: SearchCorpus, folder: string): Promise<void> {
  const [lines, output] = [join(folder, 'lines'), join(folder, 'text')];
  await corpus.write(lines);
  console.log(`search: ${corpus.products} products, ${megabytes((await stat(lines)).size)} of text`);
  const before = process.resourceUsage().maxRSS * 1024;
  const started = performance.now();
  const { terms, postings, bytes } = await buildTextFile({ lines, products: corpus.products, output });
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `  build ${seconds.toFixed(1)} s, ${terms} words, ${postings} postings, file ${megabytes(bytes)}, most memory of the process ${megabytes(process.resourceUsage().maxRSS * 1024)} (before ${megabytes(before)})`,
  );
  const resident = process.memoryUsage().rss;
  const opening = performance.now();
  const index = new SearchIndex(await openTextFile(output), corpus.offers(), new Int32Array(corpus.products));
  console.log(
    `  open ${(performance.now() - opening).toFixed(0)} ms, ${megabytes(process.memoryUsage().rss - resident)} more resident`,
  );
  const queries = Array.from({ length: QUERIES }, (_, number) => corpus.query(number));
  report('words, mistakes, beginnings and filters', queries.length, (no) =>
    index.searchNow(queries[no] as { q: string }),
  );
  report('the same with facets', queries.length, (no) =>
    index.searchNow({ ...(queries[no] as { q: string }), facets: true }),
  );
  report('page 50', queries.length, (no) => {
    const { q } = queries[no] as { q: string };
    const { hits } = index.searchNow({ q, limit: 1_000 });
    const after = hits.at(-1);
    return index.searchNow({ q, ...(after ? { after } : {}) });
  });
  const typed = queries.map(({ q }, no) => q.slice(0, 1 + (no % q.length)));
  report('suggest', typed.length, (no) => index.suggestNow({ q: typed[no] as string }));
  const hostile = [
    'the '.repeat(2_500),
    '!?'.repeat(5_000),
    '\u200f\u202e'.repeat(5_000),
    queries
      .map(({ q }) => q)
      .join(' ')
      .slice(0, 10_000),
  ];
  const sellers = Array.from({ length: 500 }, (_, no) => `seller_${no}`);
  report('hostile texts of 10,000 characters', hostile.length, (no) =>
    index.searchNow({ q: hostile[no] as string }),
  );
  report('500 sellers', queries.length, (no) =>
    index.searchNow({ ...(queries[no] as { q: string }), sellers }),
  );
}

/** FTS5 with the same fields and weights, any of the words. */
function benchSqlite(corpus: SearchCorpus, path: string): void {
  const database = new DatabaseSync(path);
  try {
    const started = performance.now();
    database.exec(
      'pragma journal_mode = off; pragma synchronous = off; create virtual table products using fts5(title, brand, mpn, category, attributes, description, content = "")',
    );
    const insert = database.prepare(
      'insert into products (rowid, title, brand, mpn, category, attributes, description) values (?, ?, ?, ?, ?, ?, ?)',
    );
    database.exec('begin');
    for (let no = 0; no < corpus.products; no++) {
      const line = corpus.line(no);
      insert.run(
        no,
        line.title,
        line.brand ?? '',
        line.mpn ?? '',
        line.category ?? '',
        Object.values(line.attributes ?? {}).join(' '),
        line.description ?? '',
      );
    }
    database.exec('commit');
    console.log(`SQLite FTS5: build ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const ask = database.prepare(
      'select rowid from products where products match ? order by bm25(products, 4, 2, 2, 2, 0.2, 2) limit 20',
    );
    const queries = Array.from({ length: QUERIES / 5 }, (_, number) => termsOf(corpus.query(number).q));
    report(
      'any word, no mistakes, no filters',
      queries.length,
      (no) => ask.all((queries[no] as string[]).map((term) => `"${term}"`).join(' OR ') || '""'),
      1,
    );
  } finally {
    database.close();
  }
}

function benchMiniSearch(corpus: SearchCorpus): void {
  const started = performance.now();
  const search = new MiniSearch({
    fields: ['title', 'brand', 'mpn', 'category', 'description'],
    idField: 'product_no',
  });
  search.addAll(Array.from({ length: corpus.products }, (_, no) => corpus.line(no)));
  console.log(
    `MiniSearch, ${corpus.products} products: build ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  const queries = Array.from({ length: QUERIES / 5 }, (_, number) => corpus.query(number).q);
  report(
    'words, mistakes and beginnings, no filters',
    queries.length,
    (no) =>
      search.search(queries[no] as string, {
        fuzzy: 0.2,
        prefix: true,
        boost: { title: 4, brand: 2, mpn: 2 },
      }),
    1,
  );
}

function termsOf(q: string): string[] {
  return wordsOf(q).map((word) => word.text);
}

/** Asks everything once to warm up, then prints the spread of each one's best time. */
function report(name: string, count: number, ask: (no: number) => unknown, repeats = REPEATS): void {
  for (let no = 0; no < count; no++) ask(no);
  const times = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  for (let repeat = 0; repeat < repeats; repeat++)
    for (let no = 0; no < count; no++) {
      const started = performance.now();
      ask(no);
      times[no] = Math.min(times[no] as number, performance.now() - started);
    }
  times.sort();
  const at = (share: number) => (times[Math.min(count - 1, Math.floor(share * count))] as number).toFixed(2);
  console.log(`  ${name}: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, most ${at(1)} ms`);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
