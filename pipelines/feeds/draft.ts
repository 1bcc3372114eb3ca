import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Database,
  literal,
  loadSql,
  type SqlError,
  type SqlParameters,
} from '../../warehouse/database.ts';
import type { Dialect } from './dialect.ts';
import { FeedError } from './error.ts';
import type { Finding } from './finding.ts';
import { mapLines, type Stretch } from './lines.ts';
import type { Part } from './part.ts';
import { withLineFeeds } from './prepare.ts';
import { MOST_MALFORMED, readDelimited, type Source } from './reader.ts';
import { repairText } from './repair.ts';
import type { RowRules } from './row_rules.ts';

/** Where drafts go and with what settings. */
export interface DraftSettings {
  database: Database;
  scratch: string;
  parameters: SqlParameters;
  /** Small feeds are drafted in memory: a Parquet file of its own costs more than such a feed. */
  inMemory: boolean;
  rules: RowRules;
}

/** Typed rows of a file, taken or not, in its order. */
export interface Draft {
  /** SQL of the relation. */
  relation: string;
  /** Of a Parquet draft. */
  path?: string;
}

/** What was found wrong with a line of a part. */
export interface PartFinding extends Finding {
  part: number;
}

/** A line that no reader could take. */
export function malformedLine(part: number, line: number, value: string, detail: string): PartFinding {
  return { part, line, severity: 'reject', code: 'malformed_row', value, detail };
}

/** The stretches of a part's file that hold no record, and what could be made of them. */
export interface Unreadable {
  stretches: (Stretch & { text: string })[];
}

/** Stages one source as part `part` of a feed. */
async function draftSource(settings: DraftSettings, source: Source, part: number): Promise<Draft> {
  const { database, scratch, inMemory, rules } = settings;
  await defineRaw(settings, source);
  const staged = `select *, ${part} as part from (${rules.stage})`;
  const named = Object.entries(settings.parameters).filter(([name]) => staged.includes(`$${name}`));
  const parameters = Object.fromEntries(named);
  if (inMemory) {
    await database.run(
      'stage rows',
      `create or replace temp table draft_${part} as select *, row_number() over () - 1 as file_row_number from (${staged})`,
      parameters,
    );
    return { relation: `(from draft_${part})` };
  }
  const path = join(scratch, `draft-${randomUUID()}.parquet`);
  await database.run('stage rows', `copy (${staged}) to ${literal(path)} (format parquet)`, parameters);
  return { relation: `(from read_parquet(${literal(path)}, file_row_number = true))`, path };
}

/**
 * Defines `raw`, the rows of a source as sql/stage.sql reads them. The category paths that the begin of a large
 * feed names are joined (`known_path`), not computed on each row; a small feed takes less time than the join.
 */
async function defineRaw({ database, inMemory, rules }: DraftSettings, source: Source): Promise<void> {
  const rows = `(${rules.raw(source)})`;
  const known = !inMemory && source.map.fields.category !== undefined;
  if (known) {
    const names = `select distinct category as name from (select category from ${rows} limit 20000) where category is not null`;
    await database.run(
      'read categories',
      `create or replace temp table categories as select name, odd_category(name) as path from (${names})`,
    );
  }
  const select = known
    ? `select read.*, categories.name as known_category, categories.path as known_path from ${rows} as read left join categories on read.category = categories.name`
    : `select *, null::varchar as known_category, null::varchar as known_path from ${rows}`;
  await database.run('define rows', `create or replace temp view raw as ${select}`);
}

/** Stages a part; delimited text also gives what its strict reader refused. */
export async function draftPart(
  settings: DraftSettings,
  part: Part,
): Promise<{ draft: Draft; refused: Unreadable['stretches'] }> {
  const { delimited } = part;
  if (!delimited) return { draft: await draftSource(settings, part.source, part.number), refused: [] };
  const read = async (): Promise<Draft> => {
    await settings.database.script(
      'forget rejects',
      'drop table if exists feed_rejects; drop table if exists feed_reject_scans',
    );
    return draftSource(settings, part.source, part.number);
  };
  let draft: Draft;
  try {
    draft = await read();
  } catch (error) {
    // DuckDB's words for line ends of two kinds in one file.
    if (!(error as SqlError).message.includes('invalid state')) throw error;
    delimited.path = await withLineFeeds(delimited.path, part.prepare);
    part.source.from = readDelimited(delimited.path, delimited.dialect);
    draft = await read();
  }
  return { draft, refused: await refusedStretches(settings.database, part.source.name) };
}

async function refusedStretches(database: Database, name: string): Promise<Unreadable['stretches']> {
  const rows = await database.rows<{ position: string; text: string }>(
    'find unreadable rows',
    loadSql(import.meta.url, './sql/unreadable.sql'),
  );
  if (rows.length >= MOST_MALFORMED) {
    throw new FeedError(
      'malformed',
      `${name}: more than ${MOST_MALFORMED} rows cannot be read; the first is ${JSON.stringify(rows[0]?.text.slice(0, 200))}`,
    );
  }
  return rows.map(({ position, text }) => {
    // The reader may count the line breaks before a record to it.
    const lead = /^[\r\n]*/.exec(text)?.[0].length ?? 0;
    return {
      offset: Number(position) + lead,
      bytes: Buffer.byteLength(text.slice(lead)),
      text: text.slice(lead),
    };
  });
}

/** Second step for delimited text: lines of all records, and drafts of the refused rows that can be read after all. */
export async function repairPart(
  settings: DraftSettings,
  part: Part,
  refused: Unreadable['stretches'],
  number: number,
): Promise<{ drafts: Draft[]; malformed: PartFinding[]; shifts: { record: number; shift: number }[] }> {
  const { delimited, source } = part;
  if (!delimited) return { drafts: [], malformed: [], shifts: [] };
  const { path, dialect } = delimited;
  const map = await mapLines(path, dialect, refused);
  const rows: string[] = [];
  const malformed: PartFinding[] = [];
  for (const [index, stretch] of refused.entries()) {
    const first = map.stretches[index] ?? 0;
    const repaired = repairText(stretch.text, dialect);
    for (const { line, fields } of repaired.records)
      rows.push(quotedRow([...fields, String(first + line)], dialect));
    for (const { line, text, detail } of repaired.malformed) {
      if (concerns(text, source)) malformed.push(malformedLine(part.number, first + line, text, detail));
    }
  }
  if (rows.length === 0) return { drafts: [], malformed, shifts: map.shifts };
  const target = join(settings.scratch, `repaired-${number}.csv`);
  const columns = dialect.columns + 1;
  await writeFile(target, [quotedRow(Array.from({ length: columns }, String), dialect), ...rows].join(''));
  const from = readDelimited(target, { ...dialect, quote: '"', skip: 0, hasHeader: true, columns });
  const repairedSource = { ...source, from, line: `c${columns - 1}::bigint` };
  return { drafts: [await draftSource(settings, repairedSource, number)], malformed, shifts: map.shifts };
}

/** In a file of several sellers an unreadable row is this feed's when it has the values the feed selects by. */
function concerns(text: string, { where }: Source): boolean {
  return Object.values(where).every((value) => text.includes(value));
}

function quotedRow(fields: string[], { delimiter }: Dialect): string {
  return `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(delimiter)}\n`;
}
