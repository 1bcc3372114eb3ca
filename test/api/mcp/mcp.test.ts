import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { AnySchema } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { OPERATIONS } from '../../../api/http/operations.ts';
import { TOOL_SOURCES } from '../../../api/mcp/tools.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const GTIN = '04006381333931';
const near = listing('alpha', 'a1', { gtin: GTIN, price_minor: 1000, landed_minor: 1600 });
const far = listing('beta', 'b1', { gtin: GTIN, price_minor: 1200, landed_minor: 1200 });
const snapshot = listedSnapshot([near, far]);

/** What a tool is called with here; a tool without a line fails the test that calls each of them. */
const CALLS: Record<string, Record<string, unknown>> = {
  search: { q: GTIN, seller: ['alpha'], limit: 5, cursor: null },
  resolve: { ref: GTIN },
  compare: { ref: GTIN },
  price_context: { ref: 'alpha:a1', days: 30 },
  equivalence: { a: GTIN, b: 'beta:b1' },
  decide: { intent: 'thing', candidates: [GTIN] },
};

type Served = Awaited<ReturnType<typeof indexServer>>;
const closing: (() => Promise<void>)[] = [];
let server: Served;
let address: string;

beforeAll(async () => {
  server = await indexServer(snapshot, {}, { atEnd: (close) => void closing.push(close) });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const STDIO = fileURLToPath(new URL('../../../api/mcp/stdio/main.ts', import.meta.url));

async function overHttp(mode: 'auto' | 'legacy', token = server.token): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }));
  closing.push(() => client.close());
  return client;
}

async function overStdio(mode: 'auto' | 'legacy', at = address): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const env = { COMMERCE_INDEX_KEY: server.token };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [STDIO, at], env }));
  closing.push(() => client.close());
  return client;
}

const built = Object.entries(TOOL_SOURCES).filter(([, { endpoint }]) =>
  OPERATIONS.some(({ method, path }) => `${method} ${path}` === endpoint),
);

describe.each([
  ['HTTP, 2026-07-28', () => overHttp('auto')],
  ['HTTP, 2025-11-25', () => overHttp('legacy')],
  ['stdio, 2026-07-28', () => overStdio('auto')],
  ['stdio, 2025-11-25', () => overStdio('legacy')],
])('tools over %s', (how, connect) => {
  let client: Client;
  let tools: Tool[];
  beforeAll(async () => {
    client = await connect();
    ({ tools } = await client.listTools());
  });

  test('the revision is the one asked for', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(how.split(', ')[1]);
    expect(client.getServerVersion()?.version).toBe(packageFile.version);
    expect(client.getInstructions()).toContain('_minor');
  });

  test('there is a tool for each operation of the six that there is, all of them read only', () => {
    expect(tools.map(({ name }) => name)).toEqual(built.map(([name]) => name));
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true });
  });

  test('a tool answers what its endpoint answers, as text and as data, by the schema that it lists', async () => {
    const ajv = new Ajv2020({ strict: false });
    for (const { name, outputSchema = {} } of tools) {
      const values = CALLS[name] ?? {};
      const result = await client.callTool({ name, arguments: values });
      expect(result.isError, `${name}: ${JSON.stringify(result.content)}`).toBeUndefined();
      const { request_id, ...rest } = result.structuredContent as Record<string, unknown>;
      expect(request_id).toMatch(/^req_/);
      expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
      const { request_id: _, ...answer } = await overRest(name, values);
      expect(rest).toEqual(answer);
      expect(ajv.validate(outputSchema as AnySchema, rest), ajv.errorsText()).toBe(true);
      const told = Object.keys((outputSchema as { properties: object }).properties);
      const left = TOOL_SOURCES[name]?.omit ?? [];
      expect(told).toEqual(
        expect.arrayContaining(Object.keys(rest).filter((field) => !left.includes(field))),
      );
    }
  });

  test('a mistake is told so that a model can mend it', async () => {
    const text = async (name: string, values: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: values });
      expect(isError).toBe(true);
      return (content as { text: string }[])[0]?.text ?? '';
    };
    expect(await text('resolve', { ref: '4006381333932' })).toMatch(/^invalid_identifier: .* would be 1/);
    expect(await text('compare', {})).toMatch(/^invalid_request: ref is missing/);
    expect(await text('price_context', { days: 3 })).toMatch(/^invalid_request: ref is missing/);
    expect(await text('compare', { ref: GTIN, sort: 'x' })).toContain('sort is not known here');
    expect(await text('search', { q: 'x', limit: 'many' })).toContain('limit is "many"');
    expect(await text('resolve', { ref: 'prd_0123456789abcdef' })).toMatch(/^not_found/);
    await expect(client.callTool({ name: 'buy', arguments: {} })).rejects.toThrow(
      /no tool "buy"; there are search/,
    );
  });
});

