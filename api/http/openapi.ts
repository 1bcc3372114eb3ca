import packageJson from '../../package.json' with { type: 'json' };
import { EXAMPLES } from '../docs/examples.ts';
import { ERROR_CODES, ERRORS, type ErrorCode, PROBLEM_TYPE } from './errors.ts';
import { NamedSchemas } from './named_schemas.ts';
import { GROUPS, type Group, type Operation } from './operation.ts';
import { SERVICE_VERSIONS } from './version.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of these operations. */
export function openApiDocument(operations: readonly Operation[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  const schemas = new NamedSchemas();
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = describe(operation, schemas);
  }
  return JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: {
        title: 'Commerce index',
        version: SERVICE_VERSIONS[0],
        'x-program-version': packageJson.version,
        summary: packageJson.description,
        description: 'What holds for every call, and how to begin, is told at `/docs`.',
        license: { name: packageJson.license, identifier: packageJson.license },
      },
      servers: [{ url: publicUrl || '/' }],
      security: [{ bearer: [] }],
      tags: GROUPS.map((name) => ({ name, description: GROUP_TEXTS[name] })),
      paths,
      components: components(schemas),
    }),
  ) as Json;
}

const GROUP_TEXTS: Record<Group, string> = {
  search: 'Find products, sellers and categories.',
  catalogue:
    'What a reference is, and what is known of a product; also, for whoever runs the index, reviews and runs.',
  intelligence: 'What a price is worth: beside others, over time, and ahead.',
  memory: 'Facts that are kept for a namespace of the key’s owner.',
  monitoring: 'What changed, and being told of it.',
  agents: 'The whole index for programs.',
  decisioning: 'What one thing is to another, what could stand in, what it costs to keep.',
  fulfilment: 'When an order arrives, where it can be fetched, and whether it can be sent back.',
  trust: 'How far sellers, offers and what buyers say can be relied on.',
};

function describe(operation: Operation, schemas: NamedSchemas): Json {
  const { description, cost, scope } = operation;
  return {
    operationId: operation.id,
    tags: [operation.group],
    summary: operation.summary,
    description: [description, `Scope \`${scope}\`; costs ${cost} ${cost === 1 ? 'unit' : 'units'}.`]
      .filter(Boolean)
      .join('\n\n'),
    parameters: parameters(operation),
    ...(operation.body || operation.streamedTypes ? { requestBody: requestBody(operation, schemas) } : {}),
    responses: responses(operation, schemas),
  };
}

