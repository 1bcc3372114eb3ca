import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { finished } from 'node:stream/promises';
import { fileList, literal, loadSql } from '../../warehouse/database.ts';
import { TaskThread } from '../../warehouse/task_thread.ts';
import type { ColumnKey } from '../domain/column_key.ts';
import type { Publication } from '../publication.ts';
import { movedFeeds, writeFeedColumns } from './feed_columns.ts';
import { DESCRIPTION_LETTERS } from './read.ts';
import { type ListingRow, readListings } from './reading_task.ts';

/** Raise it with whatever reads a listing otherwise than before: the next publication reads all anew. */
export const READING_FORMAT = 5;
const FOLDER = `tables/readings/${READING_FORMAT}`;

/** A catalogue smaller than this is read before a thread stands. */
const THREADED_ROWS = 5000;
const TASK_ROWS = 2048;
/** Tasks that wait at a thread while it does one. */
const AHEAD = 2;

const COLUMNS =
  'listing_key ubigint, feed_no usmallint, content_hash ubigint, readings varchar, amounts varchar';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** What of a publication's readings stood before, and whether any did. */
export interface CatalogueReadings {
  /** Rows of the part of the snapshot before that may stand; 0 where all is read anew. */
  before: number;
  /** Listings that were read. */
  fresh: number;
  /** Feeds whose listings are read again, because their columns are something else than was known. */
  moved: readonly number[];
}

/**
 * Makes `readings`, what every listing says of its item and what amounts it states, reading only new and changed listings and those of feeds whose
 * columns the configuration calls something else than before. `keepReadings` writes it.
 */
export async function readCatalogue(publication: Publication): Promise<CatalogueReadings> {
  const { database } = publication;
  const parts = publication.tables.readings ?? [];
  const kept = !publication.anew && parts.every(({ key }) => key.startsWith(`${FOLDER}/`)) ? parts : [];
  const paths = await Promise.all(kept.map(({ key }) => publication.settings.store.local(key)));
  const moved = movedFeeds(publication, publication.before?.columns ?? []);
  await database.script(
    'open readings before',
    `${
      paths.length > 0
        ? `create or replace temp view readings_stored as select * from read_parquet(${fileList(paths)});`
        : `create or replace temp table readings_stored (${COLUMNS});`
    } create or replace temp table readings_new (${COLUMNS});`,
  );
  const before = kept.reduce((sum, { rows }) => sum + rows, 0);
  return { before, moved, fresh: await readMoved(publication, moved) };
}

/** Reads again the listings of feeds whose columns have turned out to be something else than `readings` knew. */
export async function rereadCatalogue(
  publication: Publication,
  known: CatalogueReadings,
  then: readonly ColumnKey[],
): Promise<CatalogueReadings> {
  const found = movedFeeds(publication, then);
  if (found.length === 0) return known;
  await publication.database.run(
    'forget readings',
    `delete from readings_new where feed_no in (${found.join(', ')})`,
  );
  const moved = [...new Set([...known.moved, ...found])];
  return { ...known, moved, fresh: known.fresh + (await readMoved(publication, moved)) };
}

/** Reads what is not known, where nothing is known of the moved feeds, and defines `readings`. */
async function readMoved(publication: Publication, moved: readonly number[]): Promise<number> {
  const { database } = publication;
  await writeFeedColumns(publication);
  await database.script(
    'list feeds to read again',
    `create or replace temp table reread_feeds (feed_no usmallint);
     ${moved.length > 0 ? `insert into reread_feeds values ${moved.map((no) => `(${no})`).join(', ')};` : ''}
     create or replace temp view readings_before as from readings_stored anti join reread_feeds using (feed_no);`,
  );
  const fresh = await readRows(publication);
  await database.run('define readings', `create or replace temp view readings as ${sql('readings_joined')}`);
  return fresh;
}

/** Writes `readings` where it is another than before; true where all were read anew, so that documents do not have them. */
export async function keepReadings(
  publication: Publication,
  { before, fresh, moved }: CatalogueReadings,
): Promise<boolean> {
  const { database } = publication;
  const listings = await database.count('count catalogue rows', 'select count(*) from catalogue_rows');
  if (fresh === 0 && moved.length === 0 && listings === before && before > 0)
    await database.run('keep readings', 'create or replace temp view readings as from readings_before');
  else {
    const part = await publication.writePart('readings', `(${sql('readings_joined')})`, {
      folder: FOLDER,
      replace: true,
    });
    const path = await publication.settings.store.local(part.key);
    await database.run(
      'take readings',
      `create or replace temp view readings as select * from read_parquet(${fileList([path])})`,
    );
  }
  return before === 0;
}

/** Reads the listings that are not known into `readings_new`; returns how many there are. */
async function readRows(publication: Publication): Promise<number> {
  const { database, settings } = publication;
  const path = await publication.draft('readings.tsv');
  const file = createWriteStream(path);
  const rows = await countRows(publication);
  const threads = rows < THREADED_ROWS ? 0 : (settings.threads ?? availableParallelism());
  const workers = Array.from(
    { length: threads },
    () => new TaskThread<ListingRow[], string>(new URL('./reading_worker.ts', import.meta.url), null),
  );
  try {
    if (rows > 0) await writeReadings(publication, workers, file);
  } finally {
    for (const worker of workers) worker[Symbol.dispose]();
    file.end();
    await finished(file);
  }
  await database.run(
    'take new readings',
    `insert into readings_new from read_csv(${literal(path)}, header = false, delim = '\\t', quote = '', escape = '', auto_detect = false, max_line_size = 10000000,
       columns = {'listing_key': 'ubigint', 'feed_no': 'usmallint', 'content_hash': 'ubigint', 'readings': 'varchar', 'amounts': 'varchar'})`,
  );
  return rows;
}

const countRows = ({ database }: Publication): Promise<number> =>
  database.count('count listings to read', `select count(*) from (${sql('rows_to_read')})`, {
    description_letters: 0,
  });

async function writeReadings(
  publication: Publication,
  workers: readonly TaskThread<ListingRow[], string>[],
  file: WriteStream,
): Promise<void> {
  const write = async (lines: string) => {
    if (!file.write(lines)) await once(file, 'drain');
  };
  const open = new Set<Promise<void>>();
  let next = 0;
  for await (const rows of batches(publication)) {
    publication.settings.signal?.throwIfAborted();
    const worker = workers[next++ % Math.max(1, workers.length)];
    if (!worker) {
      await write(readListings(rows));
      continue;
    }
    const task = worker
      .run(rows)
      .then(write)
      .finally(() => open.delete(task));
    open.add(task);
    if (open.size >= workers.length * AHEAD) await Promise.race(open);
  }
  await Promise.all(open);
}

async function* batches({ database }: Publication): AsyncGenerator<ListingRow[]> {
  const result = await database.stream('find rows to read', sql('rows_to_read'), {
    description_letters: DESCRIPTION_LETTERS,
  });
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    const rows = chunk.getRows() as unknown as ListingRow[];
    for (let at = 0; at < rows.length; at += TASK_ROWS) yield rows.slice(at, at + TASK_ROWS);
  }
}
