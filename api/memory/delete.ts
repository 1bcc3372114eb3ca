import { Type } from 'typebox';
import { closed } from '../catalogue/schema.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { NamespaceField, noNamespace } from './record.ts';

export const deleteMemory: Operation = {
  group: 'memory',
  id: 'deleteMemory',
  method: 'DELETE',
  path: '/v1/memory/:id',
  summary: 'Delete one fact',
  scope: 'memory',
  cost: 1,
  params: Type.Object({ id: Type.String({ minLength: 1, description: '`mem_…`' }) }),
  successStatus: 204,
  async run({ state, now }, { caller, params: { id = '' } }) {
    if (await state.memory.remove(caller.owner, id, now())) return { kind: 'empty' };
    const detail = `there is no memory item ${id.slice(0, 200)} of this key’s owner; it may have expired`;
    throw new ApiError('not_found', {
      detail,
      param: 'id',
      errors: [{ param: 'id', detail }],
      extras: { suggestions: [] },
    });
  },
};

export const deleteNamespace: Operation = {
  group: 'memory',
  id: 'deleteNamespace',
  method: 'DELETE',
  path: '/v1/memory',
  summary: 'Delete a namespace with all that is in it',
  scope: 'memory',
  cost: 1,
  query: Type.Object({ namespace: NamespaceField }, closed),
  errors: ['not_found'],
  successStatus: 204,
  async run({ state }, { caller, query }) {
    const namespace = String(query['namespace']);
    if (await state.memory.removeNamespace({ owner: caller.owner, namespace })) return { kind: 'empty' };
    throw noNamespace(namespace);
  },
};
