import { loadSql } from '../../warehouse/database.ts';
import type { Publication } from '../publication.ts';

/** The tables that change only when an identity, an assignment or what is live changed. */
export async function writeServingTables(publication: Publication): Promise<void> {
  const { database } = publication;
  await database.run('count products', loadSql(import.meta.url, './sql/products.sql'));
  await publication.writePart('products', '(from products order by product_no)', {
    folder: 'tables/products',
    replace: true,
  });
  await publication.writePart('members', `(${loadSql(import.meta.url, './sql/members.sql')})`, {
    folder: 'serving/members',
    replace: true,
  });
  await publication.writePart('keys', `(${loadSql(import.meta.url, './sql/keys.sql')})`, {
    folder: 'serving/keys',
    replace: true,
  });
  await publication.writePart('vanished', 'vanished', { folder: 'tables/vanished', replace: true });
}
