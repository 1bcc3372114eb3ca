import { foldText } from '../text/fold.ts';
import { COLOR_WORDS, SIZE_WORDS } from '../text/languages.ts';
import { readText, titleWords } from '../text/reading.ts';
import { sameAmount, UNITS } from '../text/units.ts';
import type { AxisValue, Product } from './listing.ts';

/**
 * The variants of a product that a text names by where they stand on its axes: those with most of their values in the
 * text (`16 GB` and `silver` rather than `silver` alone). Undefined where it names none.
 */
export function namedVariants(product: Product, text: string): ReadonlySet<string> | undefined {
  if (!product.variants.some(({ axes }) => axes.length > 0)) return undefined;
  const states = statedIn(text);
  const counts = product.variants.map(({ variant_id, axes }) => ({
    variant_id,
    count: axes.filter(states).length,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  if (most === 0) return undefined;
  return new Set(counts.filter(({ count }) => count === most).map(({ variant_id }) => variant_id));
}

/** Whether a text states a value: a measured one as an amount, any other by all its words. */
function statedIn(text: string): (axis: AxisValue) => boolean {
  const reading = readText(text);
  const words = new Set(
    titleWords(reading).flatMap((word) => [
      word.text,
      COLOR_WORDS.get(word.text) ?? word.text,
      (SIZE_WORDS.get(word.text) ?? word.text).toLowerCase(),
    ]),
  );
  return ({ value, unit }) => {
    const known = typeof value === 'number' && unit !== null ? UNITS.get(foldText(unit)) : undefined;
    if (known && typeof value === 'number')
      return reading.amounts.some(
        ({ dimension, amount }) => dimension === known.dimension && sameAmount(amount, value * known.factor),
      );
    const own = titleWords(readText(String(value)));
    return own.length > 0 && own.every((word) => words.has(word.text));
  };
}
