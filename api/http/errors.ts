/** One kind of failure as a caller sees it. */
export interface ErrorKind {
  status: number;
  title: string;
  /** True when the same request may succeed later. */
  retryable: boolean;
  /** What the caller can do about it. */
  remedy: string;
}

/** The one list of error codes: answers, the OpenAPI document and the page /docs/errors are made from it. */
export const ERRORS = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    retryable: false,
    remedy: 'Correct the fields named in `errors`; `param` names the first of them.',
  },
  cursor_invalid: {
    status: 400,
    title: 'The cursor does not belong to this request',
    retryable: false,
    remedy:
      'Send the cursor unchanged, with the same path, filters and sort it was given for, or start again without it.',
  },
  unsupported_version: {
    status: 400,
    title: 'The Service-Version is not supported',
    retryable: false,
    remedy: 'Send one of `supported_versions`, or leave the header out for the newest.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid API key',
    retryable: false,
    remedy: 'Send `Authorization: Bearer <key>` with a key that is neither expired nor revoked.',
  },
  forbidden: {
    status: 403,
    title: 'The API key may not do this',
    retryable: false,
    remedy: 'Use a key that has the scope named in `required_scope`.',
  },
  not_found: {
    status: 404,
    title: 'There is no such thing',
    retryable: false,
    remedy: 'Check the path and the reference; `suggestions`, where given, name what was close.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not take this method',
    retryable: false,
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    retryable: true,
    remedy: 'Wait for the seconds of `Retry-After`, then send the same request again.',
  },
  review_conflict: {
    status: 409,
    title: 'The review is no longer as it was shown',
    retryable: false,
    remedy: 'Look at `review`, which is the pair as it is now, and decide on that with its `revision`.',
  },
  run_conflict: {
    status: 409,
    title: 'That cannot be said of the run as it stands',
    retryable: false,
    remedy: 'Look at `run`, which is the run as it is now, and decide on that.',
  },
  cursor_expired: {
    status: 410,
    title: 'The cursor has expired',
    retryable: false,
    remedy: 'Start the iteration again without a cursor. Cursors live for 24 hours.',
  },
  snapshot_expired: {
    status: 410,
    title: 'The snapshot is no longer kept',
    retryable: false,
    remedy:
      'Fetch the whole dataset once, without `changes_since`, and go on from its `x-snapshot-id`. Snapshots are kept for 24 hours, the last three longer.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    retryable: false,
    remedy: 'Send fewer bytes at once; `max_bytes` is the limit of this endpoint.',
  },
  too_many_rows: {
    status: 413,
    title: 'The body has too many rows',
    retryable: false,
    remedy: 'Split the rows over several requests; `max_rows` is the limit of this endpoint.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The body is of a media type that is not taken here',
    retryable: false,
    remedy: 'Send one of `supported_types`, not compressed.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file has no such range',
    retryable: false,
    remedy: 'Ask for a range inside the size given in `Content-Range`.',
  },
  ambiguous_offer: {
    status: 422,
    title: 'The reference means several offers',
    retryable: false,
    remedy: 'Name one of `offers` by its `id`, or as `<seller>:<sku>`.',
  },
  invalid_identifier: {
    status: 422,
    title: 'The identifier is not valid',
    retryable: false,
    remedy: 'Check the code for a typing error; `detail` says what its check digit should be.',
  },
  idempotency_conflict: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    retryable: false,
    remedy: 'Use a new key for a new request. A key is kept for 24 hours.',
  },
  rate_limited: {
    status: 429,
    title: 'The key has used up its units',
    retryable: true,
    remedy: 'Wait for the seconds of `Retry-After`. `RateLimit-Policy` says how many units there are.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request line and headers are too large',
    retryable: false,
    remedy: 'Send a shorter URL and fewer or smaller headers: 64 KiB in all.',
  },
  internal: {
    status: 500,
    title: 'Something failed inside the service',
    retryable: true,
    remedy: 'Try again; if it goes on, give the operator the `request_id`.',
  },
  not_available: {
    status: 501,
    title: 'This endpoint is announced but not yet available',
    retryable: false,
    remedy: 'Follow the changelog.',
  },
  unavailable: {
    status: 503,
    title: 'The index cannot answer now',
    retryable: true,
    remedy: 'Try again after the seconds of `Retry-After`.',
  },
  timeout: {
    status: 504,
    title: 'The answer took too long',
    retryable: true,
    remedy: 'Ask for less at once, or try again.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** One thing wrong with a request: which field, and what. */
export interface FieldError {
  /** Name of the query or path parameter, or the dotted path in the body; '' for the request as a whole. */
  param: string;
  detail: string;
}

export interface ApiErrorOptions {
  /** What was wrong, with the value, and what to do. Not shown to callers for 5xx other than 501. */
  detail: string;
  /** The field at fault; taken from `errors` when absent. */
  param?: string;
  errors?: readonly FieldError[];
  /** More members of the problem, for example `suggestions`. */
  extras?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** A failure with a code of the list; whatever else an operation throws is answered as `internal`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly errors: readonly FieldError[];
  readonly extras: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, options: ApiErrorOptions) {
    super(options.detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.errors = options.errors ?? [];
    this.param = options.param ?? options.errors?.[0]?.param;
    this.extras = options.extras ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

export const PROBLEM_TYPE = 'application/problem+json';
export const ERRORS_PAGE = '/docs/errors';

/** Body of an error answer after RFC 9457. `path` is the request's, without query. */
export interface Problem extends Record<string, unknown> {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  request_id: string;
  param: string | null;
  retryable: boolean;
  errors: readonly FieldError[];
}

/** What is told of an error. What went wrong inside (500, 503, 504) is in the log only. */
export function problem(error: ApiError, requestId: string, path: string, baseUrl = ''): Problem {
  const kind: ErrorKind = ERRORS[error.code];
  const hidden = kind.status >= 500 && error.code !== 'not_available';
  return {
    ...(hidden ? {} : error.extras),
    type: `${baseUrl}${ERRORS_PAGE}#${error.code}`,
    title: kind.title,
    status: kind.status,
    detail: hidden ? `${kind.title}. ${kind.remedy}` : error.message,
    instance: path,
    code: error.code,
    request_id: requestId,
    param: error.param ?? null,
    retryable: kind.retryable,
    errors: error.errors,
  };
}
