import { randomBytes } from 'node:crypto';
import { termsOf } from '../../pipelines/text/words.ts';
import type { Vector } from '../embedding/vector.ts';
import { factText, type ItemRow, itemOf, type MemoryItem } from './memory_item.ts';
import { type Recalled, recall } from './memory_recall.ts';
import { clearVector, writeVector } from './memory_vectors.ts';
import { type NamespaceStanding, NamespaceVectors } from './namespace_vectors.ts';
import { type StateDatabase, type StateQueries, statement } from './state_database.ts';
import { WordCounts } from './word_counts.ts';

export type NewMemory = Omit<MemoryItem, 'id'> & { owner: string; namespace: string };

/** A namespace by its owner and name: two owners may use one name and never meet. */
export interface Namespace {
  owner: string;
  namespace: string;
}

export interface RecallQuery extends Namespace {
  text: string;
  /** Of the text; null where there is none, then words alone rank. */
  vector: Vector | null;
  limit: number;
  /** Facts below this score are left out. */
  minScore: number;
  now: Date;
}

/** Facts by owner and namespace. What has expired counts as not there. */
export interface MemoryStore {
  /** Keeps a fact with the vector of its text, or without one: then it is found by its words alone. */
  add(item: NewMemory, vector: Vector | null): Promise<MemoryItem>;
  /** The facts nearest to a text, best first. Null for a namespace that nothing was stored in. */
  recall(query: RecallQuery): Promise<Recalled[] | null>;
  /** Facts in the order they were stored, behind the position `after`. Null as above. */
  page(
    namespace: Namespace,
    page: { after: number; limit: number; now: Date },
  ): Promise<{ item: MemoryItem; position: number }[] | null>;
  /** False when the owner has no such fact. */
  remove(owner: string, id: string, now: Date): Promise<boolean>;
  /** Removes a namespace with all that is in it; false where nothing was stored. */
  removeNamespace(namespace: Namespace): Promise<boolean>;
  /** Removes for good what has expired; returns how many. */
  sweep(now: Date): Promise<number>;
}

interface PlacedRow {
  namespace_no: number;
  item_no: number;
  text: string;
  constraints: string | null;
  model: string | null;
}

/** Facts removed in one transaction of a sweep. */
const SWEEP = 500;

/** The facts as the state's database keeps them. */
export class StoredMemory implements MemoryStore {
  readonly #database: StateDatabase;
  readonly #kept = { vectors: new NamespaceVectors(), counts: new WordCounts() };

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async add({ owner, namespace, ...fact }: NewMemory, vector: Vector | null): Promise<MemoryItem> {
    const item: MemoryItem = { id: `mem_${randomBytes(10).toString('hex')}`, ...fact };
    await this.#database.transaction(async (queries) => {
      const place = await queries.get<{ namespace_no: number; item_no: number }>(
        statement('memory_namespace'),
        { owner, namespace },
      );
      if (!place) throw new Error(`the namespace ${namespace} could not be made`);
      const constraints = item.constraints && JSON.stringify(item.constraints);
      await queries.run(statement('memory_insert'), {
        ...item,
        ...place,
        constraints,
        metadata: item.metadata && JSON.stringify(item.metadata),
        model: vector?.model ?? null,
      });
      await queries.run(statement('memory_insert_words'), {
        ...place,
        words: wordList({ text: item.text, constraints }),
      });
      if (vector) await writeVector(queries, place, vector);
    });
    return item;
  }

  async recall({ owner, namespace, now, ...query }: RecallQuery): Promise<Recalled[] | null> {
    const found = await this.#namespace({ owner, namespace });
    if (!found) return null;
    return recall(this.#database, { ...query, ...found, now: now.toISOString() }, this.#kept);
  }

  async page(
    namespace: Namespace,
    { after, limit, now }: { after: number; limit: number; now: Date },
  ): Promise<{ item: MemoryItem; position: number }[] | null> {
    const found = await this.#namespace(namespace);
    if (!found) return null;
    const rows = await this.#database.all<ItemRow>(statement('memory_page'), {
      namespace_no: found.namespace_no,
      after,
      most: limit,
      now: now.toISOString(),
    });
    return rows.map((row) => ({ item: itemOf(row), position: row.item_no }));
  }

  async remove(owner: string, id: string, now: Date): Promise<boolean> {
    return this.#database.transaction(async (queries) => {
      const row = await queries.get<PlacedRow>(statement('memory_of_owner'), {
        owner,
        id,
        now: now.toISOString(),
      });
      if (!row) return false;
      await removeItem(queries, id, row);
      return true;
    });
  }

  async removeNamespace({ owner, namespace }: Namespace): Promise<boolean> {
    const removed = await this.#database.run(
      'delete from memory_namespaces where owner = $owner and name = $namespace',
      { owner, namespace },
    );
    return removed > 0;
  }

  async sweep(now: Date): Promise<number> {
    for (let removed = 0; ; ) {
      const swept = await this.#database.transaction(async (queries) => {
        const rows = await queries.all<PlacedRow & { id: string }>(
          'select id, namespace_no, item_no, text, constraints, model from memory_items where expires_at <= $now limit $most',
          { now: now.toISOString(), most: SWEEP },
        );
        for (const { id, ...row } of rows) await removeItem(queries, id, row);
        return rows.length;
      });
      removed += swept;
      if (swept < SWEEP) return removed;
    }
  }

  #namespace({ owner, namespace }: Namespace): Promise<NamespaceStanding | undefined> {
    return this.#database.get(
      'select namespace_no, items, next_item_no from memory_namespaces where owner = $owner and name = $namespace',
      { owner, namespace },
    );
  }
}

async function removeItem(queries: StateQueries, id: string, row: PlacedRow): Promise<void> {
  const { namespace_no, item_no, model } = row;
  const gone = await queries.run('delete from memory_items where id = $id', { id });
  if (gone === 0) return;
  await queries.run(statement('memory_delete_words'), { namespace_no, item_no, words: wordList(row) });
  await queries.run('update memory_namespaces set items = items - 1 where namespace_no = $namespace_no', {
    namespace_no,
  });
  if (model !== null) await clearVector(queries, { namespace_no, item_no, model });
}

const wordList = (fact: Pick<PlacedRow, 'text' | 'constraints'>): string =>
  JSON.stringify(termsOf(factText(fact)));
