import { foldedParts, foldKey, foldText } from '../text/fold.ts';
import { COLOR_WORDS, SIZE_WORDS } from '../text/languages.ts';
import { readText, titleWords } from '../text/reading.ts';
import { type Dimension, sameAmount, UNITS } from '../text/units.ts';
import type { AxisValue, Product } from './listing.ts';

/** A part number has so many letters and digits, or it may be any word. */
const LEAST_CODE = 4;
/** Pieces that a part number may be written in: `WH-1000 XM4/B`. */
const MOST_PIECES = 5;

/**
 * The variants of a product that a text names: by the manufacturer's part number, else by where they stand on the
 * product's axes, those with most of their values in the text (`16 GB` and `silver` rather than `silver` alone), else by
 * most of the numbers of a value (`195 65 15` of `195/65 R15 91H`). Undefined where it names none.
 */
export function namedVariants(product: Product, text: string): ReadonlySet<string> | undefined {
  if (product.variants.length < 2) return undefined;
  return codedVariants(product, text) ?? describedVariants(product, text) ?? numberedVariants(product, text);
}

function codedVariants({ listings }: Product, text: string): ReadonlySet<string> | undefined {
  const pieces = foldedParts(text);
  const written = new Set(
    pieces.flatMap((_, from) =>
      Array.from({ length: MOST_PIECES }, (__, more) => pieces.slice(from, from + more + 1).join('')),
    ),
  );
  const isNamed = (mpn: string | null) => {
    const key = mpn === null ? '' : foldKey(mpn);
    return key.length >= LEAST_CODE && /\p{N}/u.test(key) && written.has(key);
  };
  const named = listings.filter(({ mpn }) => isNamed(mpn)).map(({ variant_id }) => variant_id);
  return named.length === 0 ? undefined : new Set(named);
}

function describedVariants(product: Product, text: string): ReadonlySet<string> | undefined {
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

/** Of the numbers by which a variant's values differ from those of others so many must be in a text that names it. */
const LEAST_NUMBERS = 0.5;

function numberedVariants({ variants }: Product, text: string): ReadonlySet<string> | undefined {
  const written = numbersIn(text);
  // An amount is told by its unit: `512 pages` names no 512 GB.
  const numbers = variants.map(({ axes }) =>
    numbersIn(axes.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])).join(' ')),
  );
  const [first, ...others] = numbers;
  const shared = others.reduce((left, own) => left.intersection(own), first ?? new Set<string>());
  const shares = numbers.map((all) => {
    const own = all.difference(shared);
    return own.size === 0 ? 0 : own.intersection(written).size / own.size;
  });
  const most = Math.max(...shares);
  if (most < LEAST_NUMBERS) return undefined;
  return new Set(variants.flatMap(({ variant_id }, at) => (shares[at] === most ? [variant_id] : [])));
}

const numbersIn = (text: string): Set<string> =>
  new Set(text.match(/\d+(?:[.,]\d+)*/g)?.map((number) => number.replaceAll(',', '.')));

/** A terabyte is a thousand gigabytes on a disk's label, and 1,024 in the table of units. */
const isSame = (dimension: Dimension, left: number, right: number): boolean =>
  sameAmount(left, right) || (dimension === 'data' && sameAmount(left * 1000, right * 1024));

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
        ({ dimension, amount }) =>
          dimension === known.dimension && isSame(dimension, amount, value * known.factor),
      );
    const own = titleWords(readText(String(value)));
    return own.length > 0 && own.every((word) => words.has(word.text));
  };
}
