import type { SettledAttribute } from '../attributes/settle.ts';
import { settledProduct } from '../attributes/settled_product.ts';
import type { Condition, Listing, MatchMethod, Product } from '../domain/listing.ts';
import { usualCondition } from '../domain/pool.ts';
import { itemOf, type StatedItem } from '../domain/stated.ts';
import { foldKey, foldText } from '../text/fold.ts';
import type { Statement } from '../text/statement.ts';
import { markedSizes, withoutMarkedSizes } from './size_marks.ts';

/** When an item was offered; epoch seconds. */
export interface OnSale {
  from: number;
  /** Null while somebody offers it. */
  to: number | null;
}

/** One thing to buy, a variant in a condition, as it is held against another. */
export interface ComparedItem {
  product_id: string;
  variant_id: string;
  /** Of the variant, where it has one. */
  gtin: string | null;
  /** As sellers write it; null where nobody says. */
  brand: string | null;
  title: string;
  /** Who lists the product: a brand's own shop does not name the brand. */
  sellers: string[];
  /** Taxonomy node or a seller's own, dotted; null where it lies nowhere. */
  category: string | null;
  condition: Condition;
  /** What its listings say, the naming one first; at most `MOST_LISTINGS`; titles less `sizes`. */
  stated: StatedItem[];
  /** Sizes in signs of a trade that the titles of its listings state. */
  sizes: Statement[];
  /** Titles of the whole product, which name it in other words; less such sizes. */
  titles: string[];
  /** Part numbers of the variant, folded. */
  mpns: ReadonlySet<string>;
  /** What is known of the variant, by key. */
  attributes: ReadonlyMap<string, SettledAttribute>;
  /** How its listings came together, the surest first. */
  match: { method: MatchMethod; confidence: number };
  on_sale: OnSale;
  /** Minor units: what its listings ask, the middle one; null where no price is known. */
  price_minor: number | null;
}

/** Further listings say the same in the words of another seller. */
const MOST_LISTINGS = 4;
const MOST_TITLES = 8;

/** By record: one that is read is held against many others, and what was read of it is kept with its item. */
const known = new WeakMap<Product, Map<string, ComparedItem>>();

/** A variant of a product, in a condition, as it is compared; `condition` absent: as it is usually sold. */
export function comparedItem(product: Product, variant_id: string, condition?: Condition): ComparedItem {
  const own = known.get(product) ?? new Map<string, ComparedItem>();
  known.set(product, own);
  const key = `${variant_id} ${condition ?? ''}`;
  const item = own.get(key) ?? readItem(product, variant_id, condition);
  own.set(key, item);
  return item;
}

function readItem(product: Product, variant_id: string, condition?: Condition): ComparedItem {
  const all = product.listings.filter((listing) => listing.variant_id === variant_id);
  const sold = condition ?? usualCondition(all);
  const own = all.filter((listing) => listing.condition === sold);
  const listings = own.length > 0 ? own : all;
  const [first] = listings;
  if (!first) throw new Error(`product ${product.product_id} has no variant ${variant_id}`);
  return {
    product_id: product.product_id,
    variant_id,
    gtin: product.variants.find((variant) => variant.variant_id === variant_id)?.gtin ?? null,
    brand: product.brand ?? first.brand,
    sellers: [...new Set(product.listings.map(({ seller }) => seller))],
    title: first.title,
    category: product.category,
    condition: first.condition,
    stated: distinctTitles(listings).slice(0, MOST_LISTINGS).map(statedOf),
    sizes: listings.flatMap(({ title }) => markedSizes(title)),
    titles: [
      ...new Set([...listings, ...product.listings].map(({ title }) => withoutMarkedSizes(title))),
    ].slice(0, MOST_TITLES),
    mpns: new Set(listings.flatMap(({ mpn }) => (mpn === null ? [] : [foldKey(mpn)]))),
    attributes: attributesOf(product, variant_id),
    match: surest(listings),
    price_minor: middleOf(listings.map(({ price_minor }) => price_minor)),
    on_sale: saleOf(product.listings.filter((listing) => listing.variant_id === variant_id)),
  };
}

/** What a listing says of its item; some state how much is in it as its size. */
function statedOf(listing: Listing): StatedItem {
  const own = itemOf(listing);
  return {
    ...own,
    title: withoutMarkedSizes(own.title),
    quantity: own.quantity ?? own.attributes['size'] ?? null,
    condition: listing.condition,
  };
}

function distinctTitles(listings: readonly Listing[]): Listing[] {
  return [
    ...new Map(listings.toReversed().map((listing) => [foldText(listing.title), listing])).values(),
  ].toReversed();
}

/** The surest value of each key that the variant has. */
function attributesOf(product: Product, variant_id: string): Map<string, SettledAttribute> {
  const found = new Map<string, SettledAttribute>();
  for (const attribute of settledProduct(product).attributes) {
    const before = found.get(attribute.key);
    if (attribute.variant_ids.includes(variant_id) && (!before || before.confidence < attribute.confidence))
      found.set(attribute.key, attribute);
  }
  return found;
}

function surest(listings: readonly Listing[]): ComparedItem['match'] {
  const best = listings.reduce((one, other) => (other.confidence > one.confidence ? other : one));
  const { method, confidence } = listings.find((one) => one.method !== 'none') ?? best;
  return { method, confidence };
}

function saleOf(listings: readonly Listing[]): OnSale {
  const from = Math.min(...listings.map(({ changes }) => changes[0]?.from ?? Number.POSITIVE_INFINITY));
  if (listings.some(({ availability }) => availability !== 'gone')) return { from, to: null };
  return { from, to: Math.max(...listings.map(({ last_seen }) => Date.parse(last_seen) / 1000)) };
}

const middleOf = (values: readonly number[]): number | null =>
  values.filter((value) => value > 0).toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
