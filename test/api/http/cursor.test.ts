import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { Cursors, nextLink, PAGE_QUERY, type PageOptions, pageOf } from '../../../api/http/cursor.ts';
import type { Deps } from '../../../api/http/deps.ts';
import type { ApiError } from '../../../api/http/errors.ts';
import type { Input } from '../../../api/http/operation.ts';
import { operation, running } from './harness.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ROWS = Array.from({ length: 53 }, (_, index) => index);

/** Lists the numbers 0 to 52 of its snapshot. */
function numbers(id: string, snapshotBound = false) {
  return operation({
    id,
    path: `/v1/${id}`,
    query: Type.Object({ ...PAGE_QUERY, seller: Type.Optional(Type.Array(Type.String())) }),
    cacheable: true,
    run(deps, input) {
      const page = pageOf(deps, input, { endpoint: id, snapshotBound });
      const from = page.after === null ? -1 : Number(page.after[0]);
      const rows = ROWS.filter((row) => row > from).slice(0, page.limit);
      const last = rows.at(-1);
      const more = last !== undefined && last < ROWS.length - 1;
      return {
        kind: 'json',
        body: { rows, snapshot: deps.snapshot.id, next_cursor: more ? page.next([last]) : null },
      };
    },
  });
}

interface Answer {
  rows: number[];
  snapshot: string;
  next_cursor: string | null;
  code?: string;
}

describe('the cursor itself', () => {
  const cursors = new Cursors(Buffer.alloc(32, 7));
  const positions = fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), {
    maxLength: 4,
  });

  test('reads back what was written', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.nat(),
        positions,
        (scope, snapshot_id, issued_ms, position) => {
          const content = { scope, snapshot_id, issued_ms, position };
          expect(cursors.read(cursors.write(content))).toEqual(content);
        },
      ),
    );
  });

  test('is refused when any one character is changed, removed or added', () => {
    const cursor = cursors.write({ scope: 's', snapshot_id: 'snap', issued_ms: 1, position: ['a', 2] });
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.= é'.split('');
    for (let at = 0; at < cursor.length; at++) {
      expect(cursors.read(cursor.slice(0, at) + cursor.slice(at + 1))).toBeNull();
      for (const character of alphabet) {
        const added = cursor.slice(0, at) + character + cursor.slice(at);
        if (added !== cursor) expect(cursors.read(added)).toBeNull();
        if (character === cursor[at]) continue;
        expect(cursors.read(cursor.slice(0, at) + character + cursor.slice(at + 1))).toBeNull();
      }
    }
  });

  test('is refused under another secret, and so is any text', () => {
    const other = new Cursors(Buffer.alloc(32, 8));
    const cursor = cursors.write({ scope: 's', snapshot_id: 'snap', issued_ms: 1, position: [] });
    expect(other.read(cursor)).toBeNull();
    fc.assert(fc.property(fc.string(), (text) => cursors.read(text) === null));
  });
});

describe('walking pages', () => {
  test.each([1, 7, 20, 53, 100])('gives every row once, limit %i, and links the next page', async (limit) => {
    const { app, auth } = await running([numbers('list')]);
    const seen: number[] = [];
    let url = `/v1/list?limit=${limit}`;
    for (;;) {
      const response = await app.inject({ url, headers: auth });
      const page = response.json<Answer>();
      seen.push(...page.rows);
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      const link = /^<(.+)>; rel="next"$/.exec(response.headers.link?.toString() ?? '')?.[1];
      expect(link === undefined).toBe(page.next_cursor === null);
      if (link === undefined) break;
      expect(new URL(link, 'http://h').searchParams.get('cursor')).toBe(page.next_cursor);
      url = link;
    }
    expect(seen).toEqual(ROWS);
  });

  test('gives 20 rows when no limit is named, and refuses 0 and 101', async () => {
    const { app, auth } = await running([numbers('list')]);
    expect((await app.inject({ url: '/v1/list', headers: auth })).json<Answer>().rows).toHaveLength(20);
    for (const limit of ['0', '101', '-1', '2.5', 'x', '']) {
      const response = await app.inject({ url: `/v1/list?limit=${limit}`, headers: auth });
      expect(response.json()).toMatchObject({ status: 400, param: 'limit' });
    }
  });

  test('stays on its snapshot while that is open, and goes on in the newest after', async () => {
    const { app, auth, catalogue } = await running([numbers('list')]);
    const get = async (url: string) => (await app.inject({ url, headers: auth })).json<Answer>();
    const first = await get('/v1/list');
    catalogue.swap('snap_2');
    const second = await get(`/v1/list?cursor=${first.next_cursor}`);
    catalogue.old.clear();
    const again = await get(`/v1/list?cursor=${first.next_cursor}`);
    expect([first.snapshot, second.snapshot, again.snapshot]).toEqual(['snap_1', 'snap_1', 'snap_2']);
    expect(second.rows).toEqual(again.rows);
    expect(catalogue.held).toBe(0);
  });

  test('of a list bound to its snapshot ends with the snapshot', async () => {
    const { app, auth, catalogue } = await running([numbers('list', true)]);
    const { next_cursor } = (await app.inject({ url: '/v1/list', headers: auth })).json<Answer>();
    catalogue.swap('snap_2');
    catalogue.old.clear();
    const gone = await app.inject({ url: `/v1/list?cursor=${next_cursor}`, headers: auth });
    expect(gone.json()).toMatchObject({ code: 'cursor_expired', status: 410 });
  });
});

