import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type KeyStore, tokenHash } from '../../warehouse/state/keys.ts';
import { ApiError } from './errors.ts';
import { type Caller, SCOPES, type Scope } from './operation.ts';

interface Entry {
  hash: Buffer;
  caller: Caller;
  revoked: boolean;
  /** Infinity when it never expires. */
  expires_ms: number;
}

/**
 * The keys in memory, by the SHA-256 of their tokens, so that a request is authenticated without waiting. Kept
 * up to date by a look at the state every `refreshMs`: a revocation counts everywhere after that time.
 */
export class KeyRing {
  readonly #keys: KeyStore;
  #entries = new Map<string, Entry>();
  #version = '';
  #refreshing: Promise<void> | null = null;

  constructor(keys: KeyStore) {
    this.#keys = keys;
  }

  /** Reads the keys again if they may have changed; at most one look at a time. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#load().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Who sent these headers; null for a well-formed token that is not known (yet). Throws `unauthorized`. */
  find(headers: IncomingHttpHeaders, nowMs: number): Caller | null {
    const hash = tokenHash(bearerToken(headers.authorization));
    const entry = this.#entries.get(hash.toString('latin1'));
    if (!entry || !timingSafeEqual(entry.hash, hash)) return null;
    if (entry.revoked) throw unauthorized('the API key has been revoked');
    if (entry.expires_ms <= nowMs) throw unauthorized('the API key has expired');
    return entry.caller;
  }

  /** Who sent these headers, also where another process made the key a moment ago. Throws `unauthorized`. */
  async require(headers: IncomingHttpHeaders, nowMs: number): Promise<Caller> {
    const caller = this.find(headers, nowMs);
    if (caller) return caller;
    await this.refresh();
    const late = this.find(headers, nowMs);
    if (!late) throw unauthorized('the API key is not known');
    return late;
  }

  async #load(): Promise<void> {
    const version = await this.#keys.version();
    if (version === this.#version) return;
    const entries = new Map<string, Entry>();
    for (const key of await this.#keys.hashes()) {
      entries.set(key.hash.toString('latin1'), {
        hash: key.hash,
        caller: {
          key_id: key.id,
          owner: key.owner,
          scopes: SCOPES.filter((scope) => key.scopes.includes(scope)),
        },
        revoked: key.revoked_at !== null,
        expires_ms: key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at),
      });
    }
    this.#entries = entries;
    this.#version = version;
  }
}

function bearerToken(header: string | undefined): string {
  if (header === undefined) throw unauthorized('the Authorization header is missing', false);
  const token = /^bearer +([\w.~+/=-]{1,512})$/i.exec(header)?.[1];
  if (token === undefined)
    throw unauthorized('the Authorization header is not of the form `Bearer <API_KEY>`');
  return token;
}

/** The 401 answer. RFC 6750: the challenge names an error only when credentials were sent. */
export function unauthorized(detail: string, sent = true): ApiError {
  const challenge = `Bearer realm="commerce-index"${sent ? ', error="invalid_token"' : ''}`;
  return new ApiError('unauthorized', { detail, headers: { 'www-authenticate': challenge } });
}

/** Throws `forbidden` when the caller lacks the scope. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  throw new ApiError('forbidden', {
    detail: `this needs the scope \`${scope}\`; the key ${caller.key_id} has ${caller.scopes.map((own) => `\`${own}\``).join(', ') || 'none'}`,
    extras: { required_scope: scope },
    headers: {
      'www-authenticate': `Bearer realm="commerce-index", error="insufficient_scope", scope="${scope}"`,
    },
  });
}
