import { type Amount, totalOf } from '../../../text/amounts.ts';
import { readText } from '../../../text/reading.ts';
import { sameAmount } from '../../../text/units.ts';

/** The amounts that two titles both state, as the left one writes them (`55-inch`, `6 x 1 l`), in its order; each once. */
export function sharedAmounts(left: string, right: string): string[] {
  const own = readText(left);
  const { amounts: others } = readText(right);
  const texts = own.amounts
    .filter((amount) => others.some((other) => isSame(amount, other)))
    .map(({ start, end }) => own.folded.slice(start, end).trim());
  return [...new Set(texts)];
}

const isSame = (one: Amount, other: Amount): boolean =>
  one.dimension === other.dimension && sameAmount(totalOf(one), totalOf(other));
