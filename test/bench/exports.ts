import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ExportFormat } from '../../exports/dataset.ts';
import { writeCatalogue } from './catalogue.ts';
import { ManyTables } from './exports_tables.ts';
import { ingestOnce } from './ingest.ts';

const run = promisify(execFile);
const pathOf = (script: string) => fileURLToPath(new URL(script, import.meta.url));

interface Case {
  name: string;
  format: ExportFormat;
  /** Only the offers of one seller. */
  isSlice?: true;
  bar: number | null;
}

const CASES: readonly Case[] = [
  { name: 'Parquet whole', format: 'parquet', bar: 1.2 },
  { name: 'Parquet slice', format: 'parquet', isSlice: true, bar: null },
  { name: 'NDJSON whole', format: 'ndjson', bar: 1.5 },
  { name: 'Arrow whole', format: 'arrow', bar: 1.5 },
];
/** Listings that are ingested; the tables hold them many times over. */
const INGESTED = 20_000;
const MEMORY_BAR_MIB = 600;

/** What one export came to; `first_byte` in seconds from the request. */
interface Served {
  rows: number;
  bytes: number;
  seconds: number;
  first_byte: number;
  peak_mib: number;
  /** Seconds of processor time of the server. */
  cpu: number;
}

/**
 * Exports of offers over HTTP, each by a server of its own that has nothing else to do, from the request to the last
 * byte, against a plain COPY by DuckDB of the same select before and after. `OFFERS` (default 5,000,000) sets the size,
 * `COMMERCE_INDEX_DATA` takes an ingested folder to make them of.
 */
export async function benchExports(): Promise<void> {
  const offers = Number(process.env['OFFERS'] ?? 5_000_000);
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-exports-'));
  const ingested = process.env['COMMERCE_INDEX_DATA'];
  const data = ingested ?? join(folder, 'data');
  const tables = join(folder, 'tables');
  try {
    const catalogue = { folder: join(folder, 'catalogue'), sellers: 10, listings: INGESTED };
    if (ingested === undefined) {
      await writeCatalogue(catalogue);
      await ingestOnce(catalogue, data, '2026-01-01T00:00:00.000Z');
    }
    const [seller] = (await ManyTables.write(data, tables, offers)).sellers();
    console.log(`\nExports over HTTP: ${offers} offers`);
    for (const one of CASES) await benchCase(one, { folder, data, tables, seller: seller?.id ?? '' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchCase(
  { name, format, isSlice, bar }: Case,
  { folder, data, tables, seller }: { folder: string; data: string; tables: string; seller: string },
): Promise<void> {
  const out = join(folder, 'floor.out');
  const filter = isSlice ? `&seller=${seller}` : '';
  const where = isSlice ? `where seller = '${seller}'` : '';
  const floor = async () => {
    const { stdout } = await run(process.execPath, [
      pathOf('./exports_floor.ts'),
      data,
      tables,
      out,
      format,
      where,
    ]);
    await rm(out);
    return JSON.parse(stdout) as { rows: number; seconds: number; cpu: number };
  };
  const before = await floor();
  const scratch = join(folder, 'scratch');
  const served = await exportOnce([data, tables, scratch], `?dataset=offers&format=${format}${filter}`);
  await rm(scratch, { recursive: true });
  const after = await floor();
  if (served.rows !== before.rows) throw new Error(`${name}: ${served.rows} rows of ${before.rows}`);
  const plain = Math.min(before.seconds, after.seconds);
  const ratio = (served.seconds / plain).toFixed(2);
  const work = (served.cpu / Math.min(before.cpu, after.cpu)).toFixed(2);
  console.log(
    `  ${name}: ${served.rows} rows, ${Math.round(served.bytes / 1e6)} MB in ${served.seconds.toFixed(1)} s (${Math.round(served.rows / served.seconds / 1000)} thousand rows/s), first byte after ${served.first_byte.toFixed(1)} s; COPY ${before.seconds.toFixed(1)} and ${after.seconds.toFixed(1)} s, ratio ${ratio}${bar === null ? '' : ` (at most ${bar})`}, of processor time ${work}; peak ${Math.round(served.peak_mib)} MiB (at most ${MEMORY_BAR_MIB})`,
  );
}

async function exportOnce(words: string[], question: string): Promise<Served> {
  await mkdir(words[2] ?? '', { recursive: true });
  const child = fork(pathOf('./exports_server.ts'), words);
  try {
    const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
    const usage = async () => {
      child.send('usage');
      return ((await once(child, 'message')) as [{ peak_mib: number; cpu: number }])[0];
    };
    const before = await usage();
    const started = performance.now();
    const { head, tail, bytes, first } = await fetched(new URL(`${url}/v1/exports${question}`), token);
    const ended = performance.now();
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`the server answered ${head.slice(0, 500)}`);
    const { peak_mib, cpu } = await usage();
    const counted = /^x-row-count: (\d+)/im.exec(tail) ?? /^x-row-count: (\d+)/im.exec(head);
    return {
      rows: Number(counted?.[1]),
      bytes,
      seconds: (ended - started) / 1000,
      first_byte: (first - started) / 1000,
      peak_mib,
      cpu: cpu - before.cpu,
    };
  } finally {
    child.disconnect();
  }
}

interface Fetched {
  /** The first bytes of the answer, headers among them, and its last, trailers among them. */
  head: string;
  tail: string;
  bytes: number;
  /** When the first byte came, of `performance.now()`. */
  first: number;
}

/**
 * Takes an answer off a plain socket into one buffer and parses nothing: the client shares the cores of the server,
 * and is to cost as little as it can. What the bytes say is checked by tests.
 */
function fetched(url: URL, token: string): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const answer: Fetched = { head: '', tail: '', bytes: 0, first: 0 };
    const take = (length: number, buffer: Uint8Array) => {
      if (answer.bytes === 0) {
        answer.first = performance.now();
        answer.head = Buffer.from(buffer.subarray(0, length)).toString('latin1', 0, 4000);
      }
      answer.bytes += length;
      const end = Buffer.from(buffer.subarray(Math.max(0, length - 200), length)).toString('latin1');
      answer.tail = (answer.tail + end).slice(-200);
      return true;
    };
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      onread: { buffer: new Uint8Array(1 << 20), callback: take },
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(answer));
    socket.write(
      `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
  });
}
