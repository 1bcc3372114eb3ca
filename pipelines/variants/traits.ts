import { readAttributes } from '../attributes/read.ts';
import { type AttributeReading, isRange } from '../domain/attribute.ts';
import type { FeedColumns } from '../domain/column_key.ts';

/** One thing that a listing says of itself, as SQL takes it: values that say the same are one text. */
export interface Trait {
  /** `<namespace>.<name>`. */
  key: string;
  value: string;
  /** The value where it is a number, in `unit`. */
  number: number | null;
  unit: string | null;
  /** In a field of the feed, not only in a text. */
  declared: boolean;
  confidence: number;
}

/** What every listing has its own of, or what sets no variant apart. */
const NO_AXES: ReadonlySet<string> = new Set(['general.model_number', 'general.condition']);
/** Things that an item has several of at once. */
const MANY: ReadonlySet<string> = new Set(['general.connector', 'general.connectivity']);
/** A longer text describes; it is no place on an axis. */
const LONGEST_VALUE = 60;
/** Digits in which two numbers may differ by rounding alone. */
const DIGITS = 3;

/**
 * What a listing says of itself that may set variants of one product apart, of each attribute the value it is surest
 * of. `attributes` is the listing's own, JSON or empty; `columns` what those of its feed are.
 */
export function traitsOf(
  title: string,
  attributes: string,
  description: string,
  columns: FeedColumns | null = null,
): Trait[] {
  const declared = attributes === '' ? {} : (JSON.parse(attributes) as Record<string, string>);
  const surest = new Map<string, AttributeReading>();
  for (const reading of readAttributes({ title, attributes: declared, description }, columns)) {
    if (NO_AXES.has(reading.key) || MANY.has(reading.key)) continue;
    const known = surest.get(reading.key);
    if (!known || reading.confidence > known.confidence) surest.set(reading.key, reading);
  }
  return [...surest.values()].flatMap((reading) => traitOf(reading) ?? []);
}

function traitOf({ key, value, unit, source, confidence }: AttributeReading): Trait | null {
  const of = { key, unit, declared: source === 'declared', confidence };
  if (typeof value === 'number')
    return { ...of, value: `${Number(value.toPrecision(DIGITS))}${unit ?? ''}`, number: value };
  const text = isRange(value) ? `${value.min}-${value.max}${unit ?? ''}` : String(value);
  return text.length > LONGEST_VALUE ? null : { ...of, value: text, number: null };
}
