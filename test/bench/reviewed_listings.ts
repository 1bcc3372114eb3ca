import type { MatchRecord } from '../../pipelines/match/titles/read/record.ts';
import type { MatchTask } from './match_data.ts';
import { onlyOnce, readEsci } from './open_world.ts';
import { otherSellersTitle, randomOf } from './other_seller.ts';

/** Listings without GTIN, and which item each truly is. */
export interface ReviewedListings {
  records: readonly MatchRecord[];
  /** Number of the item of each. */
  items: readonly number[];
  sellerOf: (place: number) => string;
}

const SELLERS = 5;

/** Two tables whose pairs are known; what nobody wrote down as a pair counts as different. */
export function readTables({ left, right, gold }: MatchTask): ReviewedListings {
  const partnerOf = new Map(gold.map(([i, j]) => [j, i]));
  const listings = [
    ...left.map((record, item) => ({ record: { ...record, seller: 'left' }, item })),
    ...right.map((record, at) => ({
      record: { ...record, seller: 'right' },
      item: partnerOf.get(at) ?? left.length + at,
    })),
  ];
  return shuffled(listings);
}

/** Articles dealt over five sellers, a share of them at a second one under a title of its own (open_world.ts). */
export function readDealtEsci(folder: string, share: number): ReviewedListings {
  const random = randomOf(11);
  const listings = onlyOnce(readEsci(folder)).flatMap((article, item) => {
    const listed = (seller: number, title: string, brand: string, price: number) => ({
      record: {
        key: `${seller}/${item}`,
        seller: `seller ${seller}`,
        title,
        brand: brand || null,
        price_minor: Math.round(price * 100),
        attributes: article.color === '' ? {} : { color: article.color },
      },
      item,
    });
    const seller = Math.floor(random() * SELLERS);
    const first = listed(seller, article.title, article.brand, article.price);
    if (random() >= share) return [first];
    const other = (seller + 1 + Math.floor(random() * (SELLERS - 1))) % SELLERS;
    const title = otherSellersTitle(article.title, article.brand, random);
    const price = article.price * Math.exp((random() - 0.5) * 0.2);
    return [first, listed(other, title, random() < 0.1 ? '' : article.brand, price)];
  });
  return shuffled(listings);
}

/** Places are by key, which is a hash: they say nothing. */
function shuffled(listings: readonly { record: MatchRecord; item: number }[]): ReviewedListings {
  const random = randomOf(3);
  const drawn = listings.map((one) => ({ ...one, at: random() })).sort((a, b) => a.at - b.at);
  const records = drawn.map(({ record }) => ({ ...record, gtin: null }));
  return {
    records,
    items: drawn.map(({ item }) => item),
    sellerOf: (place) => records[place]?.seller ?? '',
  };
}
