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
const DIGIT_ZERO = 0x30;

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
    const twice = repeated(listingNos);
    if (twice !== null) throw new Error(`${path} has two documents of one listing (number ${twice})`);
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
  const { size } = await file.stat();
  let index = grown(emptyIndex(), Math.ceil(size / 200));
  let rows = 0;
  let position = 0;
  let block = Buffer.alloc(Math.min(BLOCK_BYTES, size));
  while (position < size) {
    const { bytesRead } = await file.read(block, 0, block.length, position);
    let start = 0;
    for (
      let end = block.indexOf(LINE_FEED);
      end !== -1 && end < bytesRead;
      end = block.indexOf(LINE_FEED, start)
    ) {
      if (rows === index.listingNos.length) index = grown(index, rows * 2);
      let listingNo = 0;
      let tab = start;
      for (; block[tab] !== TAB; tab++) listingNo = listingNo * 10 + (block[tab] as number) - DIGIT_ZERO;
      index.listingNos[rows] = listingNo;
      index.offsets[rows] = position + tab + 1;
      index.lengths[rows] = end - tab - 1;
      rows++;
      start = end + 1;
    }
    if (start === 0 && position + bytesRead < size) block = Buffer.alloc(block.length * 2);
    else if (start === 0) throw new Error('the document file does not end with a line feed');
    position += start;
  }
  return {
    listingNos: index.listingNos.slice(0, rows),
    offsets: index.offsets.slice(0, rows),
    lengths: index.lengths.slice(0, rows),
  };
}

function emptyIndex(): DocumentIndex {
  return { listingNos: new Int32Array(0), offsets: new Float64Array(0), lengths: new Int32Array(0) };
}

/** A copy with room for at least `rows` documents. */
function grown(index: DocumentIndex, rows: number): DocumentIndex {
  const room = Math.max(16, rows);
  const larger = {
    listingNos: new Int32Array(room),
    offsets: new Float64Array(room),
    lengths: new Int32Array(room),
  };
  larger.listingNos.set(index.listingNos);
  larger.offsets.set(index.offsets);
  larger.lengths.set(index.lengths);
  return larger;
}

/** The first listing number that stands twice, or null. */
function repeated(listingNos: Int32Array): number | null {
  const seen = new Uint8Array(listingNos.reduce((most, no) => Math.max(most, no + 1), 0));
  for (const no of listingNos) {
    if (seen[no] === 1) return no;
    seen[no] = 1;
  }
  return null;
}
