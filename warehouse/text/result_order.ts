import type { Offers } from './offers.ts';
import { comesBefore, Page, type Position } from './page.ts';
import type { ParsedQuery } from './query.ts';
import { type Matches, scoreOf } from './ranking.ts';
import { type RefinedBy, Refinement } from './refinement.ts';
import type { SearchRequest } from './search_request.ts';
import type { Selection } from './selection.ts';

/** More than any score. */
const FURTHER = 1e9;

/** Pages of what a selection holds, in each order that can be asked for. */
export class ResultOrder {
  readonly #selection: Selection;
  readonly #refinedBy: RefinedBy;
  readonly #offers: Offers;
  readonly #ages: Int32Array;

  /** `ages`: by product the number of the first listing that the index ever had of it. */
  constructor(selection: Selection, refinedBy: RefinedBy, offers: Offers, ages: Int32Array) {
    this.#selection = selection;
    this.#refinedBy = refinedBy;
    this.#offers = offers;
    this.#ages = ages;
  }

  /** By the score alone, or by what the sort asks for. */
  plain(request: SearchRequest, matches: Matches, limit: number): Position[] {
    const page = new Page(limit, request.after ?? null);
    const keyOf = this.#keys(request);
    if (keyOf === null) this.#selection.offerTo(page, matches);
    else this.#selection.offerBy(page, keyOf);
    return page.positions();
  }

  /**
   * By score, where the best are set in order anew. Their keys only rise, so they stay before the others and the order
   * is one and the same for every page.
   */
  refined(after: Position | null, matches: Matches, query: ParsedQuery, limit: number): Position[] {
    const refinement = new Refinement(query, this.#refinedBy);
    const top = new Page(refinement.looked, null);
    this.#selection.offerTo(top, matches);
    const plain = top.positions();
    const page = new Page(limit, after);
    for (const { key, product } of plain) {
      // Nor does any behind it, whose score is no higher.
      if (refinement.mostOf(key) < page.worst) break;
      page.offer(refinement.lifted(key, product), product);
    }
    const refined = page.positions();
    const last = plain.at(-1);
    if (refined.length === limit || last === undefined || this.#selection.count <= refinement.looked)
      return refined;
    const rest = new Page(limit - refined.length, after !== null && comesBefore(last, after) ? after : last);
    this.#selection.offerTo(rest, matches);
    return [...refined, ...rest.positions()];
  }

  /** The products with fewer words, which the selection has now, all behind the others: `FURTHER` is taken off their keys. */
  further(after: Position | null, matches: Matches, places: number): Position[] {
    const page = new Page(places, after === null || after.key > 0 ? null : unshifted(after, matches));
    if (places > 0) this.#selection.offerTo(page, matches);
    return page.positions().map(({ key, product }) => ({ key: key - FURTHER, product }));
  }

  /** What products are sorted by; null for their score. */
  #keys(request: SearchRequest): ((product: number) => number) | null {
    if (request.sort === 'newest') return (product) => this.#ages[product] as number;
    if (request.sort !== 'price_asc' && request.sort !== 'price_desc') return null;
    const price = this.#offers.price(request);
    const sign = request.sort === 'price_asc' ? -1 : 1;
    // What has no price that compares comes last either way.
    return (product) => {
      const minor = price(product);
      return Number.isFinite(minor) ? sign * minor : Number.NEGATIVE_INFINITY;
    };
  }
}

/**
 * A position among the products with fewer words by its own score. A sum loses the score's last digits, and with them
 * the place among equals; so the score of the product itself is taken wherever it is still the one that was meant.
 */
function unshifted({ key, product }: Position, matches: Matches): Position {
  const score = scoreOf(matches, product);
  return { key: score - FURTHER === key ? score : key + FURTHER, product };
}
