/** What a feed can bring besides offers is described as data: `kinds.ts` is the list, one file a kind. */

/**
 * How a value is read. `text` without markup; `code` as it stands; `time` ISO 8601, to UTC; `clock` HH:MM; `amount`
 * money in the row's currency, stored in minor units as `<field>_minor`; `gtin` to 14 digits; `country` ISO 3166-1;
 * `list` parted by commas; `period` start/end in ISO 8601, a day with all its hours, to UTC; `availability` in the
 * spellings of many shops.
 */
const FIELD_TYPES = [
  'text',
  'code',
  'integer',
  'number',
  'boolean',
  'time',
  'date',
  'clock',
  'amount',
  'gtin',
  'country',
  'url',
  'list',
  'period',
  'availability',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** One field of a row. */
export interface InputField {
  type: FieldType;
  /** What it says, with its unit; shown in the documentation. */
  means: string;
  /** A row without it, or in which it cannot be read, is a reject; an unreadable value of another field is left out with a note. */
  required?: true;
  /** A row may lack it, but one in which it cannot be read is a reject: what stands for no value would be a wrong one. */
  readable?: true;
  /** Further names of its column, as `foldHeader` folds them; its own name always counts. */
  spellings?: readonly string[];
  /** The values there are, each with its other spellings, folded likewise. */
  values?: Readonly<Record<string, readonly string[]>>;
  /** Least and greatest value of an integer, number or amount (minor units). */
  from?: number;
  to?: number;
}

/** Everything known of one kind of input. */
export interface Input {
  /** What its feeds hold, for the documentation: one row per …. */
  rows: string;
  /** Whose word it is: a seller's feed belongs to `sellers[]`, a brand's to `brands[]`. */
  by: 'seller' | 'brand';
  /** Fields that name a row; of two rows with the same ones the later counts. */
  key: readonly string[];
  /** `newest`: a file is the whole list, rows that are not in the newest one are gone. `all`: files add up. */
  keeps: 'newest' | 'all';
  /** Of these fields a row must have at least one. */
  any_of?: readonly string[];
  fields: Readonly<Record<string, InputField>>;
}

/** The columns of a kind's table by their DuckDB type, besides `publisher, feed, as_of, input_key`. */
export function inputColumns({ fields }: Input): Record<string, string> {
  const columns = Object.entries(fields).map(([name, { type }]): [string, string] => [
    columnOf(name, type),
    COLUMN_TYPES[type],
  ]);
  const hasMoney = Object.values(fields).some(({ type }) => type === 'amount');
  return Object.fromEntries([...columns, ...(hasMoney ? [['currency', 'VARCHAR'] as const] : [])]);
}

/** The column that a field is stored in. */
export function columnOf(name: string, type: FieldType): string {
  return type === 'amount' ? `${name}_minor` : name;
}

const COLUMN_TYPES: Record<FieldType, string> = {
  text: 'VARCHAR',
  code: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP',
  date: 'DATE',
  clock: 'VARCHAR',
  amount: 'BIGINT',
  gtin: 'VARCHAR',
  country: 'VARCHAR',
  url: 'VARCHAR',
  list: 'VARCHAR[]',
  period: 'VARCHAR',
  availability: 'VARCHAR',
};
