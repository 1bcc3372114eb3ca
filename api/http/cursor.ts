import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import type { Deps } from './deps.ts';
import { ApiError } from './errors.ts';
import type { Input } from './operation.ts';

export const CURSOR_LIFETIME_MS = 24 * 60 * 60 * 1000;
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

/** The two query parameters of every paginated operation, to spread into its query schema. */
export const PAGE_QUERY = {
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.', maxLength: 4096 })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      description: `Most rows of the page. Default ${DEFAULT_LIMIT}.`,
    }),
  ),
};

/** Where a page ended: the sort key of its last row. */
export type Position = readonly (string | number | boolean | null)[];

/** What a cursor says. */
export interface CursorContent {
  /** What it was given for: hash of endpoint, filters and sort. */
  scope: string;
  snapshot_id: string;
  issued_ms: number;
  position: Position;
}

/** Writes and reads cursors: JSON and its HMAC-SHA256, both base64url. */
export class Cursors {
  readonly #secret: Buffer;

  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  write({ scope, snapshot_id, issued_ms, position }: CursorContent): string {
    const payload = Buffer.from(JSON.stringify([scope, snapshot_id, issued_ms, position])).toString(
      'base64url',
    );
    return `${payload}.${this.#mac(payload)}`;
  }

  /** Null when the text is not, to the last byte, one of our own cursors. Age is not looked at. */
  read(cursor: string): CursorContent | null {
    const dot = cursor.indexOf('.');
    if (dot < 1) return null;
    const payload = cursor.slice(0, dot);
    // Compared as text: several base64url texts decode to the same bytes, only one of them is ours.
    const given = Buffer.from(cursor.slice(dot + 1));
    const expected = Buffer.from(this.#mac(payload));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const [scope, snapshot_id, issued_ms, position] = JSON.parse(
      Buffer.from(payload, 'base64url').toString(),
    ) as [string, string, number, Position];
    return { scope, snapshot_id, issued_ms, position };
  }

  #mac(payload: string): string {
    return createHmac('sha256', this.#secret).update(payload).digest('base64url');
  }
}

export interface PageOptions {
  /** Unique name of the list, usually the operation's id. */
  endpoint: string;
  /** What the rows are ordered by, when the caller can choose. */
  sort?: string;
  /** What selects the rows; default: every path and query parameter but `cursor` and `limit`. */
  filters?: unknown;
  /** True when a position means nothing in another snapshot: a cursor from an older one is then expired. */
  snapshotBound?: boolean;
}

export interface Page {
  limit: number;
  /** Sort key of the last row already given; null on the first page. */
  after: Position | null;
  /** The `next_cursor` for a page that ends at `position`. */
  next(position: Position): string;
}

/**
 * The page that a request asks for. Throws `cursor_invalid` for a cursor that was changed or belongs to
 * another list or other filters, `cursor_expired` after 24 hours. When the cursor's snapshot is still open,
 * `deps.snapshot` is that one; else the iteration goes on in the newest, after the same sort key.
 */
export function pageOf(deps: Deps, input: Input, options: PageOptions): Page {
  const { cursor, limit = DEFAULT_LIMIT, ...query } = input.query;
  const filters = options.filters ?? { params: input.params, query };
  const scope = scopeOf(options, filters);
  const nowMs = deps.now().getTime();
  return {
    limit: Math.min(Number(limit), MAX_LIMIT),
    after: typeof cursor === 'string' ? positionOf(deps, cursor, scope, nowMs, options) : null,
    next: (position) =>
      deps.cursors.write({ scope, snapshot_id: deps.snapshot.id, issued_ms: nowMs, position }),
  };
}

function positionOf(
  deps: Deps,
  cursor: string,
  scope: string,
  nowMs: number,
  options: PageOptions,
): Position {
  const content = deps.cursors.read(cursor);
  if (!content || content.scope !== scope) {
    throw new ApiError('cursor_invalid', {
      param: 'cursor',
      detail: content
        ? 'the cursor was given for another endpoint, other filters or another sort; send those unchanged, or leave the cursor out'
        : 'the cursor is not one that this service gave out; send `next_cursor` unchanged, or leave the cursor out',
    });
  }
  if (nowMs - content.issued_ms > CURSOR_LIFETIME_MS) {
    throw expired('the cursor is older than 24 hours; start again without it');
  }
  if (options.snapshotBound && content.snapshot_id !== deps.snapshot.id) {
    throw expired(
      `the cursor belongs to snapshot ${content.snapshot_id}, which is gone; start again without it`,
    );
  }
  return content.position;
}

function expired(detail: string): ApiError {
  return new ApiError('cursor_expired', { param: 'cursor', detail });
}

function scopeOf(options: PageOptions, filters: unknown): string {
  const text = JSON.stringify([options.endpoint, options.sort ?? '', filters], sortedKeys);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** A JSON.stringify replacer under which equal filters give equal text, in whatever order they were sent. */
function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `Link` header of a page that has a next one (RFC 8288). */
export function nextLink(url: string, cursor: string, parameter = 'cursor'): string {
  const path = url.replace(/\?.*$/s, '');
  const parameters = new URLSearchParams(url.slice(path.length));
  parameters.set(parameter, cursor);
  return `<${path}?${parameters.toString()}>; rel="next"`;
}
