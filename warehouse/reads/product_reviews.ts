import { listingKey } from '../../pipelines/domain/key.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { NO_PRIOR } from '../../pipelines/domain/product_reviews/aggregate.ts';
import { type ProductReview, starsOf } from '../../pipelines/domain/product_reviews/review.ts';
import { Database, fileList, loadSql } from '../database.ts';
import type { Snapshot } from './snapshot.ts';

const MEMORY = '256MiB';

/** A review with what it names its item by, and which of the products that were asked for it may be of. */
interface ReviewRow extends ProductReview {
  product: number;
  sku: string | null;
}

interface RatingRow extends Pick<ProductReview, 'rating' | 'best_rating' | 'worst_rating'> {
  reviews: number;
}

/** The reviews that sellers publish, found by product. A database stays open over the snapshot's file of them. */
export class ProductReviews implements Disposable {
  readonly #database: Database | null;
  readonly #snapshot: Snapshot;
  /** The mean rating of all reviews, in stars. */
  readonly usual: number;
  /** One connection answers one question at a time. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(snapshot: Snapshot, database: Database | null, usual: number) {
    this.#snapshot = snapshot;
    this.#database = database;
    this.usual = usual;
  }

  /** For `snapshot.hold`. Empty where no seller publishes reviews. */
  static readonly open = async (snapshot: Snapshot): Promise<ProductReviews> => {
    const files = snapshot.files('input_reviews');
    if (files.length === 0) return new ProductReviews(snapshot, null, NO_PRIOR);
    const database = await Database.open({ memoryLimit: MEMORY, spill: '', threads: 1 });
    await database.script(
      'open reviews',
      `create temp view product_reviews as from read_parquet(${fileList(files)})`,
    );
    const ratings = await database.rows<RatingRow>(
      'count ratings',
      'select rating, best_rating, worst_rating, count(*)::integer as reviews from product_reviews group by all',
    );
    return new ProductReviews(snapshot, database, usualStars(ratings));
  };

  /** The reviews of a product, as `ofEach` finds them. */
  async of(product: Product): Promise<ProductReview[]> {
    const [reviews = []] = await this.ofEach([product]);
    return reviews;
  }

  /**
   * The reviews of each product, newest first, 20,000 at most: of its listings by the seller's sku, else of its GTINs, else
   * of its pages as the listings name them. A sku that is another product's goes before a GTIN of this one. One question
   * for all of them, since each reads all that sellers publish.
   */
  async ofEach(products: readonly Product[]): Promise<ProductReview[][]> {
    const asked = products.flatMap((product, at) => keysOf(product).map((key) => ({ product: at, key })));
    const found = Map.groupBy(await this.#ask(JSON.stringify(asked)), (row) => row.product);
    return products.map(({ listings }, at) => {
      const own = new Set(listings.map(({ seller, sku }) => listingKey(seller, sku)));
      return (found.get(at) ?? [])
        .filter(({ seller, sku }) => {
          if (sku === null) return true;
          const key = listingKey(seller, sku);
          return own.has(key) || this.#snapshot.find(key) === null;
        })
        .map(({ sku: _sku, product: _product, ...review }) => review);
    });
  }

  async #ask(asked: string): Promise<ReviewRow[]> {
    const database = this.#database;
    if (!database) return [];
    const sql = loadSql(import.meta.url, './sql/reviews_of_products.sql');
    const rows = this.#last.then(() => database.rows<ReviewRow>('read reviews', sql, { asked }));
    this.#last = rows.catch(() => undefined);
    return rows;
  }

  [Symbol.dispose](): void {
    void this.#last.then(() => this.#database?.[Symbol.asyncDispose]());
  }
}

/** What reviews name a product by, once each. */
function keysOf({ listings }: Product): string[] {
  const keys = listings.flatMap(({ seller, sku, gtin, gtin_conflict, url }) => [
    `sku ${seller}\u001f${sku}`,
    ...(gtin && !gtin_conflict ? [`gtin ${gtin}`] : []),
    ...(url ? [`page ${url}`] : []),
  ]);
  return [...new Set(keys)];
}

function usualStars(ratings: readonly RatingRow[]): number {
  const rated = ratings.flatMap((row) => {
    const stars = starsOf(row);
    return stars === null ? [] : [{ stars, reviews: row.reviews }];
  });
  const count = rated.reduce((sum, { reviews }) => sum + reviews, 0);
  return count === 0 ? NO_PRIOR : rated.reduce((sum, { stars, reviews }) => sum + stars * reviews, 0) / count;
}
