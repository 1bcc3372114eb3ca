import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { literal, loadSql, type SqlParameters } from '../../warehouse/database.ts';
import { REJECT_COLUMNS } from '../../warehouse/run.ts';
import { CURRENCY_EXPONENTS, toMinor } from '../domain/money.ts';
import {
  type Draft,
  type DraftSettings,
  draftPart,
  type Malformed,
  repairPart,
  type Unreadable,
} from './draft.ts';
import { FeedError } from './error.ts';
import { flush } from './file.ts';
import { asOfColumn } from './observed.ts';
import {
  type Count,
  outcomesOf,
  type ProblemCount,
  type StageRecord,
  type Summary,
  withoutDuplicates,
} from './outcome.ts';
import { openPart, type Part } from './part.ts';
import { prepareDatabase } from './prepared_database.ts';
import type { StageOptions } from './stage.ts';

const IN_MEMORY_BYTES = 500_000;

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * Parses the files of one observation into `staged/<stage_id>/` (`rows.parquet`, `rejects.parquet`,
 * `stage.json`). The folder gets its name when all is written and flushed, so it exists wholly or not at all.
 */
export async function buildStage(options: StageOptions, stageId: string): Promise<StageRecord> {
  const started = performance.now();
  const { database, folder, signal } = options;
  const scratch = folder.scratch(`stage-${randomUUID()}`);
  const output = join(scratch, 'output');
  await mkdir(output, { recursive: true });
  const interrupt = (): void => database.interrupt();
  signal?.addEventListener('abort', interrupt);
  const staging = new Staging(options, scratch);
  try {
    signal?.throwIfAborted();
    await prepareDatabase(database, staging.inMemory ? 'small' : 'large');
    // The place of a row in its draft is its place in the file: lines are told from it.
    await database.run('keep order', 'set preserve_insertion_order = true');
    const outcome = await staging.read();
    await staging.write(output, outcome);
    const record = { ...outcome, seconds: (performance.now() - started) / 1000 };
    await writeFile(join(output, 'stage.json'), `${JSON.stringify(record, null, 2)}\n`);
    signal?.throwIfAborted();
    await publishFolder(output, folder.staged(stageId));
    return record;
  } catch (error) {
    if (!signal?.aborted) throw error;
    throw new FeedError('cancelled', `staging of ${options.seller.id}/${options.feed.name} was cancelled`, {
      cause: error,
    });
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await database.run('forget order', 'set preserve_insertion_order = false');
    await staging.forget();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** One observation on its way from files to typed rows. */
class Staging {
  readonly #options: StageOptions;
  readonly #settings: DraftSettings;
  readonly #drafts: Draft[] = [];
  readonly #malformed: Malformed[] = [];
  #clean = true;

  constructor(options: StageOptions, scratch: string) {
    this.#options = options;
    this.#settings = {
      database: options.database,
      scratch,
      parameters: stageParameters(options),
      inMemory:
        options.landed.files.reduce((sum, file) => sum + file.bytes, 0) <=
        (options.inMemoryBytes ?? IN_MEMORY_BYTES),
    };
  }

  /** Whether its drafts are kept in memory. */
  get inMemory(): boolean {
    return this.#settings.inMemory;
  }

  /** Drafts all files and judges their rows together. */
  async read(): Promise<Omit<StageRecord, 'seconds'>> {
    const { landed, signal, onProgress } = this.#options;
    const total = landed.files.reduce((sum, file) => sum + file.bytes, 0);
    const parts: { part: Part; refused: Unreadable['stretches'] }[] = [];
    let bytes = 0;
    for (const [number, file] of landed.files.entries()) {
      signal?.throwIfAborted();
      const part = await openPart(this.#options, file, number, this.#settings.scratch);
      const { draft, refused } = await draftPart(this.#settings, part);
      this.#drafts.push(draft);
      parts.push({ part, refused });
      bytes += file.bytes;
      onProgress?.({ step: 'stage', bytes, total });
    }
    await this.#defineDrafts();
    const strange = await this.#strangeLines(parts.map(({ part }) => part));
    const summary = await this.#rows<Summary>('summarise rows', 'summary');
    this.#clean =
      strange === 0 &&
      parts.every(({ refused }) => refused.length === 0) &&
      summary.every((row) => row.with_problems === 0 && row.listings === row.accepted);
    return this.#clean ? this.#outcomes(summary, []) : this.#judge(parts);
  }

  /** Writes what is kept and what was found wrong. */
  async write(output: string, { outcomes }: Omit<StageRecord, 'seconds'>): Promise<void> {
    const { database } = this.#options;
    const target = join(output, 'rows.parquet');
    const [only] = this.#drafts;
    const kept = outcomes.every((outcome) => outcome.rejected === 0);
    // Nothing was refused: the draft already is what is kept, and the feed is written once.
    if (kept && only?.path !== undefined && this.#drafts.length === 1) await rename(only.path, target);
    else {
      const left = this.#clean ? '' : 'anti join duplicates using (part, file_row_number)';
      const rows = `select * exclude (file_row_number) from drafts ${left} where not rejected`;
      await database.run('write rows', `copy (${rows}) to ${literal(target)} (format parquet)`);
    }
    const problems = this.#clean
      ? `select ${Object.entries(REJECT_COLUMNS)
          .map(([name, type]) => `null::${type} as ${name}`)
          .join(', ')} limit 0`
      : `select ${Object.keys(REJECT_COLUMNS).join(', ')} from problems order by part, line`;
    await database.run(
      'write rejects',
      `copy (${problems}) to ${literal(join(output, 'rejects.parquet'))} (format parquet)`,
    );
  }

  /** Drops what was made in the database. */
  async forget(): Promise<void> {
    const drafts = this.#drafts.map((_, index) => `drop table if exists draft_${index};`).join('\n');
    await this.#options.database.script('forget staging', `${sql('forget')}\n${this.inMemory ? drafts : ''}`);
  }

  /** The long way, when anything was found wrong: repairs, duplicates, lines. */
  async #judge(
    parts: { part: Part; refused: Unreadable['stretches'] }[],
  ): Promise<Omit<StageRecord, 'seconds'>> {
    const { database } = this.#options;
    const shifts: string[] = [];
    for (const { part, refused } of parts) {
      const repaired = await repairPart(this.#settings, part, refused, this.#drafts.length);
      this.#drafts.push(...repaired.drafts);
      this.#malformed.push(...repaired.malformed);
      shifts.push(...repaired.shifts.map(({ record, shift }) => `${part.number},${record},${shift}\n`));
    }
    await this.#defineDrafts();
    await this.#table(
      'line_shifts',
      'part,record,shift',
      "{'part': 'INTEGER', 'record': 'BIGINT', 'shift': 'BIGINT'}",
      shifts,
    );
    await this.#table(
      'malformed',
      'part,line,value,detail',
      "{'part': 'INTEGER', 'line': 'BIGINT', 'value': 'VARCHAR', 'detail': 'VARCHAR'}",
      this.#malformed.map(
        ({ part, line, value, detail }) =>
          `${part},${line},"${value.slice(0, 500).replaceAll('"', '""')}","${detail}"\n`,
      ),
    );
    await database.run('find duplicates', `create or replace temp table duplicates as ${sql('duplicates')}`);
    await database.run('collect problems', `create or replace temp table problems as ${sql('problems')}`);
    const summary = await this.#rows<Summary>('summarise rows', 'summary');
    const duplicates = await this.#rows<Count>('count duplicates', 'duplicate_counts');
    return this.#outcomes(
      withoutDuplicates(summary, duplicates),
      await this.#rows<ProblemCount>('count problems', 'problem_counts'),
    );
  }

  #outcomes(summary: Summary[], problems: ProblemCount[]): Omit<StageRecord, 'seconds'> {
    const { seller, feed } = this.#options;
    const name = `${seller.id}/${feed.name}`;
    const result = outcomesOf(summary, problems, this.#malformed.length, name);
    if (result.outcomes.length > 0) return result;
    const why = feed.where ? ` that has ${JSON.stringify(feed.where)}` : '';
    throw new FeedError('empty', `${name}: the feed has no row${why}`);
  }

  /** Sets aside the lines of JSON that are no record; says how many. */
  async #strangeLines(parts: Part[]): Promise<number> {
    for (const { number, strange } of parts) {
      if (!strange) continue;
      const found = await this.#options.database.rows<{ line: string; value: string }>(
        'find strange lines',
        `select line, left(json, 500) as value from ${strange.lines} where trim(json) <> '' and (${strange.condition})`,
      );
      this.#malformed.push(
        ...found.map(({ line, value }) => ({
          part: number,
          line: Number(line),
          value,
          detail: strange.detail,
        })),
      );
    }
    return this.#malformed.length;
  }

  /** Defines `drafts`, the rows of all files, taken or not. */
  #defineDrafts(): Promise<void> {
    const rows = this.#drafts.map((draft) => draft.relation).join(' union all by name ');
    return this.#options.database.run('define drafts', `create or replace temp view drafts as ${rows}`);
  }

  #rows<T>(step: string, name: string): Promise<T[]> {
    return this.#options.database.rows<T>(step, sql(name));
  }

  /** A temporary table from lines of CSV: values never pass through SQL text. */
  async #table(name: string, header: string, types: string, lines: string[]): Promise<void> {
    const path = join(this.#settings.scratch, `${name}.csv`);
    await writeFile(path, [`${header}\n`, ...lines].join(''));
    const read = `read_csv(${literal(path)}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', columns = ${types})`;
    await this.#options.database.run(`load ${name}`, `create or replace temp table ${name} as from ${read}`);
  }
}

