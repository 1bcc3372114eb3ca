import { toDecimal } from '../../pipelines/domain/money.ts';

/** What the SQL of feeds gives of an offer; see sql/variant_offers.sql. Amounts are digits, lists JSON. */
export interface FeedRow {
  /** What its rows are one product by. */
  group_id: string;
  group_rows: number;
  /** `group_id` where a row says it: for several rows, or because a seller's own feed did. */
  told_group: string | null;
  id: string;
  offer_id: string;
  product_id: string;
  variant_id: string;
  seller: string;
  title: string;
  description: string | null;
  url: string | null;
  image_url: string | null;
  image_urls: string[] | null;
  video_url: string | null;
  brand: string | null;
  gtin: string | null;
  /** The seller's own number in the form of a GTIN, of its own feed alone. */
  seller_code: string | null;
  mpn: string | null;
  /** A node of the taxonomy. */
  category: string | null;
  /** What the seller itself said, of its own feed alone: levels of words by dots, or a number of Google's. */
  own_category: string | null;
  condition: string;
  availability: string;
  currency: string;
  price_minor: string;
  list_price_minor: string | null;
  delivery_minor: string | null;
  /** JSON object of attribute key to value. */
  attributes: string | null;
}

/** What of an index its rows do not say. */
export interface FeedMarket {
  country: string;
  /** Name of a seller by its id. */
  sellerName: (seller: string) => string;
  /** A node of the taxonomy as people write it (`A > B`), and Google's id. */
  category: (node: string) => { path: string; google: number | null };
}

/** One of a list: a picture, a code, or something said of the article. */
export interface Item {
  url?: string;
  section?: string;
  name?: string;
  value?: string;
}

/** All that any protocol says of an offer, by name; what is not known is absent. */
export interface Facts {
  id: string;
  offer_id: string;
  /** What its rows are one product by. */
  product: string;
  /** The same, absent where it is the only row of its product and no seller named it. */
  group_id?: string | undefined;
  has_variations?: string | undefined;
  title: string;
  description?: string | undefined;
  url?: string | undefined;
  image?: string | undefined;
  more_images: string[];
  images: string[];
  pictures: Item[];
  video?: string | undefined;
  videos: Item[];
  brand?: string | undefined;
  /** In the shortest of 8, 12, 13 or 14 digits. */
  gtin?: string | undefined;
  gtin14?: string | undefined;
  gtins: Item[];
  mpn?: string | undefined;
  /** GTIN, or the seller's own number in its place, and part number, by their names. */
  codes: Item[];
  has_identifiers: string;
  condition: string;
  availability: string;
  /** Before a reduction: `15.00 USD`. */
  price: string;
  sale_price?: string | undefined;
  /** What is to be paid now, in major units: `15.00`. */
  amount: string;
  amount_minor: number;
  list_amount_minor?: number | undefined;
  list_currency?: string | undefined;
  currency: string;
  /** `A > B`. */
  category?: string | undefined;
  google_category?: string | undefined;
  color?: string | undefined;
  size?: string | undefined;
  material?: string | undefined;
  pattern?: string | undefined;
  gender?: string | undefined;
  age_group?: string | undefined;
  /** Every attribute, the brand before them where a protocol has no other place for it. */
  options: Item[];
  /** Attributes without a field of their own. */
  details: Item[];
  seller: string;
  seller_url?: string | undefined;
  /** `country:region:service:price`. */
  shipping?: string | undefined;
  shipping_country?: string | undefined;
  shipping_price?: string | undefined;
  country: string;
  /** Of its product, over all rows. */
  least_minor?: number | undefined;
  most_minor?: number | undefined;
}
export type FactName = keyof Facts;

/** Attributes that the protocols have fields for, and what may stand there. */
const FIELDS: Readonly<Record<string, RegExp>> = {
  color: /./,
  size: /./,
  material: /./,
  pattern: /./,
  gender: /^(?:male|female|unisex)$/,
  age_group: /^(?:newborn|infant|toddler|kids|adult)$/,
};

