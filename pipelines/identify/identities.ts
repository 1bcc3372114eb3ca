import { VARCHAR } from '@duckdb/node-api';
import { fileList, loadSql } from '../../warehouse/database.ts';
import { scalarFunction } from '../../warehouse/scalar_function.ts';
import type { Publication } from '../publication.ts';
import { familyOf } from './family.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * Makes `identities` (the keys every listing can be recognised by), computing only those of new and changed
 * listings, or all where everything is written anew. Reads `catalogue_rows` and `identities_before`. Returns false
 * when every listing is known unchanged, so that matching has nothing to do.
 */
export async function identifyListings(publication: Publication): Promise<boolean> {
  const { database, anew } = publication;
  await database.run(
    'find new listings',
    anew ? 'create or replace temp view rows_to_identify as from catalogue_rows' : sql('rows_to_identify'),
  );
  database.connection.registerScalarFunction(scalarFunction('read_family', familyText, 4, VARCHAR));
  await database.run('identify listings', sql('identities_new'));
  const fresh = await database.count('count new identities', 'select count(*) from identities_new');
  const earlier = anew ? [] : await publication.paths('identities');
  const before = anew ? 0 : (publication.tables.identities ?? []).reduce((sum, part) => sum + part.rows, 0);
  const listings = await database.count('count catalogue rows', 'select count(*) from catalogue_rows');
  if (fresh === 0 && listings === before && earlier.length > 0) {
    await database.run(
      'keep identities',
      'create or replace temp view identities as select *, null::bigint as row_no from identities_before',
    );
    return false;
  }
  if (before === 0) {
    await database.run('take identities', 'create or replace temp view identities as from identities_new');
    await publication.writePart('identities', '(select * exclude (row_no) from identities_new)', {
      folder: 'tables/identities',
      replace: true,
    });
    return true;
  }
  await database.run('join identities', sql('identities_kept'));
  const part = await publication.writePart('identities', 'identities_joined', {
    folder: 'tables/identities',
    replace: true,
  });
  const path = await publication.settings.store.local(part.key);
  await database.run(
    'take identities',
    `create or replace temp view identities as select *, null::bigint as row_no from read_parquet(${fileList([path])})`,
  );
  return true;
}

/** Stem and place, parted by U+001F, as SQL takes them. */
function familyText(title: string, color: string, size: string, condition: string): string | null {
  const family = familyOf(title, { color, size, condition });
  return family && `${family.stem}\u001f${family.place}`;
}
