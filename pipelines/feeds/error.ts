/** Why a whole feed could not be taken. Transport trouble may pass; everything else needs the file or the settings changed. */
export type FeedErrorCode =
  | 'not_found'
  | 'unreachable'
  | 'http_status'
  | 'address_refused'
  | 'too_large'
  | 'timeout'
  | 'truncated'
  | 'empty'
  | 'not_a_feed'
  | 'missing_columns'
  | 'malformed'
  | 'as_of_invalid'
  | 'settings'
  | 'cancelled';

/** A feed was refused as a whole: nothing of it is staged and the last good run stays live. */
export class FeedError extends Error {
  readonly code: FeedErrorCode;
  /** True when trying again later can help. */
  readonly retryable: boolean;

  constructor(code: FeedErrorCode, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'FeedError';
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}
