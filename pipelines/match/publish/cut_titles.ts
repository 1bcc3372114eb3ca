import { type Database, loadSql } from '../../../warehouse/database.ts';
import type { CutTitles } from '../titles/score/model.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * What makes a feed one that cuts titles off, on so many of its listings: at least so many, and that share of all, are of
 * one length (`piled`: of those that long or longer), with those one shorter so many times as the two lengths before
 * (`jump`), of which some were trimmed; and their last words stand nowhere else, more often than those of shorter titles.
 * Of three grocery chains cut at 20 characters 42 to 46 of 100 last words are such, 7 to 11 of their shorter titles; of
 * one whose titles were abbreviated by hand to fit into 24, 19 and 13: these end in whole words, and are left alone.
 */
const SIGNS = {
  sampled: 5_000,
  least: 20,
  least_share: 0.005,
  piled: 0.5,
  jump: 1.5,
  trimmed: 0.05,
  fragments: 2,
  least_fragments: 0.2,
};

/** The feeds that cut their titles off. Reads `identities`, `catalogue_rows` and `feed_names`. */
export async function findCutTitles(database: Database): Promise<CutTitles[]> {
  const rows = await database.rows<Record<keyof CutTitles, string>>(
    'find cut titles',
    sql('cut_titles'),
    SIGNS,
  );
  return rows.map(({ seller, feed, characters }) => ({ seller, feed, characters: Number(characters) }));
}

/** Fills the table `cut_titles`, which `title_listings` reads. */
export async function storeCutTitles(database: Database, cut: readonly CutTitles[]): Promise<void> {
  const table = await database.connection.createAppender('cut_titles');
  for (const { seller, feed, characters } of cut) {
    table.appendVarchar(seller);
    table.appendVarchar(feed);
    table.appendInteger(characters);
    table.endRow();
  }
  table.closeSync();
}
