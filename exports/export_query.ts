import { nameOf } from '../warehouse/manifest.ts';
import {
  type Column,
  DATASET_NAMES,
  DATASETS,
  type Dataset,
  type DatasetName,
  type ExportFormat,
  REMOVED,
} from './dataset.ts';

/** What is asked of one export. */
export interface ExportQuery {
  dataset: DatasetName;
  format: ExportFormat;
  /** Names of the dataset's columns, in the order wanted. */
  columns: readonly string[];
  /** Only products in this node of the taxonomy and below, whatever the dataset. */
  category: string | null;
  /** Only these sellers; of products and variants those that one of them carries now. Empty: all. */
  sellers: readonly string[];
  /** Only products of this brand, however it is spelled. */
  brand: string | null;
  /** ISO 8601 UTC: only rows whose time column is at or after it. */
  since: string | null;
  /** Id of a snapshot: only what has changed from then to now, and what is no more. */
  changes_since: string | null;
}

/** The whole of a dataset. */
export function wholeDataset(dataset: DatasetName, format: ExportFormat): ExportQuery {
  const columns = DATASETS[dataset].columns.map((column) => column.name);
  return {
    dataset,
    format,
    columns,
    category: null,
    sellers: [],
    brand: null,
    since: null,
    changes_since: null,
  };
}

/** True for the export of a whole dataset with all its columns. */
export function isWhole(query: ExportQuery): boolean {
  return exportName('', query) === exportName('', wholeDataset(query.dataset, query.format));
}

/** Names an export of a snapshot by everything asked, filters in any order being the same. */
export function exportName(snapshotId: string, query: ExportQuery): string {
  const { dataset, format, columns, category, sellers, brand, since, changes_since } = query;
  const asked = [columns, category, [...new Set(sellers)].sort(), brand, since, changes_since];
  return `${dataset}-${nameOf(snapshotId, dataset, format, ...asked)}`;
}

/** What is wrong with asking for changes in this way: the parameter and why; null where nothing is. */
export function changesFault(query: ExportQuery): { param: keyof ExportQuery; detail: string } | null {
  const { dataset, columns, since, changes_since } = query;
  const { key }: Dataset = DATASETS[dataset];
  if (changes_since === null) return null;
  if (key === null) {
    const keyed = DATASET_NAMES.filter((name) => DATASETS[name].key !== null).join(', ');
    const detail = `changes_since is of ${keyed}, whose rows have a key; of ${dataset} take what is new with since`;
    return { param: 'changes_since', detail };
  }
  if (since !== null)
    return {
      param: 'changes_since',
      detail: 'since and changes_since exclude each other; leave one of them out',
    };
  if (columns.includes(key)) return null;
  return {
    param: 'columns',
    detail: `with changes_since, columns must name ${key}, by which rows are applied`,
  };
}

/** What the columns of the file are, in their order. Throws a RangeError for one that the dataset has not. */
export function columnsOf({ dataset, columns, changes_since }: ExportQuery): Column[] {
  const { columns: all }: Dataset = DATASETS[dataset];
  const described = columns.map((name) => {
    const column = all.find((one) => one.name === name);
    if (column) return column;
    throw new RangeError(`there is no column ${name}; there are ${all.map((one) => one.name).join(', ')}`);
  });
  return changes_since === null ? described : [...described, REMOVED];
}
