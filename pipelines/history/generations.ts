import { type Database, fileList, loadSql } from '../../warehouse/database.ts';
import { timestampLiteral } from '../../warehouse/listing_rows.ts';
import type { Run } from '../../warehouse/run.ts';
import { listingKey } from '../domain/key.ts';
import { type ArticleClaim, isReusedSku } from '../domain/reused_sku.ts';
import type { Publication } from '../publication.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** Makes the table `generations` without a row. */
export function defineGenerations(database: Database): Promise<void> {
  return database.run('define generations', sql('generations'));
}

/** Defines the table `generations` as the snapshot before has it: skus that were given to another article. */
export async function openGenerations(publication: Publication): Promise<void> {
  const { database } = publication;
  await defineGenerations(database);
  const paths = await publication.paths('generations');
  if (paths.length === 0) return;
  await database.run(
    'open generations',
    `insert into generations by name from read_parquet(${fileList(paths)})`,
  );
  publication.generations = 'generations';
}

/** Forgets the generations that runs of `rebuilt_feeds` began which are folded again. */
export async function forgetGenerations({ database, generations }: Publication): Promise<void> {
  if (generations === undefined) return;
  await database.run(
    'forget generations',
    'delete from generations using rebuilt_feeds where generations.feed_no = rebuilt_feeds.feed_no and generations.from_at >= rebuilt_feeds.since',
  );
}

/** The open database with its table `generations`, and the name of it once it has a row. */
export type GenerationTable = Pick<Publication, 'database' | 'generations'>;

/** A feed's run whose rows stand in `wave_after`. */
export interface ReusingRun {
  feed_no: number;
  seller: string;
  run: Pick<Run, 'as_of'>;
}

interface Candidate {
  feed_no: number;
  sku: string;
  listing_key: string;
  generation: number;
  title_before: string;
  brand_before: string | null;
  gtin_before: string | null;
  title_after: string;
  brand_after: string | null;
  gtin_after: string | null;
  /** Title and GTIN of before stand at another sku of the feed now, or those of now stood there before. */
  has_moved: boolean;
}

/**
 * Finds skus that name another article in `wave_after` than in `wave_before` and adds their next generation to the
 * table. True when there are some: the views must be defined anew.
 */
export async function beginGenerations(
  table: GenerationTable,
  runs: readonly ReusingRun[],
): Promise<boolean> {
  const { database } = table;
  await database.run('find redescribed listings', sql('wave_redescribed'));
  if ((await database.count('count redescribed', 'select count(*) from wave_redescribed')) === 0)
    return false;
  const candidates = await database.rows<Candidate>('find reused skus', sql('wave_reused'));
  const begun = candidates.filter(
    (one) => one.has_moved || isReusedSku(claimed(one, 'before'), claimed(one, 'after')),
  );
  if (begun.length === 0) return false;
  const values = begun.map((one) => {
    const of = runs.find(({ feed_no }) => feed_no === one.feed_no) as ReusingRun;
    const generation = one.generation + 1;
    const keys = [
      listingKey(of.seller, one.sku),
      one.listing_key,
      listingKey(of.seller, one.sku, generation),
    ];
    return `(${one.feed_no}, ${keys.join(', ')}, ${generation}, ${timestampLiteral(of.run.as_of)})`;
  });
  await database.run(
    'begin generations',
    `insert into generations (feed_no, base_key, earlier_key, listing_key, generation, from_at) values ${values.join(', ')}`,
  );
  table.generations = 'generations';
  return true;
}

function claimed(one: Candidate, when: 'before' | 'after'): ArticleClaim {
  return { title: one[`title_${when}`], brand: one[`brand_${when}`], gtin: one[`gtin_${when}`] };
}

/** Takes back what the run of a feed began: it was not accepted. */
export async function endGenerations(
  table: GenerationTable,
  feedNo: number,
  run: Pick<Run, 'as_of'>,
): Promise<void> {
  if (table.generations === undefined) return;
  await table.database.run(
    'take generations back',
    `delete from generations where feed_no = ${feedNo} and from_at = ${timestampLiteral(run.as_of)}`,
  );
}

/** Writes the table where it has changed, and returns how many skus this publication found reused. */
export async function writeGenerations(publication: Publication): Promise<number> {
  if (publication.generations === undefined) return 0;
  const { database } = publication;
  const before = (publication.tables.generations ?? []).reduce((sum, part) => sum + part.rows, 0);
  const paths = await publication.paths('generations');
  const begun = await database.count(
    'count generations',
    paths.length > 0
      ? `select count(*) from generations anti join read_parquet(${fileList(paths)}) as known using (listing_key, from_at)`
      : 'select count(*) from generations',
  );
  const now = await database.count('count all generations', 'select count(*) from generations');
  if (begun > 0 || now !== before)
    await publication.writePart('generations', '(from generations order by base_key, generation)', {
      folder: 'tables/generations',
      replace: true,
    });
  return begun;
}
