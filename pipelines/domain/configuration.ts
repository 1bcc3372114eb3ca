import { type Static, Type } from 'typebox';
import { type InputKind, TABLED_KINDS } from './inputs/kinds.ts';
import type { DecimalMark } from './number_grammar.ts';
import { POLICIES } from './policy.ts';
import { VERDICT_CUTS } from './price_context.ts';

/** The shape of commerce-index.yaml. `api/cli/config.ts` reads the file and the environment; nothing else does. */

const closed = { additionalProperties: false } as const;

/** Every format of a feed; what is known of each is in pipelines/feeds/formats. */
export const FEED_FORMATS = ['google', 'shopify', 'acp', 'csv', 'ndjson', 'parquet'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export const SELLER_KINDS = ['retailer', 'brand_storefront', 'marketplace_seller'] as const;
export const ACCESSES = ['direct_api', 'merchant_feed'] as const;

/** What feeds bring. */
export const FEED_KINDS = ['offers', ...TABLED_KINDS] as const;

const literals = <T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...(description && { description }) });

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
        'What it brings: offers (the default) or another input, whose fields the README lists.',
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

export const ShippingSchema = Type.Object(
  {
    cost: Type.String({
      pattern: '^\\d+(\\.\\d+)?$',
      description: 'Delivery cost of one item, major units.',
    }),
    free_over: Type.Optional(
      Type.String({ pattern: '^\\d+(\\.\\d+)?$', description: 'Price from which delivery is free.' }),
    ),
  },
  { ...closed, description: 'What delivery costs where a feed does not say.' },
);

export type ShippingSettings = Static<typeof ShippingSchema>;

export const SellerSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      description: 'What its offers are known by, for ever; of a marketplace_seller with mp_ before it.',
    }),
    name: Type.String({ minLength: 1, description: 'As people read it.' }),
    kind: literals(SELLER_KINDS, 'Where several sellers name a product, a brand’s own name comes first.'),
    access: literals(ACCESSES, 'How its offers come here; answers pass it on.'),
    feeds: Type.Array(FeedSchema, { minItems: 1, description: 'At least one of offers.' }),
    shipping: Type.Optional(ShippingSchema),
  },
  closed,
);
export type SellerSettings = Static<typeof SellerSchema>;

export const BrandSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      description: 'Unlike every seller’s: its runs go by it.',
    }),
    name: Type.String({ minLength: 1, description: 'The brand as listings name it.' }),
    feeds: Type.Array(FeedSchema, { minItems: 1, description: 'Of kinds that brands publish.' }),
  },
  { ...closed, description: 'A brand that publishes lists of its own.' },
);
export type BrandSettings = Static<typeof BrandSchema>;

const Percentile = (usual: number) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: `Default ${usual}.` }));

export const MarketSchema = Type.Object(
  {
    country: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1.' }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217; offers in others are kept, and compared with nothing.',
    }),
    region: Type.Optional(
      Type.String({
        description:
          'ISO 3166-2 (US-CA): where orders go that name no destination. Default all of the country.',
      }),
    ),
    locale: Type.Optional(Type.String({ description: 'BCP 47; default en-<country>.' })),
    verdict: Type.Optional(
      Type.Object(
        {
          excellent: Percentile(VERDICT_CUTS.excellent),
          good: Percentile(VERDICT_CUTS.good),
          typical: Percentile(VERDICT_CUTS.typical),
        },
        {
          ...closed,
          description:
            'Highest percentile of a price among its own past at which it is called so, ascending; above them all it is poor.',
        },
      ),
    ),
  },
  { ...closed, description: 'The country and currency that prices are compared in.' },
);
export type MarketSettings = Static<typeof MarketSchema>;

export const EMBEDDING_PROVIDERS = ['static', 'openai-compatible'] as const;

export const EmbeddingSchema = Type.Object(
  {
    provider: literals(EMBEDDING_PROVIDERS, 'The word table that comes with the project, or a service.'),
    url: Type.Optional(
      Type.String({ description: 'Of openai-compatible: such as https://api.openai.com/v1.' }),
    ),
    model: Type.Optional(Type.String({ minLength: 1, description: 'Of openai-compatible.' })),
    dimensions: Type.Optional(
      Type.Integer({
        minimum: 16,
        maximum: 4096,
        multipleOf: 16,
        description: 'Of openai-compatible: numbers in the model’s vectors, a multiple of 16.',
      }),
    ),
  },
  { ...closed, description: 'What intents and products are compared by. Default static, a word table.' },
);
export type EmbeddingSettings = Static<typeof EmbeddingSchema>;

