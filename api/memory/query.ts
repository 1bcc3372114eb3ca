import { type Static, Type } from 'typebox';
import { closed } from '../catalogue/schema.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../http/cursor.ts';
import type { Operation } from '../http/operation.ts';
import { NamespaceField, noNamespace, PLAIN, RecalledRecord, vectorOf } from './record.ts';

const body = Type.Object(
  {
    namespace: NamespaceField,
    query: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: PLAIN,
      description: 'What is to be remembered, in plain language.',
    }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        description: `Most facts. Default ${DEFAULT_LIMIT}.`,
      }),
    ),
    min_score: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, description: 'Leaves out what scores less. Default 0.' }),
    ),
  },
  closed,
);

export const queryMemory: Operation = {
  group: 'memory',
  id: 'queryMemory',
  method: 'POST',
  path: '/v1/memory/query',
  summary: 'Recall facts of one namespace by what they say',
  description:
    'By words and meaning, the best first. Nothing of another namespace or owner is ever found. `note` says where words alone could rank.',
  scope: 'memory',
  cost: 2,
  body,
  response: Type.Object({
    results: Type.Array(RecalledRecord),
    note: Type.Optional(Type.String()),
  }),
  async run(deps, input) {
    const { namespace, query, limit = DEFAULT_LIMIT, min_score = 0 } = input.body as Static<typeof body>;
    const vector = await vectorOf(deps, query);
    const recalled = await deps.state.memory.recall({
      owner: input.caller.owner,
      namespace,
      text: query,
      vector,
      limit,
      minScore: min_score,
      now: deps.now(),
    });
    if (!recalled) throw noNamespace(namespace);
    const results = recalled.map(({ item, score }) => {
      const { id, text, constraints, metadata, created_at } = item;
      return { id, text, score, constraints, metadata, created_at };
    });
    const note = 'the embedding service does not answer, so words alone rank';
    return { kind: 'json', body: { results, ...(vector === null && { note }) } };
  },
};
