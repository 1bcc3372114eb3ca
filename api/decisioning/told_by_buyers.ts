import type { Product } from '../../pipelines/domain/listing.ts';
import {
  type AttributeOpinion,
  aggregateReviews,
  opinionsByAttribute,
  type ReviewAggregate,
} from '../../pipelines/domain/product_reviews/aggregate.ts';
import { distinctReviews } from '../../pipelines/domain/product_reviews/distinct_reviews.ts';
import type { ProductReviews } from '../../warehouse/reads/product_reviews.ts';

/** What buyers say of a product. */
export interface ToldByBuyers {
  reviews: ReviewAggregate;
  /** Null where they were not asked for. */
  opinions: readonly AttributeOpinion[] | null;
}

/** By record: a decision looks at the same products once for each budget and each constraint that it tries to drop. */
const known = new WeakMap<Product, ToldByBuyers>();

/** What buyers say of some products, in their order; of attributes only of those whose `opinions` are asked for. */
export async function toldByBuyers(
  published: ProductReviews,
  asked: readonly { product: Product; opinions: boolean }[],
): Promise<ToldByBuyers[]> {
  const isKnown = ({ product, opinions }: (typeof asked)[number]) => {
    const told = known.get(product);
    return told !== undefined && (!opinions || told.opinions !== null);
  };
  const unknown = new Map<Product, boolean>();
  for (const one of asked)
    if (!isKnown(one)) unknown.set(one.product, one.opinions || unknown.get(one.product) === true);
  const products = [...unknown.keys()];
  const read = products.length === 0 ? [] : await published.ofEach(products);
  for (const [at, product] of products.entries()) {
    const own = distinctReviews(read[at] ?? []);
    known.set(product, {
      reviews: aggregateReviews(own, published.usual),
      opinions: unknown.get(product) ? opinionsByAttribute(own, product.category) : null,
    });
  }
  return asked.map(({ product }) => known.get(product) as ToldByBuyers);
}
