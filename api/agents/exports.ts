import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { DATASET_NAMES, DATASETS, EXPORT_FORMATS, FILE_ENDINGS } from '../../exports/dataset.ts';
import { type ExportFile, ExportFiles, SnapshotGoneError } from '../../exports/export_files.ts';
import { type ExportQuery, exportName, isWhole } from '../../exports/export_query.ts';
import { checksum, rowCounts } from '../../exports/overview.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { oneOf, recordOf, Timestamp } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { FileReply, Input, JsonReply, Operation } from '../http/operation.ts';
import { askedExport, exportsQuery, MEDIA_TYPES } from './asked_export.ts';

/** Of each export's own DuckDB; what does not fit is spilled to scratch. */
const MEMORY_LIMIT = '384MiB';
const TIME_LIMIT_MS = 15 * 60_000;
/** A file that is finished within this time is sent with its length and its count; another while it is written. */
const SOON_MS = 1_000;
/** Metering units of a file; the overview costs one. */
const FILE_COST = 50;

const DatasetRecord = recordOf('Dataset', {
  dataset: oneOf(DATASET_NAMES),
  description: Type.String(),
  rows: Type.Integer({ description: 'Without filters.' }),
  checksum: Type.String({ description: 'Equal to that of an earlier snapshot: the rows are the same.' }),
  key_column: Type.Union([Type.String(), Type.Null()], {
    description: 'What names a row in every snapshot; null where `changes_since` is not possible.',
  }),
  time_column: Type.String({ description: 'What `since` compares.' }),
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), description: Type.String() })),
  files: Type.Array(
    Type.Object({
      format: oneOf(EXPORT_FORMATS),
      rows: Type.Integer(),
      bytes: Type.Integer(),
      etag: Type.String(),
    }),
    {
      description:
        'Files of the whole dataset that are already made; others are made when they are asked for, and from then on ahead for each new snapshot.',
    },
  ),
});

export const exportDatasets: Operation = {
  group: 'agents',
  id: 'exportDatasets',
  method: 'GET',
  path: '/v1/exports',
  summary: 'Bulk exports of the whole index',
  description:
    'With `dataset`, a file of one snapshot, named by `x-snapshot-id` and counted by `x-row-count`; ranges and conditional requests work. A file that takes longer to make is sent while it is written: without a length, and counted by a trailer. Rows come in no promised order. Without `dataset`, what can be exported. `/docs/exports` has formats, columns and how to follow changes.',
  scope: 'export',
  cost: FILE_COST,
  query: exportsQuery,
  response: Type.Object({
    snapshot_id: Type.String(),
    as_of: Timestamp,
    published_at: Timestamp,
    formats: Type.Array(oneOf(EXPORT_FORMATS)),
    datasets: Type.Array(DatasetRecord),
  }),
  produces: Object.values(MEDIA_TYPES),
  timeLimitMs: TIME_LIMIT_MS,
  errors: ['not_found', 'snapshot_expired'],
  async run(deps, input) {
    const query = askedExport(deps.snapshot, input.query, input.headers['accept']);
    const files = filesIn(deps.scratch);
    if (query === null) return overview(deps, files);
    await holdAhead(deps, files);
    try {
      return continued(files, query, input) ?? (await asked(deps, files, query, input));
    } catch (error) {
      if (error instanceof SnapshotGoneError)
        throw new ApiError('snapshot_expired', { param: 'changes_since', detail: error.message });
      throw error;
    }
  },
};

async function asked(deps: Deps, files: ExportFiles, query: ExportQuery, input: Input): Promise<FileReply> {
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  const begun = files.ask(deps.snapshot, query, signal);
  if (!('finished' in begun)) return fileReply(begun);
  // A part can be cut from the whole alone.
  const wait = input.headers['range'] === undefined ? pause(SOON_MS, null) : begun.finished;
  const finished = await Promise.race([begun.finished, wait]);
  if (finished !== null) return fileReply(finished);
  const counted = async () => String((await begun.finished).rows);
  return reply(query, deps.snapshot.id, begun.etag, {
    source: { growing: begun.bytes(), trailers: { 'x-row-count': counted } },
    headers: {},
  });
}

