import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, literal, loadSql } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { timestampLiteral } from '../../warehouse/listing_rows.ts';
import { type BaseRun, nameOf } from '../../warehouse/manifest.ts';
import {
  correctedColumns,
  type DeliveryTier,
  type PriceCorrection,
} from '../../warehouse/price_correction.ts';
import { REJECT_COLUMNS, type Run } from '../../warehouse/run.ts';
import { FILLED_COLUMNS, type FilledColumn, type RunShape } from '../domain/run_measures.ts';
import { publishFolder } from '../feeds/published_folder.ts';

/** Part of the name of laid rows: raised when the same files are laid over one another otherwise. */
const LAID_VERSION = 1;

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** A run of a supplement. */
export type SupplementRun = Pick<Run, 'run_id' | 'feed' | 'stage_id' | 'as_of' | 'by_as_of'>;

/** What is laid over what, and when. */
export interface Laying {
  database: Database;
  folder: DataFolder;
  /** The supplemented feed, as people know it: `seller/feed`. */
  name: string;
  base: BaseRun;
  /** How the base's own prices are to be read. */
  correction: PriceCorrection | undefined;
  /** What delivery costs by the seller's settings. */
  tier: DeliveryTier | undefined;
  /** The newest of each supplement, in the order of the configuration: an earlier one's word goes before. */
  supplements: readonly SupplementRun[];
  /** ISO 8601: the moment at which sales begin and end. */
  as_of: string;
}

/** Names the rows that come of it: the same files for the same moment are the same rows. */
function laidStageId({ base, correction, tier, supplements, as_of }: Laying): string {
  return nameOf(
    'laid',
    LAID_VERSION,
    [base.stage_id, base.by_as_of ? base.as_of : null, correction ?? null, tier ?? null],
    supplements.map((run) => [run.feed, run.stage_id, run.by_as_of ? run.as_of : null]),
    as_of,
  );
}

/**
 * Writes the rows of a feed with its supplements laid over them as a stage of its own, unless it is there, and returns
 * its id. `told` is the supplement whose rejects are written beside: those of staging, and rows without a listing.
 */
