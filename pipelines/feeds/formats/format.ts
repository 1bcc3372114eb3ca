import type { Database } from '../../../warehouse/database.ts';
import type { FeedSettings } from '../../domain/settings/feed_settings.ts';
import type { MarketSettings } from '../../domain/settings/market_settings.ts';
import type { SellerSettings } from '../../domain/settings/publisher_settings.ts';
import type { KnownColumns } from '../columns.ts';
import type { Dialect } from '../dialect.ts';
import type { Finding } from '../finding.ts';
import type { PrepareOptions } from '../prepare.ts';
import type { Source } from '../reader.ts';

/** All that is particular to one format of a feed; `formats.ts` is the table of them. */
export interface Format {
  /** Unpacks a file and finds how it is written and what columns it has. Throws FeedError. */
  open: (file: FeedFile) => Promise<Opened>;
  /** What its columns mean where the settings' mapping says nothing. */
  columns: KnownColumns;
  /** SQL that defines the macros its reader calls. */
  macros?: string;
  /** Of a format whose address leads to a page of the feed at a time. */
  pages?: Pages;
}

/** A landed file to be opened, and the settings that decide how. */
export interface FeedFile {
  database: Database;
  seller: SellerSettings;
  feed: FeedSettings;
  market: MarketSettings;
  prepare: PrepareOptions;
}

/** A file as a relation of DuckDB with its columns. */
export interface Opened extends Pick<Source, 'header' | 'from' | 'column' | 'list' | 'line' | 'isNumber'> {
  /** Of delimited text, whose unreadable records DuckDB sets apart. */
  delimited?: { path: string; dialect: Dialect };
  /** What a column holds, as a text to show, where that is objects or lists; null where it can be the field's value. */
  nested?: (index: number, field: string) => string | null;
  /** What was found wrong with its lines on the way to being opened. */
  findings?: Finding[];
  /** SQL that is true of a line of `lines` (`line`, `json`) that is no record; of JSON. */
  strange?: { lines: string; condition: string; detail: string };
}

/** How the pages of a feed are asked for. */
export interface Pages {
  /** Most pages of one feed. */
  most: number;
  /** False of an address that names its one page itself. */
  has: (url: URL) => boolean;
  /** The address of a page, the first being 1. */
  address: (url: URL, page: number) => URL;
  /** True of the text of a page without a product. */
  isEmpty: (text: string) => boolean;
}
