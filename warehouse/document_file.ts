import { type FileHandle, open } from 'node:fs/promises';

/**
 * A file of documents: one line each, `listing_no TAB body LF`, as DuckDB writes it, then an index of its own:
 * listing numbers (int32), offsets of the bodies (float64) and their lengths in bytes (int32), then where the
 * index begins and how many documents there are (float64 both), then `MAGIC`. Numbers are little-endian.
 */
const MAGIC = 'cidocs01';
const TRAILER_BYTES = 24;
const BLOCK_BYTES = 4 << 20;
const TAB = 0x09;
const LINE_FEED = 0x0a;

/** Where each document of a file lies. */
export interface DocumentIndex {
  listingNos: Int32Array;
  offsets: Float64Array;
  lengths: Int32Array;
}

/** Appends the index to a file of lines; returns the number of documents. Throws when a listing number repeats. */
export async function finishDocumentFile(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const { listingNos, offsets, lengths } = await readLines(file);
    const rows = listingNos.length;
    if (new Set(listingNos).size !== rows) throw new Error(`${path} has two documents of one listing`);
    const trailer = Buffer.alloc(TRAILER_BYTES);
    trailer.writeDoubleLE(size, 0);
    trailer.writeDoubleLE(rows, 8);
    trailer.write(MAGIC, 16, 'latin1');
    let position = size;
    for (const part of [listingNos, offsets, lengths].map(bytesOf).concat(trailer)) {
      await file.write(part, 0, part.length, position);
      position += part.length;
    }
    return rows;
  } finally {
    await file.close();
  }
}

/** The index of a finished file. */
export async function readDocumentIndex(file: FileHandle, name: string): Promise<DocumentIndex> {
  const { size } = await file.stat();
  const trailer = Buffer.alloc(TRAILER_BYTES);
  if (size >= TRAILER_BYTES) await file.read(trailer, 0, TRAILER_BYTES, size - TRAILER_BYTES);
  if (trailer.toString('latin1', 16) !== MAGIC)
    throw new Error(`${name} is no finished document file; run \`commerce-index rebuild\``);
  let position = trailer.readDoubleLE(0);
  const rows = trailer.readDoubleLE(8);
  const index = {
    listingNos: new Int32Array(rows),
    offsets: new Float64Array(rows),
    lengths: new Int32Array(rows),
  };
  for (const part of [index.listingNos, index.offsets, index.lengths]) {
    const bytes = bytesOf(part);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
    if (bytesRead !== bytes.length) throw new Error(`${name} is cut off; run \`commerce-index rebuild\``);
    position += bytes.length;
  }
  return index;
}

function bytesOf(array: Int32Array | Float64Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** One pass over the lines, in blocks; what a block cuts off goes before the next. */
async function readLines(file: FileHandle): Promise<DocumentIndex> {
  const listingNos: number[] = [];
  const offsets: number[] = [];
  const lengths: number[] = [];
  const { size } = await file.stat();
  let position = 0;
  let block = Buffer.alloc(BLOCK_BYTES);
  while (position < size) {
    const { bytesRead } = await file.read(block, 0, block.length, position);
    let start = 0;
    for (;;) {
      const end = block.indexOf(LINE_FEED, start);
      if (end === -1 || end >= bytesRead) break;
      const tab = block.indexOf(TAB, start);
      listingNos.push(Number(block.toString('latin1', start, tab)));
      offsets.push(position + tab + 1);
      lengths.push(end - tab - 1);
      start = end + 1;
    }
    if (start === 0 && position + bytesRead < size) block = Buffer.alloc(block.length * 2);
    else if (start === 0) throw new Error('the document file does not end with a line feed');
    position += start;
  }
  return {
    listingNos: Int32Array.from(listingNos),
    offsets: Float64Array.from(offsets),
    lengths: Int32Array.from(lengths),
  };
}
