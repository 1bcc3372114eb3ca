import { type Static, Type } from 'typebox';
import { RUN_STATES, type RunRecord } from '../../warehouse/run_list.ts';
import { RUN_VERDICTS, type RunVerdict } from '../../warehouse/state/run_decisions.ts';
import { PAGE_QUERY, pageOf } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { closed, NextCursor, nullable, oneOf, recordOf, Timestamp } from './schema.ts';

const text = nullable(Type.String());
const rows = nullable(Type.Integer({ minimum: 0 }));
const figure = nullable(Type.Number());
const tally = Type.Record(Type.String(), Type.Integer());

const SymptomRecord = recordOf('Symptom', {
  measure: Type.String({ description: 'What strays: `far` prices, `gtin`, `vanished`, `as_of` …' }),
  grade: oneOf(['hold', 'warning'], '`hold`: the run waits for a person.'),
  message: Type.String({ description: 'The figure and what is usual, as a sentence.' }),
  value: figure,
  usual: figure,
  limit: figure,
  examples: Type.Array(Type.String(), { description: 'Up to three of the worst listings.' }),
});

const RunSchema = recordOf('Run', {
  run_id: Type.String(),
  seller: Type.String(),
  feed: Type.String(),
  as_of: Timestamp,
  state: oneOf(
    RUN_STATES,
    '`waiting` for its first publication, `held` for a person, `late` for a backfill, `passed` by a later run while held.',
  ),
  reason: text,
  symptoms: Type.Array(SymptomRecord),
  measures: nullable(Type.Record(Type.String(), Type.Number())),
  decided_by: text,
  decided_at: nullable(Timestamp),
  rows_read: rows,
  accepted: rows,
  rejected: rows,
  rejected_by: tally,
  notes_by: tally,
  source: text,
  tries: Type.Integer({ minimum: 1 }),
  seconds: Type.Number({ minimum: 0 }),
});

function runRecord(record: RunRecord): Static<typeof RunSchema> {
  const { stage_id: _, ...run } = record;
  return run;
}

const listQuery = Type.Object(
  {
    seller: Type.Optional(Type.String()),
    feed: Type.Optional(Type.String()),
    state: Type.Optional(oneOf(RUN_STATES)),
    ...PAGE_QUERY,
  },
  closed,
);

export const listRuns: Operation = {
  group: 'catalogue',
  id: 'listRuns',
  method: 'GET',
  path: '/v1/runs',
  summary: 'What was read of the feeds, and what became of it',
  description: 'Runs that wait come first, then all others; each the newest first.',
  scope: 'admin',
  cost: 1,
  query: listQuery,
  response: Type.Object({ runs: Type.Array(RunSchema), next_cursor: NextCursor }),
  async run(deps, input) {
    const { seller, feed, state } = input.query as Static<typeof listQuery>;
    const page = pageOf(deps, input, { endpoint: 'listRuns' });
    // Where the run that the page before ended with has gone meanwhile, what is older than it comes next.
    const [lastWaits, lastAsOf, lastId] = (page.after ?? []) as (boolean | string)[];
    const found: RunRecord[] = [];
    for await (const run of deps.runs.list({ seller, feed, state })) {
      if (
        page.after &&
        !isBehind(run, { waits: lastWaits === true, as_of: String(lastAsOf), run_id: String(lastId) })
      )
        continue;
      found.push(run);
      if (found.length > page.limit) break;
    }
    const shown = found.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      kind: 'json',
      body: {
        runs: shown.map(runRecord),
        next_cursor:
          last && found.length > page.limit ? page.next([waits(last), last.as_of, last.run_id]) : null,
      },
    };
  },
};

const waits = ({ state }: RunRecord): boolean => ['waiting', 'held', 'late'].includes(state);

interface Place {
  waits: boolean;
  as_of: string;
  run_id: string;
}

/** In the order of the list: what waits, then all others; newest first, ties by id from the end. */
function isBehind(run: RunRecord, place: Place): boolean {
  if (waits(run) !== place.waits) return place.waits;
  return run.as_of < place.as_of || (run.as_of === place.as_of && run.run_id < place.run_id);
}

const params = Type.Object({ id: Type.String({ pattern: '^run_[0-9a-z]+$', description: '`run_…`' }) });

