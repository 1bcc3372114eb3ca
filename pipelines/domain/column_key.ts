import type { SellerSettings } from './settings/publisher_settings.ts';

/** How it is known what an attribute of a feed is: by the configuration, by other sellers of the same items, by the seller's own titles. */
export type ColumnEvidenceKind = 'configuration' | 'variants' | 'titles';

/** An attribute as one feed has it. */
export interface FeedColumn {
  seller: string;
  feed: string;
  /** `<namespace>.<name>`. */
  column: string;
}

/** An attribute that a feed has under a name of its own, and the key that its values are read under. */
export interface ColumnKey extends FeedColumn {
  /** Of attributes.json, or another seller's name for it; the column itself where the configuration keeps it apart. */
  key: string;
  by: ColumnEvidenceKind;
  /** Probability that a value of the column is the attribute's, 0 to 1; 1 where it is configured. */
  confidence: number;
  /** Items whose values were compared, and those that agree; 0 where it is configured. */
  compared: number;
  agreeing: number;
}

/** A feed's own columns and what they are, by column. */
export type FeedColumns = Readonly<Record<string, Pick<ColumnKey, 'key' | 'confidence'>>>;

/** What the columns of one feed are; null where it has none that are something else. */
export function columnsOf(all: readonly ColumnKey[], seller: string, feed: string): FeedColumns | null {
  const own = all.filter((one) => one.seller === seller && one.feed === feed && one.key !== one.column);
  if (own.length === 0) return null;
  return Object.fromEntries(own.map(({ column, key, confidence }) => [column, { key, confidence }]));
}

/** What columns were known to be, of feeds that are still configured, with what the configuration says of them now. */
export function knownColumns(
  before: readonly ColumnKey[] | undefined,
  sellers: readonly SellerSettings[],
): ColumnKey[] {
  const feeds = sellers.flatMap(({ id, feeds: all }) => all.map((feed) => ({ ...feed, seller: id })));
  const configured = feeds.flatMap(({ seller, name, attribute_keys = {} }) =>
    Object.entries(attribute_keys).map(
      ([column, key]): ColumnKey => ({
        seller,
        feed: name,
        column,
        key,
        by: 'configuration',
        confidence: 1,
        compared: 0,
        agreeing: 0,
      }),
    ),
  );
  const isConfigured = (one: ColumnKey) => configured.some((other) => isSameColumn(one, other));
  const found = (before ?? []).filter(
    (one) =>
      one.by !== 'configuration' &&
      feeds.some(({ seller, name }) => seller === one.seller && name === one.feed) &&
      !isConfigured(one),
  );
  return [...configured, ...found];
}

/** Whether both are of the same column of the same feed. */
export const isSameColumn = (a: FeedColumn, b: FeedColumn): boolean =>
  a.seller === b.seller && a.feed === b.feed && a.column === b.column;
