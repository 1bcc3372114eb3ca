/**
 * Which axes bear on price. Found on the catalogue: whether one feed asks different prices, at the same time, for two
 * variants that differ on one axis alone. Prices of single listings also differ by chance (a promotion here, an old
 * price there), so it counts what two contrasts agree on: the mean product of two of them is the square of what is
 * systematic, as chance in the one is independent of chance in the other (a U-statistic; Hoeffding 1948).
 */

/** What sql/price_contrasts.sql has found of an axis in a category node. */
export interface PriceContrasts {
  /** Dotted; '' for the whole catalogue. */
  category: string;
  key: string;
  contrasts: number;
  /** Contrasts of one percent and less. */
  same: number;
  /** Sum of the squared differences of the logarithms of two prices. */
  squares: number;
  /** Pairs of contrasts between the same two values, and the sum of their products: in the node, and in one product. */
  value_pairs: number;
  value_products: number;
  product_pairs: number;
  product_products: number;
}

/** What was learned of an axis in a category node and below. */
export interface PriceAxis {
  category: string;
  key: string;
  bears: boolean;
  contrasts: number;
}

/** All that was learned, and of how many listings. */
export interface LearnedPrices {
  /** Listings of products with several variants there were then. */
  siblings: number;
  axes: PriceAxis[];
}

/** Fewer contrasts tell nothing. */
export const LEAST_CONTRASTS = 20;
/** Prices that differ systematically by less, as a logarithm, are one price. */
const LEAST_EFFECT = 0.03;
/** Standard errors that chance is given. */
const SURE = 3;

/** Axes that bear on price in few shops; of all others it is taken for granted until the catalogue says otherwise. */
const USUALLY_NEUTRAL: ReadonlySet<string> = new Set([
  'general.color',
  'general.size',
  'general.pattern',
  'general.gender',
]);

/** What contrasts say of an axis; null where they are too few or too unlike one another to tell. */
export function judgeContrasts(found: PriceContrasts): boolean | null {
  if (found.contrasts < LEAST_CONTRASTS) return null;
  if (found.same * 2 >= found.contrasts) return false;
  const variance = found.squares / found.contrasts;
  const answers = [
    judgePairs(variance, found.value_pairs, found.value_products),
    judgePairs(variance, found.product_pairs, found.product_products),
  ];
  if (answers.includes(true)) return true;
  return answers.includes(false) ? false : null;
}

/** Whether pairs agree on a difference: their mean product against what chance alone brings about. */
function judgePairs(variance: number, pairs: number, products: number): boolean | null {
  if (pairs === 0) return null;
  const chance = SURE * variance * Math.sqrt(2 / pairs);
  const effect = products / pairs;
  if (effect >= Math.max(LEAST_EFFECT ** 2, chance)) return true;
  // A small effect that chance could hide is no answer.
  return effect + chance < (2 * LEAST_EFFECT) ** 2 ? false : null;
}

/** What the contrasts teach, by axis and category node, without what a node above says already. */
export function priceAxes(contrasts: readonly PriceContrasts[]): PriceAxis[] {
  const learned: PriceAxis[] = [];
  for (const found of contrasts.toSorted((a, b) => a.category.length - b.category.length)) {
    const { category, key } = found;
    const bears = judgeContrasts(found);
    if (bears === null || nearestAxis(learned, category, key)?.bears === bears) continue;
    learned.push({ category, key, bears, contrasts: found.contrasts });
  }
  return learned;
}

/** Whether an axis bears on price in a category: as the nearest node above it that taught, else as usual. */
export function bearsOnPrice(learned: readonly PriceAxis[], category: string, key: string): boolean {
  return nearestAxis(learned, category, key)?.bears ?? !USUALLY_NEUTRAL.has(key);
}

function nearestAxis(learned: readonly PriceAxis[], category: string, key: string): PriceAxis | undefined {
  const above = learned.filter(
    (axis) =>
      axis.key === key &&
      (axis.category === '' || axis.category === category || category.startsWith(`${axis.category}.`)),
  );
  return above.sort((a, b) => b.category.length - a.category.length)[0];
}
