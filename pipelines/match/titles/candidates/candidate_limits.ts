/** Bounds that keep the cost of a record its own, whatever else the catalogue holds. */
export interface CandidateLimits {
  /** A block with more records than this tells too little and is left out whole. */
  block: number;
  /** Postings read for one record, smallest blocks first. */
  postings: number;
  /** Candidates kept for one record. */
  candidates: number;
  /** Whether prices choose the last third of them, as they do where GTINs teach what a price says. */
  by_price?: boolean;
  /** Candidates that share less than this part of what the best one shares are left out; none unless told. */
  least?: number;
  /** Records expected, where the vocabulary counted fewer: words too frequent for a block then are not even indexed. */
  catalogue?: number;
}
export const DEFAULT_LIMITS: CandidateLimits = { block: 200, postings: 2000, candidates: 15 };
