/** A review as a seller publishes it, matched to a product. */
export interface ProductReview {
  seller: string;
  review_id: string;
  rating: number;
  best_rating: number | null;
  worst_rating: number | null;
  title: string | null;
  text: string | null;
  author: string | null;
  /** ISO 8601, to the second. */
  created_at: string;
  /** BCP 47; null where the seller does not say. */
  language: string | null;
}

const BEST = 5;
const WORST = 1;

/**
 * A rating on the scale of five stars; null where it is not on its own scale. Scales that begin above 0 (1 to 5, 1 to
 * 10) are laid upon 1 to 5, those that begin at 0 or below upon 0 to 5.
 */
export function starsOf({
  rating,
  best_rating,
  worst_rating,
}: Pick<ProductReview, 'rating' | 'best_rating' | 'worst_rating'>): number | null {
  const best = best_rating ?? BEST;
  const worst = worst_rating ?? WORST;
  if (best <= worst || rating < worst || rating > best) return null;
  const share = (rating - worst) / (best - worst);
  return worst > 0 ? WORST + share * (BEST - WORST) : share * BEST;
}

/** Whether its words are read: English, or of a language that nobody told. */
export function isEnglish({ language }: Pick<ProductReview, 'language'>): boolean {
  return language === null || /^en(?:[-_]|$)/i.test(language);
}
