import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { FeedFiles } from '../../exports/feeds/feed_files.ts';
import {
  type FeedFormat,
  type FeedProtocol,
  PROTOCOL_NAMES,
  PROTOCOLS,
  type ProtocolName,
} from '../../exports/feeds/protocol.ts';
import type { FeedReport, FeedSurroundings } from '../../exports/feeds/write_feed.ts';
import { BY_GOOGLE_ID } from '../../pipelines/categories/taxonomy.ts';
import { requireSellers } from '../catalogue/referenced_product.ts';
import { closed, nullable, oneOf, Timestamp } from '../catalogue/schema.ts';
import { nextLink, pageOf } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import { halfLife } from '../http/etag.ts';
import type { Input, Operation, Reply } from '../http/operation.ts';
import { googleIdOf, labelOf, requireCategory } from '../search/category_filter.ts';

/** Of each feed's own DuckDB; what does not fit is spilled to scratch. */
const MEMORY_LIMIT = '256MiB';
const TIME_LIMIT_MS = 15 * 60_000;
/** Metering units of a whole feed, and of a page of one. */
const FILE_COST = 50;
const PAGE_COST = 5;
const MOST_PRODUCTS = 1_000_000;

const MEDIA_TYPES: Record<FeedFormat, string> = {
  jsonl: 'application/x-ndjson',
  json: 'application/json; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};
const FORMATS = Object.keys(MEDIA_TYPES) as FeedFormat[];

const params = Type.Object({ protocol: oneOf(PROTOCOL_NAMES, 'Whose shape the catalogue takes.') });
const query = Type.Object(
  {
    format: Type.Optional(oneOf(FORMATS, 'Default the first that the protocol has.')),
    seller: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'This seller’s own feed, listing by listing under its own skus, instead of the index variant by variant.',
      }),
    ),
    category: Type.Optional(
      Type.String({ minLength: 1, description: 'Only products in this node of the taxonomy and below.' }),
    ),
    report: Type.Optional(
      Type.Union([Type.Literal('1'), Type.Literal('0')], {
        description: '1: what is in the feed and what was left out, and why, instead of the feed.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({ description: 'From the `Link` header of the page before.', maxLength: 4096 }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_PRODUCTS,
        description: 'Most products of a page. Default all, for ucp 100 (most 1,000).',
      }),
    ),
  },
  closed,
);
type Query = Static<typeof query>;

const response = Type.Object({
  protocol: oneOf(PROTOCOL_NAMES),
  format: oneOf(FORMATS),
  snapshot_id: Type.String(),
  as_of: Timestamp,
  target_country: Type.String({ description: 'ISO 3166-1.' }),
  rows: Type.Integer({ description: 'Variants, or listings of a seller, in the feed.' }),
  products: Type.Integer(),
  left_out: Type.Integer({ description: 'Rows that the protocol would refuse.' }),
  reasons: Type.Array(
    Type.Object({
      field: Type.String({ description: 'As the protocol calls it.' }),
      reason: oneOf(
        ['missing', 'too_long', 'not_sayable'] as const,
        'not_sayable: the protocol has no word for the value.',
      ),
      rows: Type.Integer(),
    }),
  ),
  bytes: Type.Integer(),
  next_cursor: nullable(Type.String({ description: 'Where the next page or file of the feed begins.' })),
});

export const feed: Operation = {
  group: 'agents',
  id: 'getFeed',
  method: 'GET',
  path: '/v1/feed/:protocol',
  summary: 'The catalogue in the shape that an agentic-checkout protocol parses',
  description:
    'One row a variant: its best purchasable new offer. What cannot meet the protocol’s required fields is left out, counted in `x-left-out`, and told by `report=1`. A `Link` header leads to the next page or file where there is one.',
  scope: 'export',
  cost: FILE_COST,
  params,
  query,
  response,
  produces: [...new Set(Object.values(MEDIA_TYPES).map((type) => type.split(';')[0] as string))],
  timeLimitMs: TIME_LIMIT_MS,
  errors: ['not_found', 'cursor_invalid', 'cursor_expired'],
  async run(deps, input) {
    const asked = askedFor(deps, input);
    const file = await filesIn(deps.scratch).file(deps.snapshot, asked, input.signal);
    const { report } = file;
    const cost = asked.query.products === null ? FILE_COST : PAGE_COST;
    if ((input.query as Query).report === '1')
      return reportOf(deps, asked, { report, bytes: file.bytes, cost });
    const next = report.next === null ? null : asked.surroundings.cursor(report.next);
    return {
      kind: 'file',
      contentType: MEDIA_TYPES[asked.query.format],
      filename: `${asked.query.protocol}-${deps.snapshot.id}.${asked.query.format}`,
      etag: `"${file.etag}"`,
      // As a stream it is compressed for who takes it; as a file it has ranges.
      source:
        input.headers['accept-encoding'] !== undefined && input.headers['range'] === undefined
          ? { stream: createReadStream(file.path) }
          : { path: file.path },
      headers: {
        'x-row-count': String(report.rows),
        'x-left-out': String(report.left_out),
        'x-snapshot-id': deps.snapshot.id,
        ...(next !== null && { link: nextLink(addressOf(input), next) }),
      },
      cost,
    } satisfies Reply;
  },
};

