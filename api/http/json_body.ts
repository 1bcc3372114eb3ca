import { ApiError } from './errors.ts';

/** Deepest nesting of objects and arrays taken; deeper bodies would overflow the stack of whoever walks them. */
const MAX_DEPTH = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON body. Throws `invalid_request` for bytes that are not UTF-8, text that is not JSON,
 * nesting over 64 and keys that would reach an object's prototype.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw invalid('the body is empty; send a JSON object');
  const text = decoded(bytes);
  if (depthOf(text) > MAX_DEPTH) throw invalid(`the body is nested deeper than ${MAX_DEPTH} levels`);
  const suspicious = text.includes('__proto__') || text.includes('constructor') || text.includes('\\u');
  try {
    return JSON.parse(text, suspicious ? withoutPrototype : undefined);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw invalid(`the body is not JSON: ${(error as Error).message}`);
  }
}

function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('the body is not UTF-8');
  }
}

function withoutPrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw invalid('the body has a field `__proto__`, which is not taken');
  if (
    key === 'constructor' &&
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'prototype')
  ) {
    throw invalid('the body has a field `constructor.prototype`, which is not taken');
  }
  return value;
}

const BACKSLASH = 92;

/** Most brackets open at once, outside strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      at = endOfString(text, at);
    } else if (code === 91 || code === 123) {
      if (++depth > deepest) deepest = depth;
    } else if (code === 93 || code === 125) {
      depth--;
    }
  }
  return deepest;
}

/** Index of the quote that ends the string opened at `open`; the text's length when there is none. */
function endOfString(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function invalid(detail: string): ApiError {
  return new ApiError('invalid_request', { detail });
}
