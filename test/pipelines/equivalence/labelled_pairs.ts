import { readFileSync } from 'node:fs';
import { titledCondition } from '../../../pipelines/domain/condition.ts';
import type { Listing, Product } from '../../../pipelines/domain/listing.ts';
import { type ComparedItem, comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { judged } from '../../../pipelines/equivalence/judged.ts';
import { withMaker } from '../../../pipelines/equivalence/maker.ts';
import {
  asSeen,
  type Related,
  type Relation,
  STRICTNESSES,
  type Strictness,
} from '../../../pipelines/equivalence/relation.ts';
import type { Rarity } from '../../../pipelines/equivalence/wording.ts';
import { catalogueMakers } from '../../../warehouse/reads/catalogue_makers.ts';
import { catalogueRarity } from '../../../warehouse/reads/word_rarity.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';

const FOLDER = new URL('../../../fixtures/equivalence/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8').trimEnd().split('\n');
const epoch = (date: string) => Date.parse(date) / 1000;

/** A line of items.ndjson. */
export interface Item {
  ref: string;
  title: string;
  brand?: string;
  gtin?: string;
  mpn?: string;
  category?: string;
  condition?: 'new' | 'refurbished' | 'used';
  price_minor?: number;
  from?: string;
  product?: string;
  variant?: string;
  attributes?: Record<string, string>;
}

/** A pair that a person labelled, as the most lenient strictness sees it. */
export interface LabelledPair {
  relation: Relation;
  a: string;
  b: string;
  titles: [string, string];
}

/** Tables of pairs of one catalogue; `held_out` and `more_trades_held_out` were looked at when rules stood. */
export const PAIR_TABLES = [
  'pairs',
  'held_out',
  'other_trades',
  'more_trades',
  'more_trades_held_out',
] as const;
export type PairTable = (typeof PAIR_TABLES)[number];

export const labelledPairs = (table: PairTable): LabelledPair[] => pairsOf(`${table}.tsv`);

/** The pairs of a file of fixtures/equivalence. */
export const pairsOf = (file: string): LabelledPair[] =>
  read(file)
    .slice(1)
    .map((line) => {
      const [relation, a, b, , left, right] = line.split('\t') as [
        Relation,
        string,
        string,
        string,
        string,
        string,
      ];
      return { relation, a, b, titles: [left, right] };
    });

/** The items of a file of fixtures/equivalence. */
export const itemsOf = <T extends Item>(file: string): T[] => read(file).map((line) => JSON.parse(line) as T);

/** Items as one catalogue; by default those of all pairs. */
export function labelledCatalogue(items: readonly Item[] = itemsOf('items.ndjson')) {
  return listedSnapshot(
    items.map(({ ref, product, variant, from = '2026-01-01', ...item }) => {
      const [seller = '', ...sku] = ref.split(':');
      const price_minor = item.price_minor ?? 1000;
      const changes = [
        {
          from: epoch(from),
          currency: 'USD',
          price_minor,
          landed_minor: null,
          availability: 'in_stock' as const,
        },
      ];
      const titled = titledCondition(item.title, { brand: item.brand ?? null, code: item.gtin ?? null });
      const parts = {
        ...item,
        // As a feed is staged that states none.
        condition: item.condition ?? titled ?? 'new',
        changes,
        ...(product && variant ? { product_id: product, variant_id: variant } : {}),
      };
      return listing(seller, sku.join(':'), parts);
    }),
  );
}

/** What the rules say of a labelled pair. */
export interface AnsweredPair extends LabelledPair {
  items: [ComparedItem, ComparedItem];
  found: Related;
}

/** Markets of mixed trades, each with a catalogue of its own (README.md of fixtures/equivalence). */
export const OPEN_MARKETS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'wide',
] as const;

/** The pairs of a table or an open market. */
export const answeredTable = (table: PairTable | (typeof OPEN_MARKETS)[number]): Promise<AnsweredPair[]> => {
  const market = OPEN_MARKETS.find((one) => one === table);
  return market
    ? answeredPairs(pairsOf(`open_markets/${market}.tsv`), itemsOf(`open_markets/${market}.ndjson`))
    : answeredPairs(labelledPairs(table as PairTable));
};

export async function answeredPairs(
  pairs: readonly LabelledPair[],
  items?: readonly Item[],
): Promise<AnsweredPair[]> {
  const { rarity, itemOf } = await labelledItems(items);
  return pairs.map((pair) => {
    const both: [ComparedItem, ComparedItem] = [itemOf(pair.a), itemOf(pair.b)];
    return { ...pair, items: both, found: judged(...both, rarity) };
  });
}

/** The rows of public sets, which are of many shops and state no prices that could be compared. */
const PUBLIC_SETS: ReadonlySet<string> = new Set([
  'esci',
  'abt',
  'amazon',
  'buy',
  'walmart',
  'icecat',
  'grocery',
  'titles',
]);

/** Items by reference, as those of one catalogue are compared. */
export interface LabelledItems {
  rarity: Rarity;
  itemOf: (ref: string) => ComparedItem;
}

export async function labelledItems(
  items: readonly Item[] = itemsOf('items.ndjson'),
): Promise<LabelledItems> {
  const snapshot = labelledCatalogue(items);
  const [rarity, makerCalled] = [await catalogueRarity(snapshot), await catalogueMakers(snapshot)];
  const priced = new Set(items.flatMap(({ ref, price_minor }) => (price_minor ? [ref] : [])));
  const products = await snapshot.products([...Array(snapshot.product_count).keys()]);
  const byRef = new Map<string, { product: Product; one: Listing }>(
    products.flatMap((product) =>
      product.listings.map((one) => [`${one.seller}:${one.sku}`, { product, one }] as const),
    ),
  );
  // What is read of an item is kept with it, and most are in several pairs.
  const made = new Map<string, ComparedItem>();
  const itemOf = (ref: string): ComparedItem => {
    const item = made.get(ref) ?? makeItem(ref);
    made.set(ref, item);
    return item;
  };
  const makeItem = (ref: string): ComparedItem => {
    const found = byRef.get(ref);
    if (!found) throw new Error(`no item is called ${ref}`);
    const own = comparedItem(found.product, found.one.variant_id, found.one.condition);
    const item = withMaker(own, makerCalled);
    return {
      ...item,
      price_minor: priced.has(ref) ? item.price_minor : null,
      ...(PUBLIC_SETS.has(found.one.seller) && { sellers: [ref] }),
    };
  };
  return { rarity, itemOf };
}

/** Whether what the rules say is what the label says at a strictness. */
export const isRight = ({ relation, found }: AnsweredPair, strictness: Strictness): boolean =>
  asSeen(relation, strictness) === asSeen(found.relation, strictness);

/** Shares of right answers by strictness. */
export const accuracies = (answered: readonly AnsweredPair[]): Record<Strictness, number> =>
  Object.fromEntries(
    STRICTNESSES.map((strictness) => [
      strictness,
      answered.filter((one) => isRight(one, strictness)).length / answered.length,
    ]),
  ) as Record<Strictness, number>;
