import { CURRENCY_EXPONENTS } from '../../pipelines/domain/money.ts';
import type { FieldPath, Mistake } from './configuration_file.ts';

/** A mapping of a configuration, whatever stands in it: it is looked at beside the schema, not behind it. */
export type Fields = Record<string, unknown>;

/** Whether a value is a text like this. */
export function text(value: unknown, pattern = /./): value is string {
  return typeof value === 'string' && pattern.test(value);
}

/** What a value holds by name; nothing where it is no mapping. */
export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The mappings of a list; none where it is no list. */
export function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}

/** Says of a code that no currency has it. */
export function currencyMistakes(code: string, path: FieldPath): Mistake[] {
  return CURRENCY_EXPONENTS.has(code) ? [] : [{ path, message: `"${code}" is no ISO 4217 currency code` }];
}

/** Every later item whose `field` repeats an earlier one. */
export function duplicates(items: readonly Fields[], field: string, path: FieldPath): Mistake[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const value = item[field];
    if (!text(value)) return [];
    const earlier = first.get(value);
    if (earlier === undefined) {
      first.set(value, index);
      return [];
    }
    const place = `${path.join('.').replaceAll(/\.(\d+)/g, '[$1]')}[${earlier}]`;
    return [{ path: [...path, index, field], message: `"${value}" is taken by ${place}` }];
  });
}
