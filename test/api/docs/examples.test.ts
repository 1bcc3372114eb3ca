import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_CALLS } from '../../../api/docs/example_calls.ts';
import { EXAMPLES, type Example } from '../../../api/docs/examples.ts';
import type { Operation } from '../../../api/http/operation.ts';
import { OPERATIONS } from '../../../api/http/operations.ts';
import { validatorOf } from '../../../api/http/validation.ts';
import { closed } from '../index_server.ts';

const ajv = new Ajv({ strict: false });
addFormats.default(ajv);

/** The request of an example as the server reads it. */
function requestOf({ path }: Operation, { request }: Example) {
  const { pathname, searchParams } = new URL(request.url, 'http://index');
  const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const query = Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
  const params = pattern.exec(pathname)?.groups;
  expect(params !== undefined || pattern.test(pathname), `${path} is not ${pathname}`).toBe(true);
  return { url: request.url, params: { ...params }, query, body: request.body };
}

describe('examples', () => {
  test('are there for every operation, and for nothing else', () => {
    const ids = OPERATIONS.map(({ id }) => id).sort();
    const command =
      'add a call to api/docs/example_calls.ts, then npm run docs:examples -- ADDRESS KEY OPERATION';
    expect([...EXAMPLES.keys()].sort(), command).toEqual(ids);
    expect(EXAMPLE_CALLS.map(({ id }) => id).sort()).toEqual(ids);
  });

  test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'of %s: the request is one that is taken, the answer one that is given',
    (id, operation) => {
      const example = EXAMPLES.get(id) ?? expect.unreachable();
      const validate = validatorOf(operation) as (request: unknown) => unknown;
      expect(() => validate(requestOf(operation, example))).not.toThrow();
      expect(example.status).toBe(operation.successStatus ?? 200);
      if (!operation.response || typeof example.answer !== 'object') return;
      const { request_id, ...rest } = example.answer as Record<string, unknown>;
      expect(request_id).toMatch(/^req_[0-9a-f]{32}$/);
      const check = ajv.compile(closed(operation.response) as object);
      check(rest);
      expect(check.errors).toBeNull();
    },
  );

  test('hold no secret', () => {
    const text = JSON.stringify([...EXAMPLES.values()]);
    expect(text.match(/whsec_[\w-]+/g)).toEqual(['whsec_shown-only-now', 'whsec_shown-only-now']);
    expect(text).not.toMatch(/ci_[0-9A-Za-z]{16}|Bearer/);
  });
});