function stageParameters({ seller, feed, market, landed }: StageOptions): SqlParameters {
  const currency = feed.currency ?? market.currency;
  const digits = CURRENCY_EXPONENTS.get(currency) ?? 2;
  return {
    seller: seller.id,
    country: market.country,
    currency,
    market_currency: market.currency,
    by_as_of: asOfColumn(feed.as_of) !== null,
    as_of: landed.as_of.replace('T', ' ').replace('Z', ''),
    plain_price: plainPrice(digits),
    factor: 10 ** digits,
    shipping_minor: sellerAmount(seller.shipping?.cost, market.currency),
    free_over_minor: sellerAmount(seller.shipping?.free_over, market.currency),
  };
}

/** The pattern of prices that a double holds exactly in minor units: 15 digits with the currency's decimals. */
function plainPrice(decimals: number): string {
  const whole = `[0-9]{1,${Math.min(12, 15 - decimals)}}`;
  return decimals === 0 ? whole : `${whole}([.][0-9]{1,${decimals}})?`;
}

/** An amount of the settings in minor units; null where there is none. */
function sellerAmount(text: string | undefined, currency: string): bigint | null {
  if (text === undefined) return null;
  const minor = toMinor(text, currency);
  if (typeof minor === 'number') return BigInt(minor);
  throw new FeedError('settings', `shipping amount ${text} is no amount of ${currency} (${minor})`);
}

const STAGE_FILES = ['rows.parquet', 'rejects.parquet', 'stage.json'];

/**
 * Gives a finished folder its name. When another process was faster its folder holds the same and stays; a file that
 * it lacks, because it was lost or set aside as damaged, is filled in.
 */
async function publishFolder(source: string, target: string): Promise<void> {
  for (const name of STAGE_FILES) await flush(join(source, name));
  if (existsSync(target)) {
    for (const name of STAGE_FILES)
      if (!existsSync(join(target, name))) await rename(join(source, name), join(target, name));
    return;
  }
  await mkdir(join(target, '..'), { recursive: true });
  try {
    await rename(source, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
