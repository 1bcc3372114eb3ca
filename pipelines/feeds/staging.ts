import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, fileList, literal, loadSql, type SqlParameters } from '../../warehouse/database.ts';
import { REJECT_COLUMNS, STAGED_COLUMNS } from '../../warehouse/run.ts';
import { CURRENCY_EXPONENTS, toMinor } from '../domain/money.ts';
import { FeedError } from './error.ts';
import { defineFunctions } from './functions.ts';
import { asOfColumn } from './observed.ts';
import type { Outcome, StageRecord } from './outcome.ts';
import { openPart, type Part } from './part.ts';
import type { StageOptions } from './stage.ts';

const sql = (name: string): string => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * Parses the files of one observation into `staged/<stage_id>/` (`rows.parquet`, `rejects.parquet`,
 * `stage.json`). The folder gets its name when all is written and flushed, so it exists wholly or not at all.
 */
export async function buildStage(options: StageOptions, stageId: string): Promise<StageRecord> {
  const started = performance.now();
  const { database, folder } = options;
  const scratch = folder.scratch(`stage-${randomUUID()}`);
  const output = join(scratch, 'output');
  await mkdir(output, { recursive: true });
  const interrupt = (): void => database.interrupt();
  options.signal?.addEventListener('abort', interrupt);
  try {
    options.signal?.throwIfAborted();
    defineFunctions(database.connection);
    await database.script('define staging macros', sql('macros'));
    const parts: Part[] = [];
    for (const [number, file] of options.landed.files.entries()) {
      const part = await openPart(options, file, number, scratch);
      await draftPart(options, part, scratch);
      parts.push(part);
    }
    const record = await finish(options, parts, scratch, output, started);
    await publishFolder(output, folder.staged(stageId));
    return record;
  } catch (error) {
    if (options.signal?.aborted)
      throw new FeedError('cancelled', `staging of ${options.seller.id}/${options.feed.name} was cancelled`, {
        cause: error,
      });
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', interrupt);
    await database.script('forget staging', sql('forget'));
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Reads one file into a draft of typed rows, taken or not, in the order of the file. */
async function draftPart(options: StageOptions, part: Part, scratch: string): Promise<void> {
  const { database } = options;
  await database.run('read feed', `create or replace temp view raw as ${part.source.sql}`);
  const draft = join(scratch, `draft-${part.number}.parquet`);
  await database.run(
    'stage rows',
    `copy (select ${part.number} as part, * from (${sql('stage')})) to ${literal(draft)} (format parquet)`,
    stageParameters(options),
  );
}

function stageParameters({ seller, feed, market, landed }: StageOptions): SqlParameters {
  const currency = feed.currency ?? market.currency;
  const digits = CURRENCY_EXPONENTS.get(currency) ?? 2;
  return {
    seller: seller.id,
    country: market.country,
    currency,
    by_as_of: asOfColumn(feed.as_of) !== null,
    as_of: landed.as_of.replace('T', ' ').replace('Z', ''),
    plain_price: digits === 0 ? '[0-9]{1,12}' : `[0-9]{1,12}([.][0-9]{1,${digits}})?`,
    factor: 10 ** digits,
    shipping_minor: sellerAmount(seller.shipping?.cost, market.currency),
    free_over_minor: sellerAmount(seller.shipping?.free_over, market.currency),
  };
}

/** Judges duplicates, counts, and writes what is kept. */
async function finish(
  options: StageOptions,
  parts: Part[],
  scratch: string,
  output: string,
  started: number,
): Promise<StageRecord> {
  const { database } = options;
  const drafts = parts.map((part) => join(scratch, `draft-${part.number}.parquet`));
  await database.script(
    'gather drafts',
    `create or replace temp view drafts as from read_parquet(${fileList(drafts)}, file_row_number = true);
     create or replace temp table duplicates as ${sql('duplicates')};
     create or replace temp table line_shifts (part integer, file_row_number bigint, shift bigint);
     insert into line_shifts values ${parts.map((part) => `(${part.number}, 0, ${(part.dialect?.skip ?? 0) + 2})`).join(', ')}`,
  );
  await database.script('collect problems', `create or replace temp table problems as ${sql('problems')}`);
  const outcomes = await countOutcomes(options);
  await writeRows(database, drafts, join(output, 'rows.parquet'), outcomes);
  await database.run(
    'write rejects',
    `copy (select ${Object.keys(REJECT_COLUMNS).join(', ')} from problems order by part, line) to ${literal(join(output, 'rejects.parquet'))} (format parquet)`,
  );
  const record: StageRecord = {
    outcomes,
    seconds: (performance.now() - started) / 1000,
    prices_hold: await pricesHold(options),
  };
  await writeFile(join(output, 'stage.json'), `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

/** When nothing was refused the only draft is already what is kept: one pass over the feed. */
async function writeRows(
  database: Database,
  drafts: string[],
  target: string,
  outcomes: Outcome[],
): Promise<void> {
  const [only] = drafts;
  if (only !== undefined && drafts.length === 1 && outcomes.every((outcome) => outcome.rejected === 0)) {
    await rename(only, target);
    return;
  }
  await database.run(
    'write rows',
    `copy (
       select ${Object.keys(STAGED_COLUMNS).join(', ')} from drafts
       anti join duplicates using (part, file_row_number) where not rejected
     ) to ${literal(target)} (format parquet)`,
  );
}

/** Counts by observation time; throws when what was read is not what was taken plus what was refused. */
async function countOutcomes(options: StageOptions): Promise<Outcome[]> {
  const { database } = options;
  const counts = await database.rows<Record<string, number> & { as_of: string | null }>(
    'count rows',
    sql('outcomes'),
  );
  const problems = await database.rows<{
    as_of: string | null;
    severity: string;
    code: string;
    rows: number;
  }>('count problems', sql('problem_counts'));
  const outcomes = counts
    .filter((row) => row.as_of !== null)
    .map((row): Outcome => {
      const own = problems.filter((problem) => problem.as_of === row.as_of);
      const tally = (severity: string): Record<string, number> =>
        Object.fromEntries(
          own
            .filter((problem) => problem.severity === severity)
            .map((problem) => [problem.code, problem.rows]),
        );
      const rejected_by = tally('reject');
      const { valid = 0, missing = 0, malformed = 0, checksum = 0, restricted = 0 } = row;
      return {
        as_of: iso(row.as_of ?? ''),
        rows_read: row['rows_read'] ?? 0,
        accepted: row['accepted'] ?? 0,
        rejected: Object.values(rejected_by).reduce((sum, rows) => sum + rows, 0),
        rejected_by,
        notes_by: tally('note'),
        gtin: { valid, missing, malformed, checksum, restricted },
      };
    });
  if (outcomes.length === 0)
    throw new FeedError('empty', `${options.seller.id}/${options.feed.name}: the feed has no row`);
  for (const outcome of outcomes) {
    if (outcome.rows_read !== outcome.accepted + outcome.rejected) {
      throw new Error(
        `staging lost rows: ${outcome.rows_read} read, ${outcome.accepted} accepted, ${outcome.rejected} rejected`,
      );
    }
  }
  return outcomes;
}

async function pricesHold({ database, landed }: StageOptions): Promise<StageRecord['prices_hold']> {
  void database;
  void landed;
  return Promise.resolve({ from: null, to: null });
}

/** Gives a finished folder its name. When another process was faster its folder holds the same and stays. */
async function publishFolder(source: string, target: string): Promise<void> {
  for (const name of ['rows.parquet', 'rejects.parquet', 'stage.json']) await flush(join(source, name));
  if (existsSync(target)) return;
  await mkdir(join(target, '..'), { recursive: true });
  try {
    await rename(source, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** DuckDB's `2026-08-09 00:00:00` as ISO 8601 UTC. */
function iso(timestamp: string): string {
  return new Date(`${timestamp.replace(' ', 'T')}Z`).toISOString();
}

/** An amount of the settings in minor units; null where there is none. */
function sellerAmount(text: string | undefined, currency: string): bigint | null {
  if (text === undefined) return null;
  const minor = toMinor(text, currency);
  if (typeof minor === 'number') return BigInt(minor);
  throw new FeedError('settings', `shipping amount ${text} is no amount of ${currency} (${minor})`);
}
