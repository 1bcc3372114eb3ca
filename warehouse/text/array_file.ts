import { type FileHandle, open } from 'node:fs/promises';

/**
 * A file of named number columns: `MAGIC`, the length of a JSON header (uint32), the header, then the columns,
 * each on an eight-byte boundary. Numbers are little-endian, as on every machine Node runs on.
 */
const MAGIC = 'citext01';
const PREFIX_BYTES = 12;
const BLOCK_BYTES = 64 << 20;

const KINDS = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;
type Kind = keyof typeof KINDS;

export type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;
/** The constructor of a column over a buffer. */
export interface ColumnType<T extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
}
export type Columns = Record<string, Column>;

type Allocate = <T extends Column>(type: ColumnType<T>, length: number) => T;
const allocateShared: Allocate = (type, length) =>
  new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT), 0, length);

interface Header {
  columns: Record<string, { kind: Kind; offset: number; length: number }>;
  bytes: number;
}

/** Writes the columns; returns the bytes of the file. */
export async function writeColumnFile(path: string, columns: Columns): Promise<number> {
  const header: Header = { columns: {}, bytes: 0 };
  for (const [name, column] of Object.entries(columns)) {
    header.columns[name] = { kind: kindOf(column), offset: header.bytes, length: column.length };
    header.bytes = aligned(header.bytes + column.byteLength);
  }
  const text = Buffer.from(JSON.stringify(header));
  const start = aligned(PREFIX_BYTES + text.length);
  const head = Buffer.alloc(start);
  head.write(MAGIC, 'latin1');
  head.writeUInt32LE(text.length, 8);
  text.copy(head, PREFIX_BYTES);
  const file = await open(path, 'w');
  try {
    await file.write(head, 0, start, 0);
    for (const [name, column] of Object.entries(columns)) {
      const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
      const offset = start + (header.columns[name]?.offset ?? 0);
      for (let from = 0; from < bytes.length; from += BLOCK_BYTES)
        await file.write(bytes, from, Math.min(BLOCK_BYTES, bytes.length - from), offset + from);
    }
    await file.truncate(start + header.bytes);
  } finally {
    await file.close();
  }
  return start + header.bytes;
}

/**
 * Reads columns into shared memory, so that other threads may look at them too; all of them, or those that are
 * `wanted`. `allocate` says where they go; the default is a buffer each.
 */
export async function readColumnFile(
  path: string,
  wanted: (name: string) => boolean = () => true,
  allocate: Allocate = allocateShared,
): Promise<Columns> {
  const file = await open(path, 'r');
  try {
    const prefix = Buffer.alloc(PREFIX_BYTES);
    await file.read(prefix, 0, PREFIX_BYTES, 0);
    if (prefix.toString('latin1', 0, 8) !== MAGIC)
      throw new Error(`${path} is no file of text columns; run \`commerce-index rebuild\``);
    const text = Buffer.alloc(prefix.readUInt32LE(8));
    await file.read(text, 0, text.length, PREFIX_BYTES);
    const header = JSON.parse(text.toString()) as Header;
    const start = aligned(PREFIX_BYTES + text.length);
    const columns: Columns = {};
    for (const [name, { kind, offset, length }] of Object.entries(header.columns)) {
      if (!wanted(name)) continue;
      const column = allocate<Column>(KINDS[kind], length);
      const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
      await readWhole(file, bytes, start + offset, path);
      columns[name] = column;
    }
    return columns;
  } finally {
    await file.close();
  }
}

async function readWhole(file: FileHandle, bytes: Uint8Array, position: number, path: string): Promise<void> {
  for (let from = 0; from < bytes.length; ) {
    const length = Math.min(BLOCK_BYTES, bytes.length - from);
    const { bytesRead } = await file.read(bytes, from, length, position + from);
    if (bytesRead === 0) throw new Error(`${path} is cut off; run \`commerce-index rebuild\``);
    from += bytesRead;
  }
}

function kindOf(column: Column): Kind {
  const found = Object.entries(KINDS).find(([, type]) => column instanceof type);
  if (!found) throw new Error(`a column of ${column.constructor.name} cannot be written`);
  return found[0] as Kind;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
