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
/** At most, milliseconds. */
const BAR = { semantic_p99: 120, decide_p99: 300 };

/**
 * `POST /v1/decide` beside semantic search over HTTP, on PRODUCTS (default 1,000,000) products ingested as feeds, from a
 * server in a process of its own: each intent is asked once, so no answer comes from a cache. The first answers of the
 * process are shown apart. DECIDE_DATA takes a folder that is ingested already.
 */
export async function benchDecide(): Promise<void> {
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

async function overHttp(data: string, scratch: string, corpus: SearchCorpus): Promise<void> {
  await mkdir(scratch, { recursive: true });
  const child = fork(fileURLToPath(new URL('./read_server.ts', import.meta.url)), [data, scratch]);
  try {
    const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const ask = async (path: string, body: object) => {
      const started = performance.now();
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${text}`);
      return { ms: performance.now() - started, text };
    };
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
  } finally {
    child.kill();
  }
}

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)} ms`;
}
