import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets at rest: AES-256-GCM under a key of the operator, or as they are where none is given. */

const SEALED = 'gcm1:';
const PLAIN = 'plain:';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key of 32 bytes made from the text that the operator gives. */
export function sealingKey(text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, '', 'commerce-index webhook secrets', 32));
}

/** The secret as it is stored. */
export function seal(secret: string, key: Buffer | null): string {
  if (!key) return PLAIN + secret;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return SEALED + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The secret again. Throws where it was sealed under another key, or none is given now. */
export function unseal(stored: string, key: Buffer | null): string {
  if (stored.startsWith(PLAIN)) return stored.slice(PLAIN.length);
  // Kept before there were keys.
  if (!stored.startsWith(SEALED)) return stored;
  if (!key) throw new Error('it is encrypted; set WEBHOOK_SECRET_KEY to the key it was sealed with');
  const bytes = Buffer.from(stored.slice(SEALED.length), 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new Error('it was sealed with another WEBHOOK_SECRET_KEY; set that one, or rotate the secret', {
      cause: error,
    });
  }
}