export const MediaSchema = Type.Object(
  {
    schedule: Type.Optional(
      Type.String({ description: 'Cron expression, five fields, UTC. Default every quarter of an hour.' }),
    ),
    mirrors: Type.Optional(
      Type.Array(
        Type.Object(
          {
            address: Type.String({
              pattern: '^https?://[^/?#]+/',
              description: 'Begin of addresses that feeds name, with its host and a path.',
            }),
            at: Type.String({
              minLength: 1,
              description:
                'Where the rest of the address is looked for: a folder, relative to the configuration file, or the begin of another http address, which may be private.',
            }),
          },
          closed,
        ),
        { description: 'Pictures that are got from elsewhere than their addresses say.' },
      ),
    ),
    bytes: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Most bytes of a picture or video. Default 20 MB.' }),
    ),
    pixels: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Most pixels of a picture. Default 40 million.' }),
    ),
    seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 3600, description: 'Most seconds for one. Default 20.' }),
    ),
    requests_per_second: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 1000, description: 'To one host. Default 10.' }),
    ),
  },
  { ...closed, description: 'How pictures and videos are fetched.' },
);
export type MediaSettings = Static<typeof MediaSchema>;

export const ConfigurationSchema = Type.Object(
  {
    market: MarketSchema,
    data: Type.Optional(Type.String({ description: 'Folder of the warehouse. Default ./data.' })),
    memory_limit: Type.Optional(
      Type.String({
        pattern: '^\\d+(\\.\\d+)?\\s?(MB|GB|MiB|GiB)$',
        description: 'Of DuckDB. Default 1GiB.',
      }),
    ),
    threads: Type.Optional(Type.Integer({ minimum: 1, description: 'Of DuckDB. Default the machine’s.' })),
    trust_threshold: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Below it a match goes to review. Default 0.9.' }),
    ),
    allow_private_addresses: Type.Optional(
      Type.Boolean({ description: 'Let feed URLs reach private and loopback addresses. Default false.' }),
    ),
    limits: Type.Optional(
      Type.Object(
        {
          feed_bytes: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Most bytes of one feed, unpacked. Default 20 GB.' }),
          ),
          feed_ratio: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Most unpacked bytes per packed byte. Default 200.' }),
          ),
          fetch_seconds: Type.Optional(
            Type.Integer({ minimum: 1, description: 'Most seconds for one fetch. Default 600.' }),
          ),
        },
        { ...closed, description: 'What stops a feed that is too large or too slow.' },
      ),
    ),
    embedding: Type.Optional(EmbeddingSchema),
    events: Type.Optional(
      Type.Object(
        {
          retention_days: Type.Optional(
            Type.Integer({
              minimum: 1,
              description: 'How long the log keeps events, back from the newest observation. Default 90.',
            }),
          ),
        },
        { ...closed, description: 'The log of events.' },
      ),
    ),
    webhooks: Type.Optional(
      Type.Object(
        {
          allow_private_addresses: Type.Optional(
            Type.Boolean({
              description: 'Let callbacks of watches reach private and loopback addresses. Default false.',
            }),
          ),
        },
        { ...closed, description: 'Callbacks of watches.' },
      ),
    ),
    policies: Type.Optional(
      Type.Array(literals(POLICIES), {
        uniqueItems: true,
        description:
          'What is told as policy.violated. Default minimum_price and unauthorised_seller, of brands that publish lists.',
      }),
    ),
    media: Type.Optional(MediaSchema),
    cdn_url: Type.Optional(
      Type.String({
        pattern: '^(?:https?:/)?/[^\\s?#]*[^/\\s?#]$',
        description:
          'Where answers say that media lie: a CDN or bucket over the folder `media` of the data. Default /media, served by the API.',
      }),
    ),
    sellers: Type.Array(SellerSchema, {
      minItems: 1,
      description: 'Who sells here; of several of one kind the first one’s words name a product.',
    }),
    brands: Type.Optional(
      Type.Array(BrandSchema, { description: 'Who publishes lists and sells nothing here.' }),
    ),
  },
  closed,
);
export type Configuration = Static<typeof ConfigurationSchema>;

/** `memory_limit` where the configuration sets none. */
export const DEFAULT_MEMORY_LIMIT = '1GiB';

/** Everybody who publishes feeds: the sellers, and the brands as if they were some. */
export function publishersOf({
  sellers,
  brands = [],
}: Pick<Configuration, 'sellers' | 'brands'>): SellerSettings[] {
  return [
    ...sellers,
    ...brands.map((brand) => ({ ...brand, kind: 'brand_storefront', access: 'merchant_feed' }) as const),
  ];
}

/** The sellers with those of their feeds that bring offers. */
export function withOffers(sellers: readonly SellerSettings[]): SellerSettings[] {
  return sellers.map((seller) =>
    seller.feeds.every(isOfOffers) ? seller : { ...seller, feeds: seller.feeds.filter(isOfOffers) },
  );
}

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

/** A feed that brings another input than offers. */
export interface InputFeed {
  publisher: string;
  /** What the publisher is called: a brand, as listings name it. */
  name: string;
  feed: string;
  kind: InputKind;
  /** The feed that it supplements; of supplemental feeds. */
  supplements?: string;
}

/** The feeds that bring other inputs than offers. */
export function inputFeeds(publishers: readonly SellerSettings[]): InputFeed[] {
  return publishers.flatMap(({ id, name, feeds }) =>
    feeds.flatMap((feed) => {
      const kind = kindOf(feed);
      const { supplements } = feed;
      return kind === 'offers'
        ? []
        : [{ publisher: id, name, feed: feed.name, kind, ...(supplements !== undefined && { supplements }) }];
    }),
  );
}
