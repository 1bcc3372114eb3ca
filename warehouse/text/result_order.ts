import type { VectorTable } from '../embedding/vector_table.ts';
import { alikeOrder, FEWER, FULL } from './alike_order.ts';
import type { Offers } from './offers.ts';
import { comesBefore, Page, type Position } from './page.ts';
import type { ParsedQuery } from './query.ts';
import { type Matches, scoreOf } from './ranking.ts';
import { type RefinedBy, Refinement } from './refinement.ts';
import type { Hit } from './search_answer.ts';
import type { SearchRequest } from './search_request.ts';
import type { Selection } from './selection.ts';
import { isSupply } from './word_roles.ts';

/** What is left among the best to a product that is not called as the thing, beside others. */
const HEADLESS_SHARE = 0.75;
/** The same where what is used up in another thing is asked for: a printer is no ink, whatever else of the text it has. */
const NO_SUPPLY_SHARE = 0.1;

/** More than any score. */
const FURTHER = 1e9;

/** The best of what has words enough, and how many places behind all of it are also for what is like them. */
interface AlikeAsked {
  vectors: VectorTable;
  best: number[];
  places: number;
  /** Those of some products that pass the filters; the selection may be lost. */
  passing: (products: number[]) => number[];
}

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
  plain(request: SearchRequest, after: Position | null, matches: Matches, limit: number): Position[] {
    const page = new Page(limit, after);
    const keyOf = this.#keys(request);
    if (keyOf === null) this.#selection.offerTo(page, matches);
    else this.#selection.offerBy(page, keyOf);
    return page.positions();
  }

  /** What follows a product, by the score alone or by what the sort asks for. */
  behind(request: SearchRequest, product: number, matches: Matches, limit: number): Position[] {
    const key = this.#keys(request)?.(product) ?? scoreOf(matches, product);
    return this.plain(request, { key, product }, matches, limit);
  }

  /**
   * By score, where the best are set in order anew. Their keys only rise, so they stay before the others and the order
   * is one and the same for every page.
   */
  refined(
    request: SearchRequest,
    after: Position | null,
    matches: Matches,
    query: ParsedQuery,
    limit: number,
  ): Position[] {
    const refinement = new Refinement(query, this.#refinedBy, request.cheap);
    const top = new Page(refinement.looked, null);
    this.#selection.offerTo(top, matches);
    const plain = top.positions();
    if (request.cheap)
      refinement.priced(
        plain.map(({ product }) => product),
        this.#offers.price(request),
      );
    const page = new Page(limit, after);
    const { cells, head, thing } = matches;
    const isUsedUp = thing !== undefined && isSupply(thing.text);
    const share = thing === undefined ? 1 : isUsedUp ? NO_SUPPLY_SHARE : HEADLESS_SHARE;
    const isHeadless = (product: number) =>
      thing !== undefined &&
      // `AeroPress Microfilters` are filters, though they have not that word.
      ((!isUsedUp && ((cells[product] as number) & head) === 0) || !refinement.isCalled(thing, product));
    for (const { key, product } of plain) {
      // Nor does any behind it, whose score is no higher.
      if (refinement.mostOf(key / share) < page.worst) break;
      const score = isHeadless(product) ? key : key / share;
      page.offer(refinement.lifted(score, product, page.worst), product);
    }
    const refined = page.positions();
    const last = plain.at(-1);
    if (refined.length === limit || last === undefined || this.#selection.count <= refinement.looked)
      return refined;
    const rest = new Page(limit - refined.length, after !== null && comesBefore(last, after) ? after : last);
    this.#selection.offerTo(rest, matches);
    return [...refined, ...rest.positions()];
  }

  /**
   * What follows the products with words enough, a page of it and how many they are: those with fewer words, which the
   * selection has now; where places are given to what is alike, that many by words and likeness together before the rest.
   */
  following(
    after: Position | null,
    matches: Matches,
    { places, alike }: { places: number; alike: AlikeAsked | null },
  ): { hits: Omit<Hit, 'score'>[]; count: number } {
    const count = this.#selection.count;
    if (alike === null) return { hits: this.#further(after, matches, places), count };
    const page = new Page(FEWER, null);
    this.#selection.offerTo(page, matches);
    const fewer = page.positions();
    const most = places + alike.places;
    const rest =
      isBeforeFurther(after) && most <= FEWER
        ? fewer.slice(0, most).map(shifted)
        : this.#further(after, matches, most);
    const others = (products: number[]) =>
      alike.passing(products.filter((product) => scoreOf(matches, product) === 0));
    const mixed = alikeOrder(alike.vectors, alike.best, { fewer, others }, alike.places).map(
      ({ product, alike: isAlike }, place) => ({
        // Behind all that has words enough, before all others.
        key: -1 - place,
        product,
        ...(isAlike ? { alike: true as const } : {}),
      }),
    );
    const shown = new Set(mixed.map(({ product }) => product));
    const from = after === null ? 0 : mixed.filter(({ key }) => key >= after.key).length;
    return {
      hits: [...mixed.slice(from), ...rest.filter(({ product }) => !shown.has(product))].slice(0, places),
      count: count + mixed.filter((one) => one.alike).length,
    };
  }

  /** A page of those with fewer words, all behind the others: `FURTHER` is taken off their keys. */
  #further(after: Position | null, matches: Matches, places: number): Position[] {
    const page = new Page(
      places,
      after === null || isBeforeFurther(after) ? null : unshifted(after, matches),
    );
    if (places > 0) this.#selection.offerTo(page, matches);
    return page.positions().map(shifted);
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

/** Whether a page goes on before all that have fewer words: of the places that are mixed none is one of theirs. */
const isBeforeFurther = (after: Position | null): boolean => after === null || after.key >= -FULL;

const shifted = ({ key, product }: Position): Position => ({ key: key - FURTHER, product });

/**
 * A position among the products with fewer words by its own score. A sum loses the score's last digits, and with them
 * the place among equals; so the score of the product itself is taken wherever it is still the one that was meant.
 */
function unshifted({ key, product }: Position, matches: Matches): Position {
  const score = scoreOf(matches, product);
  return { key: score - FURTHER === key ? score : key + FURTHER, product };
}
