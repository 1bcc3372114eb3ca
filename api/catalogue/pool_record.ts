import { type Static, Type } from 'typebox';
import { compareAxisValues } from '../../pipelines/domain/axis_order.ts';
import type { AxisValue, Product } from '../../pipelines/domain/listing.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { summariseOffers } from '../../pipelines/domain/offer.ts';
import { type Pool, poolsOf, shownVariant } from '../../pipelines/domain/pool.ts';
import { type TrustDeps, trustedBest } from '../trust/trusted_best.ts';
import { BestRecord, bestRecord, offerScope } from './offer_record.ts';
import { Condition, Display, Minor, nullable, recordOf } from './schema.ts';

const Value = Type.Union([Type.String(), Type.Number()], { description: 'A number is in `unit`.' });
const Unit = nullable(Type.String({ description: 'Of a number; null where it has none.' }));

/** Where a variant stands on the axes of its product. */
export const AxisValues = Type.Array(
  Type.Object({ key: Type.String({ description: '`<namespace>.<name>`' }), value: Value, unit: Unit }),
  { description: 'Where it stands on the axes of the product.' },
);

/** What the variants of a product differ in. */
export const AxisRecord = recordOf('Axis', {
  key: Type.String({ description: '`<namespace>.<name>`' }),
  unit: Unit,
  values: Type.Array(Value, { description: 'In their order: S before M, 64 GB before 128 GB.' }),
  bears_on_price: Type.Boolean({
    description: 'Sellers ask different prices along it: what differs in it is never in one pool.',
  }),
});

/** Which variants an answer's offers are of: those of one pool. */
export const PooledVariants = Type.Array(Type.String(), {
  description:
    'Variants whose offers are weighed against one another: they differ only in what does not bear on price.',
});

/** The offers of a pool in short. */
export const PoolRecord = recordOf('Pool', {
  variant_id: Type.String({ description: 'The variant that stands for the pool.' }),
  pooled_variants: PooledVariants,
  condition: Condition,
  axes: AxisValues,
  best: BestRecord,
  offers: Type.Integer({ description: 'Live offers.' }),
  sellers: Type.Integer(),
  spread: nullable(Display('Highest minus lowest price')),
  spread_minor: nullable(Minor('The same')),
});

export const axisValues = (axes: readonly AxisValue[]): Static<typeof AxisValues> =>
  axes.map(({ key, value, unit }) => ({ key, value, unit }));

/** The axes of a product, each with its values in order. */
export function axisRecords(product: Product): Static<typeof AxisRecord>[] {
  const all = Map.groupBy(
    product.variants.flatMap(({ axes }) => axes),
    ({ key }) => key,
  );
  return [...all].map(([key, values]) => {
    const [first] = values as [AxisValue];
    const sorted = values.toSorted(compareAxisValues).map(({ value }) => value);
    return { key, unit: first.unit, values: [...new Set(sorted)], bears_on_price: first.bears_on_price };
  });
}

/** Every pool of a product that has an offer; by condition, new first, then in the order of their values. */
export async function poolRecords(deps: TrustDeps, product: Product): Promise<Static<typeof PoolRecord>[]> {
  const pools = poolsOf(product, deps.snapshot.currency);
  const records = await Promise.all(pools.map((pool) => poolRecord(deps, product, pool)));
  return [...Map.groupBy(records, ({ condition }) => condition).values()].flatMap((own) => own.sort(byAxes));
}

/** A pool as answers have it; `axes` are what all its variants share. */
async function poolRecord(deps: TrustDeps, product: Product, pool: Pool): Promise<Static<typeof PoolRecord>> {
  const scope = offerScope(deps.snapshot);
  const { spread_minor } = summariseOffers(pool.offers, scope.currency);
  const { best } = await trustedBest(deps, product, pool.offers);
  return {
    variant_id: shownVariant(product, pool),
    pooled_variants: pool.variant_ids,
    condition: pool.condition,
    axes: axisValues(sharedAxes(product, pool)),
    best: bestRecord(best, scope),
    offers: pool.offers.length,
    sellers: new Set(pool.offers.map(({ seller }) => seller)).size,
    spread: spread_minor === null ? null : formatPrice(spread_minor, scope.currency, scope.locale),
    spread_minor,
  };
}

function sharedAxes(product: Product, { variant_ids }: Pool): AxisValue[] {
  const [first, ...others] = product.variants.filter(({ variant_id }) => variant_ids.includes(variant_id));
  return (first?.axes ?? []).filter(({ key, value }) =>
    others.every(({ axes }) => axes.some((axis) => axis.key === key && axis.value === value)),
  );
}

/** Variants in the order of their values, axis by axis. */
export function byAxes(a: Placed, b: Placed): number {
  const keys = new Set([...a.axes, ...b.axes].map(({ key }) => key).sort());
  for (const key of keys) {
    const [one, other] = [a, b].map(({ axes }) => axes.find((axis) => axis.key === key));
    // What is not known comes last.
    const order = one && other ? compareAxisValues(one, other) : one ? -1 : 1;
    if (order !== 0) return order;
  }
  return 0;
}

interface Placed {
  axes: readonly Pick<AxisValue, 'key' | 'value' | 'unit'>[];
}
