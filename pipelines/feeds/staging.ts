import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listValue } from '@duckdb/node-api';
import { literal, loadSql } from '../../warehouse/database.ts';
import { REJECT_COLUMNS } from '../../warehouse/run.ts';
import type { TextEncoding } from '../domain/feed_profile.ts';
import { kindOf } from '../domain/settings/feed_settings.ts';
import {
  type Draft,
  type DraftSettings,
  draftPart,
  malformedLine,
  type PartFinding,
  repairPart,
  type Unreadable,
} from './draft.ts';
import { FeedError } from './error.ts';
import { SHOWN_CHARACTERS } from './finding.ts';
import {
  type FormRow,
  firstReadings,
  judgeNumbers,
  type NumbersFound,
  type Readings,
  readingParameters,
  readOtherwise,
} from './numbers.ts';
import {
  type Count,
  type Counted,
  outcomesOf,
  type ProblemCount,
  type Summary,
  withoutDuplicates,
} from './outcome.ts';
import { openPart, type Part } from './part.ts';
import { rowRules } from './row_rules.ts';
import type { StageOptions } from './stage.ts';
import { numberSettings, stageParameters } from './stage_parameters.ts';

const IN_MEMORY_BYTES = 500_000;

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** A part once its rows are drafted. */
interface DraftedPart {
  part: Part;
  refused: Unreadable['stretches'];
}

/** One observation on its way from files to typed rows. */
export class Staging {
  readonly #options: StageOptions;
  #settings: DraftSettings;
  readonly #drafts: Draft[] = [];
  readonly #findings: PartFinding[] = [];
  #clean = true;

