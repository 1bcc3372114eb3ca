import { nameOf } from '../warehouse/manifest.ts';
import { DATASETS } from './dataset.ts';
import { type SnapshotFile, SnapshotFiles, type SnapshotFilesSettings } from './snapshot_files.ts';
import { type ExportQuery, writeDataset } from './write_dataset.ts';

export type ExportFile = SnapshotFile<ExportQuery, { rows: number }>;

/** The files of exports: see SnapshotFiles. */
export class ExportFiles extends SnapshotFiles<ExportQuery, { rows: number }> {
  constructor(settings: SnapshotFilesSettings) {
    super(
      {
        name: ({ id }, query) => exportName(id, query),
        ending: ({ format }) => format,
        write: async (database, query, path) => ({ rows: await writeDataset(database, query, path) }),
      },
      settings,
    );
  }
}

function exportName(snapshotId: string, query: ExportQuery): string {
  const { dataset, format, columns, category, sellers, brand, since } = query;
  return `${dataset}-${nameOf(snapshotId, dataset, format, columns, category, [...new Set(sellers)].sort(), brand, since)}`;
}

/** True for the export of a whole dataset with all its columns. */
export function isWhole(query: ExportQuery): boolean {
  const all = DATASETS[query.dataset].columns.map((column) => column.name);
  const { category, brand, since, sellers, columns } = query;
  return (
    category === null &&
    brand === null &&
    since === null &&
    sellers.length === 0 &&
    columns.join() === all.join()
  );
}
