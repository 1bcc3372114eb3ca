import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { SearchFacets } from '../../warehouse/text/facet_counter.ts';
import { FIT } from '../../warehouse/text/measured_fit.ts';
import type { Position as Place } from '../../warehouse/text/page.ts';
import type { Hit } from '../../warehouse/text/search_answer.ts';
import type { SearchRequest } from '../../warehouse/text/search_request.ts';
import type { Position } from '../http/cursor.ts';
import { spellingsOf } from './fitting_product.ts';
import type { HeldPage, HeldProducts } from './held_products.ts';
import {
  besideAsked,
  hasWords,
  MOST_READ,
  type ReadProduct,
  type ReadRequest,
  readProduct,
} from './read_search.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';
import { withoutUnstated } from './stated_measures.ts';

/** Products whose records are read at a time to set them in order. */
const BATCH = 40;

/** A product of which columns tell whether it is within the bounds; its record is read when it is shown. */
interface Measured {
  number: number;
  isFurther: boolean;
  isAlike: boolean;
  isThing: number;
  /** By its words; while `isMost`, no less than it is once the record tells which of its variants are meant. */
  score: number;
  isMost: boolean;
}

/** Whether amounts are all that records would be read for: columns tell them of every product that is found. */
const asksForAmountsAlone = (constraints: ShopperConstraints): boolean =>
  constraints.measures.length > 0 &&
  constraints.min_minor === null &&
  constraints.deliver_by === null &&
  [
    constraints.must_have,
    constraints.must_free,
    constraints.avoid,
    constraints.freedoms,
    constraints.conditions,
    constraints.avoid_conditions,
  ].every((list) => list.length === 0) &&
  hasWords(constraints.asked);

/** What was found by the columns of amounts, and the constraints without measures that nothing states. */
export interface MeasuredAnswer {
  constraints: ShopperConstraints;
  /** Null where records must be read, or where no measure is left. */
  held: HeldProducts | null;
}

/**
 * The same products in the same order as `readProducts` has, by the columns of amounts: `total` and facets are of all that
 * is found, and only records that are shown are read. One search tells which measures are stated at all, what meets
 * them, of it `limit` for a page and which is the thing. Null where columns cannot tell.
 */
export async function measuredProducts(
  snapshot: Snapshot,
  request: ReadRequest,
  { facets, limit }: { facets: boolean; limit: number },
): Promise<MeasuredAnswer | null> {
  const { filter, sort } = request;
  if (!asksForAmountsAlone(request.constraints) || (await snapshot.variantAmounts()) === null) return null;
  const asked: SearchRequest = {
    q: request.constraints.asked,
    ...besideAsked(request.constraints),
    ...filter,
    ...(sort === undefined ? {} : { sort }),
    measures: request.constraints.measures,
    limit: MOST_READ,
  };
  const found = await (await snapshot.searcher()).search({
    ...asked,
    leave: 'unstated',
    beyond: limit,
    ...(facets ? { facets } : {}),
    more: true,
    alike: filter.literal !== true,
  });
  const constraints = withoutUnstated(request.constraints, found.unstated ?? []);
  const { measures } = constraints;
  // Which of several bounds a product lacks, its record tells.
  if (measures.length === 0 || (found.met === 0 && measures.length > 1)) return { constraints, held: null };
  const held = new MeasuredProducts(
    snapshot,
    { ...request, constraints },
    {
      asked: { ...asked, measures },
      ...partsOf(found.hits, found.total),
      isRanked: (sort ?? 'relevance') === 'relevance',
      last: found.hits.at(-1)?.product ?? null,
      beyond: found.beyond ?? [],
      total: found.met ?? 0,
      facets: found.facets,
    },
  );
  return { constraints, held };
}

/** What was found by how it stands to the bounds; what follows is like the best only where there are some. */
function partsOf(hits: readonly Hit[], enough: number): Parts {
  const parts: Parts = { meeting: [], lacking: [], further: [] };
  for (const [at, { product, key, alike, fit, several, isThing }] of hits.entries()) {
    if (fit === FIT.none) continue;
    const isFurther = at >= enough;
    const part = isFurther ? 'further' : fit === FIT.met ? 'meeting' : 'lacking';
    parts[part].push({
      ...measured(product, key),
      isFurther,
      isAlike: alike === true,
      isThing: isThing && !isFurther ? 1 : 0,
      // Keys of what has too few words are below any score, and stay as they are.
      isMost: key > 0 && several === true,
    });
  }
  const further = parts.meeting.length > 0 ? parts.further : parts.further.filter(({ isAlike }) => !isAlike);
  return { ...parts, further };
}

type Parts = Record<'meeting' | 'lacking' | 'further', Measured[]>;

