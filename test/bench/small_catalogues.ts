import { join } from 'node:path';
import type { MatchRecord } from '../../pipelines/match/titles/read/record.ts';
import { readJudgedSet } from './icecat.ts';
import { type MatchTask, readAbtBuy, readGroceryPair, readWalmartAmazon } from './match_data.ts';
import { type Article, onlyOnce, readEsci } from './open_world.ts';
import { otherSellersTitle } from './other_seller.ts';

/** Listings of two sellers, of which is known which are one item: `partnerOf` by place at the left. */
export interface SmallCatalogue {
  left: MatchRecord[];
  right: MatchRecord[];
  partnerOf: ReadonlyMap<number, number>;
}

type Random = () => number;
/** Draws two sellers of about `listings` each, of which about a `share` are the other's too. */
export type Draw = (listings: number, share: number, random: Random) => SmallCatalogue;

/**
 * Small catalogues drawn from each public set: two of electronics whose pairs are known, groceries of two chains with
 * their codes hidden, and the articles of two judged sets, which a second seller calls something else. By trade, so
 * that one may be left out.
 */
export function publicDraws(folder: string): Map<string, Draw[]> {
  const pairOf = (left: number, right: number) => drawTask(readGroceryPair(folder, left, right));
  const icecat = (readJudgedSet(join(folder, 'search-icecat'))?.lines ?? []).map(
    ({ product_no, title, brand }): Article => ({
      id: String(product_no),
      title: title ?? '',
      brand: brand ?? '',
      color: '',
      price: 20 + (product_no % 200),
    }),
  );
  return new Map([
    ['abt-buy', [drawTask(readAbtBuy(folder))]],
    ['walmart-amazon', [drawTask(readWalmartAmazon(folder))]],
    ['groceries', [pairOf(0, 1), pairOf(2, 3)]],
    ['esci', [drawArticles(onlyOnce(readEsci(folder)))]],
    ['icecat', [drawArticles(onlyOnce(icecat))]],
  ]);
}

const isDrawn = (random: Random, all: readonly number[]): number[] =>
  all
    .map((place) => ({ place, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ place }) => place);

/** Of each item that both have and that is not drawn for both, one side at most is taken. */
function drawTask({ left, right, gold }: MatchTask): Draw {
  return (listings, share, random) => {
    const both = isDrawn(random, [...gold.keys()])
      .slice(0, Math.round(listings * share))
      .map((at) => gold[at] as [number, number]);
    const taken = { left: new Set(both.map(([i]) => i)), right: new Set(both.map(([, j]) => j)) };
    for (const i of isDrawn(random, [...left.keys()])) if (taken.left.size < listings) taken.left.add(i);
    const partners = new Set(gold.filter(([i]) => taken.left.has(i)).map(([, j]) => j));
    for (const j of isDrawn(random, [...right.keys()]))
      if (taken.right.size < listings && !partners.has(j)) taken.right.add(j);
    const [lefts, rights] = [[...taken.left], [...taken.right]];
    const placeOf = new Map(rights.map((j, at) => [j, at]));
    const partnerOf = new Map<number, number>();
    for (const [i, j] of gold) {
      const place = placeOf.get(j);
      if (taken.left.has(i) && place !== undefined) partnerOf.set(lefts.indexOf(i), place);
    }
    return {
      left: lefts.map((i) => left[i] as MatchRecord),
      right: rights.map((j) => right[j] as MatchRecord),
      partnerOf,
    };
  };
}

/** Half of the draws are of neighbours by brand, which are alike, half of anything. */
function drawArticles(articles: readonly Article[]): Draw {
  const byBrand = articles.toSorted((a, b) => (a.brand < b.brand ? -1 : a.brand > b.brand ? 1 : 0));
  return (listings, share, random) => {
    const wanted = Math.min(articles.length, Math.round(2 * listings * (1 - share / 2)));
    const from = Math.floor(random() * (articles.length - wanted));
    const chosen =
      random() < 0.5
        ? byBrand.slice(from, from + wanted)
        : isDrawn(random, [...articles.keys()])
            .slice(0, wanted)
            .map((at) => articles[at] as Article);
    const sides: [MatchRecord[], MatchRecord[]] = [[], []];
    const partnerOf = new Map<number, number>();
    for (const article of chosen) {
      const side = random() < 0.5 ? 0 : 1;
      if (random() < share) {
        partnerOf.set(sides[0].length, sides[1].length);
        sides[1 - side]?.push(listing(elsewhere(article, random), 1 - side));
      }
      sides[side]?.push(listing(article, side));
    }
    return { left: sides[0], right: sides[1], partnerOf };
  };
}

/** The article as another seller lists it. */
const elsewhere = (article: Article, random: Random): Article => ({
  ...article,
  title: otherSellersTitle(article.title, article.brand, random),
  price: article.price * Math.exp((random() - 0.5) * 0.2),
  brand: random() < 0.1 ? '' : article.brand,
});

const listing = ({ id, title, brand, color, price }: Article, side: number): MatchRecord => ({
  key: `${side}/${id}`,
  seller: side === 0 ? 'left' : 'right',
  title,
  brand: brand || null,
  price_minor: Math.round(price * 100),
  attributes: color === '' ? {} : { color },
});
