import type { IsoDay } from '../../pipelines/domain/calendar_day.ts';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import type { Pool } from '../../pipelines/domain/pool.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { Position } from '../../warehouse/text/page.ts';
import type { Hit } from '../../warehouse/text/search_answer.ts';
import type { SearchRequest, Sort } from '../../warehouse/text/search_request.ts';
import { type Fitting, fittingRecord, shareNamed, spellingsOf } from './fitting_product.ts';
import { type Freedom, factOfFreedom, wordsOfFreedom } from './freedom.ts';
import { type Fact, factDenying, factMeasuring, factStating, factsOf } from './product_facts.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';
import { thingsNamed } from './things_named.ts';

/** Products whose records are held to what was read; what would pass behind them is not found. */
export const MOST_READ = 800;
const BATCH = 100;
/** What it adds that a record says it has not what is refused: a word more that it answers. */
const DENIES_BONUS = 0.5;

/** What was read of a text, and what the parameters of a request ask beside it. */
export interface ReadRequest {
  constraints: ShopperConstraints;
  /** What offers must be besides. */
  passes: (listing: Listing, product: Product) => boolean;
  /** Whether it goes to the market's own place, so that the engine knows what offers cost. */
  isHere: boolean;
  /** The products with their offers as they are where it goes, without those that come too late. */
  delivered: (products: Product[], deliver_by: IsoDay | null) => Promise<Product[]>;
  /** What of it the engine can tell by itself. */
  filter: {
    sellers?: readonly string[];
    in_stock?: boolean;
    max_price_minor?: number;
    attributes?: Uint8Array;
    category?: string;
    literal?: boolean;
  };
  sort?: Sort;
  /** Only what has words enough and meets it is asked for, in no order, as where it is counted. */
  unordered?: boolean;
  signal: AbortSignal;
}

/** A product that meets what was read, or all of it but what `relaxed` names. */
export interface ReadProduct {
  number: number;
  product: Product;
  pool: Pool;
  relaxed: string[];
  /** It has fewer of the words, and follows behind those that have enough. */
  isFurther: boolean;
  /** It has too little of the words and follows for being like the best. */
  isAlike: boolean;
  /** By its words, and by saying that it has not what is refused. */
  score: number;
}

/** The text that the engine is to find by, which may be none. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** What the engine is told beside what is asked for. */
export type Beside = Pick<SearchRequest, 'uses' | 'language' | 'cheap'>;

/** What only ranks, the language of the whole text, and whether what is cheap comes first. */
export const besideAsked = ({ uses, toldLanguage, priorities }: ShopperConstraints): Beside => ({
  uses,
  ...(priorities.some(({ criterion }) => criterion === 'price') ? { cheap: true } : {}),
  ...(toldLanguage === undefined ? {} : { language: toldLanguage }),
});

/** Sellers that offers may be of, where the text names or refuses any. */
export function sellersRead(
  snapshot: Snapshot,
  { sellers, avoid_sellers }: ShopperConstraints,
): string[] | null {
  if (sellers !== null) return sellers.filter((seller) => !avoid_sellers.includes(seller));
  if (avoid_sellers.length === 0) return null;
  return snapshot
    .sellers()
    .map(({ id }) => id)
    .filter((id) => !avoid_sellers.includes(id));
}

/** Whether records must be read to tell what meets it; budget and sellers the engine tells alone. */
export const needsRecords = (constraints: ShopperConstraints): boolean =>
  constraints.min_minor !== null ||
  constraints.deliver_by !== null ||
  [
    constraints.must_have,
    constraints.avoid,
    constraints.measures,
    constraints.conditions,
    constraints.avoid_conditions,
  ].some((list) => list.length > 0);

/**
 * The products that meet what was read, in their order; behind them those that lack only what must be there or a
 * measure, and then those with fewer of the words. Money, sellers, stock, conditions and what is refused are never relaxed.
 */
export async function readProducts(snapshot: Snapshot, request: ReadRequest): Promise<ReadProduct[]> {
  const found: ReadProduct[] = [];
  const relaxed: ReadProduct[] = [];
  const further: ReadProduct[] = [];
  const { hits: all, enough } = await candidates(snapshot, request);
  const hits = request.unordered === true ? all.slice(0, enough) : all;
  const wanted = spellingsOf(request.constraints.words);
  for (let from = 0; from < hits.length; from += BATCH) {
    const batch = hits.slice(from, from + BATCH);
    const read = await snapshot.products(
      batch.map(({ product }) => product),
      request.signal,
    );
    const products = await request.delivered(read, request.constraints.deliver_by);
    for (const [at, product] of products.entries()) {
      const own = readProduct(snapshot, product, request, wanted);
      const hit = batch[at];
      if (!own || !hit) continue;
      const isFurther = from + at >= enough;
      const list = isFurther ? further : own.relaxed.length === 0 ? found : relaxed;
      const { denies, share, ...rest } = own;
      const isLast = hit.key <= 0;
      list.push({
        number: hit.product,
        isFurther,
        isAlike: hit.alike === true,
        ...rest,
        // Keys of what has too few words are below any score, and stay as they are.
        score: isLast ? hit.key : hit.key * share * (denies ? 1 + DENIES_BONUS : 1),
      });
    }
  }
  const isRanked = (request.sort ?? 'relevance') === 'relevance' && request.unordered !== true;
  if (isRanked && found.length + relaxed.length > 1) {
    const isThing = await thingsAmong(snapshot, request.constraints, hits);
    // What lacks less of it comes first. Of measures alone columns tell no more than that something is lacking.
    const isCounted = request.constraints.must_have.length > 0;
    const lacking = (one: ReadProduct) => (isCounted ? one.relaxed.length : 0);
    for (const list of [found, relaxed])
      list.sort(
        (a, b) => isThing(b.number) - isThing(a.number) || lacking(a) - lacking(b) || b.score - a.score,
      );
  }
  // Where nothing meets what was read, nothing tells what the others would have to be like.
  const following = found.length > 0 ? further : further.filter(({ isAlike }) => !isAlike);
  // Of what has less than is asked for, too, what says that it has not what is refused comes first.
  if (isRanked && found.length + relaxed.length === 0) following.sort((a, b) => b.score - a.score);
  return [...found, ...relaxed, ...following];
}

