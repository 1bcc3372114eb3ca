import { type Database, loadSql } from '../../warehouse/database.ts';
import type { Publication } from '../publication.ts';
import { findBundledGtins } from './bundled_gtins.ts';
import { placeByTitle, type TitleSummary } from './publish/matching.ts';
import { findRestatedGtins } from './restated_gtins.ts';
import { findRestatedMpns } from './restated_mpns.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** Larger catalogues are sampled to measure the methods. */
const CALIBRATION_LISTINGS = 200_000;
/** Label propagation over item groups settles in a few steps; more means a malformed chain of groups. */
const MAX_GROUP_STEPS = 50;

export interface MatchSummary {
  /** Probability that a listing placed by the method is where it belongs, measured on this catalogue. */
  calibration: { gtin_exact: number; brand_mpn: number };
  gtin_conflicts: number;
  titles: TitleSummary;
}

/**
 * Decides which listings are the same trade item and which items are one product. Reads `identities`,
 * `catalogue_rows`, `assignments_before` and `redirects_before`; makes `assignments` (with `gtin_key`, `has_gtin` and
 * `is_live` beside its stored columns) and `redirects`. A pure function of these and of the match model, so a rebuild from nothing clusters alike; ids are inherited from `assignments_before`.
 */
export async function assignListings(publication: Publication): Promise<MatchSummary> {
  const { database } = publication;
  await database.run('say how columns are read', sql('stated_columns'));
  await database.run('find doubtful GTINs', sql('gtin_suspects'));
  await database.run('find GTIN conflicts', sql('gtin_conflicts'));
  await findRestatedGtins(database);
  await findBundledGtins(database);
  await findRestatedMpns(database);
  await database.run('find part numbers', sql('mpn_variants'));
  const listings = await database.count('count listings', 'select count(*) from identities');
  const [calibration] = await database.rows<MatchSummary['calibration']>(
    'calibrate methods',
    sql('calibration'),
    { stride: Math.max(1, Math.floor(listings / CALIBRATION_LISTINGS)) },
  );
  if (!calibration) throw new Error('calibrate methods: no row came back');
  const titles = await publication.timed('titles', () => placeByTitle(publication));
  await database.run('place listings', sql('variants_of_listings'), { ...calibration });
  await settleGroups(database);
  await database.run('cluster variants', sql('clustered'));
  const known = await database.count('count earlier assignments', 'select count(*) from assignments_before');
  if (known === 0) {
    await database.run('assign listings', sql('assignments_first'));
    await database.run('redirect nothing', 'create or replace temp table redirects as from redirects_before');
  } else {
    await database.run('keep product ids', sql('product_claims'));
    await database.run('assign listings', sql('assignments'));
    await database.run('redirect old ids', sql('redirects'));
  }
  const gtinConflicts = await database.count('count conflicts', 'select count(*) from gtin_conflicts');
  return { calibration, gtin_conflicts: gtinConflicts, titles };
}

/** Spreads the smallest variant key through each component of variants tied by item groups and families. */
async function settleGroups(database: Database): Promise<void> {
  await database.run('find families', sql('family_edges'));
  await database.run('find item groups', sql('group_edges'));
  for (let step = 0; step < MAX_GROUP_STEPS; step++) {
    const before = await database.rows(
      'label item groups',
      'select count(*) as n, sum(label::hugeint)::varchar as total from group_edges',
    );
    await database.script(
      'spread labels',
      `${sql('group_step')};\ndrop table group_edges;\nalter table group_edges_next rename to group_edges;`,
    );
    const after = await database.rows(
      'label item groups',
      'select count(*) as n, sum(label::hugeint)::varchar as total from group_edges',
    );
    if (JSON.stringify(before) === JSON.stringify(after)) return;
  }
  throw new Error(
    `item groups did not settle in ${MAX_GROUP_STEPS} steps; look for sellers that chain their item_group_id values`,
  );
}
