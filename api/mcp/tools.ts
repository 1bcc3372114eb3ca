import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { firstSentence, inputSchema, isOfProduct, type JsonSchema, outputSchema } from './tool_schema.ts';

/** The endpoint behind a tool, and which of its fields an agent is not told of; answers have them all the same. */
interface ToolSource {
  endpoint: string;
  omit?: readonly string[];
}

/**
 * The tools by their names, in the order they are listed. A tool is there once its operation is; everything else
 * of it is the operation's. Left out is what fills an agent's context more than it tells.
 */
export const TOOL_SOURCES: Readonly<Record<string, ToolSource>> = {
  search: {
    endpoint: 'GET /v1/search',
    omit: [
      'facets',
      'thumb',
      'understood',
      'pooled_variants',
      'unknown_words',
      'read_as',
      // an agent that knows where it goes decides there
      'destination.postal_code',
      'destination.region',
      'destination.country',
    ],
  },
  resolve: { endpoint: 'POST /v1/resolve', omit: ['explain', 'explanation'] },
  compare: { endpoint: 'POST /v1/compare', omit: ['thumb', 'pooled_variants', 'destination'] },
  price_context: { endpoint: 'GET /v1/products/:id/context' },
  equivalence: { endpoint: 'POST /v1/equivalence' },
  decide: { endpoint: 'POST /v1/decide', omit: ['relax', 'understood', 'pieces_per_unit'] },
};

/** A request to the API of this index. */
export interface ToolRequest {
  method: Operation['method'];
  url: string;
  payload?: Record<string, unknown>;
}

/** A tool as it is listed, and the request that a call of it is. */
export interface Tool {
  name: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  request(values: Readonly<Record<string, unknown>>): ToolRequest;
}

/** The tools of these operations, in the order of TOOL_SOURCES. */
export function toolsOf(operations: readonly Operation[]): readonly Tool[] {
  return Object.entries(TOOL_SOURCES).flatMap(([name, { endpoint, omit = [] }]) => {
    const operation = operations.find(({ method, path }) => `${method} ${path}` === endpoint);
    if (!operation) return [];
    const description = `${operation.summary}. ${firstSentence(operation.description ?? '')}`.trim();
    return {
      name,
      description,
      inputSchema: inputSchema(operation, omit),
      outputSchema: outputSchema(operation, omit),
      request: (values) => requestOf(operation, values),
    } satisfies Tool;
  });
}

/** A value that is null counts as not given: models write it for what they have nothing to say of. */
function requestOf(operation: Operation, values: Readonly<Record<string, unknown>>): ToolRequest {
  const rest = new Map(Object.entries(values).filter(([, value]) => value !== null));
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const field = isOfProduct(operation) ? 'ref' : name;
    const value = rest.get(field) ?? missing(field);
    rest.delete(field);
    return encodeURIComponent(textOf(value));
  });
  const { method } = operation;
  if (operation.body) return { method, url: path, payload: Object.fromEntries(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of rest)
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, textOf(one));
  return { method, url: query.size > 0 ? `${path}?${query.toString()}` : path };
}

function missing(field: string): never {
  const mistake = { param: field, detail: 'is missing' };
  throw new ApiError('invalid_request', { detail: `${field} is missing`, errors: [mistake] });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
