import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fileBytes } from '../store.ts';
import { writeColumnFile } from './array_file.ts';
import { IndexBuilder } from './builder.ts';
import { buildSuggestions, PhraseCounter } from './suggestion_entries.ts';

/** Part of a text file's name: change it with whatever changes what the same texts are made into. */
export const TEXT_FORMAT = 8;

const BLOCK_BYTES = 4 << 20;
const LINE_FEED = 0x0a;
/** Below this many bytes of text starting a thread takes longer than the work. */
const THREAD_BYTES = 4 << 20;

export interface TextBuild {
  /** File of `text_line.ts` lines, each ended by a line feed. */
  lines: string;
  products: number;
  output: string;
}

export interface TextBuildSummary {
  terms: number;
  postings: number;
  bytes: number;
}

/** Builds the text file of a catalogue, beside the event loop where it is more than a moment's work. */
export async function buildTextFile(build: TextBuild): Promise<TextBuildSummary> {
  if ((await fileBytes(build.lines)) < THREAD_BYTES) return buildHere(build);
  const worker = new Worker(new URL(import.meta.url), { workerData: { build } });
  const [summary] = (await once(worker, 'message')) as [TextBuildSummary];
  await worker.terminate();
  return summary;
}

async function buildHere({ lines, products, output }: TextBuild): Promise<TextBuildSummary> {
  const builder = new IndexBuilder(products);
  const phrases = new PhraseCounter(products);
  await eachLine(lines, (bytes, start, end) => {
    builder.addLine(bytes, start, end);
    phrases.addLine(bytes, start, end);
  });
  const columns = builder.finish();
  const bytes = await writeColumnFile(output, { ...columns, ...buildSuggestions(columns, phrases) });
  return {
    terms: (columns['term_offsets']?.length ?? 1) - 1,
    postings: columns['posting_docs']?.length ?? 0,
    bytes,
  };
}

/** Hands over every line of a file, without its line feed. */
async function eachLine(
  path: string,
  take: (bytes: Uint8Array, start: number, end: number) => void,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    let block = Buffer.alloc(Math.max(1, Math.min(BLOCK_BYTES, (await file.stat()).size)));
    let kept = 0;
    for (;;) {
      const { bytesRead } = await file.read(block, kept, block.length - kept, null);
      const filled = kept + bytesRead;
      let start = 0;
      for (
        let end = block.indexOf(LINE_FEED);
        end !== -1 && end < filled;
        end = block.indexOf(LINE_FEED, start)
      ) {
        take(block, start, end);
        start = end + 1;
      }
      if (bytesRead === 0 && start < filled) throw new Error(`${path} does not end with a line feed`);
      if (bytesRead === 0) return;
      kept = filled - start;
      if (start === 0 && kept === block.length) block = Buffer.concat([block, Buffer.alloc(block.length)]);
      else block.copy(block, 0, start, filled);
    }
  } finally {
    await file.close();
  }
}

const task = (workerData as { build?: TextBuild } | null)?.build;
if (!isMainThread && task) parentPort?.postMessage(await buildHere(task));
