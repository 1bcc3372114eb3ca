import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { listingOf } from './match_catalogue.ts';
import { itemOfSku } from './title_catalogue.ts';

const ROWS = 10_000;
const ROUNDS = 5;
const SMALL_ROWS = 100;
const SMALL_REQUESTS = 200;
/** Whose words the rows are in; none of the catalogue's sellers. */
const CALLER = 99;
const BAR = { seconds: 4, p99_ms: 150, memory_mib: 1536 };

interface Row {
  id: string;
  title: string;
  brand?: string;
}

interface Answer {
  matched: { id: string; product_id: string; confidence: number; review?: true }[];
  unmatched: { id: string; reason: string }[];
}

interface Memory {
  rss_mib: number;
  peak_mib: number;
}

/** A server of the index in a process of its own. */
class Served implements Disposable {
  readonly #child;
  readonly #url: string;
  readonly #headers: Record<string, string>;

  private constructor(child: ReturnType<typeof fork>, url: string, token: string) {
    this.#child = child;
    this.#url = url;
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }

  static async start(data: string, scratch: string): Promise<Served> {
    await mkdir(scratch, { recursive: true });
    const child = fork(fileURLToPath(new URL('./read_server.ts', import.meta.url)), [data, scratch]);
    const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
    return new Served(child, url, token);
  }

  async match(rows: readonly Row[]): Promise<Answer> {
    const body = JSON.stringify({ rows });
    const response = await fetch(`${this.#url}/v1/match`, { method: 'POST', headers: this.#headers, body });
    if (response.status !== 200) throw new Error(`POST /v1/match: ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  async read(product: string): Promise<void> {
    const response = await fetch(`${this.#url}/v1/products/${product}`, { headers: this.#headers });
    await response.arrayBuffer();
  }

  async memory(): Promise<Memory> {
    this.#child.send('memory');
    const [memory] = (await once(this.#child, 'message')) as [Memory];
    return memory;
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}

/** `truth`: the products that each item's listings are in, by sku, for a sample of the items. */
export async function benchBulkMatch(
  data: string,
  truth: ReadonlyMap<string, ReadonlySet<string>>,
  scratch: string,
): Promise<void> {
  using served = await Served.start(data, scratch);
  const before = await served.memory();
  const rows = [...truth.keys()].slice(0, ROWS).map((sku): Row => {
    const { title, brand } = listingOf(itemOfSku(sku), CALLER);
    return { id: sku, title, ...(brand ? { brand } : {}) };
  });
  const first = await timed(() => served.match(rows));
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push((await timed(() => served.match(rows))).ms);
  console.log(
    `  bulk match of ${rows.length} titles over HTTP: first ${(first.ms / 1000).toFixed(1)} s with loading, then ${rounds.map((ms) => (ms / 1000).toFixed(2)).join(', ')} s (bar ${BAR.seconds}), load ${loadavg()[0]?.toFixed(1)}`,
  );
  reportQuality(first.result, truth);
  await smallRequests(served, rows);
  await readsMeanwhile(served, rows, truth);
  const after = await served.memory();
  console.log(
    `  memory of the server: ${Math.round(before.rss_mib)} MiB before, ${Math.round(after.rss_mib)} after, peak ${Math.round(after.peak_mib)} MiB (bar ${BAR.memory_mib})`,
  );
}

function reportQuality(answer: Answer, truth: ReadonlyMap<string, ReadonlySet<string>>): void {
  const precision = (some: Answer['matched']) =>
    `${some.length}, right ${(some.filter(({ id, product_id }) => truth.get(id)?.has(product_id)).length / some.length).toFixed(4)}`;
  const reasons = Map.groupBy(answer.unmatched, ({ reason }) => reason);
  const sure = answer.matched.filter(({ review }) => !review);
  const mean = sure.reduce((sum, { confidence }) => sum + confidence, 0) / sure.length;
  console.log(
    `  matched without review ${precision(sure)}, mean confidence ${mean.toFixed(4)}; for review ${precision(answer.matched.filter(({ review }) => review))}; ` +
      `unmatched ${[...reasons].map(([reason, { length }]) => `${reason} ${length}`).join(', ')}`,
  );
}

async function smallRequests(served: Served, rows: readonly Row[]): Promise<void> {
  const times: number[] = [];
  for (let request = 0; request < SMALL_REQUESTS; request++) {
    const from = (request * SMALL_ROWS) % (rows.length - SMALL_ROWS);
    times.push((await timed(() => served.match(rows.slice(from, from + SMALL_ROWS)))).ms);
  }
  console.log(`  ${SMALL_ROWS} rows: ${percentiles(times)} (bar p99 ${BAR.p99_ms})`);
}

/** Point reads one after another, alone and while titles are matched. */
async function readsMeanwhile(
  served: Served,
  rows: readonly Row[],
  truth: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const products = [...truth.values()].flatMap((some) => [...some]);
  const read = async (until: () => boolean) => {
    const times: number[] = [];
    for (let at = 0; !until(); at++)
      times.push((await timed(() => served.read(products[at % products.length] as string))).ms);
    return percentiles(times);
  };
  let left = 1_000;
  const alone = await read(() => left-- === 0);
  let done = false;
  const matching = served.match(rows).finally(() => {
    done = true;
  });
  const meanwhile = await read(() => done);
  await matching;
  console.log(`  reads of a product: alone ${alone}; while ${rows.length} titles are matched ${meanwhile}`);
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const begun = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begun };
}

function percentiles(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)} ms`;
}
