import type { JSONObject, JSONValue } from '@modelcontextprotocol/server';
import { ProductParams, ReferenceField } from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';

/** A JSON schema of an object, as MCP wants one for what a tool takes and gives. */
export interface JsonSchema {
  type: 'object';
  properties: Record<string, JSONObject>;
  required?: string[];
  additionalProperties?: false;
  [keyword: string]: JSONValue | undefined;
}

interface ObjectSchema {
  properties?: Record<string, JSONObject>;
  required?: string[];
}

/** Keywords of an answer's schema that tell a reader nothing that the field's name does not. */
const OF_NO_USE_TO_READERS = new Set([
  'description',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'default',
  'enum',
  'title',
  'required',
]);

/** Bounds of what a caller gives: the endpoint names one that is passed, so they need not be read by every agent. */
const BOUNDS = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'pattern']);

/** What of a description an agent reads; the rest is in the reference. */
export function firstSentence(text: string): string {
  return /^.*?\.(?=\s+[A-Z`])/s.exec(text)?.[0] ?? text;
}

/**
 * What a tool takes: the operation's path, query and body in one object, described as there in a sentence each. A
 * product in the path is `ref`, as it is everywhere else.
 */
export function inputSchema(operation: Operation, omit: readonly string[]): JsonSchema {
  const params = isOfProduct(operation) ? REFERENCE : operation.params;
  const parts = [params, operation.query, operation.body].map((part) => (part ?? {}) as ObjectSchema);
  const fields = parts.flatMap(({ properties = {} }) => Object.entries(properties));
  return {
    ...objectOf(
      fields.map(([name, schema]) => [name, described(schema)] as const),
      omit,
    ),
    required: parts.flatMap(({ required = [] }) => required).filter((name) => !omit.includes(name)),
    additionalProperties: false,
  };
}

/** What a reference is, in few words: the server's instructions have them all. */
const SHORT_REFERENCE = 'GTIN, ASIN, <seller>:<sku>, link, id or words that fit one product clearly.';
const REFERENCE_WORDS: unknown = Reflect.get(ReferenceField, 'description');
const REFERENCE = { properties: { ref: ReferenceField }, required: ['ref'] };

/** Whether the operation's path names a product. */
export function isOfProduct({ params }: Operation): boolean {
  return params === ProductParams;
}

/** The schema of a field, with a sentence about it. */
function described(schema: unknown): JSONObject {
  const { description, ...rest } = terse(schema, { omit: [], without: BOUNDS }) as JSONObject;
  return typeof description === 'string' ? { ...rest, description: firstSentence(description) } : rest;
}

/** What a tool gives: the operation's answer, names and types only; `request_id`, which all have, is not told of. */
export function outputSchema({ response }: Operation, omit: readonly string[]): JsonSchema {
  const { properties = {} } = (response ?? {}) as ObjectSchema;
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, terse(schema, { omit, without: OF_NO_USE_TO_READERS }) as JSONObject] as const,
  );
  return objectOf(fields, omit);
}

function objectOf(fields: readonly (readonly [string, JSONObject])[], omit: readonly string[]): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(fields.filter(([name]) => !omit.includes(name))) };
}

/** What is left out of a schema: fields by name, and keywords. */
interface Cut {
  omit: readonly string[];
  without: ReadonlySet<string>;
}

/** The same schema in fewer bytes: it accepts all that the whole one does. */
function terse(schema: unknown, cut: Cut): unknown {
  if (Array.isArray(schema)) return schema.map((each) => terse(each, cut));
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name]) => !cut.without.has(name));
  const short = Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      name === 'properties' ? terseFields(value as object, cut) : terse(value, cut),
    ]),
  );
  if (short['description'] === REFERENCE_WORDS) short['description'] = SHORT_REFERENCE;
  return nullableInOne(short);
}

function terseFields(properties: object, cut: Cut): object {
  const kept = Object.entries(properties).filter(([name]) => !cut.omit.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, terse(value, cut)]));
}

/** `anyOf` of one type and null, as `type: [that, 'null']`. */
function nullableInOne(schema: Record<string, unknown>): Record<string, unknown> {
  const [first, second, ...others] = (schema['anyOf'] ?? []) as Record<string, unknown>[];
  if (!first || second?.['type'] !== 'null' || others.length > 0 || typeof first['type'] !== 'string')
    return schema;
  const { enum: values, ...rest } = first;
  return {
    ...rest,
    type: [first['type'], 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}
