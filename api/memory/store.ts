import { type Static, Type } from 'typebox';
import { closed } from '../catalogue/schema.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { Constraints, MemoryRecord, memoryRecord, NamespaceField, PLAIN, vectorOf } from './record.ts';

const MAX_TEXT = 4_000;
const MAX_METADATA_BYTES = 16 * 1024;

const body = Type.Object(
  {
    namespace: NamespaceField,
    text: Type.String({
      minLength: 1,
      maxLength: MAX_TEXT,
      pattern: PLAIN,
      description: 'The fact, in plain language.',
    }),
    constraints: Type.Optional(Constraints),
    metadata: Type.Optional(
      Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
        description: 'Kept and given back as it is; at most 16 KiB as JSON.',
      }),
    ),
    expires_at: Type.Optional(
      Type.String({ format: 'date-time', description: 'From then on it counts as not there.' }),
    ),
  },
  closed,
);

export const storeMemory: Operation = {
  group: 'memory',
  id: 'storeMemory',
  method: 'POST',
  path: '/v1/memory',
  summary: 'Store a durable fact in a namespace of yours',
  description:
    'A namespace belongs to the owner of the key and is made by the first fact in it. The text is read as it is; `constraints` are what a decision holds to.',
  scope: 'memory',
  cost: 1,
  body,
  response: MemoryRecord,
  idempotent: true,
  successStatus: 201,
  async run(deps, input) {
    const {
      namespace,
      text,
      constraints = null,
      metadata = null,
      ...rest
    } = input.body as Static<typeof body>;
    if (metadata && Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
      throw invalid('metadata', `has over ${MAX_METADATA_BYTES} bytes as JSON; keep what is large elsewhere`);
    const expires_at = rest.expires_at === undefined ? null : new Date(rest.expires_at).toISOString();
    const now = deps.now();
    if (expires_at !== null && Date.parse(expires_at) <= now.getTime())
      throw invalid('expires_at', `${rest.expires_at} is not in the future; it is ${now.toISOString()}`);
    const { owner } = input.caller;
    const created_at = now.toISOString();
    const fact = { owner, namespace, text, constraints, metadata, created_at, expires_at };
    const item = await deps.state.memory.add(fact, await vectorOf(deps, text));
    return { kind: 'json', status: 201, body: memoryRecord(item, namespace) };
  },
};

function invalid(param: string, detail: string): ApiError {
  return new ApiError('invalid_request', { detail: `${param} ${detail}`, errors: [{ param, detail }] });
}
