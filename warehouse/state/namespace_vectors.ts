import type { Vector } from '../embedding/vector.ts';
import { type Hit, VectorTable } from '../embedding/vector_table.ts';
import { type StateQueries, statement } from './state_database.ts';

/** Facts whose vectors lie in one row: few rows to read for a scan, few bytes to write for one more fact. */
export const BLOCK = 128;
/** Blocks read at a time: 32,768 facts. */
const BLOCKS = 256;
/** Bytes of vectors kept between calls, of all namespaces together: half a million facts of the default model. */
const MOST_BYTES = 64 * 2 ** 20;
/** Fewer facts than these are read as fast as they are scanned. */
const FEWEST_KEPT = 4_096;
/** So many that were deleted since may be found in vain; then the vectors are read anew. */
const MOST_DEAD = 100;
/** Room for facts to come. */
const SPARE = 1.25;

/** A namespace as it stands: `next_item_no` goes up with each fact that is stored, `items` down with each that is deleted. */
export interface NamespaceStanding {
  namespace_no: number;
  items: number;
  next_item_no: number;
}

interface Kept {
  table: VectorTable;
  /** What it was read from last. */
  next: number;
  /** Facts that had been deleted when all of it was read. */
  deleted: number;
}

/**
 * Vectors of the large namespaces that were asked last, within 64 MiB, in the memory of one process. Each call says how
 * its namespace stands in the database; what was stored since, by whatever process, is read then, and nothing else.
 */
export class NamespaceVectors {
  readonly #kept = new Map<string, Kept>();
  readonly #reading = new Map<string, Promise<unknown>>();
  readonly #mostBytes: number;
  readonly #fewest: number;

  constructor({ mostBytes = MOST_BYTES, fewest = FEWEST_KEPT } = {}) {
    this.#mostBytes = mostBytes;
    this.#fewest = fewest;
  }

  /** Bytes held now. */
  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { table }) => sum + table.rows.length, 0);
  }

  /** The `most` facts nearest to a vector, by number; null where the namespace is not worth keeping or too large for it. */
  async nearest(
    queries: StateQueries,
    standing: NamespaceStanding,
    vector: Vector,
    most: number,
  ): Promise<Hit[] | null> {
    const bytes = standing.next_item_no * vector.values.length;
    if (standing.items < this.#fewest || bytes * SPARE > this.#mostBytes) return null;
    const key = `${standing.namespace_no} ${vector.model}`;
    // One after another, so that no scan meets a table that is being filled.
    const before = this.#reading.get(key) ?? Promise.resolve();
    const reading = before.catch(() => undefined).then(() => this.#refresh(queries, key, standing, vector));
    this.#reading.set(key, reading);
    const { table } = await reading.finally(() => {
      if (this.#reading.get(key) === reading) this.#reading.delete(key);
    });
    return table.scan(vector, most);
  }

  async #refresh(
    queries: StateQueries,
    key: string,
    { namespace_no, items, next_item_no }: NamespaceStanding,
    { model, values }: Vector,
  ): Promise<Kept> {
    const deleted = next_item_no - items;
    const known = this.#kept.get(key);
    const isUsable = known && next_item_no <= known.table.count && deleted - known.deleted <= MOST_DEAD;
    const kept = isUsable
      ? known
      : { table: VectorTable.create(model, values.length, roomFor(next_item_no)), next: 0, deleted };
    if (kept.next < next_item_no) await fill(queries, namespace_no, kept);
    kept.next = Math.max(kept.next, next_item_no);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    for (const [oldest] of this.#kept) {
      if (this.bytes <= this.#mostBytes || oldest === key) break;
      this.#kept.delete(oldest);
    }
    return kept;
  }
}

const roomFor = (facts: number) => Math.ceil((facts * SPARE) / BLOCK) * BLOCK;

/** Reads what came since into the table. */
async function fill(queries: StateQueries, namespace_no: number, { table, next }: Kept): Promise<void> {
  const bytes = BLOCK * table.dims;
  for (let after = Math.floor(next / BLOCK) - 1; ; ) {
    const blocks = await vectorBlocks(queries, { namespace_no, model: table.model, after });
    for (const { block_no, vectors } of blocks)
      if ((block_no + 1) * bytes <= table.rows.length)
        table.rows.set(new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length), block_no * bytes);
    const last = blocks.at(-1);
    if (!last || blocks.length < BLOCKS) return;
    after = last.block_no;
  }
}

/** Up to BLOCKS blocks of vectors behind `after`, in order. */
export function vectorBlocks(
  queries: StateQueries,
  place: { namespace_no: number; model: string; after: number },
): Promise<{ block_no: number; vectors: Uint8Array }[]> {
  return queries.all(statement('memory_vector_blocks'), { ...place, most: BLOCKS });
}

/** Blocks that one scan takes. */
export const SCANNED_BLOCKS = BLOCKS;