/** What was found, and how to find what it goes on with. */
interface Found extends Parts {
  asked: SearchRequest;
  isRanked: boolean;
  /** The last product that was looked at closely, and some that meet all of it behind it. */
  last: number | null;
  beyond: readonly Place[];
  total: number;
  facets: SearchFacets | null;
}

/** Pages of what was measured: what meets all, more of it that only the engine has, and what follows. */
class MeasuredProducts implements HeldProducts {
  readonly total: number;
  readonly count: number;
  readonly facets: SearchFacets | null;
  readonly relaxed: readonly string[][];
  readonly #snapshot: Snapshot;
  readonly #request: ReadRequest;
  readonly #found: Found;
  readonly #wanted: readonly string[][];

  constructor(snapshot: Snapshot, request: ReadRequest, found: Found) {
    const [measure] = request.constraints.measures;
    this.total = found.total;
    this.count = found.total + (found.isRanked ? found.lacking.length + found.further.length : 0);
    this.facets = found.facets;
    this.relaxed = found.isRanked ? found.lacking.map(() => [measure?.text ?? '']) : [];
    this.#snapshot = snapshot;
    this.#request = request;
    this.#found = found;
    this.#wanted = spellingsOf(request.constraints.words);
  }

  async page(after: Position | null, limit: number): Promise<HeldPage> {
    const { meeting } = this.#found;
    const following = await this.#inOrder((after === null ? 0 : Number(after[0])) + limit);
    const from = after === null ? 0 : this.#placeBehind(after, following);
    const to = from + limit;
    const page = [
      ...meeting.slice(from, to),
      ...(await this.#beyond(Math.max(from, meeting.length), Math.min(to, this.total), after)),
      ...following.slice(Math.max(0, from - this.total), Math.max(0, to - this.total)),
    ];
    return { products: await this.#read(page), next: from + page.length };
  }

  /** Sets what was found in order, as far as the first `to` of all are concerned; returns what follows. */
  async #inOrder(to: number): Promise<Measured[]> {
    const { isRanked, meeting, lacking, further } = this.#found;
    if (!isRanked) return [];
    await this.#settle(meeting, to);
    await this.#settle(lacking, to - this.total);
    // Where nothing has words enough their order is that of the others.
    if (meeting.length + lacking.length === 0) await this.#settle(further, to);
    return [...lacking, ...further];
  }

  #placeBehind(after: Position, following: readonly Measured[]): number {
    const number = Number(after[1]);
    const at = this.#found.meeting.findIndex((one) => one.number === number);
    if (at >= 0) return at + 1;
    const behind = following.findIndex((one) => one.number === number);
    return behind < 0 ? Number(after[0]) : this.total + behind + 1;
  }

  /** Those that meet all of it behind the ones that were looked at closely, from one place of all to another. */
  async #beyond(from: number, to: number, after: Position | null): Promise<Measured[]> {
    const { asked, last, beyond, meeting } = this.#found;
    const behind = from === meeting.length || after === null ? last : Number(after[1]);
    if (from >= to || behind === null) return [];
    if (behind === last && to - from <= beyond.length)
      return beyond.slice(0, to - from).map(({ product, key }) => measured(product, key));
    const { hits } = await (await this.#snapshot.searcher()).search({ ...asked, behind, limit: to - from });
    return hits.map(({ product, key }) => measured(product, key));
  }

  /** Reads of the first `to` which of their variants are meant, until their order is sure: scores only fall by it. */
  async #settle(list: Measured[], to: number): Promise<void> {
    for (;;) {
      list.sort((a, b) => b.isThing - a.isThing || b.score - a.score);
      const open = list.slice(0, Math.max(0, to)).filter(({ isMost }) => isMost);
      if (open.length === 0) return;
      const batch = open.slice(0, BATCH);
      const records = await this.#records(batch);
      for (const [at, one] of batch.entries()) {
        one.isMost = false;
        one.score *= records[at]?.share ?? 1;
      }
    }
  }

  async #read(page: readonly Measured[]): Promise<ReadProduct[]> {
    const records = await this.#records(page);
    return page.flatMap(({ number, isFurther, isAlike, score }, at) => {
      const record = records[at];
      return record ? [{ ...record, number, isFurther, isAlike, score }] : [];
    });
  }

  async #records(list: readonly Measured[]): Promise<ReturnType<typeof readProduct>[]> {
    const numbers = list.map(({ number }) => number);
    const products = await this.#snapshot.products(numbers, this.#request.signal);
    return products.map((product) => readProduct(this.#snapshot, product, this.#request, this.#wanted));
  }
}

const measured = (number: number, score: number): Measured => ({
  number,
  isFurther: false,
  isAlike: false,
  isThing: 0,
  score,
  isMost: false,
});
