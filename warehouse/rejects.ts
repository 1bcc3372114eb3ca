import { type Database, literal } from './database.ts';
import { REJECT_COLUMNS } from './run.ts';

/** One thing found wrong with a row of a feed. */
export interface Reject {
  /** `reject`: the row was left out; `note`: it was kept without the value. */
  severity: 'reject' | 'note';
  /** Name of the file; null in what was staged before it was kept. */
  file: string | null;
  /** Physical line from 1; null of the file as a whole. */
  line: number | null;
  field: string | null;
  code: string;
  value: string | null;
  detail: string | null;
}

const NO_ROWS = `select ${Object.entries(REJECT_COLUMNS)
  .map(([name, type]) => `null::${type} as ${name}`)
  .join(', ')} where false`;

/** The rejects of a staged run, then its notes, by file and line; `path` is its `rejects.parquet`. */
export async function readRejects(
  database: Database,
  path: string,
  { offset = 0, limit }: { offset?: number; limit: number },
): Promise<{ rows: Reject[]; total: number }> {
  const file = `(from read_parquet(${literal(path)}) union all by name (${NO_ROWS}))`;
  const rows = await database.rows<Omit<Reject, 'line'> & { line: string | null }>(
    'read rejects',
    `select severity, file, line, field, code, value, detail from ${file}
     order by severity desc, file, line, field, code, value limit $limit offset $offset`,
    { limit, offset },
  );
  const total = await database.count('count rejects', `select count(*) from ${file}`);
  return { rows: rows.map((row) => ({ ...row, line: row.line === null ? null : Number(row.line) })), total };
}