/** Checks what the schema cannot. */
function askedFor(deps: Deps, input: Input) {
  const { snapshot } = deps;
  const protocol = input.params['protocol'] as ProtocolName;
  const { formats, page: size }: FeedProtocol = PROTOCOLS[protocol];
  const { format = formats[0], seller = null, category, limit } = input.query as Query;
  if (!formats.includes(format))
    throw invalid('format', `${protocol} has no ${format}; it has ${formats.join(', ')}`);
  if (size && limit !== undefined && limit > size.most)
    throw invalid(
      'limit',
      `a page of ${protocol} has at most ${size.most} products, ${limit} were asked for`,
    );
  requireSellers(snapshot, seller === null ? [] : [seller], 'seller');
  const node = category === undefined ? null : requireCategory(snapshot, category, 'category');
  const products = limit ?? size?.products ?? null;
  const page = pageOf(deps, input, { endpoint: 'feed', filters: { protocol, format, seller, node } });
  const after = page.after === null ? null : String(page.after[0]);
  const surroundings = surroundingsOf(deps, (product) => page.next([product]));
  return { query: { protocol, format, seller, category: node, after, products }, surroundings };
}

function invalid(param: string, detail: string): ApiError {
  return new ApiError('invalid_request', { detail, errors: [{ param, detail }] });
}

function surroundingsOf(
  { snapshot, market, public_url, now }: Deps,
  cursor: (product: string) => string,
): FeedSurroundings {
  const names = new Map(snapshot.sellers().map(({ id, name }) => [id, name]));
  return {
    country: market.country,
    currency: snapshot.currency,
    title: 'Commerce index',
    link: public_url || 'http://localhost',
    // A page that carries a cursor is made anew before its cursor expires.
    half_day: halfLife(now()),
    sellerName: (seller) => names.get(seller) ?? seller,
    category: (node) => ({ path: pathOf(node), google: ownGoogleId(node) }),
    cursor,
  };
}

/** Google's id of a node; null where it is another node's, which says less than the path does. */
function ownGoogleId(node: string): number | null {
  const google = googleIdOf(node);
  return google !== null && BY_GOOGLE_ID.get(google)?.id === node ? google : null;
}

/** A node with those above it, as people write them. */
function pathOf(node: string): string {
  const parts = node.split('.');
  return parts.map((_, at) => labelOf(parts.slice(0, at + 1).join('.'))).join(' > ');
}

function addressOf({ params: { protocol = '' }, query: asked }: Input): string {
  const rest = Object.entries(asked).filter(([name]) => name !== 'cursor');
  const text = new URLSearchParams(
    rest.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `/v1/feed/${protocol}${text === '' ? '' : `?${text}`}`;
}

function reportOf(
  { snapshot, market }: Deps,
  { query: { protocol, format }, surroundings }: ReturnType<typeof askedFor>,
  { report, bytes, cost }: { report: FeedReport; bytes: number; cost: number },
): Reply {
  const { rows, products, left_out, reasons, next } = report;
  return {
    kind: 'json',
    cost,
    body: {
      protocol,
      format,
      snapshot_id: snapshot.id,
      as_of: snapshot.as_of,
      target_country: market.country,
      rows,
      products,
      left_out,
      reasons,
      bytes,
      next_cursor: next === null ? null : surroundings.cursor(next),
    },
  };
}

const filesByScratch = new Map<string, FeedFiles>();

/** The files of this server; a process may run several, each with a scratch folder of its own. */
function filesIn(scratch: string): FeedFiles {
  let files = filesByScratch.get(scratch);
  if (!files) {
    files = new FeedFiles({ folder: join(scratch, 'feeds'), memoryLimit: MEMORY_LIMIT });
    filesByScratch.set(scratch, files);
  }
  return files;
}
