import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { literal, loadSql } from '../../warehouse/database.ts';
import { nameOf, WAREHOUSE_FORMAT } from '../../warehouse/manifest.ts';
import { fileBytes } from '../../warehouse/store.ts';
import { writeColumnFile } from '../../warehouse/text/array_file.ts';
import { FacetColumns, type NumberedListing } from '../attributes/facet_columns.ts';
import { READING_FORMAT } from '../attributes/readings.ts';
import type { StoredQuantity } from '../attributes/stated_quantities.ts';
import { readingOf, type StoredReading } from '../domain/attribute.ts';
import type { Publication } from '../publication.ts';

/** Part of a facet file's name: change it with whatever changes what the same readings are made into. */
export const FACET_FORMAT = 2;

/** Below this many bytes starting a thread takes longer than the work. */
const THREAD_BYTES = 4 << 20;

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** File of `facet_lines.sql` rows, parted by tabs. */
interface FacetBuild {
  lines: string;
  output: string;
  /** By number of the feed. */
  sellers: ReadonlyMap<string, string>;
}

/** Writes what variants say of themselves, to be filtered and counted by, unless it stands as it was. */
export async function writeFacets(publication: Publication, identityChanged: boolean): Promise<void> {
  const { database, columns } = publication;
  const [before] = publication.tables.facets ?? [];
  if (before && !identityChanged) return;
  const inputs = await database.rows('digest facets', sql('facet_inputs'));
  const key = `serving/facets/${nameOf(WAREHOUSE_FORMAT, FACET_FORMAT, READING_FORMAT, inputs, ...(columns.length > 0 ? [columns] : []))}.facets`;
  if (before?.key === key && !publication.anew) return;
  const lines = await publication.draft('facets.lines');
  await database.run(
    'write facet lines',
    `copy (${sql('facet_lines')}) to ${literal(lines)} (format csv, header false, delimiter '\t', quote '', escape '')`,
  );
  const output = await publication.draft('facets.facets');
  const sellers = new Map(publication.feeds.map(({ feed_no, seller }) => [String(feed_no), seller]));
  const rows = await buildFacets({ lines, output, sellers });
  await rm(lines);
  await publication.addPart('facets', { draft: output, rows, key, replace: true });
}

/** Builds the file beside the event loop where it is more than a moment's work; returns how many values it has. */
async function buildFacets(build: FacetBuild): Promise<number> {
  if ((await fileBytes(build.lines)) < THREAD_BYTES) return buildHere(build);
  const worker = new Worker(new URL(import.meta.url), { workerData: { facets: build } });
  const [rows] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return rows;
}

async function buildHere({ lines, output, sellers }: FacetBuild): Promise<number> {
  const columns = new FacetColumns();
  let product = '';
  let listings: NumberedListing[] = [];
  for await (const line of createInterface({ input: createReadStream(lines) })) {
    const [
      product_no = '',
      listing_no,
      variant_id = '',
      feed_no = '',
      confidence,
      readings = '[]',
      amounts = '[]',
    ] = line.split('\t');
    if (product_no !== product && listings.length > 0) {
      columns.add(listings);
      listings = [];
    }
    product = product_no;
    listings.push({
      listing_no: Number(listing_no),
      variant_id,
      seller: sellers.get(feed_no) ?? feed_no,
      confidence: Number(confidence),
      readings: (JSON.parse(readings) as StoredReading[]).map(readingOf),
      amounts: JSON.parse(amounts) as StoredQuantity[],
    });
  }
  if (listings.length > 0) columns.add(listings);
  const written = columns.finish();
  await writeColumnFile(output, written);
  return columns.size;
}

const task = (workerData as { facets?: FacetBuild } | null)?.facets;
if (!isMainThread && task) parentPort?.postMessage(await buildHere(task));
