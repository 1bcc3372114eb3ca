import type { Measure } from '../../pipelines/domain/intent.ts';
import { isLive } from '../../pipelines/domain/offer.ts';
import { usualCondition } from '../../pipelines/domain/pool.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { evenly } from '../../warehouse/text/measured_fit.ts';
import { factsOf, isMeasured } from './product_facts.ts';
import { besideAsked, hasWords } from './read_search.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';
import { thingsNamed } from './things_named.ts';

/** Of these so many are read at a time, until each amount was seen. */
const BATCH = 20;
/** Of so many found those are looked at that are the thing itself. */
const MOST_FOUND = 800;

/**
 * The constraints without measures that no record of what is asked for could meet or miss, because none states such an
 * amount at all (`laptop max 40 decibels`); they are told in `ignored`.
 */
export async function withStatedMeasures(
  snapshot: Snapshot,
  constraints: ShopperConstraints,
  { signal, in_stock }: { signal?: AbortSignal; in_stock?: boolean } = {},
): Promise<ShopperConstraints> {
  const { measures, asked } = constraints;
  if (measures.length === 0 || !hasWords(asked)) return constraints;
  const { hits } = await (await snapshot.searcher()).search({
    q: asked,
    ...besideAsked(constraints),
    ...(in_stock ? { in_stock } : {}),
    limit: MOST_FOUND,
    refined: false,
  });
  const found = hits.map(({ product }) => product);
  const things = await thingsNamed(snapshot, { asked, ...besideAsked(constraints) }, found);
  const named = found.filter((product) => things?.has(product));
  const own = named.length > 0 ? named : found;
  const batches = inBatches(own);
  const amounts = await snapshot.variantAmounts();
  let unstated: readonly Measure[] = measures;
  if (amounts) unstated = (await snapshot.searchIndex()).unstated(measures, batches.flat(), amounts);
  else
    for (const batch of batches) {
      const products = await snapshot.products(batch, signal);
      const records = products.flatMap((product) => {
        const usual = usualCondition(product.listings);
        const offered = product.listings.filter((one) => isLive(one) && one.condition === usual);
        const variants = new Set(offered.map(({ variant_id }) => variant_id));
        return [...variants].map((variant) => factsOf(product, variant));
      });
      unstated = unstated.filter((measure) => !records.some((facts) => isMeasured(facts, measure)));
      if (unstated.length === 0) break;
    }
  return own.length === 0
    ? constraints
    : withoutUnstated(
        constraints,
        unstated.map((measure) => measures.indexOf(measure)),
      );
}

/** The constraints without the measures at these places, which nothing states; that is told instead. */
export function withoutUnstated(
  constraints: ShopperConstraints,
  unstated: readonly number[],
): ShopperConstraints {
  if (unstated.length === 0) return constraints;
  const isUnstated = (_measure: Measure, at: number) => unstated.includes(at);
  return {
    ...constraints,
    measures: constraints.measures.filter((measure, at) => !isUnstated(measure, at)),
    ignored: [
      ...constraints.ignored,
      ...constraints.measures
        .filter(isUnstated)
        .map(({ text }) => `“${text}”: no record of what is asked for states such an amount`),
    ],
  };
}

/** In batches that are even, too. */
function inBatches(products: readonly number[]): number[][] {
  const looked = evenly(products);
  const batches = Math.ceil(looked.length / BATCH);
  return Array.from({ length: batches }, (_, no) => looked.filter((_product, at) => at % batches === no));
}
