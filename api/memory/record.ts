import { type Static, Type } from 'typebox';
import type { MemoryItem } from '../../warehouse/state/memory_item.ts';
import { Amount, closed, nullable, recordOf, Timestamp } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';

/** Text without NUL, which not every database can keep. */
export const PLAIN = '^[^\\u0000]*\\S[^\\u0000]*$';

export const NamespaceField = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: PLAIN,
  description: 'Any name; it is the key owner’s own, whatever others call theirs.',
});

const phrases = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '[\\p{L}\\p{N}]' }), {
      maxItems: 20,
      description,
    }),
  );

/** As `POST /v1/decide` takes them. */
export const Constraints = Type.Object(
  {
    budget_minor: Type.Optional(Amount('Most to pay delivered, minor units.')),
    must_have: phrases('Every one must be in the product’s record.'),
    avoid: phrases('Not one may be in the product’s record.'),
    seller: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, maxItems: 100, description: 'Only these sellers.' }),
    ),
  },
  { ...closed, description: 'Held automatically where a decision is asked for with this namespace.' },
);

const own = {
  id: Type.String({ pattern: '^mem_[0-9a-f]{20}$' }),
  text: Type.String(),
  constraints: nullable(Constraints),
  metadata: nullable(Type.Record(Type.String(), Type.Unknown())),
  created_at: Timestamp,
};

/** A fact as endpoints answer with it. */
export const MemoryRecord = recordOf('Memory', {
  ...own,
  namespace: Type.String(),
  expires_at: nullable(Timestamp),
});

export const RecalledRecord = recordOf('RecalledMemory', {
  ...own,
  score: Type.Number({ minimum: 0, maximum: 1, description: 'By words and meaning; 1 is the same text.' }),
});

export function memoryRecord(item: MemoryItem, namespace: string): Static<typeof MemoryRecord> {
  const { id, text, constraints, metadata, created_at, expires_at } = item;
  return { id, namespace, text, constraints, metadata, created_at, expires_at };
}

/** The vector of a text, or null where the service that makes them does not answer: then words alone rank. */
export async function vectorOf({ embedder, log }: Deps, text: string) {
  try {
    return (await embedder.embed([text]))[0] ?? null;
  } catch (error) {
    log.warn({ err: error }, 'a memory was handled without its meaning: the embedding service failed');
    return null;
  }
}

/** `not_found` for a namespace that nothing was stored in. */
export function noNamespace(namespace: string): ApiError {
  const detail = `nothing was ever stored in the namespace ${JSON.stringify(namespace)} of this key’s owner; POST /v1/memory stores`;
  return new ApiError('not_found', {
    detail,
    param: 'namespace',
    errors: [{ param: 'namespace', detail }],
    extras: { suggestions: [] },
  });
}
