import { Type } from './schema.ts';

/** Option of an object's schema that knows no other settings than those it names. */
export const closed = { additionalProperties: false } as const;

/** Schema of one of these words. */
export const literals = <T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...(description && { description }) });
