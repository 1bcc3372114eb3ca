/** A range that is stated as one: `100-240 V`. */
export interface ValueRange {
  min: number;
  max: number;
}

/** A typed value: a number is in its reading's unit. */
export type AttributeValue = string | number | boolean | ValueRange;

/**
 * `declared`: in a field of the feed. `parsed`: read from a title or a description. `inferred`: from other variants of
 * the product.
 */
export const ATTRIBUTE_SOURCES = ['declared', 'parsed', 'inferred'] as const;
export type AttributeSource = (typeof ATTRIBUTE_SOURCES)[number];

/** Where a listing's highlights are kept: sentences, not a value. */
export const HIGHLIGHTS = 'general.product_highlight';

/** One thing that a listing says of itself. */
export interface AttributeReading {
  /** `<namespace>.<name>`. */
  key: string;
  value: AttributeValue;
  /** What a number is in, for example `GB`; null of other values and of counts. */
  unit: string | null;
  source: 'declared' | 'parsed';
  /** Probability that the item has this value, 0 to 1, as measured for the rule that read it. */
  confidence: number;
}

export const isRange = (value: AttributeValue): value is ValueRange => typeof value === 'object';

/** A reading as it is stored: `[key, value, unit, declared, ten-thousandths of confidence]`. */
export type StoredReading = [
  key: string,
  value: AttributeValue,
  unit: string | null,
  declared: 0 | 1,
  confidence: number,
];

const PARTS = 10_000;

export const storedReading = ({ key, value, unit, source, confidence }: AttributeReading): StoredReading => [
  key,
  value,
  unit,
  source === 'declared' ? 1 : 0,
  Math.round(confidence * PARTS),
];

export const readingOf = ([key, value, unit, declared, confidence]: StoredReading): AttributeReading => ({
  key,
  value,
  unit,
  source: declared === 1 ? 'declared' : 'parsed',
  confidence: confidence / PARTS,
});
