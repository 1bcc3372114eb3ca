import { hash } from 'node:crypto';
import packageJson from '../../package.json' with { type: 'json' };
import { CURSOR_LIFETIME_MS } from './cursor.ts';

/** The half of a cursor's life that a moment lies in: what carries a cursor is the same within one, and told anew after it. */
export const halfLife = (now: Date): number => Math.floor(now.getTime() / (CURSOR_LIFETIME_MS / 2));

/**
 * Weak ETag of a cacheable answer: it changes with the snapshot, the URL, the contract's version, the
 * program's, and twice in the life of a cursor, since it may carry one. Weak, because the bytes differ by `request_id` and compression.
 */
export function answerTag(snapshotId: string, url: string, version: string, now: Date): string {
  const text = `${packageJson.version}\n${snapshotId}\n${version}\n${halfLife(now)}\n${url}`;
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

/** Whether an `If-None-Match` header names this ETag (weak comparison). */
export function matchesAny(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  const listed: string[] = header.match(/"[^"]*"/g) ?? [];
  return listed.includes(opaque);
}
