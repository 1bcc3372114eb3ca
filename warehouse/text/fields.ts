/**
 * Where in a product a word can stand. `alias`: in the title of another listing than the one that names the
 * product, and not in that; `guessed`: in a category that was told by the title; `part`: a compound written solid or a piece of one, in title, brand or model; `rest`: what a
 * description goes on with behind its first letters, which say what the thing is.
 */
export const FIELDS = [
  'title',
  'alias',
  'brand',
  'model',
  'category',
  'attributes',
  'description',
  'part',
  'rest',
  'guessed',
] as const;
export const FIELD_COUNT = FIELDS.length;
export type Field = (typeof FIELDS)[number];

/** How often a word stands in each field, packed into one number: where a field's count begins and its largest. */
export const FIELD_SHIFT = [0, 4, 6, 8, 10, 12, 16, 20, 22, 24] as const;
export const FIELD_MOST = [15, 3, 3, 3, 3, 15, 15, 3, 3, 3] as const;

/** The constants of the ranking. See warehouse/text/DESIGN.md for how they were chosen. */
export interface Weights {
  /** What a word in a field counts, in the order of `FIELDS`. */
  field: readonly number[];
  /** How far a field's length tells against its words, 0 to 1, in the order of `FIELDS`. */
  length: readonly number[];
  /** How soon repetition stops counting. */
  k1: number;
}

export const WEIGHTS: Weights = {
  // What was guessed finds, and ranks by nothing: it says what the title's words do.
  field: [4, 2, 2, 1, 2, 0.4, 2, 2, 1, 0],
  length: [0.7, 0, 0, 0, 0, 1, 0.9, 0, 0.9, 0],
  k1: 2,
};

/** Impacts are whole numbers up to this. */
const MOST_IMPACT = 255;

/**
 * What a word is worth in a product, 1 to 255: BM25F (Robertson, Zaragoza and Taylor, "Simple BM25 extension to
 * multiple weighted fields", 2004): counts are weighted and set against their field's length before they
 * saturate. `norms` are 1 / (1 - b + b * length / average length) by field.
 */
export function impactOf(counts: number, norms: ArrayLike<number>, weights: Weights): number {
  let frequency = 0;
  for (let field = 0; field < FIELDS.length; field++) {
    const count = (counts >>> (FIELD_SHIFT[field] as number)) & (FIELD_MOST[field] as number);
    if (count > 0) frequency += (weights.field[field] as number) * count * (norms[field] as number);
  }
  return Math.max(1, Math.round((MOST_IMPACT * frequency) / (weights.k1 + frequency)));
}
