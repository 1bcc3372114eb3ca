import { randomUUID } from 'node:crypto';

/** `req_` and 32 hex digits: unique to one call, and not to be guessed. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}
