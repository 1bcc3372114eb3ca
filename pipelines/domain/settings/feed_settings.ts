import type { Static } from 'typebox';
import { type InputKind, TABLED_KINDS } from '../inputs/kinds.ts';
import type { DecimalMark } from '../number_grammar.ts';
import { Type } from './schema.ts';
import { closed, literals } from './schema_parts.ts';

/** Every format of a feed; what is known of each is in pipelines/feeds/formats. */
export const FEED_FORMATS = ['google', 'shopify', 'acp', 'csv', 'ndjson', 'parquet'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** What feeds bring. */
const FEED_KINDS = ['offers', ...TABLED_KINDS] as const;

export const FeedSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$', description: 'Unique within the seller.' }),
    url: Type.String({
      minLength: 1,
      description:
        'https or http URL, file path or glob; a relative path is taken from the configuration file.',
    }),
    format: literals(FEED_FORMATS, 'How the file is written; csv is any delimited text.'),
    kind: Type.Optional(
      literals(
        FEED_KINDS,
        'What it brings: offers (the default) or another input, whose fields pipelines/domain/inputs/README.md lists.',
      ),
    ),
    supplements: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Name of the seller’s feed whose listings it adds fields to by sku: a supplemental feed, which brings no listings of its own.',
      }),
    ),
    mapping: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Field of a listing to column of the file.' }),
    ),
    attribute_keys: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description:
          'An attribute as this feed has it (pack.shade) to the key it is (general.color); to itself, so that it is kept apart. Default what other sellers of the same items show.',
      }),
    ),
    where: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: 'Column to value: only rows that have it are this feed’s.',
      }),
    ),
    as_of: Type.Optional(
      Type.String({
        description:
          'Observation time: a file name pattern such as prices_{YYYY-MM-DD}, column:NAME, or absent for the fetch time.',
      }),
    ),
    schedule: Type.Optional(
      Type.String({ description: 'Cron expression, five fields, UTC. Default once a day.' }),
    ),
    currency: Type.Optional(
      Type.String({ pattern: '^[A-Z]{3}$', description: 'Of prices that name none. Default the market’s.' }),
    ),
    decimal_mark: Type.Optional(
      Type.Unsafe<DecimalMark>({
        type: 'string',
        enum: ['point', 'comma'],
        description:
          'What parts the decimals of its prices where a number alone could be read in two ways (12.500). Default what its other numbers tell.',
      }),
    ),
    columns: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 2,
        description: 'Names of the columns of delimited text that has no header line, in their order.',
      }),
    ),
    header_lines: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description:
          'Lines before the first row of delimited text; the last of them names the columns. Default 1, with columns 0.',
      }),
    ),
    delimiter: Type.Optional(
      Type.String({
        pattern: '^[^"\\r\\n]$',
        description: 'What parts the fields of delimited text. Default the one of , ; tab and | that fits.',
      }),
    ),
    quote: Type.Optional(
      Type.Unsafe<'double' | 'none'>({
        type: 'string',
        enum: ['double', 'none'],
        description: 'Whether " encloses fields of delimited text. Default what the file looks like.',
      }),
    ),
    encoding: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Of a text file, by its name in the WHATWG standard (windows-1251). Default what its bytes tell.',
      }),
    ),
    nulls: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        description: 'Texts that stand for no value (NULL, n/a). Default none but the empty one.',
      }),
    ),
    sku_columns: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 2,
        description: 'Columns that are a listing’s sku together; their values are joined by a colon.',
      }),
    ),
    deleted: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1 }), {
        minProperties: 1,
        description:
          'Column to value: a row that has it says that its listing is gone. Default is_eligible_search: false.',
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Sent with http requests.' }),
    ),
  },
  closed,
);
export type FeedSettings = Static<typeof FeedSchema>;

/** What a feed brings. */
export function kindOf({
  kind = 'offers',
  supplements,
}: Pick<FeedSettings, 'kind' | 'supplements'>): 'offers' | InputKind {
  return supplements === undefined ? kind : 'supplements';
}

/** True of a feed that brings offers. */
export function isOfOffers(feed: FeedSettings): boolean {
  return kindOf(feed) === 'offers';
}
