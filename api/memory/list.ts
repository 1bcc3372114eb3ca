import { Type } from 'typebox';
import { closed, NextCursor } from '../catalogue/schema.ts';
import { PAGE_QUERY, pageOf } from '../http/cursor.ts';
import type { Operation } from '../http/operation.ts';
import { MemoryRecord, memoryRecord, NamespaceField, noNamespace } from './record.ts';

export const listMemory: Operation = {
  group: 'memory',
  id: 'listMemory',
  method: 'GET',
  path: '/v1/memory',
  summary: 'The facts of a namespace, oldest first',
  scope: 'memory',
  cost: 1,
  query: Type.Object({ namespace: NamespaceField, ...PAGE_QUERY }, closed),
  response: Type.Object({ items: Type.Array(MemoryRecord), next_cursor: NextCursor }),
  errors: ['not_found'],
  async run(deps, input) {
    const namespace = String(input.query['namespace']);
    const { owner } = input.caller;
    const page = pageOf(deps, input, { endpoint: 'listMemory', filters: { owner, namespace } });
    const after = page.after === null ? -1 : Number(page.after[0]);
    const found = await deps.state.memory.page(
      { owner, namespace },
      { after, limit: page.limit + 1, now: deps.now() },
    );
    if (!found) throw noNamespace(namespace);
    const shown = found.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      kind: 'json',
      body: {
        items: shown.map(({ item }) => memoryRecord(item, namespace)),
        next_cursor: last && found.length > page.limit ? page.next([last.position]) : null,
      },
    };
  },
};
