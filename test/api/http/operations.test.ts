import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../api/http/operations.ts';
import { compiledSchemas } from '../../../api/http/validation.ts';
import { TOOL_SOURCES } from '../../../api/mcp/tools.ts';

/**
 * The contract's 37 endpoints by group, in its order. DELETE /v1/memory is the second form of one of them, and
 * the MCP server is a door of its own, not an operation.
 */
const CONTRACT: Record<string, string[]> = {
  search: [
    'GET /v1/search',
    'POST /v1/search/semantic',
    'GET /v1/sellers',
    'GET /v1/search/suggest',
    'GET /v1/categories',
  ],
  catalogue: [
    'POST /v1/resolve',
    'POST /v1/match',
    'GET /v1/products/:id',
    'GET /v1/products/:id/media',
    'GET /v1/products/:id/attributes',
    'GET /v1/facets',
    'GET /v1/products/:id/offers',
    'POST /v1/checkout',
  ],
  intelligence: [
    'POST /v1/compare',
    'GET /v1/products/:id/context',
    'GET /v1/products/:id/history',
    'GET /v1/products/:id/forecast',
    'GET /v1/products/:id/availability',
  ],
  memory: ['DELETE /v1/memory/:id', 'DELETE /v1/memory', 'POST /v1/memory', 'POST /v1/memory/query'],
  monitoring: ['GET /v1/events', 'POST /v1/watches', 'GET /v1/stream'],
  agents: ['MCP', 'GET /v1/feed/:protocol', 'GET /v1/exports'],
  decisioning: [
    'POST /v1/equivalence',
    'POST /v1/substitutes',
    'POST /v1/decide',
    'GET /v1/products/:id/total-cost',
  ],
  fulfilment: ['POST /v1/fulfillment/estimate', 'POST /v1/fulfillment/nearby', 'GET /v1/offers/:id/returns'],
  trust: ['GET /v1/sellers/:id/trust', 'GET /v1/offers/:id/risk', 'GET /v1/products/:id/reviews'],
};
const ENDPOINTS = Object.values(CONTRACT).flat();

/** What the contract has and the list has not yet, in the contract's order. Only ever gets shorter. */
const NOT_BUILT_YET: string[] = [];

/** What the list has beyond the contract. */
const ADDITIONS: string[] = [
  'GET /v1/reviews',
  'GET /v1/reviews/:id',
  'POST /v1/reviews/:id',
  'GET /v1/memory',
  'GET /v1/watches',
  'GET /v1/watches/:id',
  'DELETE /v1/watches/:id',
  'POST /v1/watches/:id/pause',
  'POST /v1/watches/:id/resume',
  'POST /v1/watches/:id/rotate-secret',
  'GET /v1/watches/:id/deliveries',
  'POST /v1/watches/:id/redeliver',
  'GET /v1/runs',
  'GET /v1/runs/:id',
  'GET /v1/runs/:id/rejects',
  'POST /v1/runs/:id/decision',
];

/** The tools of the MCP server (test/api/mcp/mcp.test.ts calls them). */
const SIX_TOOLS = ['search', 'resolve', 'compare', 'price_context', 'equivalence', 'decide'];

/** Every schema of a number in these schemas. */
function numbersIn(schema: unknown): object[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const type: unknown = Reflect.get(schema, 'type');
  const inside = Object.values(schema).flatMap(numbersIn);
  return type === 'integer' || type === 'number' ? [schema, ...inside] : inside;
}

const listed = OPERATIONS.map(({ method, path }) => `${method} ${path}`);

describe('the list of operations', () => {
  test('counts as the contract does', () => {
    expect(ENDPOINTS.length - 1).toBe(37);
    expect(Object.keys(CONTRACT)).toHaveLength(9);
  });

  test('is the contract, less exactly what is not built yet, and nothing unannounced', () => {
    expect(ENDPOINTS.filter((endpoint) => endpoint !== 'MCP' && !listed.includes(endpoint))).toEqual(
      NOT_BUILT_YET,
    );
    expect(listed.filter((endpoint) => !ENDPOINTS.includes(endpoint))).toEqual(ADDITIONS);
  });

  test('has what the six tools of agents are made of, as far as it is built', () => {
    const tools = Object.entries(TOOL_SOURCES);
    expect(tools.map(([name]) => name)).toEqual(SIX_TOOLS);
    for (const [name, { endpoint }] of tools) expect([...listed, ...NOT_BUILT_YET], name).toContain(endpoint);
  });

  test('has every operation in its group, in the order of the contract, under a name of its own', () => {
    expect(listed.filter((endpoint) => ENDPOINTS.includes(endpoint))).toEqual(
      ENDPOINTS.filter((endpoint) => listed.includes(endpoint)),
    );
    for (const { group, method, path } of OPERATIONS) {
      const endpoint = `${method} ${path}`;
      if (ENDPOINTS.includes(endpoint)) expect(CONTRACT[group], endpoint).toContain(endpoint);
    }
    const ids = OPERATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]*$/);
  });

  test('has every operation that a file describes', () => {
    const described = globSync(fileURLToPath(new URL('../../../api/*/*.ts', import.meta.url))).flatMap(
      (file) =>
        [...readFileSync(file, 'utf8').matchAll(/: Operation = \{[^}]*?\bid: '(\w+)'/g)].map(([, id]) => id),
    );
    expect(new Set(described)).toEqual(new Set(OPERATIONS.map(({ id }) => id)));
  });

  test('takes no number without a least and a most', () => {
    const unbounded = OPERATIONS.flatMap(({ id, params, query, body }) =>
      numbersIn([params, query, body]).flatMap((number) =>
        'minimum' in number && 'maximum' in number ? [] : [`${id}: ${JSON.stringify(number)}`],
      ),
    );
    expect(unbounded).toEqual([]);
  });

  test('has schemas that can be compiled', () => {
    for (const operation of OPERATIONS) expect(() => compiledSchemas(operation), operation.id).not.toThrow();
  });
});
