import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { OPERATIONS } from '../../api/http/operations.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { FakeCatalogue, running } from './http/harness.ts';

type Json = Record<string, unknown>;

export interface Answer<T> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
}

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);

/** Every operation served over HTTP from this snapshot; answers of 200 are held against their schema, closed. */
export async function indexServer(snapshot: Snapshot) {
  const catalogue = new FakeCatalogue();
  catalogue.current = snapshot;
  const { app, auth, clock, state } = await running(OPERATIONS, { catalogue });
  const send = async <T>(
    method: 'GET' | 'POST',
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
    const body = response.json<T>();
    if (response.statusCode === 200) checkSchema(method, url, body as Json);
    return { status: response.statusCode, body, headers: response.headers };
  };
  return {
    app,
    clock,
    state,
    /** Serves another snapshot from now on; give it an id of its own. */
    serve: (next: Snapshot) => {
      catalogue.current = next;
    },
    get: <T = Json>(url: string) => send<T>('GET', url),
    post: <T = Json>(url: string, payload: Json | string, contentType?: string) =>
      send<T>('POST', url, payload, contentType),
  };
}

function checkSchema(method: string, url: string, body: Json): void {
  const path = url.split('?')[0] ?? '';
  const operation = OPERATIONS.find(
    (candidate) =>
      candidate.method === method && new RegExp(`^${candidate.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
  const { request_id, ...rest } = body;
  expect(request_id).toMatch(/^req_/);
  const validate = ajv.compile(closed(operation?.response) as object);
  validate(rest);
  expect(validate.errors).toBeNull();
}

/** The schema with every object closed, so that a field that no schema names is a mistake. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  return 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