describe('a cursor is bound', () => {
  test('to its endpoint and filters, whatever their order; the limit may change', async () => {
    const { app, auth } = await running([numbers('list'), numbers('other')]);
    const get = async (url: string) => (await app.inject({ url, headers: auth })).json<Answer>();
    const { next_cursor } = await get('/v1/list?seller=a&seller=b&limit=5');
    const cursor = `cursor=${next_cursor}`;
    expect((await get(`/v1/list?${cursor}&seller=a&limit=9&seller=b`)).rows).toHaveLength(9);
    for (const url of [
      `/v1/list?${cursor}`,
      `/v1/list?${cursor}&seller=b&seller=a`,
      `/v1/list?${cursor}&seller=a`,
      `/v1/other?${cursor}&seller=a&seller=b`,
    ]) {
      expect(await get(url)).toMatchObject({ code: 'cursor_invalid', status: 400, param: 'cursor' });
    }
  });

  test('to 24 hours, to the millisecond', async () => {
    const { app, auth, clock } = await running([numbers('list')]);
    const get = async (url: string) => (await app.inject({ url, headers: auth })).json<Answer>();
    const { next_cursor } = await get('/v1/list');
    clock.ms += DAY_MS;
    expect((await get(`/v1/list?cursor=${next_cursor}`)).rows[0]).toBe(20);
    clock.ms += 1;
    expect((await get(`/v1/list?cursor=${next_cursor}`)).code).toBe('cursor_expired');
    // A first page asked for again carries a new cursor: it was not kept with the old one.
    const renewed = await get('/v1/list');
    expect((await get(`/v1/list?cursor=${renewed.next_cursor}`)).rows[0]).toBe(20);
  });

  test('and goes on being good after a restart', async () => {
    const first = await running([numbers('list')]);
    const { next_cursor } = (await first.app.inject({ url: '/v1/list', headers: first.auth })).json<Answer>();
    const secret = await first.state.secrets.secret('cursor');
    expect(await first.state.secrets.secret('cursor')).toEqual(secret);
    expect(new Cursors(secret).read(String(next_cursor))?.position).toEqual([19]);
  });
});

