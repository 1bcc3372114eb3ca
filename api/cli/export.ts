import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  DATASETS,
  type DatasetName,
  EXPORT_FORMATS,
  type ExportFormat,
  FILE_ENDINGS,
} from '../../exports/dataset.ts';
import { ExportFiles } from '../../exports/export_files.ts';
import { changesFault, type ExportQuery } from '../../exports/export_query.ts';
import { DEFAULT_MEMORY_LIMIT } from '../../pipelines/domain/settings/configuration.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { DEFAULT_SETTINGS } from '../http/settings.ts';
import { exportFormat } from './export_format.ts';
import { isoTime } from './iso_time.ts';
import { type OpenedIndex, openIndex } from './opened_index.ts';
import { bytes, counted, type Terminal } from './terminal.ts';

interface ExportOptions {
  format?: ExportFormat;
  out?: string;
  columns?: string[];
  category?: string;
  seller?: string[];
  brand?: string;
  since?: string;
  changesSince?: string;
}

/** Writes a dataset of the newest snapshot to a file: the same as GET /v1/exports. */
export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .description('write a dataset to a file, as GET /v1/exports does')
    .argument('<dataset>', Object.keys(DATASETS).join(', '), datasetName)
    .addOption(
      new Option('--format <format>', 'where the ending of --out does not say it (default: parquet)').choices(
        EXPORT_FORMATS,
      ),
    )
    .option(
      '--out <file>',
      'its ending says the format: .parquet, .ndjson, .jsonl, .arrows (default: DATASET.FORMAT)',
    )
    .option('--columns <names...>', 'only these columns, in this order')
    .option('--category <node>', 'only products of this category and below')
    .option('--seller <ids...>', 'only these sellers')
    .option('--brand <name>', 'only products of this brand')
    .option('--since <time>', 'only what is at or after this time, ISO 8601', isoTime)
    .option('--changes-since <snapshot>', 'only what is new, different or no more since this snapshot')
    .action(async (dataset: DatasetName, options: ExportOptions, command: Command) => {
      const format = exportFormat(options.out, options.format);
      const output = resolve(terminal.cwd, options.out ?? `${dataset}.${FILE_ENDINGS[format]}`);
      await using index = await openIndex(terminal, command);
      const { rows, size, snapshotId } = await exportFile(index, { dataset, options, format, output });
      terminal.out(`${counted(rows, 'row')}, ${bytes(size)}, written to ${output} (of ${snapshotId})\n`);
    });
}

async function exportFile(
  index: OpenedIndex,
  {
    dataset,
    options,
    format,
    output,
  }: { dataset: DatasetName; options: ExportOptions; format: ExportFormat; output: string },
): Promise<{ rows: number; size: number; snapshotId: string }> {
  const manifest = (await currentManifest(index.store))?.manifest;
  if (!manifest) throw new Error('nothing is published yet; run `start` or `ingest` first');
  const memoryLimit = index.config.configuration.memory_limit ?? DEFAULT_MEMORY_LIMIT;
  const folder = index.folder.ownScratch('export');
  const draft = `${output}.${process.pid}.part`;
  const limits = { memoryLimit, timeLimitMs: DEFAULT_SETTINGS.time_limit_ms };
  const snapshot = await OpenSnapshot.open(manifest, index.store, limits);
  try {
    const made = await new ExportFiles({ folder, memoryLimit }).file(
      snapshot,
      queryOf(dataset, format, options),
    );
    await mkdir(dirname(output), { recursive: true });
    await copyFile(made.path, draft);
    await rename(draft, output);
    return { rows: made.rows, size: made.bytes, snapshotId: snapshot.id };
  } finally {
    snapshot.close();
    await rm(folder, { recursive: true, force: true });
    await rm(draft, { force: true });
  }
}

function queryOf(dataset: DatasetName, format: ExportFormat, options: ExportOptions): ExportQuery {
  const query: ExportQuery = {
    dataset,
    format,
    columns: columnsOf(dataset, options.columns),
    category: options.category ?? null,
    sellers: options.seller ?? [],
    brand: options.brand ?? null,
    since: options.since ?? null,
    changes_since: options.changesSince ?? null,
  };
  const fault = changesFault(query);
  if (fault) throw new Error(fault.detail);
  return query;
}

function columnsOf(dataset: DatasetName, wanted: readonly string[] | undefined): string[] {
  const all = DATASETS[dataset].columns.map((column) => column.name);
  const unknown = wanted?.filter((name) => !all.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`${dataset} has no column ${unknown.join(', ')}; there is ${all.join(', ')}`);
  return wanted === undefined ? all : [...wanted];
}

function datasetName(text: string): DatasetName {
  if (!Object.hasOwn(DATASETS, text))
    throw new InvalidArgumentError(`There is ${Object.keys(DATASETS).join(', ')}.`);
  return text as DatasetName;
}
