import { loadSql } from '../../warehouse/database.ts';
import { readingOf, type StoredReading } from '../domain/attribute.ts';
import { type ColumnKey, isSameColumn } from '../domain/column_key.ts';
import type { Publication } from '../publication.ts';
import { ColumnEvidence, type EvidenceListing } from './column_evidence.ts';
import { foundColumns } from './found_columns.ts';
import { type CatalogueReadings, rereadCatalogue } from './readings.ts';

/** Listings that are compared; of a larger catalogue some variants are, wholly. */
const COMPARED_LISTINGS = 50_000;

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * Finds what sellers' own columns are, of `assignments`, `identities`, `readings` and `catalogue_rows`, and keeps it in
 * `publication.columns`; the listings of feeds for which that is news are read again. A function of the catalogue, the
 * configuration and what was found before.
 */
export async function equateColumns(
  publication: Publication,
  read: CatalogueReadings,
): Promise<CatalogueReadings> {
  const { columns } = publication;
  const configured = columns.filter(({ by }) => by === 'configuration');
  const evidence = await columnEvidence(publication);
  publication.columns = [...configured, ...foundColumns(evidence, columns, configured)];
  return rereadCatalogue(publication, read, columns);
}

/** The columns that the snapshot before did not know, or knew as something else. */
export function newColumns({ before, columns }: Publication): ColumnKey[] {
  const then = before?.columns ?? [];
  return columns.filter(
    (one) =>
      one.by !== 'configuration' && !then.some((other) => isSameColumn(one, other) && one.key === other.key),
  );
}

async function columnEvidence(publication: Publication): Promise<ColumnEvidence> {
  const { database, feeds } = publication;
  const evidence = new ColumnEvidence();
  const listings = await database.count('count listings', 'select count(*) from assignments');
  const placeOf = new Map(feeds.map(({ feed_no, seller, feed }) => [feed_no, { seller, feed }]));
  const result = await database.stream('read evidence of columns', sql('evidence_listings'), {
    stride: Math.max(1, Math.ceil(listings / COMPARED_LISTINGS)),
  });
  let variant = '';
  let group: EvidenceListing[] = [];
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) break;
    for (const [key, feedNo, brand, attributes, readings] of chunk.getRows()) {
      if (key !== variant) evidence.add(group);
      if (key !== variant) group = [];
      variant = key as string;
      const place = placeOf.get(feedNo as number);
      if (!place) continue;
      group.push({
        ...place,
        brand: brand as string | null,
        attributes: JSON.parse(attributes as string) as Record<string, string>,
        parsed: (JSON.parse(readings as string) as StoredReading[])
          .map(readingOf)
          .filter(({ source }) => source === 'parsed'),
      });
    }
  }
  evidence.add(group);
  return evidence;
}
