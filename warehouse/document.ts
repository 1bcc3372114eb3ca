import { readingOf, type StoredReading } from '../pipelines/domain/attribute.ts';
import { formatId } from '../pipelines/domain/key.ts';
import type { Availability, ChangePoint, Listing } from '../pipelines/domain/listing.ts';
import { identifier } from './database.ts';
import { fieldsWith, LISTING_FIELDS, type ListingField } from './listing_fields.ts';

/**
 * A listing as it is served: one JSON array, because names would be half of the bytes written and read. First the
 * keys and texts of `LISTING_FIELDS` in an array of their own, then its other served fields; the order of the list
 * is the order here, both written and read.
 */
type DocumentBody = [texts: unknown[], ...values: unknown[]];

const TEXTS = fieldsWith('served', 'key', 'text');
const VALUES = fieldsWith('served', 'integer', 'ten_thousandths', 'flag', 'json', 'texts');

/** Where each field stands in its array; the texts are the first of the values. */
const TEXT_AT = positions(TEXTS);
const VALUE_AT = positions(['texts', ...VALUES]);

type ServedText = (typeof TEXTS)[number];
type ServedValue = (typeof VALUES)[number];

/** Fields that a document holds in another shape than a listing has them. */
interface HeldOtherwise {
  /** Hexadecimal. */
  listing_key: string;
  variant_key: string;
  product_key: string;
  feed_no: number;
  /** In ten-thousandths. */
  confidence: number;
  /** Epoch seconds of its last appearance, for a listing that its feed no longer carries. */
  last_seen: number | null;
  attributes: Record<string, string> | null;
  /** Hexadecimal. */
  pool_key: string | null;
  axes: { key: string; value: string; number: number | null; unit: string | null; bears: boolean }[] | null;
  readings: StoredReading[] | null;
  image_urls: string[] | null;
  /** A point names its currency where the listing's history has more than one. */
  history: [
    from: number,
    price_minor: number,
    landed_minor: number | null,
    availability: Availability,
    currency?: string,
  ][];
}

type Held<N extends string> = N extends keyof HeldOtherwise
  ? HeldOtherwise[N]
  : N extends keyof Listing
    ? Listing[N]
    : never;

function positions(names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name, index) => [name, index]));
}

/** SQL of a field as JSON text (a text: as itself), by how it is served. */
const WRITTEN: Record<NonNullable<ListingField['served']>, (column: string) => string> = {
  key: (column) => `lower(to_hex(${column}))`,
  text: (column) => column,
  integer: (column) => `coalesce(${column}::varchar, 'null')`,
  ten_thousandths: (column) => `(${column} * 10000)::integer`,
  flag: (column) => column,
  json: (column) => `coalesce(${column}, 'null')`,
  texts: (column) => `coalesce(to_json(${column})::varchar, 'null')`,
};

function writtenSql(name: ServedText | ServedValue): string {
  return WRITTEN[LISTING_FIELDS[name].served](identifier(name));
}

/** SQL of the body of a document, over a relation that has every served field as a column of its name. */
export function documentSql(): string {
  const values = VALUES.map((name) => `',', ${writtenSql(name)}`);
  return `concat('[', to_json([${TEXTS.map(writtenSql).join(', ')}]), ${values.join(', ')}, ']')`;
}

/** The feed of a document, as the snapshot knows it. */
export interface DocumentFeed {
  seller: string;
  feed: string;
  last_as_of: string;
}

/** Reads a document body. `feedOf` resolves its feed number. Throws when it has no history. */
export function parseDocument(body: string, feedOf: (feedNo: number) => DocumentFeed): Listing {
  const values = JSON.parse(body) as DocumentBody;
  const [texts] = values;
  // A field that was not there yet when the document was written stands behind its last one.
  const text = <N extends ServedText>(name: N) => (texts[TEXT_AT[name] as number] ?? null) as Held<N>;
  const value = <N extends ServedValue>(name: N) => (values[VALUE_AT[name] as number] ?? null) as Held<N>;
  const currency = text('currency');
  const changes = value('history').map(
    ([from, price_minor, landed_minor, availability, own = currency]): ChangePoint => ({
      from,
      currency: own,
      price_minor,
      landed_minor,
      availability,
    }),
  );
  const now = changes.at(-1);
  if (!now)
    throw new Error(
      `listing ${text('listing_key')} has no history: its document is damaged; run \`commerce-index rebuild\``,
    );
  const feed = feedOf(value('feed_no'));
  const lastSeen = value('last_seen');
  return {
    offer_id: formatId('offer', BigInt(`0x${text('listing_key')}`)),
    variant_id: formatId('variant', BigInt(`0x${text('variant_key')}`)),
    product_id: formatId('product', BigInt(`0x${text('product_key')}`)),
    seller: feed.seller,
    feed: feed.feed,
    sku: text('sku'),
    title: text('title'),
    brand: text('brand'),
    gtin: text('gtin'),
    mpn: text('mpn'),
    category: text('category'),
    url: text('url'),
    image_url: text('image_url'),
    image_urls: value('image_urls') ?? [],
    video_url: text('video_url'),
    stock_band: text('stock_band'),
    condition: text('condition'),
    currency,
    price_minor: now.price_minor,
    list_price_minor: value('list_price_minor'),
    delivery_minor: value('delivery_minor'),
    landed_minor: now.landed_minor,
    availability: now.availability,
    attributes: value('attributes') ?? {},
    readings: (value('readings') ?? []).map(readingOf),
    item_group_id: text('item_group_id'),
    pool_key: text('pool_key'),
    axes: (value('axes') ?? []).map(({ key, number, unit, bears, ...axis }) => ({
      key,
      value: number ?? axis.value,
      unit,
      bears_on_price: bears,
    })),
    method: text('method'),
    confidence: value('confidence') / 10_000,
    gtin_conflict: value('gtin_conflict'),
    last_seen: lastSeen === null ? feed.last_as_of : new Date(lastSeen * 1000).toISOString(),
    changes,
  };
}
