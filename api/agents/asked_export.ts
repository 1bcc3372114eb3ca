import { type Static, Type } from 'typebox';
import {
  DATASET_NAMES,
  DATASETS,
  type Dataset,
  EXPORT_FORMATS,
  type ExportFormat,
} from '../../exports/dataset.ts';
import { changesFault, type ExportQuery } from '../../exports/export_query.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { requireSellers } from '../catalogue/referenced_product.ts';
import { closed, oneOf, SellerFilter } from '../catalogue/schema.ts';
import { ApiError } from '../http/errors.ts';
import { requireCategory } from '../search/category_filter.ts';

export const MEDIA_TYPES: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  arrow: 'application/vnd.apache.arrow.stream',
};

export const exportsQuery = Type.Object(
  {
    dataset: Type.Optional(oneOf(DATASET_NAMES, 'What to export. Absent: an overview of all datasets.')),
    format: Type.Optional(
      oneOf(EXPORT_FORMATS, 'Default the one that `Accept` likes best by its media type, else ndjson.'),
    ),
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
    changes_since: Type.Optional(
      Type.String({
        pattern: '^snp_[0-9a-f]{16}$',
        description:
          'The `x-snapshot-id` of an earlier file: only rows that are new since or differ in one of `columns`, and with `removed: true` the key of those that are no more. Of datasets with a `key_column`.',
      }),
    ),
  },
  closed,
);
type Query = Static<typeof exportsQuery>;

/** Checks what the schema cannot; null when the overview is asked for. `accept`: the request's header. */
export function askedExport(
  snapshot: Snapshot,
  asked: Query,
  accept: string | string[] | undefined,
): ExportQuery | null {
  const { dataset, seller = [], brand = null, since, changes_since = null } = asked;
  if (dataset === undefined) {
    const [param] = Object.keys(asked);
    if (param === undefined) return null;
    throw invalid('dataset', `${param} needs a dataset; there are ${DATASET_NAMES.join(', ')}`);
  }
  requireSellers(snapshot, seller, 'seller');
  const category =
    asked.category === undefined ? null : requireCategory(snapshot, asked.category, 'category');
  const columns = columnsAsked(DATASETS[dataset], asked.columns);
  const moment = since === undefined ? null : new Date(since).toISOString();
  const format = asked.format ?? formatAccepted(accept);
  const query = { dataset, format, columns, category, sellers: seller, brand, since: moment, changes_since };
  const fault = changesFault(query);
  if (fault) throw invalid(fault.param, fault.detail);
  return query;
}

function columnsAsked(dataset: Dataset, list: string | undefined): string[] {
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

/** The format whose media type the header likes best, the one named first of equals; NDJSON where it names none. */
function formatAccepted(accept: string | string[] | undefined): ExportFormat {
  let best: { format: ExportFormat; quality: number } = { format: 'ndjson', quality: 0 };
  for (const range of String(accept ?? '').split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const format = EXPORT_FORMATS.find((one) => MEDIA_TYPES[one] === type);
    const said = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = said === undefined ? 1 : Number(said.slice(2));
    if (format && quality > best.quality) best = { format, quality };
  }
  return best.format;
}

function invalid(param: string, detail: string): ApiError {
  return new ApiError('invalid_request', { detail, errors: [{ param, detail }] });
}
