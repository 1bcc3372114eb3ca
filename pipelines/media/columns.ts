/** Columns of the table `media` with their DuckDB types. */
export const MEDIA_COLUMNS = {
  /** SHA-256 of the file as received, hexadecimal; also the name of the folder of its renditions. */
  content: 'varchar',
  /** Of the item that it is: that of the first file in which the same picture was met. */
  media_key: 'ubigint',
  format: 'varchar',
  /** True size in pixels, upright. */
  width: 'integer',
  height: 'integer',
  /** Of the file as received, and of all that is kept of it. */
  bytes: 'bigint',
  kept_bytes: 'bigint',
  /** By the picture alone (pipelines/domain/picture/role.ts). */
  role: 'varchar',
  colors: 'varchar[]',
  /** Fingerprint (pipelines/domain/picture/fingerprint.ts); null of a video. */
  edges: 'varchar',
  fields: 'varchar',
  /** Lay in the file as inks (CMYK); null is no, as in tables of before. */
  inks: 'boolean',
  /** False once no address leads to it: its files are collected, its id stays its own. */
  named: 'boolean',
} as const;

/** Columns of what a run found at an address, as the table `media_sources` keeps them. */
export const FOUND_COLUMNS = {
  address: 'varchar',
  content: 'varchar',
  /** Of MEDIA_REJECTS; null where it was taken. */
  code: 'varchar',
  detail: 'varchar',
  /** Tries in a row that failed. */
  attempts: 'integer',
  etag: 'varchar',
  last_modified: 'varchar',
  checked_at: 'timestamp',
  next_at: 'timestamp',
} as const;

/** Columns of the table `media_sources`. */
export const SOURCE_COLUMNS = {
  address_key: 'ubigint',
  ...FOUND_COLUMNS,
  /** Who names it, in order. */
  sellers: 'varchar[]',
  /** The first place that a listing gives it. */
  place: 'integer',
} as const;

type Row<Columns> = { [Name in keyof Columns]: string | number | boolean | string[] | null };
export type FoundRow = Row<typeof FOUND_COLUMNS>;
export type MediaRow = Row<typeof MEDIA_COLUMNS>;