async function overRest(name: string, values: Record<string, unknown>) {
  const [method, path = ''] = TOOL_SOURCES[name]?.endpoint.split(' ') ?? [];
  const { ref, ...rest } = values;
  if (method === 'POST') return (await server.post(path, values)).body;
  const query = Object.entries(rest).filter(([, value]) => value !== null) as [string, string][];
  const url = path.replace(':id', encodeURIComponent(String(ref)));
  return (await server.get(`${url}?${new URLSearchParams(query).toString()}`)).body;
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

test.each([
  ['2025-11-25', {}],
  ['2026-07-28', { params: { _meta: META } }],
])('an agent can afford the list: the whole answer of %s is under 12,000 bytes', async (version, asked) => {
  const answer = await fetch(`${address}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/list',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', ...asked }),
  });
  const text = await answer.text();
  expect(text).toContain('"decide"');
  expect(Buffer.byteLength(text)).toBeLessThan(12_000);
});

test('without a key there is nothing, and a key without the scope may not call', async () => {
  await expect(overHttp('legacy', 'ci_no_such_key')).rejects.toThrow(/not known|401|Unauthorized/i);
  const { token } = await server.state.keys.create({ owner: 'tests', scopes: ['export'] });
  const result = await (await overHttp('auto', token)).callTool({
    name: 'compare',
    arguments: { ref: GTIN },
  });
  expect(result).toMatchObject({ isError: true });
  expect(JSON.stringify(result.content)).toContain('forbidden: this needs the scope');
});

test('what a call costs is taken from the allowance of its key', async () => {
  const { token } = await server.state.keys.create({ owner: 'tests', scopes: ['read'] });
  const client = await overHttp('auto', token);
  const left = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await server.app.inject({ method: 'GET', url: '/v1/sellers', headers });
    return Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]);
  };
  const before = await left();
  await client.callTool({ name: 'compare', arguments: { ref: GTIN } });
  expect(before - (await left())).toBe(1 + 1);
});

test('a refused call leaves nothing behind that would end the process later', async () => {
  const client = await overHttp('auto');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await client.callTool({ name: 'resolve', arguments: { ref: '4006381333932' } });
    expect(() => vi.advanceTimersByTime(40_000)).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
});

test('a page of another origin is kept out', async () => {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' };
  const ask = (origin: string) =>
    server.app.inject({ method: 'POST', url: '/mcp', headers: { ...headers, origin }, payload: '{}' });
  expect((await ask('https://evil.example')).json()).toMatchObject({ code: 'forbidden' });
  expect((await ask('null')).statusCode).toBe(403);
  expect((await ask('http://localhost:5173')).statusCode).not.toBe(403);
});

test('an index that is down is told at each call', async () => {
  const client = await overStdio('auto', 'http://127.0.0.1:9');
  await expect(client.listTools()).rejects.toThrow(/127\.0\.0\.1:9 could not be asked/);
  const result = await client.callTool({ name: 'compare', arguments: { ref: GTIN } });
  expect(JSON.stringify(result)).toContain('could not be asked');
});
