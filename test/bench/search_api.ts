import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { Cursors } from '../../api/http/cursor.ts';
import type { Input, Operation } from '../../api/http/operation.ts';
import { search } from '../../api/search/search.ts';
import { suggest } from '../../api/search/suggest.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { ingestOnce } from './ingest.ts';
import { writeSearchCatalogue } from './search_catalogue.ts';
import { SearchCorpus } from './search_corpus.ts';

const SELLERS = 12;
const AS_OF = '2026-01-01T00:00:00.000Z';
const QUERIES = 1_000;
const CONNECTIONS = 16;
const SECONDS = 15;
const BAR = { p50: 3, p99: 12, http_p99: 40, semantic_p99: 120, suggest_p99: 20 };

/** The parameters of /v1/search, made from a query of the corpus. */
interface Asked {
  q: string;
  seller?: string[];
  in_stock?: boolean;
  max_price?: number;
  category?: string;
}

/**
 * Search as callers meet it: PRODUCTS (default 1,000,000) products ingested as feeds, then whole answers inside the
 * process, and over HTTP from a server in a process of its own. Every query is asked once a round, so no answer comes
 * from a cache. `SEARCH_INDEXES` names a folder where the index is kept between runs.
 */
export async function benchSearchApi(): Promise<void> {
  const products = Number(process.env['PRODUCTS'] ?? 1_000_000);
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-search-api-'));
  try {
    const kept = process.env['SEARCH_INDEXES'];
    const data = kept === undefined ? join(folder, 'data') : join(kept, `invented_${products}`);
    if (!existsSync(join(data, 'current.json'))) await ingested(join(folder, 'catalogue'), data, products);
    const corpus = new SearchCorpus(products);
    await inProcess(data, corpus);
    await overHttp(data, join(folder, 'api'), corpus);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ingested(folder: string, data: string, products: number): Promise<void> {
  const listings = await writeSearchCatalogue(folder, SELLERS, products);
  const { seconds, peak_mib } = await ingestOnce({ folder, sellers: SELLERS, listings }, data, AS_OF);
  await rm(folder, { recursive: true });
  console.log(
    `\nSearch API: ${products} products, ${listings} listings; ingest ${seconds.toFixed(0)} s, peak memory ${Math.round(peak_mib)} MiB`,
  );
}

function askedOf(corpus: SearchCorpus, number: number): Asked {
  const { q, sellers, in_stock, max_price_minor, category } = corpus.query(number);
  return {
    q,
    ...(sellers === undefined ? {} : { seller: sellers.map((_, no) => `bench${(number + no) % SELLERS}`) }),
    ...(in_stock ? { in_stock } : {}),
    ...(max_price_minor === undefined ? {} : { max_price: max_price_minor }),
    ...(category === undefined ? {} : { category }),
  };
}

/** What was typed so far of a title. */
function typed(corpus: SearchCorpus, number: number): string {
  const { title } = corpus.line(number);
  return title.slice(0, 1 + (number % title.length));
}

/** Whole answers, from parameters to JSON text. */
async function inProcess(data: string, corpus: SearchCorpus): Promise<void> {
  const store = new FolderStore(data);
  const current = await currentManifest(store);
  if (!current) throw new Error(`nothing is published in ${data}`);
  const snapshot = await OpenSnapshot.open(current.manifest, store, {
    memoryLimit: '512MiB',
    timeLimitMs: 60_000,
  });
  try {
    const market = { country: 'US', currency: 'USD' };
    const deps = { snapshot, market, cursors: new Cursors(Buffer.alloc(32)), now: () => new Date() };
    const answer = async (operation: Operation, query: Asked) => {
      const input = { query, params: {}, signal: new AbortController().signal };
      const found = await operation.run(deps as never, input as unknown as Input);
      if (found.kind === 'json') JSON.stringify(found.body);
    };
    const asked = async (name: string, bars: string, ask: (number: number) => Promise<void>) => {
      for (let number = 0; number < QUERIES; number++) await ask(number);
      const times: number[] = [];
      const before = process.cpuUsage();
      for (let number = QUERIES; number < 3 * QUERIES; number++) {
        const started = performance.now();
        await ask(number);
        times.push(performance.now() - started);
      }
      const { user, system } = process.cpuUsage(before);
      const cpu = (user + system) / 1_000 / times.length;
      console.log(`  ${name}: ${spread(times)} (${bars}), processor time ${cpu.toFixed(1)} ms each`);
    };
    await asked('/v1/search in the process', `at most ${BAR.p50} and ${BAR.p99}`, (number) =>
      answer(search, askedOf(corpus, number)),
    );
    await asked('the same with a measure', `p99 at most ${BAR.p99}`, (number) =>
      answer(search, { q: corpus.measured(number) }),
    );
    await asked('/v1/search/suggest in the process', `p99 at most ${BAR.p99}`, (number) =>
      answer(suggest, { q: typed(corpus, number) }),
    );
  } finally {
    snapshot.close();
  }
}

async function overHttp(data: string, scratch: string, corpus: SearchCorpus): Promise<void> {
  await mkdir(scratch, { recursive: true });
  const child = fork(fileURLToPath(new URL('./read_server.ts', import.meta.url)), [data, scratch]);
  try {
    const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ask = async (path: string, init: RequestInit = {}) => {
      const started = performance.now();
      const response = await fetch(url + path, { ...init, headers });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${body}`);
      return performance.now() - started;
    };
    const oneByOne = async (name: string, bar: number, answer: (number: number) => Promise<number>) => {
      for (let number = 0; number < 200; number++) await answer(number);
      const times: number[] = [];
      for (let number = 200; number < 200 + QUERIES; number++) times.push(await answer(number));
      console.log(`  ${name}, one after another: ${spread(times)} (p99 at most ${bar})`);
    };
    await oneByOne('/v1/search', BAR.p99, (number) => ask(pathOf(corpus, number)));
    await oneByOne('/v1/search/suggest', BAR.suggest_p99, (number) => {
      return ask(`/v1/search/suggest?q=${encodeURIComponent(typed(corpus, number))}`);
    });
    await oneByOne('/v1/search/semantic', BAR.semantic_p99, (number) => {
      const intent = `${corpus.query(number).q} under $${5 + (number % 400)}`;
      return ask('/v1/search/semantic', { method: 'POST', body: JSON.stringify({ intent }) });
    });
    await manyAtOnce(url, headers, corpus);
    child.send('memory');
    const [{ rss_mib }] = (await once(child, 'message')) as [{ rss_mib: number }];
    console.log(`  resident memory of the server ${Math.round(rss_mib)} MiB`);
  } finally {
    child.kill();
  }
}

async function manyAtOnce(url: string, headers: Record<string, string>, corpus: SearchCorpus): Promise<void> {
  let number = 10_000;
  const paths = Array.from({ length: 30_000 }, () => pathOf(corpus, number++));
  let at = 0;
  const run = (duration: number) =>
    autocannon({
      url,
      connections: CONNECTIONS,
      duration,
      headers,
      requests: [{ setupRequest: (request) => ({ ...request, path: paths[at++ % paths.length] }) }],
    });
  await run(2);
  const { requests, latency, non2xx, errors } = await run(SECONDS);
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} answers were not 2xx, ${errors} errors`);
  console.log(
    `  /v1/search, ${CONNECTIONS} connections: ${requests.average.toFixed(0)} requests/s, p50 ${latency.p50}, p99 ${latency.p99}, slowest ${latency.max} ms (p99 at most ${BAR.http_p99}), load ${loadavg()[0]?.toFixed(1)}`,
  );
}

function pathOf(corpus: SearchCorpus, number: number): string {
  const { q, seller = [], in_stock, max_price, category } = askedOf(corpus, number);
  const query = new URLSearchParams({ q });
  for (const id of seller) query.append('seller', id);
  if (in_stock) query.set('in_stock', 'true');
  if (max_price !== undefined) query.set('max_price', String(max_price));
  if (category !== undefined) query.set('category', category);
  return `/v1/search?${query.toString()}`;
}

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)} ms`;
}
