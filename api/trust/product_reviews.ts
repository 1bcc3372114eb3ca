import { Type } from 'typebox';
import { aggregateReviews, opinionsByAttribute } from '../../pipelines/domain/product_reviews/aggregate.ts';
import { distinctReviews } from '../../pipelines/domain/product_reviews/distinct_reviews.ts';
import { type Divergence, divergentSellers } from '../../pipelines/domain/product_reviews/divergence.ts';
import { ProductReviews } from '../../warehouse/reads/product_reviews.ts';
import { referencedProduct } from '../catalogue/referenced_product.ts';
import { MatchRecord, nullable, ProductParams } from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';

const Stars = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 5, description }));

const AggregateRecord = Type.Object({
  score: Stars(
    'Stars of the distinct reviews, shrunk towards the mean of all reviews of the index by the weight of five; null without any.',
  ),
  mean: Stars('Their plain mean.'),
  count: Type.Integer({ description: 'Distinct reviews: one that several sellers publish counts once.' }),
  shared: Type.Integer({ description: 'Of them, those that several sellers publish.' }),
  sellers: Type.Integer({ description: 'Sellers that publish any of them.' }),
  left_out: Type.Integer({ description: 'Reviews whose rating is not on its own scale.' }),
});

const AttributeRecord = Type.Object({
  attribute: Type.String({ description: '`<namespace>.<name>`, for example `headphones.battery`.' }),
  sentiment: Type.Number({
    minimum: -1,
    maximum: 1,
    description: 'How well English reviews speak of it, shrunk towards 0 by the weight of two mentions.',
  }),
  mentions: Type.Integer({
    description: 'Reviews that say how it is, of the newest 2,000; each counts once.',
  }),
  note: Type.Optional(Type.String()),
});

const DivergentSeller = Type.Object({
  seller: Type.String(),
  count: Type.Integer({ description: 'Reviews that it alone publishes.' }),
  mean: Type.Number(),
  rest_count: Type.Integer({ description: 'Reviews that only others publish.' }),
  rest_mean: Type.Number(),
});

const round = (value: number, places: number): number => Number(value.toFixed(places));
const rounded = (value: number | null): number | null => (value === null ? null : round(value, 2));

function divergenceRecord(found: readonly Divergence[]) {
  const notes = found.map(
    ({ seller, count, mean, rest_count, rest_mean }) =>
      `The ${count} reviews that only ${seller} publishes give ${mean.toFixed(1)} stars, the ${rest_count} of the others ${rest_mean.toFixed(1)}.`,
  );
  return {
    note: notes.length > 0 ? notes.join(' ') : null,
    sellers: found.map(({ seller, count, mean, rest_count, rest_mean }) => ({
      seller,
      count,
      mean: round(mean, 2),
      rest_count,
      rest_mean: round(rest_mean, 2),
    })),
  };
}

export const productReviews: Operation = {
  group: 'trust',
  id: 'getProductReviews',
  method: 'GET',
  path: '/v1/products/:id/reviews',
  summary: 'What buyers say of a product',
  description:
    'The reviews that sellers publish of all its variants, each once, and what their words say of its attributes. Words are read by rules, in English only.',
  scope: 'read',
  cost: 2,
  params: ProductParams,
  response: Type.Object({
    product_id: Type.String(),
    match: MatchRecord,
    aggregate: AggregateRecord,
    by_attribute: Type.Array(AttributeRecord, { description: 'Most mentioned first.' }),
    divergence: Type.Object({
      note: nullable(
        Type.String({
          description:
            'Sellers whose reviews disagree sharply with the rest (a Mann-Whitney test at .01 for all sellers together, ten reviews on each side, .75 stars apart); null without any.',
        }),
      ),
      sellers: Type.Array(DivergentSeller),
    }),
  }),
  cacheable: true,
  async run({ snapshot }, { params, signal }) {
    const { product, match } = await referencedProduct(snapshot, params['id'] ?? '', { param: 'id', signal });
    const published = await snapshot.hold(ProductReviews.open);
    const reviews = distinctReviews(await published.of(product));
    signal.throwIfAborted();
    const { score, mean, ...counts } = aggregateReviews(reviews, published.usual);
    return {
      kind: 'json',
      body: {
        product_id: product.product_id,
        match,
        aggregate: { score: rounded(score), mean: rounded(mean), ...counts },
        by_attribute: opinionsByAttribute(reviews, product.category).map(
          ({ sentiment, note, ...opinion }) => ({
            ...opinion,
            sentiment: round(sentiment, 2),
            ...(note === null ? {} : { note }),
          }),
        ),
        divergence: divergenceRecord(divergentSellers(reviews)),
      },
    };
  },
};
