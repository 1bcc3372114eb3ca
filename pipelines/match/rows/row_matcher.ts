import { availableParallelism } from 'node:os';
import type { Snapshot } from '../../../warehouse/reads/snapshot.ts';
import type { Key } from '../../domain/key.ts';
import type { StatedKind } from '../../text/statement.ts';
import { readServedTitles, type ServedTitles } from '../publish/index.ts';
import { kindsOf, NONE_TOLERATED } from '../titles/compare/conflicts.ts';
import { probabilityOf } from '../titles/score/identification.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { openMatchModel } from '../titles/score/model_file.ts';
import type { RowScores, TitleRow } from './row_scores.ts';
import { RowThreads } from './row_threads.ts';

/** More threads cost 30 MiB each and serve few. */
const MOST_THREADS = 4;

/** A row to be matched by its title. A record with another GTIN than the row's own is never what is meant. */
export interface TitleQuestion extends TitleRow {
  /** 14 digits, valid. */
  gtin?: string | null;
}

/** The product that a title most likely means. */
export interface TitleFound<Product> {
  product: Product;
  /** Of the product's record that is most like it. */
  listing_key: Key;
  /** Calibrated probability, competing with other products. */
  probability: number;
  /** Whether the row may state something otherwise than all records of the product that are like it. */
  doubtful: boolean;
  /** Differences that mean nothing in the listings of whoever this record is of. */
  tolerated: readonly StatedKind[];
}

/** The record most like a row; `isDoubtful` where all records of its product are. */
interface BestRecord<Product> {
  product: Product;
  listing_key: Key;
  odds: number;
  at: number;
  isDoubtful: boolean;
}

/** Matches rows by their titles against all records of one published index. Shared by who opens the same files. */
export class TitleMatcher implements Disposable {
  readonly #model: MatchModel;
  readonly #titles: ServedTitles;
  readonly #threads: RowThreads;

  private constructor(model: MatchModel, titles: ServedTitles) {
    this.#model = model;
    this.#titles = titles;
    const { features, index } = titles;
    const count = Math.min(MOST_THREADS, availableParallelism());
    this.#threads = new RowThreads(count, { model, features, index });
  }

  static async load(modelPath: string, indexPath: string): Promise<TitleMatcher> {
    return new TitleMatcher(await openMatchModel(modelPath), await readServedTitles(indexPath));
  }

  /**
   * For each row the product it most likely means, or null where no title is like it. `productOf` tells the product of
   * a listing, null for one that is none's any more; equal `id`s are one product. Records of one product do not compete:
   * its odds are those of the one most like the row, and p = odds / (1 + sum of odds over the products). A product
   * with another GTIN competes too, for what is like it may be one more of its kind.
   */
  async match<Product extends { product_no: number }>(
    rows: readonly TitleQuestion[],
    productOf: (listing: Key) => Product | null,
    signal?: AbortSignal,
  ): Promise<(TitleFound<Product> | null)[]> {
    const found: (TitleFound<Product> | null)[] = rows.map(() => null);
    const texts = rows.map(({ title, brand = null, mpn = null }): TitleRow => ({ title, brand, mpn }));
    const take = (first: number, scores: RowScores) => {
      for (let row = 0; row + 1 < scores.start.length; row++)
        found[first + row] = this.#best(scores, row, rows[first + row]?.gtin, productOf);
    };
    await this.#threads.score(texts, take, signal);
    return found;
  }

  #best<Product extends { product_no: number }>(
    { start, place, weight, identified, doubtful }: RowScores,
    row: number,
    gtin: string | null | undefined,
    productOf: (listing: Key) => Product | null,
  ): TitleFound<Product> | null {
    const { keys, features } = this.#titles;
    const own = gtin ? Number(gtin) : 0;
    const seen = new Set<number>();
    let best: BestRecord<Product> | null = null;
    let sum = 1;
    for (let at = start[row] as number; at < (start[row + 1] as number); at++) {
      const candidate = place[at] as number;
      const listing_key = keys[candidate] as Key;
      const product = productOf(listing_key);
      if (product && product.product_no === best?.product.product_no) best.isDoubtful &&= doubtful[at] === 1;
      if (!product || seen.has(product.product_no)) continue;
      seen.add(product.product_no);
      const odds = Math.exp(weight[at] as number);
      sum += odds;
      const other = features.gtin[candidate] as number;
      if (own === 0 || other === 0 || other === own) {
        best ??= { product, listing_key, odds, at, isDoubtful: doubtful[at] === 1 };
      }
    }
    if (!best) return null;
    const { product, listing_key, odds } = best;
    const isNamed = identified[best.at] === 1;
    const probability = probabilityOf(this.#model, this.#model.rows.calibration, odds / sum, isNamed);
    return {
      product,
      listing_key,
      probability,
      doubtful: best.isDoubtful,
      tolerated: this.#toleratedAt(place[best.at] as number),
    };
  }

  #toleratedAt(place: number): StatedKind[] {
    const { everywhere, sellers } = this.#model.tolerated ?? NONE_TOLERATED;
    const own = sellers.find(([seller]) => seller === this.#titles.features.seller[place])?.[1] ?? 0;
    return kindsOf(everywhere | own);
  }

  [Symbol.dispose](): void {
    this.#threads[Symbol.dispose]();
  }
}

interface Shared {
  matcher: Promise<TitleMatcher>;
  users: number;
}

const shared = new Map<string, Shared>();

/** The matcher of a snapshot, or null where none has been learned yet; snapshots with the same files share one. */
export async function titleMatcherOf(snapshot: Snapshot): Promise<TitleMatcher | null> {
  const learned = snapshot.matchModel() !== null && snapshot.files('titles').length > 0;
  return learned ? (await snapshot.hold(openTitleMatcher)).matcher : null;
}

async function openTitleMatcher(snapshot: Snapshot): Promise<HeldTitleMatcher> {
  const [model, index] = [snapshot.matchModel() as string, snapshot.files('titles')[0] as string];
  const name = `${model}\n${index}`;
  const held = shared.get(name) ?? { matcher: TitleMatcher.load(model, index), users: 0 };
  shared.set(name, held);
  held.users++;
  const release = () => {
    if (--held.users > 0) return;
    if (shared.get(name) === held) shared.delete(name);
    held.matcher.then(
      (matcher) => matcher[Symbol.dispose](),
      () => undefined,
    );
  };
  try {
    return { matcher: await held.matcher, [Symbol.dispose]: release };
  } catch (error) {
    release();
    throw error;
  }
}

/** One snapshot's hold on a matcher, which is freed with the last of them. */
interface HeldTitleMatcher extends Disposable {
  readonly matcher: TitleMatcher;
}
