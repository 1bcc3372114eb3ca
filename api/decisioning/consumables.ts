import type { SettledAttribute } from '../../pipelines/attributes/settle.ts';
import { settledProduct } from '../../pipelines/attributes/settled_product.ts';
import {
  type ConsumptionKind,
  isCompatibilityList,
  type MachineName,
  machineNames,
} from '../../pipelines/domain/consumption.ts';
import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import type { Consumable } from '../../pipelines/domain/total_cost.ts';
import { foldKey } from '../../pipelines/text/fold.ts';
import { CompatibilityIndex } from '../../warehouse/reads/compatibility_index.ts';
import { type TrustDeps, trustedBest } from '../trust/trusted_best.ts';

/** Below it a value is no ground for saying that something fits, or how long it lasts. */
const LEAST_CONFIDENCE = 0.5;
/** Products looked at for one machine; of what fits more of them, those that most sellers carry. */
const MOST_PRODUCTS = 400;

/** A consumable that can be bought now. */
export interface OfferedConsumable extends Consumable {
  title: string;
  offer: Listing;
}

/** What fits a machine. */
export interface FittingConsumables {
  offered: OfferedConsumable[];
  /** Slots for which something fits that nobody sells new now, or that says nothing of how long it lasts. */
  missing: string[];
  /** Products that fit but were not looked at, because there are too many. */
  beyond: number;
}

/** What of a product's attributes is sure enough; a variant's own where it is given. */
export function sureAttributes(product: Product): SettledAttribute[] {
  return settledProduct(product).attributes.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE);
}

/** Whether a product is itself used up, so that nothing is linked to it. */
export const isConsumable = (kind: ConsumptionKind, attributes: readonly SettledAttribute[]): boolean =>
  attributes.some(({ key }) => key === kind.yield.key || isCompatibilityList(key));

/** Every consumable that says it fits the machine, with its cheapest new offer that nothing grave speaks against. */
export async function fittingConsumables(
  deps: TrustDeps,
  machine: { product: Product; kind: ConsumptionKind; attributes: readonly SettledAttribute[] },
  signal: AbortSignal,
): Promise<FittingConsumables> {
  const { snapshot } = deps;
  const { product, kind } = machine;
  const index = await snapshot.hold(CompatibilityIndex.open);
  const names = machineNames(kind, product.brand, machine.attributes);
  const named = new Map<number, MachineName[]>();
  for (const name of names)
    for (const no of index.find(name.key, name.name)) named.set(no, [...(named.get(no) ?? []), name]);
  const numbers = [...named.keys()].sort((a, b) => a - b);
  const products = await snapshot.products(numbers.slice(0, MOST_PRODUCTS), signal);
  const maker = foldKey(product.brand ?? '');
  const offered: OfferedConsumable[] = [];
  const missing = new Set<string>();
  for (const [at, found] of products.entries()) {
    const isMeant = (named.get(numbers[at] as number) ?? []).some(
      ({ within_brand }) => !within_brand || (maker !== '' && foldKey(found.brand ?? '') === maker),
    );
    if (!isMeant || found.product_id === product.product_id) continue;
    for (const { slot, consumable } of await variantsOf(deps, found, kind))
      if (consumable) offered.push(consumable);
      else missing.add(slot);
  }
  const slots = new Set(offered.map(({ slot }) => slot));
  return {
    // Where colours are told apart, a cartridge of unknown colour could be any of them.
    offered: slots.size > 1 ? offered.filter(({ slot }) => slot !== '') : offered,
    missing: [...missing].filter((slot) => slot !== '' && !slots.has(slot)).sort(),
    beyond: Math.max(0, numbers.length - MOST_PRODUCTS),
  };
}

interface VariantConsumable {
  slot: string;
  /** Null where nobody sells it new now, or it says nothing of how long it lasts. */
  consumable: OfferedConsumable | null;
}

async function variantsOf(
  deps: TrustDeps,
  product: Product,
  kind: ConsumptionKind,
): Promise<VariantConsumable[]> {
  const attributes = sureAttributes(product);
  const found = product.variants.map(async ({ variant_id, title }) => {
    const valueOf = (key: string | null) =>
      attributes
        .filter((one) => one.key === key && one.variant_ids.includes(variant_id))
        .map(({ value }) => value);
    const slot = valueOf(kind.slot).map(String).sort().join(' and ');
    const lasts = valueOf(kind.yield.key).find((value) => typeof value === 'number');
    const offers = product.listings.filter(
      (listing) => listing.variant_id === variant_id && listing.condition === 'new',
    );
    const { best: offer } = await trustedBest(deps, product, offers);
    if (!offer || typeof lasts !== 'number' || lasts <= 0) return { slot, consumable: null };
    const unit_minor = weighedMinor(offer);
    return {
      slot,
      consumable: {
        product_id: product.product_id,
        variant_id,
        title,
        slot,
        unit_minor,
        yield: lasts,
        offer,
      },
    };
  });
  return Promise.all(found);
}
