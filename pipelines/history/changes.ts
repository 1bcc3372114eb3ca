import { existsSync } from 'node:fs';
import { changePointsSql } from '../../warehouse/change_points.ts';
import { fileList, loadSql } from '../../warehouse/database.ts';
import { catalogueRowsSql } from '../../warehouse/listing_rows.ts';
import type { Publication } from '../publication.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * Defines `earlier_changes` (what the snapshot before has) and `standing_changes` (those without what `rebuilt_feeds`
 * fold again, whose listings it adds to `rebuilt_keys`). `mended` tells that the earlier points must be written anew: their files knew no currency yet, or, looked
 * for by a rebuild, one listing had two points of one moment.
 */
export async function openChanges(publication: Publication): Promise<{ mended: boolean }> {
  const { database } = publication;
  const paths = await publication.paths('changes');
  await database.run(
    'open stored changes',
    `create or replace temp view stored_changes as ${changePointsSql(paths)}`,
  );
  const mended =
    paths.length > 0 && ((await lacksCurrency(publication, paths)) || (await isDoubled(publication)));
  if (mended) await nameCurrencies(publication);
  await database.script(
    'open earlier changes',
    `create or replace temp view earlier_changes as ${mended ? sql('earlier_changes') : 'from stored_changes'};
     create or replace temp table superseded_changes (listing_key ubigint, from_at timestamp);
     create or replace temp view standing_changes as
       from earlier_changes anti join rebuilt_feeds
         on rebuilt_feeds.feed_no = earlier_changes.feed_no and earlier_changes.from_at >= rebuilt_feeds.since;`,
  );
  if ((await database.count('count rebuilt feeds', 'select count(*) from rebuilt_feeds')) > 0)
    await database.run('find rebuilt listings', sql('rebuilt_listings'));
  return { mended };
}

async function lacksCurrency({ database }: Publication, paths: readonly string[]): Promise<boolean> {
  const knowing = await database.count(
    'find files with currencies',
    `select count(*) from parquet_schema(${fileList(paths)}) where name = 'currency'`,
  );
  return knowing < paths.length;
}

async function isDoubled({ database, settings }: Publication): Promise<boolean> {
  return (
    settings.rebuild === true &&
    (await database.count('find doubled change points', sql('changes_doubled'))) > 0
  );
}

/** Makes `listed_currencies`: in which currency each listing stood in the snapshot before. */
async function nameCurrencies({ database, folder, before, generations }: Publication): Promise<void> {
  const feeds = (before?.feeds ?? []).filter(
    ({ current }) => current !== null && existsSync(folder.stagedRows(current.stage_id)),
  );
  const rows = catalogueRowsSql(
    (id) => folder.stagedRows(id),
    feeds.map((state) => ({ ...state, configured: true })),
    'vanished',
    generations,
  );
  await database.run(
    'name currencies',
    `create or replace temp table listed_currencies as
     select listing_key, any_value(currency) as currency from (${rows}) group by listing_key`,
  );
}

/**
 * Defines `all_changes` and writes what is new of it as a part; `anew` writes all of it as one part in place of the
 * earlier ones. Returns how many change points are new.
 */
export async function writeChanges(publication: Publication, anew: boolean): Promise<number> {
  const { database } = publication;
  const count = await database.count('count change points', 'select count(*) from new_changes');
  if (anew) {
    await database.run('rebuild series', sql('changes_rebuilt'));
    await publication.writePart('changes', 'changes_rebuilt', {
      folder: 'facts/changes/rebuilt',
      replace: true,
    });
    await database.run(
      'define all changes',
      'create or replace temp view all_changes as from changes_rebuilt',
    );
    return count;
  }
  await database.run(
    'define all changes',
    'create or replace temp view all_changes as from earlier_changes union all by name from new_changes',
  );
  if (count > 0) {
    const [row] = await database.rows<{ month: string }>(
      'month of changes',
      `select strftime(max(from_at), '%Y-%m') as month from new_changes`,
    );
    await publication.writePart('changes', 'new_changes', {
      folder: `facts/changes/${row?.month ?? 'unknown'}`,
      replace: false,
    });
  }
  return count;
}
