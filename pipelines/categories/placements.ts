import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { type Database, fileList, literal, loadSql } from '../../warehouse/database.ts';
import type { Publication } from '../publication.ts';
import { LearnedNodes, type PlacedListing } from './learned_nodes.ts';
import { nodeOfPath } from './paths.ts';
import { placeListing } from './place.ts';

/** Titles to learn a node by; more tell no more. */
const EXAMPLES = 200;
const COLUMNS = 'listing_key ubigint, feed_no usmallint, node varchar, confidence float';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * Makes `placements`, the node of every listing, and `placements_before`. A listing lies where its seller says, else
 * where its product's other listings lie, else where its title says. A function of the catalogue and its assignments.
 * Returns what sellers' spellings became, for ids that were given out.
 */
export async function placeCatalogue(
  publication: Publication,
  identityChanged: boolean,
): Promise<Record<string, string>> {
  const { database, before } = publication;
  await openPlacements(publication, 'placements_before');
  if (!identityChanged && publication.tables.placements) {
    await database.run('keep placements', 'create or replace temp view placements as from placements_before');
    return before?.category_redirects ?? {};
  }
  const redirects = await mapPaths(database);
  await database.run('place listings by path', sql('known'));
  await placeByTitles(publication);
  await publication.writePart(
    'placements',
    '(select * exclude (is_mapped) from known_placements union all by name from titled_placements)',
    { folder: 'tables/placements', replace: true },
  );
  await openPlacements(publication, 'placements');
  return { ...before?.category_redirects, ...redirects };
}

async function openPlacements(publication: Publication, name: string): Promise<void> {
  const paths = await publication.paths('placements');
  await publication.database.run(
    'open placements',
    paths.length > 0
      ? `create or replace temp view ${name} as select * from read_parquet(${fileList(paths)})`
      : `create or replace temp table ${name} (${COLUMNS})`,
  );
}

/** Makes `path_nodes`; returns the spellings that became nodes, and the levels above them. */
async function mapPaths(database: Database): Promise<Record<string, string>> {
  const paths = await database.rows<{ category: string; listings: number }>('list categories', sql('paths'));
  const mapped = paths.flatMap(({ category, listings }) => {
    const placement = nodeOfPath(category);
    return placement === null ? [] : [{ category, listings, ...placement }];
  });
  const values = mapped.map(
    ({ category, node, confidence }) => `(${literal(category)}, ${literal(node)}, ${confidence}::float)`,
  );
  await database.run(
    'map categories',
    mapped.length > 0
      ? `create or replace temp table path_nodes as select * from (values ${values.join(', ')}) as t(category, node, confidence)`
      : 'create or replace temp table path_nodes (category varchar, node varchar, confidence float)',
  );
  return redirectsOf(mapped);
}

/**
 * What every spelling became, and every level above one: the level of the taxonomy where most listings below it went.
 */
function redirectsOf(
  mapped: readonly { category: string; node: string; listings: number }[],
): Record<string, string> {
  const votes = new Map<string, Map<string, number>>();
  for (const { category, node, listings } of mapped) {
    const levels = category.split('.');
    const nodes = node.split('.');
    for (let depth = 1; depth <= levels.length; depth++) {
      const from = levels.slice(0, depth).join('.');
      const to = depth === levels.length ? node : nodes.slice(0, depth).join('.');
      const counts = votes.get(from) ?? new Map<string, number>();
      counts.set(to, (counts.get(to) ?? 0) + listings);
      votes.set(from, counts);
    }
  }
  return Object.fromEntries(
    [...votes].flatMap(([from, counts]) => {
      const [[to] = [from]] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      return to === from ? [] : [[from, to]];
    }),
  );
}

/** Makes `titled_placements`, of the listings that their seller does not place. */
async function placeByTitles(publication: Publication): Promise<void> {
  const { database } = publication;
  const path = await publication.draft('placements.tsv');
  const file = createWriteStream(path);
  const unplaced = await database.count(
    'count unplaced',
    'select (select count(*) from catalogue_rows) - (select count(*) from known_placements)',
  );
  try {
    if (unplaced > 0) {
      const learned = new LearnedNodes(
        await database.rows<PlacedListing & Record<string, string | null>>('list examples', sql('examples'), {
          examples: EXAMPLES,
        }),
      );
      for await (const line of placedLines(database, learned))
        if (!file.write(line)) await once(file, 'drain');
    }
  } finally {
    file.end();
    await finished(file);
  }
  await database.run(
    'take placements by title',
    `create or replace temp table titled_placements as from read_csv(${literal(path)}, header = false, delim = '\\t', quote = '', escape = '', nullstr = '-', auto_detect = false,
       columns = {'listing_key': 'ubigint', 'feed_no': 'usmallint', 'node': 'varchar', 'confidence': 'float'})`,
  );
}

/** A line for each listing; one that nothing places has no node. */
async function* placedLines(database: Database, learned: LearnedNodes): AsyncGenerator<string> {
  const result = await database.stream('read what is unplaced', sql('unplaced'));
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) return;
    let lines = '';
    for (const [key, feedNo, title, brand, mates] of chunk.getRows()) {
      const nodes = mates === null ? [] : (mates as { items: readonly string[] }).items;
      const placement = placeListing(
        { title: title as string, brand: brand as string | null },
        nodes,
        learned,
      );
      lines += `${String(key)}\t${String(feedNo)}\t${placement?.node ?? '-'}\t${placement?.confidence ?? '-'}\n`;
    }
    yield lines;
  }
}
