import type { AttributeReading } from '../domain/attribute.ts';
import { declaredReadings } from './declared.ts';
import { parsedReadings } from './parsed.ts';

/** What of a listing is read for attributes. */
export interface DescribedListing {
  title: string;
  /** Declared fields, `<namespace>.<name>` to text: feed columns, product details, a shop's options. Tags are none. */
  attributes?: Readonly<Record<string, string>> | null;
  description?: string | null;
  mpn?: string | null;
  /** `new`, `refurbished` or `used`. */
  condition?: string | null;
}

/** A description's first letters say what the thing is; the rest speaks of others. */
export const DESCRIPTION_LETTERS = 600;
/** The feed's own fields. */
const FIELD_CONFIDENCE = 0.97;

/**
 * What a listing says of its item, typed and in normal units (attributes.json): what its fields declare, then what its
 * title and, where that is silent, its description say. Pure: the same listing reads the same in any catalogue. Of a
 * key there is at most one reading of each source, but for keys that have many (`general.connector`), and for fields
 * of a seller that say one thing twice.
 */
export function readAttributes(listing: DescribedListing): AttributeReading[] {
  const declared = [
    ...Object.entries(listing.attributes ?? {}).flatMap(([key, text]) => declaredReadings(key, text)),
    ...fieldReadings(listing),
  ];
  const title = parsedReadings(listing.title, 'title');
  const inTitle = new Set(title.map(({ key }) => key));
  const text = listing.description?.slice(0, DESCRIPTION_LETTERS) ?? '';
  const described =
    text === '' ? [] : parsedReadings(text, 'description').filter(({ key }) => !inTitle.has(key));
  const parsed = [...title, ...described].map(
    ({ key, value, unit, source, confidence }): AttributeReading => ({
      key,
      value,
      unit,
      source,
      confidence,
    }),
  );
  return [...declared, ...parsed];
}

function fieldReadings({ mpn, condition }: DescribedListing): AttributeReading[] {
  const field = (key: string, value: string | null | undefined): AttributeReading[] =>
    value ? [{ key, value, unit: null, source: 'declared', confidence: FIELD_CONFIDENCE }] : [];
  return [...field('general.model_number', mpn), ...field('general.condition', condition)];
}
