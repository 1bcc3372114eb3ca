import { isMistakenUnit } from '../../../domain/mistaken_unit.ts';
import { type Amount, totalOf } from '../../../text/amounts.ts';
import { readText } from '../../../text/reading.ts';
import { sameAmount } from '../../../text/units.ts';

/** Amounts of two records, as they are written (`55-inch`, `6 x 1 l`): those that both state, as the left one writes them, and those of one alone. */
export interface StatedAmounts {
  both: string[];
  left: string[];
  right: string[];
}

/** What two records state, each by its title, which comes first, and the columns in which a feed tells how much there is; each amount once. */
export function statedAmounts(left: readonly string[], right: readonly string[]): StatedAmounts {
  const [own, others] = [amountsOf(left), amountsOf(right)];
  const has = (all: readonly Written[], { amount }: Written) =>
    all.some((other) => isSame(amount, other.amount));
  const textsOf = (some: readonly Written[]) =>
    some
      .filter((one, at) => !has(some.slice(0, at), one))
      .map(({ text }) => text)
      .filter((text, at, all) => all.indexOf(text) === at);
  return {
    both: textsOf(own.filter((one) => has(others, one))),
    left: textsOf(own.filter((one) => !has(others, one))),
    right: textsOf(others.filter((one) => !has(own, one))),
  };
}

/** A column that only mistakes the unit of what its title says is not told of. */
function amountsOf([title = '', ...fields]: readonly string[]): Written[] {
  const said = amountsIn(title);
  const told = said.map(({ amount }) => amount);
  const columns = fields.map(amountsIn).filter(
    (field) =>
      !isMistakenUnit(
        field.map(({ amount }) => amount),
        told,
      ),
  );
  return [...said, ...columns.flat()];
}

interface Written {
  amount: Amount;
  text: string;
}

function amountsIn(text: string): Written[] {
  const { amounts, folded } = readText(text);
  return (
    amounts
      // One piece is what everything comes in.
      .filter((amount) => amount.dimension !== 'count' || totalOf(amount) > 1)
      .map((amount) => ({ amount, text: folded.slice(amount.start, amount.end).trim() }))
  );
}

const isSame = (one: Amount, other: Amount): boolean =>
  one.dimension === other.dimension && sameAmount(totalOf(one), totalOf(other));
