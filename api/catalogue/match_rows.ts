import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'fast-csv';
import type { MatchRow } from '../../warehouse/reads/match_row.ts';
import { ApiError, type FieldError } from '../http/errors.ts';

/** Rows of one bulk match. */
export const MAX_ROWS = 10_000;

/** Fields of a row and the most characters of each. */
export const ROW_FIELDS = { id: 256, gtin: 64, brand: 256, mpn: 256, title: 2_000 } as const;
type RowField = keyof typeof ROW_FIELDS;
const FIELDS = Object.keys(ROW_FIELDS) as RowField[];

/** A row as it comes: a field may be null, which is as good as left out. */
export type GivenRow = { readonly [Field in keyof MatchRow]: MatchRow[Field] | null };

/** Rows to match, and the columns of a CSV that nothing is matched by. */
export interface MatchBody {
  rows: MatchRow[];
  ignored_columns: string[];
}

/** A row without the fields that are null. */
export function withoutNulls(row: GivenRow): MatchRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as MatchRow;
}

/** Most columns named that nothing is matched by. */
const MAX_IGNORED = 20;
const MAX_COLUMN_NAME = 80;

/** Most mistakes named in one answer; reading stops there. */
const MAX_ERRORS = 20;

export const NDJSON = 'application/x-ndjson';
export const CSV = 'text/csv';

/** Throws `too_many_rows` when there are more than a request may have. */
export function checkRowCount(rows: number): void {
  if (rows <= MAX_ROWS) return;
  throw new ApiError('too_many_rows', {
    detail: `the body has more than ${MAX_ROWS} rows; split it over several requests`,
    param: 'rows',
    extras: { max_rows: MAX_ROWS },
  });
}

/**
 * The rows of a streamed body, NDJSON (one row a line) or CSV (with a header). Reading stops at the first row
 * too many. Throws `too_many_rows`, and `invalid_request` that names the rows at fault, counted from 0 as in
 * a JSON body.
 */
export async function readMatchRows(body: Readable, contentType: string): Promise<MatchBody> {
  const sink = new RowSink();
  let ignored: string[] = [];
  if (contentType === CSV) ignored = await readCsv(body, sink);
  else for await (const line of linesOf(textOf(body))) sink.take(parseLine(line));
  return { rows: sink.finish(), ignored_columns: ignored.slice(0, MAX_IGNORED) };
}

/** Collects rows and what is wrong with them. */
class RowSink {
  readonly #rows: MatchRow[] = [];
  readonly #errors: FieldError[] = [];
  #count = 0;

  /** Takes the next row, or the sentence that says why there is none. */
  take(row: unknown): void {
    checkRowCount(this.#count + 1);
    const mistakes = typeof row === 'string' ? [{ param: '', detail: row }] : mistakesOf(row);
    for (const { param, detail } of mistakes)
      this.#errors.push({
        param: ['rows', this.#count, param].filter((part) => part !== '').join('.'),
        detail,
      });
    if (mistakes.length === 0) this.#rows.push(withoutNulls(row as GivenRow));
    this.#count++;
    if (this.#errors.length >= MAX_ERRORS) this.#fail();
  }

  finish(): MatchRow[] {
    if (this.#errors.length > 0) this.#fail();
    if (this.#count === 0) throw invalid('the body has no rows');
    return this.#rows;
  }

  #fail(): never {
    const errors = this.#errors.slice(0, MAX_ERRORS);
    throw new ApiError('invalid_request', {
      detail: errors.map(({ param, detail }) => `${param} ${detail}`).join('; '),
      errors,
    });
  }
}

function mistakesOf(row: unknown): FieldError[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return [{ param: '', detail: 'is not an object' }];
  const fields = row as Record<string, unknown>;
  const errors: FieldError[] = [];
  if ((fields['id'] ?? '') === '') errors.push({ param: 'id', detail: 'is missing' });
  for (const [name, value] of Object.entries(fields)) {
    const most = Object.hasOwn(ROW_FIELDS, name) ? ROW_FIELDS[name as RowField] : undefined;
    if (most === undefined)
      errors.push({ param: name, detail: `is not known here; fields are ${FIELDS.join(', ')}` });
    else if (value !== null && typeof value !== 'string')
      errors.push({ param: name, detail: `is ${JSON.stringify(value).slice(0, 80)}; must be string` });
    else if (value !== null && value.length > most)
      errors.push({ param: name, detail: `must NOT have more than ${most} characters` });
  }
  return errors;
}

function parseLine(line: string): unknown {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'string' ? 'is not an object' : row;
  } catch (error) {
    return `is not JSON: ${(error as Error).message}`;
  }
}

/** Lines that are not blank. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

/** UTF-8 text without byte order mark. */
async function* textOf(body: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw invalid('the body is not UTF-8');
    }
  };
  for await (const chunk of body) yield decode(chunk as Uint8Array);
  yield decode();
}

/** Returns the columns that no field is named by. */
async function readCsv(body: Readable, sink: RowSink): Promise<string[]> {
  let header: CsvColumn[] | null = null;
  try {
    await pipeline(textOf(body), parse({ headers: false, ignoreEmpty: true }), async (records) => {
      for await (const cells of records as AsyncIterable<string[]>) {
        if (header) sink.take(rowOf(header, cells));
        else header = headerOf(cells);
      }
    });
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Parse Error'))
      throw invalid(`the body is not CSV: ${error.message}`);
    throw error;
  }
  return ((header ?? []) as CsvColumn[]).filter(({ field }) => field === null).map(({ name }) => name);
}

/** A column by its name, and the field it is; null for one that nothing is matched by. */
interface CsvColumn {
  name: string;
  field: RowField | null;
}

function headerOf(cells: readonly string[]): CsvColumn[] {
  const columns = cells.map((cell): CsvColumn => {
    const name = cell.trim().toLowerCase().slice(0, MAX_COLUMN_NAME);
    return { name, field: FIELDS.find((one) => one === name) ?? null };
  });
  const fields = columns.flatMap(({ field }) => field ?? []);
  const repeated = fields.find((name, index) => fields.indexOf(name) !== index);
  if (repeated !== undefined) throw invalid(`the CSV header has the column ${repeated} twice`);
  if (!fields.includes('id')) throw invalid('the CSV header has no column id');
  if (fields.length === 1 && columns.length > 1)
    throw invalid(
      `the CSV header has none of the columns ${FIELDS.filter((one) => one !== 'id').join(', ')}; it has ${columns
        .filter(({ field }) => field === null)
        .slice(0, MAX_IGNORED)
        .map(({ name }) => JSON.stringify(name))
        .join(', ')}`,
    );
  return columns;
}

/** An empty cell is a field left out. */
function rowOf(header: readonly CsvColumn[], cells: readonly string[]): unknown {
  if (cells.length !== header.length) return `has ${cells.length} cells, the header ${header.length}`;
  return Object.fromEntries(
    header.flatMap(({ field }, index) => {
      const cell = cells[index] ?? '';
      return field === null || cell === '' ? [] : [[field, cell] as const];
    }),
  );
}

function invalid(detail: string): ApiError {
  return new ApiError('invalid_request', { detail });
}
