import { loadSql } from '../../warehouse/database.ts';
import { type FeedSettings, kindOf } from '../domain/settings/feed_settings.ts';
import { inputRows } from './input_rows.ts';
import { rawSelect, type Source } from './reader.ts';

/** How the records of a feed become typed rows; everything around it is the same for offers and other inputs. */
export interface RowRules {
  /** SQL of `raw`, the texts of a source. */
  raw: (source: Source) => string;
  /** SQL that reads `raw`: typed columns, `rejected`, `problems`, and the place in the file. */
  stage: string;
  /** SQL over `drafts`: one row per observation time with its counts. */
  summary: string;
}

const OFFER_ROWS: RowRules = {
  raw: rawSelect,
  stage: loadSql(import.meta.url, './sql/stage.sql'),
  summary: loadSql(import.meta.url, './sql/summary.sql'),
};

/** The rules for the kind of feed. */
export function rowRules(feed: FeedSettings): RowRules {
  const kind = kindOf(feed);
  return kind === 'offers' ? OFFER_ROWS : inputRows(kind);
}
