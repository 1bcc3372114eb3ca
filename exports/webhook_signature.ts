import { createHmac, randomBytes } from 'node:crypto';

/** Signatures of webhooks by Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`. */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret, `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** What is signed: the event's id, the moment of this attempt (Unix seconds), and the body to the byte. */
export interface SignedParts {
  id: string;
  timestamp: number;
  body: string;
}

/** `v1,<base64>` by one secret (`whsec_…`). */
export function webhookSignature(secret: string, { id, timestamp, body }: SignedParts): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** The headers of an attempt, signed by each secret: while one is replaced, receivers may know either. */
export function webhookHeaders(secrets: readonly string[], parts: SignedParts): Record<string, string> {
  return {
    'webhook-id': parts.id,
    'webhook-timestamp': String(parts.timestamp),
    'webhook-signature': secrets.map((secret) => webhookSignature(secret, parts)).join(' '),
  };
}
