import { open } from 'node:fs/promises';
import { VectorTable } from './vector_table.ts';

/**
 * A file of vectors: `MAGIC`, the length of a JSON header (uint32), the header, then the rows, `dims` bytes each, in
 * the order of the product numbers.
 */
const MAGIC = 'civect01';
const PREFIX_BYTES = 12;
const BLOCK_BYTES = 64 << 20;

interface Header {
  model: string;
  dims: number;
  count: number;
}

export async function writeVectorFile(path: string, header: Header, rows: Int8Array): Promise<void> {
  const text = Buffer.from(JSON.stringify(header));
  const head = Buffer.alloc(PREFIX_BYTES + text.length);
  head.write(MAGIC, 'latin1');
  head.writeUInt32LE(text.length, 8);
  text.copy(head, PREFIX_BYTES);
  const file = await open(path, 'w');
  try {
    await file.write(head, 0, head.length, 0);
    for (let from = 0; from < rows.length; from += BLOCK_BYTES)
      await file.write(rows, from, Math.min(BLOCK_BYTES, rows.length - from), head.length + from);
  } finally {
    await file.close();
  }
}

/** Tables in memory while somebody uses them: two snapshots with the same vectors share one. */
const tables = new Map<string, WeakRef<VectorTable>>();

/** The table of a file, in shared memory. Files are immutable, so what is in memory still holds. */
export async function openVectorFile(path: string): Promise<VectorTable> {
  const known = tables.get(path)?.deref();
  if (known) return known;
  const table = await readVectorFile(path);
  tables.set(path, new WeakRef(table));
  for (const [other, reference] of tables) if (!reference.deref()) tables.delete(other);
  return table;
}

async function readVectorFile(path: string): Promise<VectorTable> {
  const file = await open(path, 'r');
  try {
    const prefix = Buffer.alloc(PREFIX_BYTES);
    await file.read(prefix, 0, PREFIX_BYTES, 0);
    if (prefix.toString('latin1', 0, 8) !== MAGIC)
      throw new Error(`${path} is no file of vectors; run \`commerce-index rebuild\``);
    const text = Buffer.alloc(prefix.readUInt32LE(8));
    await file.read(text, 0, text.length, PREFIX_BYTES);
    const { model, dims, count } = JSON.parse(text.toString()) as Header;
    const table = VectorTable.create(model, dims, count);
    const start = PREFIX_BYTES + text.length;
    for (let from = 0; from < table.rows.length; ) {
      const length = Math.min(BLOCK_BYTES, table.rows.length - from);
      const { bytesRead } = await file.read(table.rows, from, length, start + from);
      if (bytesRead === 0) throw new Error(`${path} is cut off; run \`commerce-index rebuild\``);
      from += bytesRead;
    }
    table.seal();
    return table;
  } finally {
    await file.close();
  }
}
