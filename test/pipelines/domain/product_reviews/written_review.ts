import type { ProductReview } from '../../../../pipelines/domain/product_reviews/review.ts';

/** A review of which nothing but the stars is said. */
export const WRITTEN_REVIEW: ProductReview = {
  seller: 'alpha',
  review_id: 'r1',
  rating: 5,
  best_rating: null,
  worst_rating: null,
  title: null,
  text: null,
  author: null,
  created_at: '2026-06-01T00:00:00Z',
  language: null,
};