describe('a page as an operation asks for it', () => {
  const cursors = new Cursors(Buffer.alloc(32, 7));
  const NOW = Date.parse('2026-11-21T12:00:00Z');
  const depsOf = (snapshot = 'snap_1', ms = NOW) =>
    ({ cursors, snapshot: { id: snapshot }, now: () => new Date(ms) }) as unknown as Deps;
  const inputOf = (query: Record<string, unknown>, params: Record<string, string> = {}) =>
    ({ query, params }) as Input;
  const first = (query: Record<string, unknown>, options: PageOptions, params: Record<string, string> = {}) =>
    pageOf(depsOf(), inputOf(query, params), options).next(['a', 1]);
  /** The position a page begins after, or the error's code, parameter and detail. */
  const after = (
    cursor: string,
    query: Record<string, unknown>,
    options: PageOptions,
    more: { params?: Record<string, string>; deps?: Deps } = {},
  ): unknown => {
    try {
      return pageOf(more.deps ?? depsOf(), inputOf({ ...query, cursor }, more.params), options).after;
    } catch (error) {
      const { code, param, message } = error as ApiError;
      return [code, param, message];
    }
  };
  const foreign = [
    'cursor_invalid',
    'cursor',
    'the cursor was given for another endpoint, other filters or another sort; send those unchanged, or leave the cursor out',
  ];

  test('tells its defaults where it is documented', () => {
    expect(PAGE_QUERY.limit).toMatchObject({ description: expect.stringContaining('Default 20.') as string });
    expect(PAGE_QUERY.cursor).toMatchObject({
      description: expect.stringContaining('next_cursor') as string,
    });
  });

  test('has twenty rows, what is asked, and a hundred at most', () => {
    const limits = [undefined, 1, '7', 100, 101].map(
      (limit) => pageOf(depsOf(), inputOf(limit === undefined ? {} : { limit }), { endpoint: 'list' }).limit,
    );
    expect(limits).toEqual([20, 1, 7, 100, 100]);
    expect(pageOf(depsOf(), inputOf({}), { endpoint: 'list' }).after).toBeNull();
  });

  test.each<[what: string, query: Record<string, unknown>, options: PageOptions]>([
    ['the same', { seller: 'a', brand: 'b' }, { endpoint: 'list', sort: 'price' }],
    ['another order of the parameters', { brand: 'b', seller: 'a' }, { endpoint: 'list', sort: 'price' }],
    ['another limit', { seller: 'a', brand: 'b', limit: 3 }, { endpoint: 'list', sort: 'price' }],
  ])('goes on for %s', (_, query, options) => {
    const cursor = first({ seller: 'a', brand: 'b' }, { endpoint: 'list', sort: 'price' });
    expect(after(cursor, query, options)).toEqual(['a', 1]);
  });

  test.each<
    [what: string, query: Record<string, unknown>, options: PageOptions, params?: Record<string, string>]
  >([
    ['another endpoint', { seller: 'a' }, { endpoint: 'other', sort: 'price' }],
    ['another sort', { seller: 'a' }, { endpoint: 'list', sort: 'name' }],
    ['no sort', { seller: 'a' }, { endpoint: 'list' }],
    ['another filter', { seller: 'b' }, { endpoint: 'list', sort: 'price' }],
    ['a filter more', { seller: 'a', brand: 'b' }, { endpoint: 'list', sort: 'price' }],
    ['another path', { seller: 'a' }, { endpoint: 'list', sort: 'price' }, { id: 'x' }],
    ['filters of its own', { seller: 'a' }, { endpoint: 'list', sort: 'price', filters: 'x' }],
  ])('is refused for %s', (_, query, options, params = {}) => {
    const cursor = first({ seller: 'a' }, { endpoint: 'list', sort: 'price' });
    expect(after(cursor, query, options, { params })).toEqual(foreign);
  });

  test('is bound to the filters an operation names, and then to no others', () => {
    const cursor = first(
      { q: 'hose', page: 1 },
      { endpoint: 'list', filters: { b: { d: 1, c: [2, 1] }, a: null } },
    );
    const filters = { a: null, b: { c: [2, 1], d: 1 } };
    expect(after(cursor, { q: 'lamp' }, { endpoint: 'list', filters })).toEqual(['a', 1]);
    expect(after(cursor, {}, { endpoint: 'list', filters: { ...filters, b: { c: [1, 2], d: 1 } } })).toEqual(
      foreign,
    );
    expect(after(cursor, {}, { endpoint: 'list', filters: { ...filters, a: 0 } })).toEqual(foreign);
  });

  test('says what is wrong with a cursor', () => {
    const cursor = first({}, { endpoint: 'list' });
    expect(after(`${cursor}x`, {}, { endpoint: 'list' })).toEqual([
      'cursor_invalid',
      'cursor',
      'the cursor is not one that this service gave out; send `next_cursor` unchanged, or leave the cursor out',
    ]);
    const late = (ms: number) => ({ deps: depsOf('snap_1', NOW + DAY_MS + ms) });
    expect(after(cursor, {}, { endpoint: 'list' }, late(0))).toEqual(['a', 1]);
    expect(after(cursor, {}, { endpoint: 'list' }, late(1))).toEqual([
      'cursor_expired',
      'cursor',
      'the cursor is older than 24 hours; start again without it',
    ]);
    const newer = { deps: depsOf('snap_2') };
    expect(after(cursor, {}, { endpoint: 'list' }, newer)).toEqual(['a', 1]);
    expect(after(cursor, {}, { endpoint: 'list', snapshotBound: true })).toEqual(['a', 1]);
    expect(after(cursor, {}, { endpoint: 'list', snapshotBound: true }, newer)).toEqual([
      'cursor_expired',
      'cursor',
      'the cursor belongs to snapshot snap_1, which is gone; start again without it',
    ]);
  });
});

test('a cursor of more than 4096 characters is not looked at', async () => {
  const { app, auth } = await running([numbers('list')]);
  const answer = async (length: number) =>
    (await app.inject({ url: `/v1/list?cursor=${'a'.repeat(length)}`, headers: auth })).json<Answer>().code;
  expect([await answer(4096), await answer(4097)]).toEqual(['cursor_invalid', 'invalid_request']);
});

test('a cursor of a character and a point is none, nor one that says nothing', () => {
  const secret = Buffer.alloc(32, 7);
  const cursors = new Cursors(secret);
  expect(cursors.read(`.${createHmac('sha256', secret).update('').digest('base64url')}`)).toBeNull();
  for (const text of ['', '.', 'a', 'a.', '.a', '..']) expect(cursors.read(text)).toBeNull();
});

test('the next link of a path without parameters has the cursor alone', () => {
  expect(nextLink('/v1/list', 'new')).toBe('</v1/list?cursor=new>; rel="next"');
  expect(nextLink('/v1/list?q=a?b', 'new')).toBe('</v1/list?q=a%3Fb&cursor=new>; rel="next"');
});

test('the next link keeps the other parameters', () => {
  expect(nextLink('/v1/list?seller=a&seller=b%20c&cursor=old', 'new')).toBe(
    '</v1/list?seller=a&seller=b+c&cursor=new>; rel="next"',
  );
});
