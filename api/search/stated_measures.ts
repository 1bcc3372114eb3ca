import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { factsOf, isMeasured } from './product_facts.ts';
import { besideAsked, hasWords } from './read_search.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';
import { thingsNamed } from './things_named.ts';

/** Products whose records are looked at for amounts of a kind. */
const MOST_LOOKED_AT = 100;
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
  const { hits } = await (await snapshot.searcher()).search({ q: asked, limit: MOST_FOUND });
  const found = hits.map(({ product }) => product);
  const things = await thingsNamed(snapshot, { asked, ...besideAsked(constraints) }, found);
  const named = found.filter((product) => things?.has(product));
  const own = named.length > 0 ? named : found;
  // Evenly of all, since what comes first is often one maker's.
  const step = Math.max(1, own.length / MOST_LOOKED_AT);
  const looked = Array.from(
    { length: Math.min(own.length, MOST_LOOKED_AT) },
    (_, at) => own[Math.floor(at * step)] as number,
  );
  const products = await snapshot.products(looked, signal);
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
