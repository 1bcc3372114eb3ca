import type { Vector } from '../embedding/vector.ts';
import { type Hit, VectorTable } from '../embedding/vector_table.ts';
import {
  BLOCK,
  SCANNED_BLOCKS as BLOCKS,
  type NamespaceStanding,
  type NamespaceVectors,
  vectorBlocks,
} from './namespace_vectors.ts';
import { type StateQueries, statement } from './state_database.ts';

/** Where a fact stands: its namespace, and its number in it. */
interface Place {
  namespace_no: number;
  item_no: number;
}

/** Puts the vector of a new fact into its block. */
export async function writeVector(queries: StateQueries, place: Place, vector: Vector): Promise<void> {
  const { model, values } = vector;
  await patch(queries, { ...place, model }, values);
}

/** Makes the vector of a fact that goes zeros, which are near nothing. */
export function clearVector(queries: StateQueries, place: Place & { model: string }): Promise<void> {
  return patch(queries, place, null);
}

async function patch(
  queries: StateQueries,
  { namespace_no, item_no, model }: Place & { model: string },
  values: Int8Array | null,
): Promise<void> {
  const key = { namespace_no, model, block_no: Math.floor(item_no / BLOCK) };
  const row = await queries.get<{ vectors: Uint8Array }>(
    'select vectors from memory_vectors where namespace_no = $namespace_no and model = $model and block_no = $block_no',
    key,
  );
  if (!row && !values) return;
  const dims = values?.length ?? (row?.vectors.length ?? 0) / BLOCK;
  const vectors = new Uint8Array(BLOCK * dims);
  if (row) vectors.set(row.vectors);
  const bytes = values ? new Uint8Array(values.buffer, values.byteOffset, dims) : new Uint8Array(dims);
  vectors.set(bytes, (item_no % BLOCK) * dims);
  await queries.run(statement('memory_write_vectors'), { ...key, vectors });
}

/** A fact near to a vector: its number in the namespace, and the dot product (`cosineOf`). */
export interface NearFact {
  item_no: number;
  dot: number;
}

/** Blocks that a small table takes: most namespaces are smaller, and a scan passes over the whole table. */
const FEW_BLOCKS = 8;
const tables = new Map<string, VectorTable>();

/** Tables to scan in, two for each model: scans never wait in the middle, so all share them. */
function tableOf({ model, values }: Vector, blocks: number): VectorTable {
  const room = blocks <= FEW_BLOCKS ? FEW_BLOCKS : BLOCKS;
  const key = `${room} ${model}`;
  let table = tables.get(key);
  if (!table) {
    table = VectorTable.create(model, values.length, BLOCK * room);
    tables.set(key, table);
  }
  return table;
}

/**
 * The `most` facts of a namespace nearest to a vector, of those whose vectors are of the same model, in bounded memory:
 * by the vectors that are kept, else block after block.
 */
export async function nearestFacts(
  queries: StateQueries,
  standing: NamespaceStanding,
  { vector, most, kept }: { vector: Vector; most: number; kept: NamespaceVectors },
): Promise<NearFact[]> {
  const held = await kept.nearest(queries, standing, vector, most);
  if (held) return held.map(({ row, dot }) => ({ item_no: row, dot }));
  const { namespace_no } = standing;
  let nearest: NearFact[] = [];
  for (let after = -1; ; ) {
    const blocks = await vectorBlocks(queries, { namespace_no, model: vector.model, after });
    const last = blocks.at(-1);
    if (!last) return nearest;
    const hits = scan(vector, blocks, most);
    nearest = [...nearest, ...hits].sort((a, b) => b.dot - a.dot).slice(0, most);
    if (blocks.length < BLOCKS) return nearest;
    after = last.block_no;
  }
}

function scan(
  vector: Vector,
  blocks: readonly { block_no: number; vectors: Uint8Array }[],
  most: number,
): NearFact[] {
  const table = tableOf(vector, blocks.length);
  const bytes = BLOCK * table.dims;
  for (const [at, { vectors }] of blocks.entries())
    table.rows.set(new Int8Array(vectors.buffer, vectors.byteOffset, vectors.length), at * bytes);
  // What is left of an earlier scan is near nothing.
  table.rows.fill(0, blocks.length * bytes);
  const hits: Hit[] = table.scan(vector, most).filter(({ row }) => row < blocks.length * BLOCK);
  return hits.map(({ row, dot }) => ({
    item_no: (blocks[Math.floor(row / BLOCK)]?.block_no ?? 0) * BLOCK + (row % BLOCK),
    dot,
  }));
}