/** The facts of a row. */
export function factsOf(row: FeedRow, market: FeedMarket): Facts {
  const { brand, gtin, seller_code, mpn, url } = row;
  const attributes = JSON.parse(row.attributes ?? '{}') as Record<string, string>;
  const codes = [...itemOf('GTIN', gtin), ...itemOf('IN_STORE', seller_code), ...itemOf('MPN', mpn)];
  return {
    id: row.id,
    offer_id: row.offer_id,
    product: row.group_id,
    group_id: row.told_group ?? undefined,
    has_variations: row.group_rows > 1 ? 'true' : undefined,
    title: row.title,
    description: row.description ?? undefined,
    url: url ?? undefined,
    ...picturesOf(row),
    brand: brand ?? undefined,
    gtin: gtin === null ? undefined : shortestGtin(gtin),
    gtin14: gtin ?? undefined,
    gtins: itemOf('GTIN', gtin),
    mpn: mpn ?? undefined,
    codes,
    has_identifiers: gtin !== null || (brand !== null && mpn !== null) ? 'yes' : 'no',
    condition: row.condition,
    availability: row.availability,
    ...pricesOf(row),
    ...categoriesOf(row, market),
    ...fieldsOf(attributes),
    options: [
      ...itemOf('brand', brand),
      ...Object.entries(attributes).flatMap(([key, value]) => itemOf(key, value)),
    ],
    details: detailsOf(attributes),
    seller: market.sellerName(row.seller),
    seller_url: url !== null && URL.canParse(url) ? new URL(url).origin : undefined,
    ...shippingOf(row, market),
    country: market.country,
  };
}

const itemOf = (name: string, value: string | null): Item[] => (value === null ? [] : [{ name, value }]);

/** Of a seller's own feed what the seller said and nothing else, or reading it would take our placing for the seller's. */
function categoriesOf({ category, own_category }: FeedRow, market: FeedMarket) {
  if (own_category !== null)
    return /^\d+$/.test(own_category)
      ? { google_category: own_category }
      : { category: writtenPath(own_category) };
  if (category === null) return {};
  const { path, google } = market.category(category);
  return { category: path, google_category: google?.toString() };
}

/** `home.coffee_makers` as people write it, and as `categoryPath` reads it back: `home > coffee makers`. */
const writtenPath = (path: string): string => path.replaceAll('.', ' > ').replaceAll('_', ' ');

function picturesOf({ image_url, image_urls, video_url }: FeedRow) {
  const images = [...new Set([image_url, ...(image_urls ?? [])])].filter((image) => image !== null);
  return {
    image: images[0],
    more_images: images.slice(1),
    images,
    pictures: images.map((url) => ({ url })),
    video: video_url ?? undefined,
    videos: video_url === null ? [] : [{ url: video_url }],
  };
}

function pricesOf({ price_minor, list_price_minor, currency }: FeedRow) {
  const [now, list] = [Number(price_minor), Number(list_price_minor ?? 0)];
  const spelled = (minor: number) => `${toDecimal(minor, currency)} ${currency}`;
  const prices = { amount: toDecimal(now, currency), amount_minor: now, currency };
  if (list <= now) return { ...prices, price: spelled(now) };
  return {
    ...prices,
    price: spelled(list),
    sale_price: spelled(now),
    list_amount_minor: list,
    list_currency: currency,
  };
}

function shippingOf({ delivery_minor, currency }: FeedRow, { country }: FeedMarket) {
  if (delivery_minor === null) return {};
  const price = `${toDecimal(Number(delivery_minor), currency)} ${currency}`;
  return { shipping: `${country}:::${price}`, shipping_country: country, shipping_price: price };
}

function shortestGtin(gtin: string): string {
  for (const [zeros, digits] of [
    ['000000', 8],
    ['00', 12],
    ['0', 13],
  ] as const)
    if (gtin.startsWith(zeros)) return gtin.slice(-digits);
  return gtin;
}

const hasField = (key: string, value: string): boolean =>
  key.startsWith('general.') && (FIELDS[key.slice('general.'.length)]?.test(value) ?? false);

function fieldsOf(attributes: Record<string, string>) {
  const own = Object.entries(attributes).filter(([key, value]) => hasField(key, value));
  return Object.fromEntries(own.map(([key, value]) => [key.slice('general.'.length), value]));
}

function detailsOf(attributes: Record<string, string>): Item[] {
  return Object.entries(attributes).flatMap(([key, value]) => {
    if (hasField(key, value)) return [];
    const dot = key.indexOf('.');
    return [{ section: key.slice(0, dot), name: key.slice(dot + 1), value }];
  });
}
