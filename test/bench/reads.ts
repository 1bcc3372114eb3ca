import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { Database, fileList } from '../../warehouse/database.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { FolderStore } from '../../warehouse/store.ts';

const SECONDS = 6;
const HOT_PRODUCTS = 1_000;
const HOT_SHARE = 0.9;
const PATHS = { product: '', offers: '/offers', context: '/context' } as const;

interface Addresses {
  url: string;
  emptyUrl: string;
  token: string;
}

/** Point reads and bulk match of the published bench index over HTTP, as ratios to an empty Fastify route of the same process. */
export async function benchReads(data: string, scratch: string): Promise<void> {
  await mkdir(scratch, { recursive: true });
  const { ids, gtins } = await sample(data, scratch);
  const child = fork(fileURLToPath(new URL('./read_server.ts', import.meta.url)), [data, scratch]);
  try {
    const [addresses] = (await once(child, 'message')) as [Addresses];
    const headers = { authorization: `Bearer ${addresses.token}` };
    const empty = await load(addresses.emptyUrl, {}, 32, () => '/');
    console.log(
      `\nReads: empty Fastify route ${empty.rate.toFixed(0)} requests/s at 32 connections, p50 ${empty.p50} ms`,
    );
    for (const [name, suffix] of Object.entries(PATHS)) {
      const uniform = () => `/v1/products/${pick(ids)}${suffix}`;
      const hot = () =>
        `/v1/products/${Math.random() < HOT_SHARE ? pick(ids.slice(0, HOT_PRODUCTS)) : pick(ids)}${suffix}`;
      const one = await load(addresses.url, headers, 1, uniform);
      const cold = await load(addresses.url, headers, 32, uniform);
      const warm = await load(addresses.url, headers, 32, hot);
      console.log(
        `  ${name}: 1 connection p50 ${one.p50} p99 ${one.p99} ms; 32 connections p50 ${cold.p50} p99 ${cold.p99} ms; ` +
          `uniform ${cold.rate.toFixed(0)}/s, ratio ${(cold.rate / empty.rate).toFixed(2)} (aim 0.2); ` +
          `90 % on ${HOT_PRODUCTS} products ${warm.rate.toFixed(0)}/s, ratio ${(warm.rate / empty.rate).toFixed(2)} (aim 0.4)`,
      );
    }
    await matchTimes(addresses, gtins);
    child.send('memory');
    const [{ rss_mib }] = (await once(child, 'message')) as [{ rss_mib: number }];
    console.log(`  resident memory of the server ${Math.round(rss_mib)} MiB`);
  } finally {
    child.kill();
  }
}

async function sample(data: string, scratch: string): Promise<{ ids: string[]; gtins: string[] }> {
  const store = new FolderStore(data);
  const current = await currentManifest(store);
  if (!current) throw new Error(`nothing is published in ${data}`);
  const paths = await Promise.all(
    (current.manifest.tables.products ?? []).map((part) => store.local(part.key)),
  );
  const staged = await Promise.all(
    current.manifest.feeds.flatMap((feed) =>
      feed.current ? [store.local(`staged/${feed.current.stage_id}/rows.parquet`)] : [],
    ),
  );
  await using database = await Database.open({ memoryLimit: '512MiB', spill: scratch });
  const ids = await database.rows<{ id: string }>(
    'sample products',
    `select id64('prd_', product_key) as id from read_parquet(${fileList(paths)}) order by hash(product_key) limit 200000`,
  );
  const gtins = await database.rows<{ gtin: string }>(
    'sample GTINs',
    `select distinct gtin from read_parquet(${fileList(staged)}) where gtin is not null order by hash(gtin) limit 10000`,
  );
  return { ids: ids.map((row) => row.id), gtins: gtins.map((row) => row.gtin) };
}

async function load(url: string, headers: Record<string, string>, connections: number, path: () => string) {
  const run = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      headers,
      requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
    });
  await run(2);
  const result = await run(SECONDS);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

async function matchTimes({ url, token }: Addresses, gtins: readonly string[]): Promise<void> {
  const body = JSON.stringify({ rows: gtins.map((gtin, index) => ({ id: String(index), gtin })) });
  const times: number[] = [];
  for (let round = 0; round < 12; round++) {
    const started = performance.now();
    const response = await fetch(`${url}/v1/match`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    const { matched } = (await response.json()) as { matched: unknown[] };
    if (matched.length !== gtins.length) throw new Error(`matched ${matched.length} of ${gtins.length}`);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  console.log(
    `  bulk match of ${gtins.length} GTIN rows: median ${times[6]?.toFixed(0)} ms, slowest ${times[11]?.toFixed(0)} ms (under 300)`,
  );
}

function pick<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T;
}
