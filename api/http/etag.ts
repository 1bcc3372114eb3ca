import { hash } from 'node:crypto';
import packageJson from '../../package.json' with { type: 'json' };

/**
 * Weak ETag of a cacheable answer: it changes with the snapshot, the URL, the contract's version and the
 * program's. Weak, because the bytes differ by `request_id` and compression.
 */
export function answerTag(snapshotId: string, url: string, version: string): string {
  const text = `${packageJson.version}\n${snapshotId}\n${version}\n${url}`;
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
