import { EXPORT_FORMATS, type ExportFormat } from '../../exports/dataset.ts';

/** Format of a file by its ending. */
const OF_ENDING: Readonly<Record<string, ExportFormat>> = {
  parquet: 'parquet',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  arrows: 'arrow',
};
/** Endings that promise what an export is not. */
const OF_OTHERS = new Set('csv tsv txt json xml xls xlsx arrow feather avro orc gz zst zip bz2'.split(' '));

/**
 * The format of an export: what the file's ending says, or `--format`, or Parquet where neither says anything.
 * Throws where they contradict each other, and for an ending that nothing here is written in.
 */
export function exportFormat(out: string | undefined, format: ExportFormat | undefined): ExportFormat {
  const ending = /[^/\\]\.([a-z0-9]+)$/i.exec(out ?? '')?.[1]?.toLowerCase();
  if (ending === undefined) return format ?? 'parquet';
  const said = OF_ENDING[ending];
  if (said !== undefined && (format ?? said) === said) return said;
  if (said !== undefined)
    throw new Error(`--out ${out} ends in .${ending}, but --format is ${format}; leave one of them out`);
  if (format !== undefined && !OF_OTHERS.has(ending)) return format;
  throw new Error(
    `--out ${out} ends in .${ending}, which is no export; end it in .parquet, .ndjson or .arrows${
      format === undefined && !OF_OTHERS.has(ending)
        ? `, or give --format (${EXPORT_FORMATS.join(', ')})`
        : ''
    }`,
  );
}