function parameters(operation: Operation): Json[] {
  const own = (schema: unknown, place: 'path' | 'query'): Json[] => {
    const { properties = {}, required = [] } = (schema ?? {}) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    const { patternProperties, patternDescription } = (schema ?? {}) as {
      patternProperties?: Json;
      patternDescription?: string;
    };
    // Names that only a pattern tells are the members of one exploded object.
    const patterned = patternProperties
      ? [
          {
            name: 'attributes',
            in: place,
            required: false,
            style: 'form',
            explode: true,
            description: patternDescription ?? '',
            schema: { type: 'object', patternProperties, additionalProperties: false },
          },
        ]
      : [];
    const named = Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(property['description'] ? { description: property['description'] } : {}),
      schema: property,
    }));
    return [...named, ...patterned];
  };
  const described = own(operation.params, 'path');
  const names = new Set(described.map(({ name }) => name));
  const bare = [...operation.path.matchAll(/:(\w+)/g)]
    .map((match) => match[1])
    .filter((name) => !names.has(name))
    .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return [
    ...described,
    ...bare,
    ...own(operation.query, 'query'),
    { $ref: '#/components/parameters/ServiceVersion' },
    ...(operation.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(operation.cacheable ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ];
}

function requestBody(operation: Operation, schemas: NamedSchemas): Json {
  const content: Json = {};
  if (operation.body)
    content['application/json'] = {
      schema: schemas.named(nameOf(operation, 'Request'), operation.body),
      ...(EXAMPLES.has(operation.id) && { example: EXAMPLES.get(operation.id)?.request.body }),
    };
  for (const type of operation.streamedTypes ?? []) content[type] = { schema: { type: 'string' } };
  return { required: true, content };
}

/** Codes that any operation may answer; `also` adds those of one kind. */
function codesOf(operation: Operation): ErrorCode[] {
  const query = (operation.query ?? {}) as { properties?: Json };
  const takesBody = operation.body !== undefined || operation.streamedTypes !== undefined;
  // A body over its limit is refused even where none is taken.
  const also: [boolean, ErrorCode[]][] = [
    [true, ['invalid_request', 'unsupported_version', 'unauthorized', 'forbidden', 'rate_limited']],
    [true, ['payload_too_large', 'headers_too_large', 'internal', 'unavailable', 'timeout']],
    [operation.path.includes(':') || takesBody, ['not_found', 'invalid_identifier']],
    [query.properties?.['cursor'] !== undefined, ['cursor_invalid', 'cursor_expired']],
    [takesBody, ['unsupported_media_type']],
    [operation.streamedTypes !== undefined, ['too_many_rows']],
    [operation.produces !== undefined, ['range_not_satisfiable']],
    [operation.idempotent === true, ['idempotency_in_flight', 'idempotency_conflict']],
    [operation.successStatus === 501, ['not_available']],
    [true, [...(operation.errors ?? [])]],
  ];
  return also.flatMap(([applies, codes]) => (applies ? codes : []));
}

function responses(operation: Operation, schemas: NamedSchemas): Json {
  const answers: Json = {};
  const status = operation.successStatus ?? 200;
  if (status !== 501) answers[String(status)] = success(operation, status, schemas);
  if (operation.produces) answers['206'] = { description: 'The range asked for.', content: files(operation) };
  if (operation.cacheable || operation.produces)
    answers['304'] = { $ref: '#/components/responses/NotModified' };
  const byStatus = Map.groupBy(codesOf(operation), (code) => ERRORS[code].status);
  for (const [errorStatus, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    answers[String(errorStatus)] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
      headers: headers(errorStatus),
      content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return answers;
}

function success(operation: Operation, status: number, schemas: NamedSchemas): Json {
  if (status === 204) return { description: 'Done; no body.', headers: headers(status) };
  const content: Json = operation.produces ? files(operation) : {};
  if (operation.response || !operation.produces) {
    content['application/json'] = {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Envelope' },
          ...(operation.response ? [schemas.named(nameOf(operation, 'Answer'), operation.response)] : []),
        ],
      },
      ...answerExample(operation),
    };
  }
  const etag =
    operation.cacheable || operation.produces ? { ETag: { $ref: '#/components/headers/ETag' } } : {};
  return { description: 'Success.', headers: { ...headers(status), ...etag }, content };
}

/** What the demo answered, where that was JSON. */
function answerExample({ id }: Operation): Json {
  const answer = EXAMPLES.get(id)?.answer;
  return typeof answer === 'object' ? { example: answer } : {};
}

/** `search` and `Answer` are `SearchAnswer`. */
function nameOf({ id }: Operation, kind: 'Request' | 'Answer'): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}${kind}`;
}

function files(operation: Operation): Json {
  return Object.fromEntries((operation.produces ?? []).map((type) => [type, {}]));
}

function headers(status: number): Json {
  const names = ['x-request-id', 'Service-Version', 'RateLimit-Policy', 'RateLimit', 'x-cost'];
  if (status === 401) return references(['x-request-id', 'WWW-Authenticate']);
  return references(status === 429 || status === 503 ? [...names, 'Retry-After'] : names);
}

function references(names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function components(schemas: NamedSchemas): Json {
  const header = (description: string, schema: Json = { type: 'string' }): Json => ({ description, schema });
  return {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key, `ci_…`.' } },
    schemas: { Envelope: ENVELOPE, Problem: PROBLEM, ...schemas.all() },
    responses: { NotModified: { description: 'What you have is still the answer.' } },
    headers: {
      'x-request-id': header('Identifies this call; also `request_id` of the body.'),
      'Service-Version': header('The version of the contract that was applied.'),
      'RateLimit-Policy': header('Units and seconds of the key’s allowance.'),
      RateLimit: header('Units left, and seconds until all are back.'),
      'x-cost': header('Units this call took.', { type: 'number' }),
      'Retry-After': header('Seconds to wait.', { type: 'integer' }),
      'WWW-Authenticate': header('How to authenticate.'),
      ETag: header('Send it back as `If-None-Match`.'),
    },
    parameters: {
      ServiceVersion: {
        name: 'Service-Version',
        in: 'header',
        description: 'Date of the contract to answer by; default the newest.',
        schema: { type: 'string', enum: SERVICE_VERSIONS },
      },
      IdempotencyKey: {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'Makes a repeated request safe for 24 hours.',
        schema: { type: 'string', minLength: 1, maxLength: 257 },
      },
      IfNoneMatch: {
        name: 'If-None-Match',
        in: 'header',
        description: 'The `ETag` of an earlier answer; 304 when it still holds.',
        schema: { type: 'string' },
      },
    },
  };
}

const ENVELOPE = {
  type: 'object',
  required: ['request_id'],
  properties: { request_id: { type: 'string', pattern: '^req_[0-9a-f]{32}$' } },
};

const PROBLEM = {
  type: 'object',
  description: 'RFC 9457, with the code, the call and the fields at fault.',
  required: [
    'type',
    'title',
    'status',
    'detail',
    'instance',
    'code',
    'request_id',
    'param',
    'retryable',
    'errors',
  ],
  properties: {
    type: { type: 'string', format: 'uri-reference' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: ERROR_CODES },
    request_id: ENVELOPE.properties.request_id,
    param: { type: ['string', 'null'] },
    retryable: { type: 'boolean' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['param', 'detail'],
        properties: { param: { type: 'string' }, detail: { type: 'string' } },
      },
    },
  },
};
