import type { Readable } from 'node:stream';
import type { TSchema } from 'typebox';
import type { Deps } from './deps.ts';
import type { ErrorCode } from './errors.ts';

/** The nine groups of the contract. */
export const GROUPS = [
  'search',
  'catalogue',
  'intelligence',
  'memory',
  'monitoring',
  'agents',
  'decisioning',
  'fulfilment',
  'trust',
] as const;
export type Group = (typeof GROUPS)[number];

/** What a key may do. */
export const SCOPES = ['read', 'match', 'export', 'memory', 'watch', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a caller sent, validated against the operation's schemas; `body` of a streamed media type is the raw stream. */
export interface Input {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  /** Media type of the body, without parameters; '' when there is none. */
  contentType: string;
  headers: Record<string, string | string[] | undefined>;
  caller: Caller;
  /** Aborted when the client is gone or the time limit is over. */
  signal: AbortSignal;
}

/** Who calls: the key's id and owner, as stored. */
export interface Caller {
  key_id: string;
  owner: string;
  scopes: readonly Scope[];
}

/** A JSON answer: `body` becomes the envelope with `request_id`. `cost` overrides the operation's own. */
export interface JsonReply {
  kind: 'json';
  status?: number;
  body: Record<string, unknown>;
  cost?: number;
  headers?: Record<string, string>;
}

/**
 * Where the bytes of a file answer come from. A path is sent as it is, in ranges too; a stream of text is compressed for
 * who takes that; a file that still grows is sent as it is, with trailers, which are asked for when it has ended.
 */
export type FileSource =
  | { path: string }
  | { stream: Readable }
  | { growing: Readable; trailers: Record<string, () => Promise<string>> };

/** A file answer. */
export interface FileReply {
  kind: 'file';
  contentType: string;
  filename: string;
  etag: string;
  source: FileSource;
  headers?: Record<string, string>;
  cost?: number;
}

/** Where a stream is written to. */
export interface StreamSink {
  /** False when the client takes no more for now: wait for `drained` before the next. */
  write(text: string): boolean;
  /** Ends when the client takes more, or has gone. */
  drained(): Promise<void>;
  /** Ends the stream because of an error, which is logged. */
  fail(error: unknown): void;
}

/** An answer that goes on until the client leaves. `start` returns what to call then. */
export interface StreamReply {
  kind: 'stream';
  contentType: string;
  start: (sink: StreamSink) => () => void;
}

export type Reply = JsonReply | FileReply | StreamReply | { kind: 'empty' };

/**
 * One endpoint, described once. The HTTP route, its validation, the OpenAPI document, the MCP tools and the
 * explorer are all made from this.
 */
export interface Operation {
  group: Group;
  /** camelCase, unique: the OpenAPI operationId. */
  id: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Fastify form, beginning with /v1. */
  path: string;
  summary: string;
  description?: string;
  scope: Scope;
  /** Metering units taken by one call. */
  cost: number;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Media types taken as a raw stream beside application/json. */
  streamedTypes?: readonly string[];
  /** Most bytes of the body; default 1 MiB. */
  bodyLimit?: number;
  /** Schema of the JSON answer without `request_id`. */
  response?: TSchema;
  /** Media types of a file answer. */
  produces?: readonly string[];
  /** Milliseconds before the call ends as `timeout`; default 10,000. */
  timeLimitMs?: number;
  /** True when the answer depends on the snapshot alone, so it carries an ETag and may be cached. */
  cacheable?: boolean;
  /** True when an `Idempotency-Key` is honoured: the first answer is kept for 24 hours and replayed. */
  idempotent?: true;
  /** Codes that it may answer beside those of every operation of its kind. */
  errors?: readonly ErrorCode[];
  /** Query parameter that takes `next_cursor`; default `cursor`. */
  cursorParameter?: 'after';
  /** Status of success in the OpenAPI document; default 200. */
  successStatus?: 200 | 201 | 202 | 204 | 501;
  run(deps: Deps, input: Input): Promise<Reply> | Reply;
}
