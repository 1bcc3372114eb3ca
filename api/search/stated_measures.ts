import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { factsOf, isMeasured } from './product_facts.ts';
import { hasWords } from './read_search.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';

/** Products whose records are looked at for amounts of a kind. */
const MOST_LOOKED_AT = 40;

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
  const { hits } = await (await snapshot.searcher()).search({ q: asked, limit: MOST_LOOKED_AT });
  const products = await snapshot.products(
    hits.map(({ product }) => product),
    signal,
  );
  const records = products.map((product) => {
    const variants = new Set(product.listings.map(({ variant_id }) => variant_id));
    return [...variants].flatMap((variant) => factsOf(product, variant));
  });
  const stated = measures.filter((measure) => records.some((facts) => isMeasured(facts, measure)));
  if (records.length === 0 || stated.length === measures.length) return constraints;
  const unstated = measures.filter((measure) => !stated.includes(measure));
  return {
    ...constraints,
    measures: stated,
    ignored: [
      ...constraints.ignored,
      ...unstated.map(({ text }) => `“${text}”: no record of what is asked for states such an amount`),
    ],
  };
}
