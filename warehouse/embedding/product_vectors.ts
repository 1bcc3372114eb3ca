import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fileBytes } from '../store.ts';
import { LINE_PARTS, SEPARATOR } from '../text/text_line.ts';
import { StaticEmbedder } from './static_embedder.ts';
import { writeVectorFile } from './vector_file.ts';

/** Part of a vector file's name: change it with whatever changes what the same texts are made into. */
export const VECTOR_FORMAT = 2;

/** Below this many bytes of text starting a thread takes longer than the work. */
const THREAD_BYTES = 4 << 20;
const NAMING_RANK = '0';

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

let embedder: StaticEmbedder | undefined;

/** The model that product vectors are of. */
export const productEmbedder = (): StaticEmbedder => (embedder ??= StaticEmbedder.open());

/** Embeds every product of a catalogue, beside the event loop where it is more than a moment's work. */
export async function buildVectorFile(build: VectorBuild): Promise<void> {
  if ((await fileBytes(build.lines)) < THREAD_BYTES) return buildHere(build);
  const worker = new Worker(new URL(import.meta.url), { workerData: { vectors: build } });
  await once(worker, 'message');
  await worker.terminate();
}

async function buildHere({ lines, products, output }: VectorBuild): Promise<void> {
  const model = productEmbedder();
  const rows = new Int8Array(products * model.dims);
  const separator = String.fromCodePoint(SEPARATOR);
  const [numberAt, rankAt, categoryAt, titleAt] = (['product_no', 'rank', 'category', 'title'] as const).map(
    (part) => LINE_PARTS.indexOf(part),
  ) as [number, number, number, number];
  for await (const line of createInterface({ input: createReadStream(lines) })) {
    const parts = line.split(separator, titleAt + 1);
    if (parts[rankAt] !== NAMING_RANK) continue;
    const text = vectorText(parts[titleAt] ?? '', parts[categoryAt] || null);
    rows.set(model.embedText(text).values, Number(parts[numberAt]) * model.dims);
  }
  await writeVectorFile(output, { model: model.id, dims: model.dims, count: products }, rows);
}

const task = (workerData as { vectors?: VectorBuild } | null)?.vectors;
if (!isMainThread && task) {
  await buildHere(task);
  parentPort?.postMessage('done');
}
