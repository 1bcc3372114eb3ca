import { literal, loadSql } from '../../warehouse/database.ts';
import { documentSql } from '../../warehouse/document.ts';
import { finishDocumentFile } from '../../warehouse/document_file.ts';
import { catalogueRowsSql } from '../../warehouse/listing_rows.ts';
import type { Part } from '../../warehouse/manifest.ts';
import type { Publication } from '../publication.ts';
import { defineMoved } from './rows.ts';

/** Replaced rows stay a small share of the files, and publications that hold documents few. */
const MAX_PUBLICATIONS = 8;
const MAX_REPLACED_SHARE = 0.3;
/** Listings whose history and text are in memory at once. */
const SLICE_LISTINGS = 400_000;

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * Writes the documents of the listings that changed as further files, or all documents anew when the files have
 * grown many or every listing was read anew. Returns how many were written.
 */
export async function writeDocuments(publication: Publication, readAnew: boolean): Promise<number> {
  const { database } = publication;
  const parts = publication.anew || readAnew ? [] : (publication.tables.documents ?? []);
  const all = await findTouched(publication, parts);
  const touched = await database.rows<{ feed_no: number; listings: string }>(
    'count touched',
    'select feed_no::integer as feed_no, count(*) as listings from assignments semi join touched using (listing_key) group by feed_no order by feed_no',
  );
  const rows = touched.reduce((sum, feed) => sum + Number(feed.listings), 0);
  if (rows === 0) return 0;
  const once = await seenOnce(publication, rows);
  if (!once) await database.run('find long histories', sql('long_histories'));
  for (const [number, slice] of slices(touched).entries()) {
    const draft = await writeSlice(publication, slice, once);
    const key = `serving/documents/${publication.name}-${number}.docs`;
    const written = await finishDocumentFile(draft);
    await publication.addPart('documents', { draft, rows: written, key, replace: all && number === 0 });
    publication.settings.onStep?.('snapshot', slice.done, rows);
  }
  return rows;
}

/** The publication that wrote a part: the files of its slices go by its name. */
function publicationOf(part: Part): string {
  return part.key.replace(/-\d+\.docs$/, '');
}

/** Makes `touched`, the listings whose documents are to be written; true when these are all there are. */
async function findTouched(publication: Publication, parts: readonly Part[]): Promise<boolean> {
  const { database } = publication;
  let all = parts.length === 0;
  if (!all) {
    await defineMoved(publication);
    await database.run('find touched listings', sql('touched'));
    const touched = await database.count('count touched', 'select count(*) from touched');
    const listings = await database.count('count listings', 'select count(*) from assignments');
    const publications = new Set(parts.map(publicationOf));
    const later = parts
      .filter((part) => publicationOf(part) !== publicationOf(parts[0] as Part))
      .reduce((sum, part) => sum + part.rows, touched);
    all = touched > 0 && (publications.size >= MAX_PUBLICATIONS || later > listings * MAX_REPLACED_SHARE);
  }
  if (all)
    await database.script(
      'touch all',
      'drop table if exists touched; create temp table touched as select listing_key from assignments',
    );
  return all;
}

/** True in a first snapshot whose listings all have a single change point, which is then their row's own state. */
async function seenOnce(publication: Publication, listings: number): Promise<boolean> {
  if (publication.before) return false;
  return (
    (await publication.database.count('count change points', 'select count(*) from all_changes')) === listings
  );
}

interface Slice {
  feeds: { feed_no: number; share: number; shares: number }[];
  /** Listings written once this slice is done. */
  done: number;
}

/** Small feeds together, big ones in shares, so that a slice never holds many more than `SLICE_LISTINGS`. */
function slices(touched: readonly { feed_no: number; listings: string }[]): Slice[] {
  const result: Slice[] = [];
  let open: Slice['feeds'] = [];
  let size = 0;
  let done = 0;
  const close = () => {
    if (open.length > 0) result.push({ feeds: open, done });
    open = [];
    size = 0;
  };
  for (const { feed_no, listings } of touched) {
    const count = Number(listings);
    if (size + count > SLICE_LISTINGS) close();
    const shares = Math.max(1, Math.ceil(count / SLICE_LISTINGS));
    for (let share = 0; share < shares; share++) {
      open.push({ feed_no, share, shares });
      size += count / shares;
      done += Math.round(count / shares);
      if (shares > 1) close();
    }
  }
  close();
  return result;
}

/** Writes the lines of a slice and returns their file. */
async function writeSlice(publication: Publication, slice: Slice, once: boolean): Promise<string> {
  const { database } = publication;
  const feeds = slice.feeds.map(
    (feed) => `(${feed.feed_no}::usmallint, ${feed.share}::ubigint, ${feed.shares}::ubigint)`,
  );
  const numbers = new Set(slice.feeds.map((feed) => feed.feed_no));
  await database.script(
    'define slice',
    `create or replace temp table slice_feeds as from (values ${feeds.join(', ')}) as t(feed_no, share, shares);
     create or replace temp ${publication.sharedRows} slice_rows as ${catalogueRowsSql(
       (id) => publication.folder.stagedRows(id),
       publication.feeds.filter((state) => numbers.has(state.feed_no)),
       'vanished',
       publication.generations,
     )};`,
  );
  await database.run('place slice', sql(once ? 'slice_places_once' : 'slice_places'));
  await database.run('join slice', sql('slice_listings'));
  const draft = await publication.draft('documents.docs');
  await database.run(
    'write slice',
    `copy (select listing_no, ${documentSql()} as body from slice_listings) to ${literal(draft)} (format csv, header false, delimiter '\t', quote '', escape '')`,
  );
  return draft;
}
