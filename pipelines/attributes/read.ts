import { type AttributeReading, HIGHLIGHTS } from '../domain/attribute.ts';
import type { FeedColumns } from '../domain/column_key.ts';
import { ATTRIBUTES } from './attributes.ts';
import { declaredReadings } from './declared.ts';
import { type ParsedReading, parsedReadings } from './parsed.ts';

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
 * title and, where that is silent, its highlights and description say. Pure: the same listing reads the same in any catalogue. Of a
 * key there is at most one reading of each source, but for keys that have many (`general.connector`), and for fields
 * of a seller that say one thing twice. `columns` are those of its feed that are known to be another attribute.
 */
export function readAttributes(listing: DescribedListing, columns?: FeedColumns | null): AttributeReading[] {
  const declared = [
    ...Object.entries(listing.attributes ?? {}).flatMap(([key, text]) =>
      key === HIGHLIGHTS ? [] : declaredReadings(key, text, columns?.[key]),
    ),
    ...fieldReadings(listing),
  ];
  const title = parsedReadings(listing.title, 'title');
  const found = Map.groupBy(title, ({ key }) => key);
  for (const text of [listing.attributes?.[HIGHLIGHTS], listing.description]) {
    if (!text) continue;
    const further = parsedReadings(text.slice(0, DESCRIPTION_LETTERS), 'description');
    for (const [key, all] of Map.groupBy(further, (reading) => reading.key))
      if (!found.has(key)) found.set(key, all);
      else if (ATTRIBUTES.get(key)?.type === 'freedom') found.set(key, together(found.get(key) ?? [], all));
  }
  const parsed = [...found.values()].flat().map(
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

/** What one text says and what another adds: a title that says `gluten-free` is not silent of sugar. */
const together = (first: readonly ParsedReading[], further: readonly ParsedReading[]): ParsedReading[] => [
  ...first,
  ...further.filter(({ value }) => !first.some((one) => one.value === value)),
];

function fieldReadings({ mpn, condition }: DescribedListing): AttributeReading[] {
  const field = (key: string, value: string | null | undefined): AttributeReading[] =>
    value ? [{ key, value, unit: null, source: 'declared', confidence: FIELD_CONFIDENCE }] : [];
  return [...field('general.model_number', mpn), ...field('general.condition', condition)];
}
