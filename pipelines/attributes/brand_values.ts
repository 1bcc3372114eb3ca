import type { AttributeValue } from '../domain/attribute.ts';
import type { FeedColumn } from '../domain/column_key.ts';
import { ATTRIBUTES } from './attributes.ts';
import { readAs, valueText } from './column_value.ts';

/** Names of one thing, which no two brands share. */
const NOT_SHARED: ReadonlySet<string> = new Set(['code', 'text']);

/** How much of what a column says of brands other sellers say of them, too. */
export interface BrandOverlap {
  /** Different values of brands that somebody else speaks of, and those that somebody else says. */
  values: number;
  contained: number;
  brands: number;
}

/** Which values sellers state of each brand's items, under known keys and in columns of their own. */
export class BrandValues {
  /** key → brand → value → sellers. */
  readonly #stated = new Map<string, Map<string, Map<string, Set<string>>>>();
  /** column of a feed → brand → texts. */
  readonly #told = new Map<string, Map<string, Set<string>>>();

  /** Adds what a listing says under known keys. */
  state(seller: string, brand: string | null, said: ReadonlyMap<string, AttributeValue>): void {
    if (brand === null) return;
    for (const [key, value] of said) {
      const type = ATTRIBUTES.get(key)?.type;
      if (type === undefined || NOT_SHARED.has(type)) continue;
      const brands = entry(this.#stated, key, () => new Map<string, Map<string, Set<string>>>());
      const values = entry(brands, brand, () => new Map<string, Set<string>>());
      entry(values, valueText(value), () => new Set<string>()).add(seller);
    }
  }

  /** Adds what a listing says in a column of its own. */
  tell(column: FeedColumn, brand: string | null, text: string): void {
    if (brand === null) return;
    const brands = entry(this.#told, nameOf(column), () => new Map<string, Set<string>>());
    entry(brands, brand, () => new Set<string>()).add(text);
  }

  /** How far the values of a column, read as a key, are those that other sellers state of the same brands. */
  overlap(column: FeedColumn, key: string): BrandOverlap {
    const found: BrandOverlap = { values: 0, contained: 0, brands: 0 };
    for (const [brand, texts] of this.#told.get(nameOf(column)) ?? []) {
      const stated = new Set(
        [...(this.#stated.get(key)?.get(brand) ?? [])].flatMap(([value, sellers]) =>
          sellers.size > 1 || !sellers.has(column.seller) ? [value] : [],
        ),
      );
      if (stated.size === 0) continue;
      const values = new Set(
        [...texts].map((text) => {
          const reading = readAs(column.column, text, key);
          return reading ? valueText(reading.value) : `no ${key}`;
        }),
      );
      found.values += values.size;
      found.contained += [...values].filter((value) => stated.has(value)).length;
      found.brands++;
    }
    return found;
  }
}

const nameOf = ({ seller, feed, column }: FeedColumn): string => [seller, feed, column].join('\0');

function entry<Value>(map: Map<string, Value>, key: string, fresh: () => Value): Value {
  const known = map.get(key) ?? fresh();
  map.set(key, known);
  return known;
}