/** Where an amount is bounded: 1 for what is the thing that is named, 0 for what only goes with it. */
async function thingsAmong(
  snapshot: Snapshot,
  constraints: ShopperConstraints,
  hits: readonly Position[],
): Promise<(product: number) => number> {
  if (constraints.measures.length === 0) return () => 0;
  const found = hits.map(({ product }) => product);
  const things = await thingsNamed(
    snapshot,
    { asked: constraints.asked, ...besideAsked(constraints) },
    found,
  );
  return (product) => (things?.has(product) ? 1 : 0);
}

type Candidate = Position & Pick<Hit, 'alike'>;

/** Products to read, of which the first `enough` have enough of the words. */
async function candidates(
  snapshot: Snapshot,
  { constraints, filter, sort, unordered }: ReadRequest,
): Promise<{ hits: readonly Candidate[]; enough: number }> {
  const wanted = { ...filter, ...(sort === undefined ? {} : { sort }), limit: MOST_READ };
  if (!hasWords(constraints.asked) && constraints.must_free.length > 0)
    return sayingFree(snapshot, constraints.must_free, wanted);
  const { hits, total } = hasWords(constraints.asked)
    ? await (await snapshot.searcher()).search({
        q: constraints.asked,
        ...besideAsked(constraints),
        ...wanted,
        more: true,
        alike: filter.literal !== true && unordered !== true,
      })
    : (await snapshot.browser()).browse(wanted);
  return { hits, enough: total };
}

/** What has a word by which it may say that it is free of something. */
async function sayingFree(
  snapshot: Snapshot,
  [first]: readonly Freedom[],
  wanted: ReadRequest['filter'] & { limit: number },
): Promise<{ hits: readonly Position[]; enough: number }> {
  const searcher = await snapshot.searcher();
  const found = new Map<number, Position>();
  for (const q of first === undefined ? [] : wordsOfFreedom(first))
    for (const hit of (await searcher.search({ q, ...wanted, literal: true })).hits)
      if (!found.has(hit.product)) found.set(hit.product, hit);
  const hits = [...found.values()];
  return { hits, enough: hits.length };
}

/** What of a product meets what was read, and how; null where not even without what may be relaxed it does. */
export function readProduct(
  snapshot: Snapshot,
  product: Product,
  { constraints, passes }: ReadRequest,
  wanted: readonly string[][],
): (Pick<ReadProduct, 'product' | 'pool' | 'relaxed'> & { denies: boolean; share: number }) | null {
  const listings = product.listings.filter((listing) => passes(listing, product));
  const own = listings.length === product.listings.length ? product : { ...product, listings };
  // What a variant is all its listings tell, whichever of them may be bought.
  const facts = (variant: string) => factsOf(product, variant);
  const whole = fittingRecord(own, constraints, snapshot.currency, facts);
  const { avoid, freedoms } = constraints;
  const denies = (record: Fact[]) =>
    avoid.some(({ wanted: refused }) => factDenying(record, refused) !== undefined) ||
    freedoms.some((freedom) => factOfFreedom(record, freedom) !== undefined);
  const share = ({ pool }: Fitting) => shareNamed(product, pool, wanted);
  if (whole)
    return { product, pool: whole.pool, relaxed: [], denies: denies(whole.facts), share: share(whole) };
  if (constraints.must_have.length + constraints.measures.length === 0) return null;
  const rest = fittingRecord(own, { ...constraints, must_have: [], measures: [] }, snapshot.currency, facts);
  if (!rest) return null;
  const best = facts(rest.best.variant_id);
  const lacking = [
    ...constraints.must_have.filter(({ wanted: must }) => !factStating(best, must)),
    ...constraints.measures.filter((measure) => !factMeasuring(best, measure)),
  ].map(({ text }) => text);
  // Each is met by some variant, but none meets all.
  const all = [...constraints.must_have, ...constraints.measures].map(({ text }) => text);
  return {
    product,
    pool: rest.pool,
    relaxed: lacking.length > 0 ? lacking : all,
    denies: denies(best),
    share: share(rest),
  };
}
