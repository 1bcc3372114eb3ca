import type { ComparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import type { Relation } from '../../../pipelines/equivalence/relation.ts';
import type { Rarity } from '../../../pipelines/equivalence/wording.ts';
import { wordId } from '../../../pipelines/text/statement.ts';
import {
  type Item,
  itemsOf,
  type LabelledItems,
  type LabelledPair,
  labelledItems,
  labelledPairs,
  OPEN_MARKETS,
  pairsOf,
} from './labelled_pairs.ts';

/** Trades whose pairs are told by what the other trades teach: the demo, real titles, and open markets. */
export const TRADES = ['demo', 'titles', ...OPEN_MARKETS] as const;
export type Trade = (typeof TRADES)[number];

const TABLES = {
  demo: ['pairs', 'held_out'],
  titles: ['other_trades', 'more_trades', 'more_trades_held_out'],
} as const;

/** A pair of items of two products, and what it teaches. `other_family`: of one maker, and neither one article nor a variant. */
export interface TaughtPair {
  trade: Trade;
  relation: Relation | 'other_family';
  items: [ComparedItem, ComparedItem];
  rarity: Rarity;
  /** Whether a person labelled the pair; else it follows from the articles and families of a market. */
  is_labelled: boolean;
}

/** A listing of an open market, with its article and family. */
interface MarketItem extends Item {
  item: string;
  family: string;
}

export async function taughtPairs(trade: Trade): Promise<TaughtPair[]> {
  if (trade === 'demo' || trade === 'titles') {
    const items = await labelledItems();
    return TABLES[trade].flatMap((table) => labelled(trade, labelledPairs(table), items));
  }
  const listings = itemsOf<MarketItem>(`open_markets/${trade}.ndjson`);
  const items = await labelledItems(listings);
  const known = labelled(trade, pairsOf(`open_markets/${trade}.tsv`), items);
  return [...known, ...drawn(trade, listings, items), ...drawnFar(trade, listings, items)];
}

const labelled = (
  trade: Trade,
  pairs: readonly LabelledPair[],
  { itemOf, rarity }: LabelledItems,
): TaughtPair[] =>
  pairs.map(({ relation, a, b }) => ({
    trade,
    relation,
    items: [itemOf(a), itemOf(b)],
    rarity,
    is_labelled: true,
  }));

/** Pairs drawn of a relation, and of two families or one. */
const MOST = 225;
export const MOST_OF_FAMILY = 3;

/** Pairs of listings of two sellers that publication put into two products, in an order that says nothing of them. */
function drawn(
  trade: Trade,
  listings: readonly MarketItem[],
  { itemOf, rarity }: LabelledItems,
): TaughtPair[] {
  const pairs = listings.flatMap((one, at) =>
    listings.slice(at + 1).flatMap((other) => {
      const relation = relationOf(one, other);
      const isJoined = one.product !== undefined && one.product === other.product;
      const isOfTwo = !isJoined && sellerOf(one) !== sellerOf(other);
      return relation && isOfTwo ? [{ relation, one, other, order: wordId(`${one.ref} ${other.ref}`) }] : [];
    }),
  );
  const counts = new Map<string, number>();
  const isMore = (key: string, most: number) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count >= most;
  };
  return pairs
    .toSorted((x, y) => x.order - y.order)
    .filter(
      ({ relation, one, other }) =>
        !isMore(`${relation} ${one.family} ${other.family}`, MOST_OF_FAMILY) && !isMore(relation, MOST),
    )
    .map(({ relation, one, other }) => ({
      trade,
      relation,
      items: [itemOf(one.ref), itemOf(other.ref)],
      rarity,
      is_labelled: false,
    }));
}

/** Pairs of whatever two things of a market. */
const MOST_FAR = 200;

/**
 * Pairs of whatever two things of a market, of two families, makers and shelves: what people label lies near one
 * another, so nobody says of a lock and a pair of jeans that they are unrelated. One in a hundred may be of one kind.
 */
function drawnFar(
  trade: Trade,
  listings: readonly MarketItem[],
  { itemOf, rarity }: LabelledItems,
): TaughtPair[] {
  const pairs = listings.map((one) => ({
    one,
    other: listings[wordId(one.ref) % listings.length] as MarketItem,
  }));
  return pairs
    .filter(({ one, other }) => relationOf(one, other) === null && one.category !== other.category)
    .slice(0, MOST_FAR)
    .map(({ one, other }) => ({
      trade,
      relation: 'unrelated',
      items: [itemOf(one.ref), itemOf(other.ref)],
      rarity,
      is_labelled: false,
    }));
}

const sellerOf = ({ ref }: Item): string => ref.slice(0, ref.indexOf(':'));

function relationOf(one: MarketItem, other: MarketItem): TaughtPair['relation'] | null {
  if (one.item === other.item) return 'identical';
  if (one.family === other.family) return 'variant';
  const isOneMaker = one.brand !== undefined && one.brand.toLowerCase() === other.brand?.toLowerCase();
  return isOneMaker ? 'other_family' : null;
}
