import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import {
  DATASET_NAMES,
  DATASETS,
  type Dataset,
  EXPORT_FORMATS,
  type ExportFormat,
} from '../../exports/dataset.ts';
import { ExportFiles, isWhole } from '../../exports/export_files.ts';
import { checksum, rowCounts } from '../../exports/overview.ts';
import type { ExportQuery } from '../../exports/write_dataset.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { requireSellers } from '../catalogue/referenced_product.ts';
import { closed, oneOf, recordOf, SellerFilter, Timestamp } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { FileReply, JsonReply, Operation } from '../http/operation.ts';
import { requireCategory } from '../search/category_filter.ts';

/** Of each export's own DuckDB; what does not fit is spilled to scratch. */
const MEMORY_LIMIT = '512MiB';
const TIME_LIMIT_MS = 15 * 60_000;
/** Metering units of a file; the overview costs one. */
const FILE_COST = 50;

const MEDIA_TYPES: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

const query = Type.Object(
  {
    dataset: Type.Optional(oneOf(DATASET_NAMES, 'What to export. Absent: an overview of all datasets.')),
    format: Type.Optional(oneOf(EXPORT_FORMATS, 'Default ndjson.')),
    columns: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Names of columns, separated by commas, in the order wanted. Default all.',
      }),
    ),
    category: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Only products in this node of the taxonomy and below, and what belongs to them.',
      }),
    ),
    seller: SellerFilter,
    brand: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Only products of this brand, however spelled, and what belongs to them.',
      }),
    ),
    since: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only rows whose `time_column` is at or after this moment.',
      }),
    ),
  },
  closed,
);
type Query = Static<typeof query>;

const DatasetRecord = recordOf('Dataset', {
  dataset: oneOf(DATASET_NAMES),
  description: Type.String(),
  rows: Type.Integer({ description: 'Without filters.' }),
  checksum: Type.String({ description: 'Equal to that of an earlier snapshot: the rows are the same.' }),
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
        'Files of the whole dataset that are already made; others are made when they are asked for.',
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
    'With `dataset`, a file of one snapshot, named by `x-snapshot-id` and counted by `x-row-count`; ranges and conditional requests work. Rows come in no promised order. Without `dataset`, what can be exported.',
  scope: 'export',
  cost: FILE_COST,
  query,
  response: Type.Object({
    snapshot_id: Type.String(),
    as_of: Timestamp,
    published_at: Timestamp,
    formats: Type.Array(oneOf(EXPORT_FORMATS)),
    datasets: Type.Array(DatasetRecord),
  }),
  produces: Object.values(MEDIA_TYPES),
  timeLimitMs: TIME_LIMIT_MS,
  errors: ['not_found'],
  async run(deps, input) {
    const asked = input.query as Query;
    const files = filesIn(deps.scratch);
    const exportQuery = queryOf(deps.snapshot, asked);
    if (exportQuery === null) return overview(deps, files);
    const file = await files.file(deps.snapshot, exportQuery, input.signal);
    const { dataset, format } = exportQuery;
    return {
      kind: 'file',
      contentType: MEDIA_TYPES[format],
      filename: `${dataset}-${deps.snapshot.id}.${format}`,
      etag: `"${file.etag}"`,
      source: { path: file.path },
      headers: { 'x-row-count': String(file.rows), 'x-snapshot-id': deps.snapshot.id },
    } satisfies FileReply;
  },
};

/** Checks what the schema cannot; null when the overview is asked for. */
function queryOf(snapshot: Snapshot, asked: Query): ExportQuery | null {
  const { dataset, format = 'ndjson', seller = [], brand = null, since } = asked;
  if (dataset === undefined) {
    const [param] = Object.keys(asked);
    if (param === undefined) return null;
    throw invalid('dataset', `${param} needs a dataset; there are ${DATASET_NAMES.join(', ')}`);
  }
  requireSellers(snapshot, seller, 'seller');
  const category =
    asked.category === undefined ? null : requireCategory(snapshot, asked.category, 'category');
  const columns = columnsOf(DATASETS[dataset], asked.columns);
  const moment = since === undefined ? null : new Date(since).toISOString();
  return { dataset, format, columns, category, sellers: seller, brand, since: moment };
}

function columnsOf(dataset: Dataset, list: string | undefined): string[] {
  const all = dataset.columns.map((column) => column.name);
  if (list === undefined) return all;
  const wanted = list.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw invalid(
      'columns',
      `there is no column ${unknown.map((name) => JSON.stringify(name)).join(', ')}; there are ${all.join(', ')}`,
    );
  const repeated = wanted.find((name, index) => wanted.indexOf(name) !== index);
  if (repeated !== undefined) throw invalid('columns', `the column ${repeated} is named twice`);
  return wanted;
}

function invalid(param: string, detail: string): ApiError {
  return new ApiError('invalid_request', { detail, errors: [{ param, detail }] });
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
