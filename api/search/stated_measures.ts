import type { Measure } from '../../pipelines/domain/intent.ts';
import { isLive } from '../../pipelines/domain/offer.ts';
import { usualCondition } from '../../pipelines/domain/pool.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { factsOf, isMeasured } from './product_facts.ts';
import { besideAsked, hasWords } from './read_search.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';
import { thingsNamed } from './things_named.ts';

/** Products whose records are looked at for amounts of a kind. */
const MOST_LOOKED_AT = 100;
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
  signal?: AbortSignal,
): Promise<ShopperConstraints> {
  const { measures, asked } = constraints;
  if (measures.length === 0 || !hasWords(asked)) return constraints;
  const { hits } = await (await snapshot.searcher()).search({ q: asked, limit: MOST_FOUND, refined: false });
  const found = hits.map(({ product }) => product);
  const things = await thingsNamed(snapshot, { asked, ...besideAsked(constraints) }, found);
  const named = found.filter((product) => things?.has(product));
  const own = named.length > 0 ? named : found;
  const batches = evenly(own);
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
  if (own.length === 0 || unstated.length === 0) return constraints;
  const stated = measures.filter((measure) => !unstated.includes(measure));
  return {
    ...constraints,
    measures: stated,
    ignored: [
      ...constraints.ignored,
      ...unstated.map(({ text }) => `“${text}”: no record of what is asked for states such an amount`),
    ],
  };
}

/** Some products evenly of all, since what comes first is often one maker's; in batches that are even, too. */
function evenly(products: readonly number[]): number[][] {
  const step = Math.max(1, products.length / MOST_LOOKED_AT);
  const count = Math.min(products.length, MOST_LOOKED_AT);
  const looked = Array.from({ length: count }, (_, at) => products[Math.floor(at * step)] as number);
  const batches = Math.ceil(count / BATCH);
  return Array.from({ length: batches }, (_, no) => looked.filter((_product, at) => at % batches === no));
}
