import { resolveReference } from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { Watch } from '../../warehouse/state/watches.ts';
import type { Product } from '../domain/listing.ts';
import { foldKey } from '../text/fold.ts';

/** Watches by what they are on, as a snapshot has it: a product's id leads to what it became. */
export class WatchList {
  readonly #products = new Map<number, Watch[]>();
  readonly #sellers = new Map<string, Watch[]>();
  readonly #brands = new Map<string, Watch[]>();
  readonly #categories = new Map<string, Watch[]>();

  constructor(snapshot: Snapshot, watches: readonly Watch[]) {
    for (const watch of watches) {
      if (watch.target_kind === 'product') {
        const resolved = resolveReference(snapshot, watch.target);
        if (resolved.outcome === 'found') listed(this.#products, resolved.product_no).push(watch);
      } else if (watch.target_kind === 'seller') listed(this.#sellers, watch.target).push(watch);
      else if (watch.target_kind === 'brand') listed(this.#brands, foldKey(watch.target)).push(watch);
      else listed(this.#categories, watch.target).push(watch);
    }
  }

  /** The watches that may be concerned by what happened to an offer of this seller. */
  of(productNo: number, { brand, category }: Product, seller: string): Watch[] {
    const found = [...(this.#products.get(productNo) ?? []), ...(this.#sellers.get(seller) ?? [])];
    if (brand !== null) found.push(...(this.#brands.get(foldKey(brand)) ?? []));
    for (let path = category ?? ''; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.'))))
      found.push(...(this.#categories.get(path) ?? []));
    return found.filter(({ target_seller }) => target_seller === null || target_seller === seller);
  }
}

function listed<K>(map: Map<K, Watch[]>, key: K): Watch[] {
  let list = map.get(key);
  if (!list) {
    list = [];
    map.set(key, list);
  }
  return list;
}