  constructor(options: StageOptions, scratch: string) {
    this.#options = options;
    this.#settings = {
      database: options.database,
      scratch,
      rules: rowRules(options.feed),
      parameters: stageParameters(options),
      inMemory:
        options.landed.files.reduce((sum, file) => sum + file.bytes, 0) <=
        (options.inMemoryBytes ?? IN_MEMORY_BYTES),
    };
  }

  /** Whether its rows say their lines: whether one of a supplement has a listing is known only when it is laid over them. */
  get #keepsLines(): boolean {
    return kindOf(this.#options.feed) === 'supplements';
  }

  /** Whether its drafts are kept in memory. */
  get inMemory(): boolean {
    return this.#settings.inMemory;
  }

  /** Drafts all files and judges their rows together. */
  async read(): Promise<{
    counted: Counted;
    numbers: NumbersFound;
    encoding: TextEncoding | undefined;
  }> {
    const { landed, signal } = this.#options;
    const opened: Part[] = [];
    for (const [number, file] of landed.files.entries()) {
      signal?.throwIfAborted();
      opened.push(await openPart(this.#options, file, number, this.#settings.scratch));
    }
    const numbers = numberSettings(this.#options, opened);
    const first = firstReadings(numbers);
    let parts = await this.#draft(opened, first);
    const forms = await this.#rows<FormRow>('count forms of numbers', 'number_forms');
    const found = judgeNumbers(forms, numbers);
    if (readOtherwise(forms, first, found.readings)) parts = await this.#draft(opened, found.readings);
    const encoding = opened.find((part) => part.encoding)?.encoding;
    return { counted: await this.#count(parts), numbers: found, encoding };
  }

  /** Drafts all files with their numbers read so. */
  async #draft(opened: readonly Part[], readings: Readings): Promise<DraftedPart[]> {
    const { landed, signal, onProgress } = this.#options;
    const total = landed.files.reduce((sum, file) => sum + file.bytes, 0);
    this.#settings = {
      ...this.#settings,
      parameters: { ...this.#settings.parameters, ...readingParameters(readings) },
    };
    this.#drafts.length = 0;
    const parts: DraftedPart[] = [];
    let bytes = 0;
    for (const part of opened) {
      signal?.throwIfAborted();
      const { draft, refused } = await draftPart(this.#settings, part);
      this.#drafts.push(draft);
      parts.push({ part, refused });
      bytes += landed.files[part.number]?.bytes ?? 0;
      onProgress?.({ step: 'stage', bytes, total });
    }
    await this.#defineDrafts();
    return parts;
  }

  async #count(parts: DraftedPart[]): Promise<Counted> {
    await this.#collectFindings(parts.map(({ part }) => part));
    const summary = await this.#summary();
    this.#clean =
      !this.#keepsLines &&
      this.#findings.length === 0 &&
      parts.every(({ refused }) => refused.length === 0) &&
      summary.every((row) => row.with_problems === 0 && row.listings === row.accepted);
    return this.#clean ? this.#outcomes(summary, []) : this.#judge(parts);
  }

  /** Writes what is kept and what was found wrong. */
  async write(output: string, { outcomes }: Counted): Promise<void> {
    const { database } = this.#options;
    const target = join(output, 'rows.parquet');
    const [only] = this.#drafts;
    const kept = outcomes.every((outcome) => outcome.rejected === 0);
    // Nothing was refused: the draft already is what is kept, and the feed is written once.
    if (kept && !this.#keepsLines && only?.path !== undefined && this.#drafts.length === 1)
      await rename(only.path, target);
    else {
      const left = this.#clean ? '' : 'anti join duplicates using (part, file_row_number)';
      const rows = this.#keepsLines
        ? `select drafts.* exclude (file_row_number) replace (coalesce(drafts.line, coalesce(drafts.record, file_row_number) + shift) as line)
           from drafts ${left} asof left join line_shifts
             on drafts.part = line_shifts.part and coalesce(drafts.record, file_row_number) >= line_shifts.record
           where not rejected`
        : `select * exclude (file_row_number) from drafts ${left} where not rejected`;
      await database.run('write rows', `copy (${rows}) to ${literal(target)} (format parquet)`);
    }
    const problems = this.#clean
      ? `select ${Object.entries(REJECT_COLUMNS)
          .map(([name, type]) => `null::${type} as ${name}`)
          .join(', ')} limit 0`
      : `select ${Object.keys(REJECT_COLUMNS).join(', ')} from (select *, $files[part + 1] as file from problems) order by part, line`;
    await database.run(
      'write rejects',
      `copy (${problems}) to ${literal(join(output, 'rejects.parquet'))} (format parquet)`,
      this.#clean ? {} : { files: listValue(this.#options.landed.files.map(({ name }) => name)) },
    );
  }

  /** Drops what was made in the database. */
  async forget(): Promise<void> {
    const drafts = this.#drafts.map((_, index) => `drop table if exists draft_${index};`).join('\n');
    await this.#options.database.script('forget staging', `${sql('forget')}\n${this.inMemory ? drafts : ''}`);
  }

  /** The long way, when anything was found wrong: repairs, duplicates, lines. */
  async #judge(parts: DraftedPart[]): Promise<Counted> {
    const { database } = this.#options;
    const shifts: string[] = [];
    for (const { part, refused } of parts) {
      const repaired = await repairPart(this.#settings, part, refused, this.#drafts.length);
      this.#drafts.push(...repaired.drafts);
      this.#findings.push(...repaired.malformed);
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
      'findings',
      'part,line,severity,field,code,value,detail',
      "{'part': 'INTEGER', 'line': 'BIGINT', 'severity': 'VARCHAR', 'field': 'VARCHAR', 'code': 'VARCHAR', 'value': 'VARCHAR', 'detail': 'VARCHAR'}",
      this.#findings.map(
        ({ part, line, severity, field, code, value, detail }) =>
          `${part},${line ?? ''},${severity},${field ?? ''},${code},"${value.slice(0, SHOWN_CHARACTERS).replaceAll('"', '""')}","${detail}"\n`,
      ),
    );
    await database.run('find duplicates', `create or replace temp table duplicates as ${sql('duplicates')}`);
    await database.run('collect problems', `create or replace temp table problems as ${sql('problems')}`);
    const summary = await this.#summary();
    const duplicates = await this.#rows<Count>('count duplicates', 'duplicate_counts');
    return this.#outcomes(
      withoutDuplicates(summary, duplicates),
      await this.#rows<ProblemCount>('count problems', 'problem_counts'),
    );
  }

  #outcomes(summary: Summary[], problems: ProblemCount[]): Counted {
    const { seller, feed } = this.#options;
    const name = `${seller.id}/${feed.name}`;
    const lost = this.#findings.filter(({ severity }) => severity === 'reject').length;
    const result = outcomesOf(summary, problems, lost, name);
    if (result.outcomes.length > 0) return result;
    const why = feed.where ? ` that has ${JSON.stringify(feed.where)}` : '';
    throw new FeedError('empty', `the feed has no row${why}`);
  }

  /** Collects what was found wrong with lines before they were read, and the lines of JSON that are no record. */
  async #collectFindings(parts: Part[]): Promise<void> {
    for (const { number, strange, findings = [] } of parts) {
      for (const finding of findings) this.#findings.push({ ...finding, part: number });
      if (!strange) continue;
      const found = await this.#options.database.rows<{ line: string; value: string }>(
        'find strange lines',
        `select line, left(json, 500) as value from ${strange.lines} where trim(json) <> '' and (${strange.condition})`,
      );
      for (const { line, value } of found)
        this.#findings.push(malformedLine(number, Number(line), value, strange.detail));
    }
  }

  /** Defines `drafts`, the rows of all files, taken or not. */
  #defineDrafts(): Promise<void> {
    const rows = this.#drafts.map((draft) => draft.relation).join(' union all by name ');
    return this.#options.database.run('define drafts', `create or replace temp view drafts as ${rows}`);
  }

  #summary(): Promise<Summary[]> {
    return this.#options.database.rows<Summary>('summarise rows', this.#settings.rules.summary);
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
