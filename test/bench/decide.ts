import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ingestOnce } from './ingest.ts';
import { writeSearchCatalogue } from './search_catalogue.ts';
import { SearchCorpus } from './search_corpus.ts';

const SELLERS = 12;
const AS_OF = '2026-01-01T00:00:00.000Z';
const QUESTIONS = 300;
const WARM = 50;
/** Asked of the demo market, each with a maximum of its own in each round. */
const DEMO_TEXTS = [
  'cheapest laptop',
  'light laptop with 16 GB memory',
  'auriculares baratos con cancelación de ruido',
  'wireless earbuds for running, 8 hours or more',
  'color laser printer that prints on both sides',
  'Tinte für meinen Drucker',
  'coffee machine with milk frother, white',
  'compatible capsules, decaf',
  'wasmiddel voor gevoelige huid',
  'zapatillas de running para mujer, talla 9',
  'hiking shoes mens size 10',
  '55 inch tv 4K, no oled',
  'olive oil half litre or more',
  'a present for a student',
  'des écouteurs pour dormir',
  'stampante multifunzione senza fax',
];
const DEMO_ROUNDS = 4;
/** At most, milliseconds. */
const BAR = { semantic_p99: 120, decide_p99: 300 };

/**
 * `POST /v1/decide` beside semantic search over HTTP, on PRODUCTS (default 1,000,000) products ingested as feeds, from a
 * server in a process of its own: each intent is asked once, so no answer comes from a cache. The first answers of the
 * process are shown apart. DECIDE_DATA takes a folder that is ingested already. Before that the demo market, of which a
 * person asks first, where COMMERCE_INDEX_DATA names a folder that it is ingested into.
 */
export async function benchDecide(): Promise<void> {
  const demo = process.env['COMMERCE_INDEX_DATA'];
  if (demo !== undefined) await overDemo(demo);
  if (process.env['PRODUCTS'] === '0') return;
  const products = Number(process.env['PRODUCTS'] ?? 1_000_000);
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-decide-'));
  try {
    const data = process.env['DECIDE_DATA'] ?? join(folder, 'data');
    if (process.env['DECIDE_DATA'] === undefined) {
      const catalogue = { folder: join(folder, 'catalogue'), sellers: SELLERS, listings: 0 };
      catalogue.listings = await writeSearchCatalogue(catalogue.folder, SELLERS, products);
      const { seconds } = await ingestOnce(catalogue, data, AS_OF);
      console.log(
        `\nDecide: ${products} products, ${catalogue.listings} listings; ingest ${seconds.toFixed(0)} s`,
      );
    }
    await overHttp(data, join(folder, 'api'), new SearchCorpus(products));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long the demo's first decisions take, and the same texts with another maximum, as multiples of search by words. */
async function overDemo(data: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'commerce-index-decide-'));
  await using server = await served(data, scratch);
  const round = async (path: string, number: number) => {
    const times: number[] = [];
    for (const text of DEMO_TEXTS)
      times.push((await server.ask(path, { intent: `${text}, under $${900 + number}` })).ms);
    return times;
  };
  const cold = await round('/v1/decide', 0);
  const warm: number[] = [];
  const floor: number[] = [];
  for (let number = 1; number <= DEMO_ROUNDS; number++) {
    warm.push(...(await round('/v1/decide', number)));
    floor.push(...(await round('/v1/search/semantic', number)));
  }
  console.log(`\nDecide over the demo: the first ${cold.length} answers of the process ${spread(cold)}`);
  console.log(`  later ones ${spread(warm)}; semantic search ${spread(floor)}`);
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
  const times = (some: number[]) => (middle(some) / middle(floor)).toFixed(1);
  console.log(
    `  ${times(cold)} and ${times(warm)} times a semantic search; load ${loadavg()[0]?.toFixed(1)}`,
  );
  await rm(scratch, { recursive: true, force: true });
}

/** A server in a process of its own; `ask` tells how long an answer took. */
async function served(data: string, scratch: string) {
  await mkdir(scratch, { recursive: true });
  const child = fork(fileURLToPath(new URL('./read_server.ts', import.meta.url)), [data, scratch]);
  const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (path: string, body: object) => {
    const started = performance.now();
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${text}`);
    return { ms: performance.now() - started, text };
  };
  const end = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { ask, [Symbol.asyncDispose]: end };
}

async function overHttp(data: string, scratch: string, corpus: SearchCorpus): Promise<void> {
  await using server = await served(data, scratch);
  const { ask } = server;
  const intentOf = (number: number) => `${corpus.query(number).q} under $${5 + (number % 400)}`;
  const first = await ask('/v1/decide', {
    intent: intentOf(0),
    constraints: { destination: { region: 'CA' } },
  });
  console.log(`  the first answer of the process, decide with a destination: ${first.ms.toFixed(0)} ms`);
  const series = async (path: string, bar: number) => {
    const times: number[] = [];
    let chosen = 0;
    for (let number = 1; number <= WARM + QUESTIONS; number++) {
      const { ms, text } = await ask(path, { intent: intentOf(number) });
      if (number <= WARM) continue;
      times.push(ms);
      if (/"recommendation":\{|"results":\[\{/.test(text)) chosen++;
    }
    console.log(
      `  ${path}: ${spread(times)} (p99 at most ${bar}); ${chosen} of ${QUESTIONS} found something`,
    );
  };
  await series('/v1/search/semantic', BAR.semantic_p99);
  await series('/v1/decide', BAR.decide_p99);
  console.log(`  load ${loadavg()[0]?.toFixed(1)}`);
}

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)} ms`;
}
