import { formatPrice } from '../../pipelines/domain/money.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';

/** A constraint that may be dropped, and what is left without it. */
export interface Relaxation {
  constraint: string;
  without: ShopperConstraints;
}

/** Each constraint alone, in the order in which people would give it up; then any two of them. */
export function relaxations(
  constraints: ShopperConstraints,
  { currency, locale }: Pick<Snapshot, 'currency' | 'locale'>,
): Relaxation[] {
  const money = (minor: number) => formatPrice(minor, currency, locale);
  const { budget_minor, min_minor, must_have, avoid, measures, sellers } = constraints;
  const single: { constraint: string; drop: (from: ShopperConstraints) => ShopperConstraints }[] = [
    ...(budget_minor === null
      ? []
      : [
          {
            constraint: `the budget of ${money(budget_minor)}`,
            drop: (from: ShopperConstraints) => ({ ...from, budget_minor: null }),
          },
        ]),
    ...(min_minor === null
      ? []
      : [
          {
            constraint: `at least ${money(min_minor)}`,
            drop: (from: ShopperConstraints) => ({ ...from, min_minor: null }),
          },
        ]),
    ...must_have.map((phrase) => ({
      constraint: `must have ${phrase.text}`,
      drop: (from: ShopperConstraints) => ({
        ...from,
        must_have: from.must_have.filter((one) => one.text !== phrase.text),
      }),
    })),
    ...measures.map((measure) => ({
      constraint: measure.text,
      drop: (from: ShopperConstraints) => ({
        ...from,
        measures: from.measures.filter((one) => one !== measure),
      }),
    })),
    ...avoid.map((phrase) => ({
      constraint: `no ${phrase.text}`,
      drop: (from: ShopperConstraints) => ({
        ...from,
        avoid: from.avoid.filter((one) => one.text !== phrase.text),
      }),
    })),
    ...(sellers === null
      ? []
      : [
          {
            constraint: `only ${sellers.join(', ')}`,
            drop: (from: ShopperConstraints) => ({ ...from, sellers: null }),
          },
        ]),
    ...(constraints.conditions.length === 0
      ? []
      : [
          {
            constraint: `condition ${constraints.conditions.join(' or ')}`,
            drop: (from: ShopperConstraints) => ({ ...from, conditions: [] }),
          },
        ]),
  ];
  const pairs = single.flatMap((one, at) =>
    single.slice(at + 1).map((other) => ({
      constraint: `${one.constraint} and ${other.constraint}`,
      without: other.drop(one.drop(constraints)),
    })),
  );
  return [...single.map(({ constraint, drop }) => ({ constraint, without: drop(constraints) })), ...pairs];
}
