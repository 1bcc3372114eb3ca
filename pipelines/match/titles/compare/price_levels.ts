import type { Features } from './features.ts';

/**
 * How dear sellers are: the log of their prices over those of the mean seller, by ascending hash of the seller. There
 * are few: only sellers that taught are known.
 */
export interface PriceLevels {
  sellers: Uint32Array;
  levels: Float32Array;
}

export const NO_PRICE_LEVELS: PriceLevels = { sellers: new Uint32Array(0), levels: new Float32Array(0) };

/** A pair of sellers: the median log ratio of their prices, left over right, over so many items of both. */
interface PricePair {
  left: number;
  right: number;
  ratio: number;
  items: number;
}

/** Every seller is taken for a mean one until so many items say otherwise. */
const PRIOR_ITEMS = 20;
const ROUNDS = 50;

/**
 * The price levels that explain the medians best, by weighted least squares with a ridge towards 0, solved by
 * Gauss-Seidel. Medians, because a promotion or a wrong price must not move them.
 */
export function learnPriceLevels(pairs: readonly PricePair[]): PriceLevels {
  const levels = new Map<number, number>(
    pairs.flatMap(({ left, right }) => [
      [left, 0],
      [right, 0],
    ]),
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (const seller of levels.keys()) {
      let sum = 0;
      let items = PRIOR_ITEMS;
      for (const pair of pairs) {
        if (pair.left === pair.right) continue;
        if (pair.left === seller) sum += pair.items * ((levels.get(pair.right) as number) + pair.ratio);
        else if (pair.right === seller) sum += pair.items * ((levels.get(pair.left) as number) - pair.ratio);
        else continue;
        items += pair.items;
      }
      levels.set(seller, sum / items);
    }
  }
  const sellers = Uint32Array.from(levels.keys()).sort();
  return { sellers, levels: Float32Array.from(sellers, (seller) => levels.get(seller) as number) };
}

/** The median log ratio of prices of pairs of records that are one item, by pair of sellers. */
export function pricePairs(
  left: Features,
  right: Features,
  known: Iterable<readonly [i: number, j: number]>,
): PricePair[] {
  const found = new Map<string, { left: number; right: number; ratios: number[] }>();
  for (const [i, j] of known) {
    const ratio = (left.log_price[i] as number) - (right.log_price[j] as number);
    if (Number.isNaN(ratio)) continue;
    const sellers = { left: left.seller[i] as number, right: right.seller[j] as number };
    const key = `${sellers.left} ${sellers.right}`;
    const pair = found.get(key) ?? { ...sellers, ratios: [] };
    pair.ratios.push(ratio);
    found.set(key, pair);
  }
  return [...found.values()].map(({ ratios, ...sellers }) => {
    ratios.sort((x, y) => x - y);
    return { ...sellers, ratio: ratios[ratios.length >> 1] as number, items: ratios.length };
  });
}

/** The level of a seller; 0 where nothing was learned of it. */
export function priceLevelOf({ sellers, levels }: PriceLevels, seller: number): number {
  const at = sellers.indexOf(seller);
  return at < 0 ? 0 : (levels[at] as number);
}
