import { type Amount, totalOf } from '../text/amounts.ts';
import { type Dimension, sameAmount } from '../text/units.ts';

/** Dimensions of which feeds use two units, one a thousand of the other, for all their rows. */
const DIMENSIONS: ReadonlySet<Dimension | undefined> = new Set<Dimension>(['mass', 'volume', 'length']);

/**
 * Whether a field says a thousand times what the title beside it says, or a thousandth (`500 g` in a column of
 * kilograms): then the column's unit is wrong, and the title is right, which people read.
 */
export function isMistakenUnit(field: readonly Amount[], title: readonly Amount[]): boolean {
  return field.some((one) =>
    title.some(
      (own) =>
        own.dimension === one.dimension &&
        DIMENSIONS.has(own.dimension) &&
        isThousandfold(totalOf(own), totalOf(one)),
    ),
  );
}

const isThousandfold = (left: number, right: number): boolean =>
  sameAmount(1000 * Math.min(left, right), Math.max(left, right));
