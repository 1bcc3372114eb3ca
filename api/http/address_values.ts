import type { TSchema } from 'typebox';

/** Numbers as JSON writes them. Other spellings (`1e1` for a whole number, `Infinity`, `0x10`, ` 5`) are texts. */
const WHOLE = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

interface ValueSchema {
  type?: string;
  items?: ValueSchema;
}

/**
 * The texts of a path or query as values of the types that its schema names: numbers, booleans and lists, of which one
 * value is a list of one. What is not of its type stays as it is, so that the schema refuses it under its own words.
 */
export function addressValues(schema: TSchema | undefined, texts: unknown): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, ValueSchema> };
  return Object.fromEntries(
    Object.entries(texts as Record<string, unknown>).map(([name, value]) => [
      name,
      Object.hasOwn(properties, name) ? valueOf(properties[name], value) : value,
    ]),
  );
}

function valueOf(schema: ValueSchema | undefined, value: unknown): unknown {
  if (schema?.type === 'array')
    return (Array.isArray(value) ? value : [value]).map((one) => valueOf(schema.items, one));
  if (typeof value !== 'string') return value;
  switch (schema?.type) {
    case 'integer':
      return WHOLE.test(value) ? Number(value) : value;
    case 'number':
      return NUMBER.test(value) && Number.isFinite(Number(value)) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
}
