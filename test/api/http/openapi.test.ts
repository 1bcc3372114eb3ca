import { Validator } from '@seriousme/openapi-schema-validator';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { PAGE_QUERY } from '../../../api/http/cursor.ts';
import type { Operation } from '../../../api/http/operation.ts';
import { OPERATIONS } from '../../../api/http/operations.ts';
import { operation, running } from './harness.ts';

/** One operation of every kind. */
const EVERY_KIND: Operation[] = [
  operation({
    id: 'list',
    path: '/v1/things/:id/list',
    query: Type.Object({
      ...PAGE_QUERY,
      seller: Type.Optional(Type.Array(Type.String(), { description: 'Some.' })),
    }),
    response: Type.Object({ rows: Type.Array(Type.Union([Type.Integer(), Type.Null()])) }),
    cacheable: true,
    run: () => ({ kind: 'empty' }),
  }),
  operation({
    id: 'bulk',
    method: 'POST',
    path: '/v1/bulk',
    body: Type.Object({ rows: Type.Array(Type.Unknown()) }),
    streamedTypes: ['text/csv', 'application/x-ndjson'],
    idempotent: true,
    successStatus: 201,
    run: () => ({ kind: 'empty' }),
  }),
  operation({
    id: 'remove',
    method: 'DELETE',
    path: '/v1/things/:id',
    params: Type.Object({ id: Type.String({ description: 'Which.' }) }),
    successStatus: 204,
    run: () => ({ kind: 'empty' }),
  }),
  operation({
    id: 'file',
    path: '/v1/file',
    produces: ['application/x-ndjson'],
    run: () => ({ kind: 'empty' }),
  }),
];

interface Described {
  operationId: string;
  tags: string[];
  parameters: { name?: string; in?: string; required?: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown>; $ref?: string }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Described>>;
}

async function documentOf(operations: readonly Operation[]): Promise<Document> {
  const { app } = await running(operations);
  const answer = await app.inject('/openapi.json');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  return answer.json<Document>();
}

describe('/openapi.json', () => {
  test.each([
    ['of the real operations', OPERATIONS],
    ['of one operation of every kind', EVERY_KIND],
  ])('%s is valid OpenAPI 3.1 with every reference resolved', async (_name, operations) => {
    const document = await documentOf(operations);
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(result.errors).toBeUndefined();
    expect([result.valid, validator.version]).toEqual([true, '3.1']);
    expect(() => validator.resolveRefs()).not.toThrow();
    const text = JSON.stringify(document);
    for (const [, name = '', entry = ''] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)) {
      const components = (document as unknown as { components: Record<string, Record<string, unknown>> })
        .components;
      expect(components[name]?.[entry], `${name}/${entry}`).toBeDefined();
    }
  });

  test('describes every operation of the list once, under its id', async () => {
    const { paths } = await documentOf(OPERATIONS);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId, tags }]) => `${method} ${path} ${operationId} ${tags[0]}`,
      ),
    );
    const expected = OPERATIONS.map(
      ({ method, path, id, group }) =>
        `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')} ${id} ${group}`,
    );
    expect(described.sort()).toEqual(expected.sort());
  });

  test('tells of every operation what the server itself refuses', async () => {
    const { paths } = await documentOf(OPERATIONS);
    const silent = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ responses }) =>
        ['400', '401', '413', '431', '503'].some((status) => !(status in responses)),
      );
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  test('tells parameters, bodies, files and the problems that can come', async () => {
    const { paths } = await documentOf(EVERY_KIND);
    const list = paths['/v1/things/{id}/list']?.['get'];
    expect(list?.parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['id', 'cursor', 'limit', 'seller']),
    );
    expect(list?.parameters.find(({ name }) => name === 'id')).toMatchObject({ in: 'path', required: true });
    expect(Object.keys(list?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '304', '400', '401', '403', '404', '410', '429', '500', '503', '504']),
    );
    expect(Object.keys(list?.responses['410']?.content ?? {})).toEqual(['application/problem+json']);
    const bulk = paths['/v1/bulk']?.['post'];
    expect(Object.keys(bulk?.requestBody?.content ?? {})).toEqual([
      'application/json',
      'text/csv',
      'application/x-ndjson',
    ]);
    expect(Object.keys(bulk?.responses ?? {})).toEqual(
      expect.arrayContaining(['201', '409', '413', '415', '422']),
    );
    expect(paths['/v1/things/{id}']?.['delete']?.responses['204']?.content).toBeUndefined();
    expect(Object.keys(paths['/v1/file']?.['get']?.responses['206']?.content ?? {})).toEqual([
      'application/x-ndjson',
    ]);
  });
});

test('the schemas keep the dialect of OpenAPI 3.1, the only one the reference page reads', async () => {
  expect(await documentOf(OPERATIONS)).not.toHaveProperty('jsonSchemaDialect');
});