/** The file that `If-Range` names, while it is kept: who has begun to fetch one may end it after a new snapshot came. */
function continued(files: ExportFiles, query: ExportQuery, { headers }: Input): FileReply | null {
  const condition = /^"([^"]+)"$/.exec(String(headers['if-range'] ?? ''))?.[1];
  if (condition === undefined || headers['range'] === undefined) return null;
  const kept = files.keptAs(condition);
  return kept && exportName('', kept.query) === exportName('', query) ? fileReply(kept) : null;
}

function fileReply(file: ExportFile): FileReply {
  return reply(file.query, file.snapshot_id, file.etag, {
    source: { path: file.path },
    headers: { 'x-row-count': String(file.rows) },
  });
}

function reply(
  { dataset, format, changes_since }: ExportQuery,
  snapshotId: string,
  etag: string,
  { source, headers }: { source: FileReply['source']; headers: Record<string, string> },
): FileReply {
  const name = changes_since === null ? dataset : `${dataset}-changes`;
  return {
    kind: 'file',
    contentType: MEDIA_TYPES[format],
    filename: `${name}-${snapshotId}.${FILE_ENDINGS[format]}`,
    etag: `"${etag}"`,
    source,
    headers: { ...headers, 'x-snapshot-id': snapshotId, vary: 'accept' },
  };
}

async function overview(deps: Deps, files: ExportFiles): Promise<JsonReply> {
  const { snapshot } = deps;
  const rows = await countsOf(deps);
  const whole = files.kept(snapshot.id).filter((file) => isWhole(file.query));
  const datasets = DATASET_NAMES.map((dataset) => ({
    dataset,
    description: DATASETS[dataset].description,
    rows: rows[dataset],
    checksum: checksum(snapshot, dataset),
    key_column: DATASETS[dataset].key,
    time_column: DATASETS[dataset].time,
    columns: DATASETS[dataset].columns,
    files: whole
      .filter((file) => file.query.dataset === dataset)
      .map((file) => ({
        format: file.query.format,
        rows: file.rows,
        bytes: file.bytes,
        etag: `"${file.etag}"`,
      })),
  }));
  const { id, as_of, published_at } = snapshot;
  return {
    kind: 'json',
    cost: 1,
    body: { snapshot_id: id, as_of, published_at, formats: EXPORT_FORMATS, datasets },
  };
}

const filesByScratch = new Map<string, ExportFiles>();

/** The files of this server; a process may run several, each with a scratch folder of its own. */
function filesIn(scratch: string): ExportFiles {
  let files = filesByScratch.get(scratch);
  if (!files) {
    files = new ExportFiles({ folder: join(scratch, 'exports'), memoryLimit: MEMORY_LIMIT });
    filesByScratch.set(scratch, files);
  }
  return files;
}

const aheadOf = new WeakMap<ExportFiles, (snapshot: Snapshot) => Promise<Disposable>>();

/** From the first export on, each snapshot that follows begins with the files that are usually asked of it. */
async function holdAhead({ snapshot, log }: Deps, files: ExportFiles): Promise<void> {
  let ahead = aheadOf.get(files);
  if (!ahead) {
    ahead = (opened) =>
      Promise.resolve(
        files.makeAhead(opened, (error) => log.error({ err: error }, 'an export was not made ahead')),
      );
    aheadOf.set(files, ahead);
  }
  await snapshot.hold(ahead);
}

const countsBySnapshot = new WeakMap<Snapshot, ReturnType<typeof rowCounts>>();

function countsOf({ snapshot, scratch }: Deps): ReturnType<typeof rowCounts> {
  let counts = countsBySnapshot.get(snapshot);
  if (!counts) {
    counts = rowCounts(snapshot, { memoryLimit: MEMORY_LIMIT, spill: join(scratch, 'exports-spill') });
    counts.catch(() => countsBySnapshot.delete(snapshot));
    countsBySnapshot.set(snapshot, counts);
  }
  return counts;
}