async function requireRun(deps: Deps, id: string): Promise<RunRecord> {
  const run = await deps.runs.find(id);
  if (run) return run;
  const detail = `there is no run ${id}; GET /v1/runs lists them`;
  throw new ApiError('not_found', {
    detail,
    param: 'id',
    errors: [{ param: 'id', detail }],
    extras: { suggestions: [] },
  });
}

export const getRun: Operation = {
  group: 'catalogue',
  id: 'getRun',
  method: 'GET',
  path: '/v1/runs/:id',
  summary: 'One run: counts, what became of it, and in what it strays from its feed',
  scope: 'admin',
  cost: 1,
  params,
  response: RunSchema,
  async run(deps, { params: { id = '' } }) {
    return { kind: 'json', body: runRecord(await requireRun(deps, id)) };
  },
};

const RejectRecord = recordOf('Reject', {
  severity: oneOf(['reject', 'note'], '`note`: the row was kept without the value.'),
  file: text,
  line: nullable(Type.Integer()),
  field: text,
  code: Type.String(),
  value: text,
  detail: text,
});

const rejectsQuery = Type.Object({ ...PAGE_QUERY }, closed);

export const listRejects: Operation = {
  group: 'catalogue',
  id: 'listRunRejects',
  method: 'GET',
  path: '/v1/runs/:id/rejects',
  summary: 'Rows that a run left out, or kept without a value, and why',
  scope: 'admin',
  cost: 1,
  params,
  query: rejectsQuery,
  response: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    rejects: Type.Array(RejectRecord),
    next_cursor: NextCursor,
  }),
  async run(deps, input) {
    const run = await requireRun(deps, input.params['id'] ?? '');
    const page = pageOf(deps, input, { endpoint: `listRunRejects ${run.run_id}` });
    const offset = Number(page.after?.[0] ?? 0);
    const found = await deps.runs.rejects(run, { offset, limit: page.limit });
    const total = found?.total ?? 0;
    const next = offset + page.limit;
    return {
      kind: 'json',
      body: { total, rejects: found?.rows ?? [], next_cursor: next < total ? page.next([next]) : null },
    };
  },
};

const decisionBody = Type.Object(
  {
    decision: oneOf(
      RUN_VERDICTS,
      '`accepted`: take a run that waits, or one that was passed by or retracted; `rejected`: turn a waiting one down; `retracted`: take a published one back.',
    ),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    all: Type.Optional(
      Type.Boolean({ description: 'With `accepted`: the runs of its feed that wait behind it, too.' }),
    ),
  },
  closed,
);

/** In which states each can be said of a run. */
const DECIDABLE: Record<RunVerdict, readonly RunRecord['state'][]> = {
  accepted: ['waiting', 'held', 'late', 'passed', 'retracted'],
  rejected: ['waiting', 'held', 'late'],
  retracted: ['accepted'],
};

export const decideOnRun: Operation = {
  group: 'catalogue',
  id: 'decideRun',
  method: 'POST',
  path: '/v1/runs/:id/decision',
  summary: 'Take a run, turn it down, or take a published one back',
  description: 'Takes effect with the next publication.',
  scope: 'admin',
  cost: 1,
  params,
  body: decisionBody,
  errors: ['run_conflict'],
  response: Type.Object({
    run: RunSchema,
    decision: oneOf(RUN_VERDICTS),
    decided_by: Type.String(),
    decided_at: Timestamp,
    behind: Type.Integer({ minimum: 0, description: 'Runs of its feed that wait behind it.' }),
  }),
  async run(deps, input) {
    const { decision, reason = null, all = false } = input.body as Static<typeof decisionBody>;
    const run = await requireRun(deps, input.params['id'] ?? '');
    if (!DECIDABLE[decision].includes(run.state))
      throw new ApiError('run_conflict', {
        detail: `the run ${run.run_id} is ${run.state}; ${decision} can be said of one that is ${DECIDABLE[decision].join(', ')}`,
        extras: { run: runRecord(run) },
      });
    const behind = decision === 'accepted' ? await deps.runs.behind(run) : [];
    const [decided_by, decided_at] = [input.caller.owner, deps.now().toISOString()];
    for (const { run_id, seller, feed, as_of } of all ? [run, ...behind] : [run])
      await deps.state.decideRun({ run_id, decision, decided_by, decided_at, reason, seller, feed, as_of });
    const body = { run: runRecord(run), decision, decided_by, decided_at, behind: all ? 0 : behind.length };
    return { kind: 'json', body };
  },
};
