import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fileBytes } from '../store.ts';
import { LINE_PARTS, SEPARATOR } from '../text/text_line.ts';
import type { Embedder } from './embedder.ts';
import { StaticEmbedder, staticEmbedder } from './static_embedder.ts';
import type { Vector } from './vector.ts';
import { writeVectorFile } from './vector_file.ts';

/** Part of a vector file's name: change it with whatever changes what the same texts are made into. */
export const VECTOR_FORMAT = 2;

/** Below this many bytes of text starting a thread takes longer than the work. */
const THREAD_BYTES = 4 << 20;
const NAMING_RANK = '0';
/** Products embedded together. */
const BATCH = 1024;

export interface VectorBuild {
  /** File of `warehouse/text/text_line.ts` lines, each ended by a line feed. */
  lines: string;
  products: number;
  output: string;
}

/** What of a product is embedded: its title, and the words of the last node of its category. */
export function vectorText(title: string, category: string | null): string {
  const node = category?.slice(category.lastIndexOf('.') + 1).replaceAll('_', ' ') ?? '';
  return node === '' ? title : `${title} ${node}`;
}

/**
 * Embeds every product of a catalogue; with the word table beside the event loop, where it is more than a moment's
 * work. Throws what the embedder throws, and then leaves no file.
 */
export async function buildVectorFile(
  build: VectorBuild,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<void> {
  if (!(embedder instanceof StaticEmbedder) || (await fileBytes(build.lines)) < THREAD_BYTES)
    return buildHere(build, embedder, signal);
  const worker = new Worker(new URL(import.meta.url), { workerData: { vectors: build } });
  await once(worker, 'message');
  await worker.terminate();
}

async function buildHere(build: VectorBuild, embedder: Embedder, signal?: AbortSignal): Promise<void> {
  const { id: model, dims } = embedder;
  const rows = new Int8Array(build.products * dims);
  let batch: ProductText[] = [];
  const embedBatch = async () => {
    signal?.throwIfAborted();
    const vectors = await embedder.embed(batch.map(({ text }) => text));
    for (const [at, { product }] of batch.entries()) rows.set((vectors[at] as Vector).values, product * dims);
    batch = [];
  };
  for await (const text of productTexts(build.lines)) {
    batch.push(text);
    if (batch.length === BATCH) await embedBatch();
  }
  await embedBatch();
  await writeVectorFile(build.output, { model, dims, count: build.products }, rows);
}

interface ProductText {
  product: number;
  text: string;
}

/** The text of every product, from the line of the listing that names it. */
async function* productTexts(lines: string): AsyncGenerator<ProductText> {
  const separator = String.fromCodePoint(SEPARATOR);
  const [numberAt, rankAt, categoryAt, titleAt] = (['product_no', 'rank', 'category', 'title'] as const).map(
    (part) => LINE_PARTS.indexOf(part),
  ) as [number, number, number, number];
  for await (const line of createInterface({ input: createReadStream(lines) })) {
    const parts = line.split(separator, titleAt + 1);
    if (parts[rankAt] !== NAMING_RANK) continue;
    const text = vectorText(parts[titleAt] ?? '', parts[categoryAt] || null);
    yield { product: Number(parts[numberAt]), text };
  }
}

const task = (workerData as { vectors?: VectorBuild } | null)?.vectors;
if (!isMainThread && task) {
  await buildHere(task, staticEmbedder());
  parentPort?.postMessage('done');
}
