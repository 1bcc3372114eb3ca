import { Type } from 'typebox';
import { newWebhookSecret } from '../../exports/webhook_signature.ts';
import { closed, NextCursor, Timestamp } from '../catalogue/schema.ts';
import { PAGE_QUERY, pageOf } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import type { Input, Operation } from '../http/operation.ts';
import { noWatch, requireWatch, Secret, WatchParams, WatchRecord, watchRecord } from './watch_record.ts';

/** How long the secret before goes on signing beside the new one. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

export const listWatches: Operation = {
  group: 'monitoring',
  id: 'listWatches',
  method: 'GET',
  path: '/v1/watches',
  summary: 'The watches of the key’s owner, oldest first',
  scope: 'watch',
  cost: 1,
  query: Type.Object(PAGE_QUERY, closed),
  response: Type.Object({ watches: Type.Array(WatchRecord), next_cursor: NextCursor }),
  async run(deps, input) {
    const { owner } = input.caller;
    const page = pageOf(deps, input, { endpoint: 'listWatches', filters: { owner } });
    const after = page.after && { created_at: String(page.after[0]), id: String(page.after[1]) };
    const found = await deps.state.watches.page(owner, after, page.limit + 1);
    const shown = found.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      kind: 'json',
      body: {
        watches: shown.map((watch) => watchRecord(watch, deps.now())),
        next_cursor: last && found.length > page.limit ? page.next([last.created_at, last.id]) : null,
      },
    };
  },
};

export const getWatch: Operation = {
  group: 'monitoring',
  id: 'getWatch',
  method: 'GET',
  path: '/v1/watches/:id',
  summary: 'One watch',
  scope: 'watch',
  cost: 1,
  params: WatchParams,
  response: WatchRecord,
  run: answerWatch,
};

export const deleteWatch: Operation = {
  group: 'monitoring',
  id: 'deleteWatch',
  method: 'DELETE',
  path: '/v1/watches/:id',
  summary: 'Delete a watch and all that waits for its callback',
  scope: 'watch',
  cost: 1,
  params: WatchParams,
  successStatus: 204,
  async run({ state }, { caller, params: { id = '' } }) {
    if (!(await state.watches.remove(caller.owner, id))) throw noWatch(id);
    return { kind: 'empty' };
  },
};

const pausing = (paused: boolean): Pick<Operation, 'run'> => ({
  async run(deps, input) {
    const { id = '' } = input.params;
    const { owner } = input.caller;
    if (!(await deps.state.watches.setPaused(owner, id, paused, deps.now().getTime()))) throw noWatch(id);
    return answerWatch(deps, input);
  },
});

export const pauseWatch: Operation = {
  group: 'monitoring',
  id: 'pauseWatch',
  method: 'POST',
  path: '/v1/watches/:id/pause',
  summary: 'Tell nothing for a while',
  description:
    'What waits for the callback is held. What happens meanwhile is not told later; the log has it (GET /v1/events).',
  scope: 'watch',
  cost: 1,
  params: WatchParams,
  response: WatchRecord,
  ...pausing(true),
};

export const resumeWatch: Operation = {
  group: 'monitoring',
  id: 'resumeWatch',
  method: 'POST',
  path: '/v1/watches/:id/resume',
  summary: 'Go on telling; also for a watch that was disabled',
  scope: 'watch',
  cost: 1,
  params: WatchParams,
  response: WatchRecord,
  ...pausing(false),
};

export const rotateWatchSecret: Operation = {
  group: 'monitoring',
  id: 'rotateWatchSecret',
  method: 'POST',
  path: '/v1/watches/:id/rotate-secret',
  summary: 'Sign by a new secret',
  description:
    'For 24 hours every callback carries two signatures, by the new secret and by the one before; then the new one alone.',
  scope: 'watch',
  cost: 1,
  params: WatchParams,
  response: Type.Object({
    ...WatchRecord.properties,
    secret: Secret,
    previous_secret_until: Timestamp,
  }),
  async run(deps, { caller, params: { id = '' } }) {
    const secret = newWebhookSecret();
    const until = new Date(deps.now().getTime() + OVERLAP_MS).toISOString();
    if (!(await deps.state.watches.rotate(caller.owner, id, secret, until))) throw noWatch(id);
    const watch = await requireWatch(deps, caller.owner, id);
    return {
      kind: 'json',
      body: { ...watchRecord(watch, deps.now()), secret, previous_secret_until: until },
    };
  },
};

async function answerWatch(deps: Deps, { caller, params: { id = '' } }: Input) {
  const watch = await requireWatch(deps, caller.owner, id);
  return { kind: 'json' as const, body: watchRecord(watch, deps.now()) };
}
