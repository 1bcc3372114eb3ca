import type { Vector } from '../embedding/vector.ts';
import type { VectorTable } from '../embedding/vector_table.ts';
import { comesBefore, Page, type Position } from './page.ts';

/** Fewer products with words enough than this are followed by others like them, up to this in all. */
export const FULL = 100;
/** Of these the best so many tell what the others must be like. */
export const BEST = 10;
/** So many products with fewer words are held beside those that are alike. */
export const FEWER = 1_000;
/** The nearest products that are held to the filters; what would pass behind them is not found. */
const NEAREST = 1_000;
/** How near others must be to the middle of the best, of what these are on average; a ratio holds for any model. */
const LEAST_NEAR = 0.65;
/** Where more than this share of all products is so near, being near tells nothing; told by so many of more, evenly drawn. */
const MOST_NEAR = 0.5;
const DRAWN = 2_048;
/** A part of them, after which it may be sure already. */
const DRAWN_AT_ONCE = 256;
/**
 * What being like the best counts beside having some of the words. What is just like them and has no word then stands
 * beside what has two fifths of the words’ worth and is like nothing.
 */
const LIKENESS_SHARE = 0.3;
/** More than the last digits of a key. */
const ROUNDING = 1e-9;

/** What follows the products that have words enough. */
interface Followers {
  /** By their words, with scores above 0, best first: at most `FEWER`. */
  fewer: readonly Position[];
  /** Of some products those that may follow for being alike alone: without words that count, and passing the filters. */
  others: (products: number[]) => readonly number[];
}

/** A product by its words and by how like the best it is. */
interface Mixed extends Position {
  alike: boolean;
}

/**
 * The first `places` products that follow `best`, which are the best of those that have words enough: by their words and
 * by how near in meaning they are to the middle of `best`, both on a scale on which the best of each kind has 1.
 */
export function alikeOrder(
  table: VectorTable,
  best: readonly number[],
  { fewer, others }: Followers,
  places: number,
): Mixed[] {
  const middle = table.middleOf(best);
  const dots = (products: readonly number[]) => table.dots(middle, Uint32Array.from(products));
  const among = dots(best).reduce((sum, dot) => sum + dot, 0) / best.length;
  const leastNear = LEAST_NEAR * nearnessAmong(table, best);
  if (leastNear <= 0 || areMostNear(table, middle, leastNear)) return [];
  const likeness = dots(fewer.map(({ product }) => product)).map((dot) => dot / among);
  const most = fewer[0]?.key ?? 1;
  const page = new Page(places, null);
  for (const [at, { key, product }] of fewer.entries())
    page.offer((1 - LIKENESS_SHARE) * (key / most) + LIKENESS_SHARE * (likeness[at] as number), product);
  const byWords = page.positions().map((one) => ({ ...one, alike: false }));
  const last = byWords[places - 1]?.key ?? Number.NEGATIVE_INFINITY;
  // What is as like the best as anything can be has no place among them: then no vector is looked at.
  if (LIKENESS_SHARE * (table.mostOf(middle) / among) < last) return byWords;
  // Nor has what is less like them, but for the digits that a sum loses.
  const least = Math.max(leastNear, ((last - ROUNDING) / LIKENESS_SHARE) * among);
  const own = new Set(best);
  const near = new Map(
    table
      .nearest(middle, NEAREST, least)
      .flatMap(({ row, dot }) => (own.has(row) ? [] : [[row, dot / among]])),
  );
  const alike = others([...near.keys()]).map((product) => ({
    key: LIKENESS_SHARE * (near.get(product) ?? 0),
    product,
    alike: true,
  }));
  return [...byWords, ...alike].sort(inOrder).slice(0, places);
}

/**
 * How near some products are on average to the middle of the others, as one that is none of them could be: a middle that
 * they are part of themselves is the nearer the fewer they are.
 */
function nearnessAmong(table: VectorTable, best: readonly number[]): number {
  const nearness = (one: number) => {
    const others = best.length === 1 ? best : best.filter((other) => other !== one);
    return table.dots(table.middleOf(others), Uint32Array.of(one))[0] as number;
  };
  return best.reduce((sum, one) => sum + nearness(one), 0) / best.length;
}

/**
 * Whether most of a catalogue has a dot product of at least so much with a vector. Of what is drawn no more is looked at
 * than it takes to be sure.
 */
function areMostNear(table: VectorTable, vector: Vector, least: number): boolean {
  if (table.count <= DRAWN) return false;
  let near = 0;
  for (let from = 0; from < DRAWN; from += DRAWN_AT_ONCE) {
    const drawn = new Uint32Array(DRAWN_AT_ONCE);
    for (let at = 0; at < DRAWN_AT_ONCE; at++) drawn[at] = Math.floor(((from + at) * table.count) / DRAWN);
    for (const dot of table.dots(vector, drawn)) if (dot >= least) near++;
    if (near > MOST_NEAR * DRAWN) return true;
    if (near + DRAWN - from - DRAWN_AT_ONCE <= MOST_NEAR * DRAWN) return false;
  }
  return false;
}

const inOrder = (a: Position, b: Position) => (comesBefore(a, b) ? -1 : 1);
