import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { openApiDocument } from '../../api/http/openapi.ts';
import type { Operation } from '../../api/http/operation.ts';
import { OPERATIONS } from '../../api/http/operations.ts';
import type { ServerSettings } from '../../api/http/settings.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { RunReads } from '../../warehouse/run_reads.ts';
import { FakeCatalogue, running } from './http/harness.ts';

type Json = Record<string, unknown>;

export interface Answer<T> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
}

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);

const { paths } = openApiDocument(OPERATIONS, '') as {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
};

/**
 * Every operation served over HTTP from this snapshot; each answer's status must be one that the OpenAPI document has,
 * answers of 200 are held against their schema, closed.
 */
export async function indexServer(
  snapshot: Snapshot,
  settings: Partial<ServerSettings> = {},
  { atEnd, runs }: { atEnd?: (close: () => Promise<void>) => void; runs?: RunReads } = {},
) {
  const catalogue = new FakeCatalogue();
  catalogue.current = snapshot;
  const { app, auth, clock, state, token } = await running(OPERATIONS, {
    catalogue,
    settings,
    ...(atEnd && { atEnd }),
    ...(runs && { runs }),
  });
  const send = async <T>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: Json | string,
    contentType?: string,
  ): Promise<Answer<T>> => {
    const response = await app.inject({
      method,
      url,
      headers: { ...auth, ...(contentType ? { 'content-type': contentType } : {}) },
      ...(payload === undefined ? {} : { payload }),
    });
    const body = (response.statusCode === 204 ? {} : response.json<T>()) as T;
    const operation = operationOf(method, url);
    const documented = paths[operation?.path.replace(/:(\w+)/g, '{$1}') ?? '']?.[method.toLowerCase()];
    expect(Object.keys(documented?.responses ?? {}), `${method} ${url}`).toContain(
      String(response.statusCode),
    );
    if (response.statusCode === 200 || response.statusCode === 201) checkSchema(operation, body as Json);
    return { status: response.statusCode, body, headers: response.headers };
  };
  return {
    app,
    clock,
    state,
    token,
    /** Serves another snapshot from now on; give it an id of its own. */
    serve: (next: Snapshot) => {
      catalogue.current = next;
    },
    get: <T = Json>(url: string) => send<T>('GET', url),
    delete: <T = Json>(url: string) => send<T>('DELETE', url),
    post: <T = Json>(url: string, payload: Json | string, contentType?: string) =>
      send<T>('POST', url, payload, contentType),
  };
}

function operationOf(method: string, url: string): Operation | undefined {
  const path = url.split('?')[0] ?? '';
  return OPERATIONS.find(
    (candidate) =>
      candidate.method === method && new RegExp(`^${candidate.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
}

function checkSchema(operation: Operation | undefined, body: Json): void {
  const { request_id, ...rest } = body;
  expect(request_id).toMatch(/^req_/);
  if (operation === undefined) throw new Error('an answer of no operation');
  const validate = VALIDATORS.get(operation) ?? ajv.compile(closed(operation.response) as object);
  VALIDATORS.set(operation, validate);
  validate(rest);
  expect(validate.errors).toBeNull();
}
/** Compiled once: a schema costs as much as some thirty answers. */
const VALIDATORS = new Map<Operation, ValidateFunction>();

/** The schema with every object closed, so that a field that no schema names is a mistake. */
export function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
