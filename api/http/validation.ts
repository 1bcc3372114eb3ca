import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { addressValues } from './address_values.ts';
import { ApiError, type FieldError } from './errors.ts';
import type { Input, Operation } from './operation.ts';

const OPTIONS = { allErrors: true, verbose: true, strict: false, useDefaults: true } as const;

const ajv = new Ajv(OPTIONS);
addFormats.default(ajv);

/** Most mistakes named in one answer. */
const MAX_ERRORS = 20;

/** Checks a request against its operation's schemas and gives its values, or throws `invalid_request`. */
export type Validator = (request: FastifyRequest) => Pick<Input, 'params' | 'query' | 'body'>;

/**
 * Holds requests against the schemas of an operation. Query parameters that no schema names are refused. The schemas are
 * compiled with its first request: all of them together take as long as a start does without.
 */
export function validatorOf(operation: Operation): Validator {
  let compiled: ReturnType<typeof compiledSchemas> | undefined;
  return (request) => {
    const { params, query, content } = (compiled ??= compiledSchemas(operation));
    checkEncoding(request.url);
    const streamed = isStream(request.body);
    const asked = addressValues(operation.query, request.query);
    const errors = [
      ...(params ? mistakes(params, request.params) : []),
      ...mistakes(query, asked),
      ...(content && !streamed ? mistakes(content, request.body ?? missingBody(operation)) : []),
    ];
    if (errors.length > 0) {
      const named = errors.slice(0, MAX_ERRORS);
      const detail = named.map((each) => `${each.param} ${each.detail}`.trim()).join('; ');
      throw new ApiError('invalid_request', { detail, errors: named });
    }
    return {
      params: request.params as Record<string, string>,
      query: asked,
      body: request.body,
    };
  };
}

/** Throws where a schema is none. */
export const compiledSchemas = (operation: Operation) => ({
  params: operation.params && ajv.compile(operation.params),
  query: ajv.compile(closed(operation.query)),
  content: operation.body && ajv.compile(operation.body),
});

function closed(schema: TSchema | undefined): object {
  if (!schema) return { type: 'object', additionalProperties: false };
  return 'additionalProperties' in schema ? schema : { ...schema, additionalProperties: false };
}

function isStream(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'pipe') === 'function';
}

function missingBody(operation: Operation): never {
  const types = ['application/json', ...(operation.streamedTypes ?? [])].join(' or ');
  throw new ApiError('invalid_request', { detail: `the body is missing; send ${types}` });
}

/** The router and the query parser let bad escapes and NUL through; nothing behind them needs either. */
function checkEncoding(url: string): void {
  if (!url.includes('%')) return;
  let text: string;
  try {
    text = decodeURIComponent(url);
  } catch {
    throw new ApiError('invalid_request', {
      detail: 'the URL has an escape that is not percent-encoded UTF-8',
    });
  }
  if (text.includes('\0'))
    throw new ApiError('invalid_request', { detail: 'the URL contains a NUL character' });
}

function mistakes(validate: ValidateFunction, value: unknown): FieldError[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(toFieldError);
}

function toFieldError(error: ErrorObject): FieldError {
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  const inside = (name: unknown): string => (path ? `${path}.${String(name)}` : String(name));
  const parameters = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
      return { param: inside(parameters['additionalProperty']), detail: unknownHere(error.parentSchema) };
    case 'required':
      return { param: inside(parameters['missingProperty']), detail: 'is missing' };
    case 'enum':
      return {
        param: path,
        detail: `is ${shown(error.data)}; must be one of ${(parameters['allowedValues'] as unknown[]).map(shown).join(', ')}`,
      };
    case 'const':
      return { param: path, detail: `is ${shown(error.data)}; must be ${shown(parameters['allowedValue'])}` };
    default:
      return { param: path, detail: `is ${shown(error.data)}; ${error.message ?? 'is not valid'}` };
  }
}

/** Names what would be known, so that a misspelt or foreign parameter is put right without looking anything up. */
function unknownHere(schema: ErrorObject['parentSchema']): string {
  const known = [
    ...Object.keys((schema?.['properties'] as object | undefined) ?? {}),
    ...Object.keys((schema?.['patternProperties'] as object | undefined) ?? {}).map(beginning),
  ];
  return known.length > 0
    ? `is not known here; known are ${known.join(', ')}`
    : 'is not known here; nothing is taken';
}

/** How names of a pattern begin: `attr.…` of `^attr\.[^.]+`. */
const beginning = (pattern: string): string =>
  `${/^\^(\w+\\?\.)/.exec(pattern)?.[1]?.replace('\\', '') ?? pattern}…`;

/** The value in a message, cut when long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