export async function layRows(laying: Laying, told?: Run): Promise<string> {
  const { database, folder, supplements, name, as_of, tier } = laying;
  const stageId = laidStageId(laying);
  const target = folder.staged(stageId);
  const hasRejects = told === undefined || existsSync(folder.stagedRejects(stageId));
  if (existsSync(folder.stagedRows(stageId)) && hasRejects) return stageId;
  const draft = folder.scratch(`stage-${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  try {
    await defineSources(laying);
    const rows = join(draft, 'rows.parquet');
    await database.run('keep order', 'set preserve_insertion_order = true');
    await database.run('lay supplements', `copy (${sql('laid_rows')}) to ${literal(rows)} (format parquet)`, {
      as_of: plain(as_of),
      tier_currency: tier?.currency ?? null,
      tier_cost: tier?.cost_minor ?? null,
      tier_free_from: tier?.free_over_minor ?? null,
    });
    await database.run('forget order', 'set preserve_insertion_order = false');
    if (told) {
      await database.run(
        'open what staging found',
        `create or replace temp view supplement_problems as from read_parquet(${literal(folder.stagedRejects(told.stage_id))})`,
      );
      const columns = Object.entries(REJECT_COLUMNS).map(
        ([column, type]) => `${column}::${type} as ${column}`,
      );
      await database.run(
        'write rejects of a supplement',
        `copy (select ${columns.join(', ')} from (${sql('laid_problems')}) order by line, severity desc, code) to ${literal(join(draft, 'rejects.parquet'))} (format parquet)`,
        {
          place: supplements.findIndex(({ feed }) => feed === told.feed),
          file: told.source.name,
          primary: name,
        },
      );
    }
    await publishFolder(draft, target, ['rows.parquet', ...(told ? ['rejects.parquet'] : [])]);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return stageId;
}

const plain = (iso: string) => iso.replace('T', ' ').replace('Z', '');

/** Rows staged before a column of staging's own was added lack it. */
const NO_BASE =
  'select null::timestamp as sale_from, null::timestamp as sale_to, null::boolean as on_sale where false';

/** Defines `base_rows`, `supplement_rows` and `supplement_names`. */
async function defineSources({ database, folder, base, correction, supplements }: Laying): Promise<void> {
  const file = `read_parquet(${literal(folder.stagedRows(base.stage_id))}, file_row_number = true)`;
  const corrected = correction ? ` replace (${Object.values(correctedColumns(correction)).join(', ')})` : '';
  const of = (run: Pick<Run, 'as_of' | 'by_as_of'>) =>
    run.by_as_of ? ` where as_of = ${timestampLiteral(run.as_of)}` : '';
  const rows = supplements.map(
    (run, place) =>
      `select ${place} as place, * from read_parquet(${literal(folder.stagedRows(run.stage_id))})${of(run)}`,
  );
  const names = supplements.map(({ feed }, place) => `(${place}, ${literal(feed)})`);
  await database.script(
    'open what is laid over one another',
    `create or replace temp view base_rows as
       select *${corrected} from (from ${file} union all by name (${NO_BASE}))${of(base)};
     create or replace temp view supplement_rows as ${rows.join(' union all by name ')};
     create or replace temp view supplement_names as from (values ${names.join(', ')}) as t(place, name);`,
  );
}

/** What laid rows are like. */
export async function laidShape({ database, folder }: Laying, stageId: string): Promise<RunShape> {
  await database.run(
    'open laid rows',
    `create or replace temp view laid_rows as from read_parquet(${literal(folder.stagedRows(stageId))})`,
  );
  interface Shaped extends Omit<RunShape, 'currencies' | 'filled'> {
    currencies: { currency: string; rows: number }[] | null;
    filled: Record<FilledColumn, number>;
  }
  const [row] = await database.rows<Shaped>('measure laid rows', sql('laid_shape'));
  if (!row) throw new Error(`the rows of stage ${stageId} cannot be measured`);
  return {
    ...row,
    titles: Math.min(row.rows, row.titles),
    currencies: Object.fromEntries((row.currencies ?? []).map(({ currency, rows }) => [currency, rows])),
    filled: Object.fromEntries(
      FILLED_COLUMNS.map((column) => [column, row.filled[column]]),
    ) as RunShape['filled'],
  };
}

/** The codes that laying finds, besides those of staging. */
const LAID_CODES = ['missing_primary', 'currency_differs', 'said_before'];

/** The run with its rows accounted anew: those without a listing are rejects. */
export async function accounted(
  { database, folder }: Laying,
  run: Run,
  at: string,
  stageId: string,
): Promise<Run> {
  const found = await database.rows<{ severity: 'reject' | 'note'; code: string; rows: string }>(
    'count what laying found',
    `select severity, code, count(*) as rows from read_parquet(${literal(folder.stagedRejects(stageId))})
     where code in (${LAID_CODES.map(literal).join(', ')}) group by all order by code`,
  );
  const { rejected_by, notes_by } = run;
  const tally = (severity: 'reject' | 'note', earlier: Record<string, number>): Record<string, number> =>
    Object.fromEntries([
      ...Object.entries(earlier).filter(([code]) => !LAID_CODES.includes(code)),
      ...found
        .filter((one) => one.severity === severity)
        .map(({ code, rows }): [string, number] => [code, Number(rows)]),
    ]);
  const rejects = tally('reject', rejected_by);
  const rejected = Object.values(rejects).reduce((sum, rows) => sum + rows, 0);
  return {
    ...run,
    accepted: run.rows_read - rejected,
    rejected,
    rejected_by: rejects,
    notes_by: tally('note', notes_by),
    laid: { at, stage_id: stageId },
  };
}
