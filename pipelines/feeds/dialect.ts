import { FeedError } from './error.ts';

/** How a delimited text file is written, found from its first block. */
export interface Dialect {
  delimiter: string;
  /** `"`, or empty where quotes are plain characters (tab-separated files whose fields do not begin with one). */
  quote: '"' | '';
  /** Names of the header, as written. */
  header: string[];
  /** Lines before the header, or before the first row where no line of those is read as one. */
  skip: number;
  /** False where the rows begin behind `skip` lines. */
  hasHeader: boolean;
  /** Columns in each row: the header's, and one more when every row ends with a delimiter. */
  columns: number;
}

const DELIMITERS = [',', '\t', ';', '|'] as const;

/**
 * Finds delimiter, quote and header. The delimiter is the one that splits the header into the most columns of
 * which later records have as many. Throws `not_a_feed` when no delimiter gives two columns.
 */
export function detectDialect(block: string, name: string, settings: DialectSettings = {}): Dialect {
  const { columns, header_lines } = settings;
  if (columns !== undefined || header_lines !== undefined) return givenDialect(block, name, settings);
  const blank = /^(?:[ \t]*\r?\n)*/.exec(block)?.[0] ?? '';
  const text = block.slice(blank.length);
  const skip = blank.split('\n').length - 1;
  let best: { delimiter: Dialect['delimiter']; records: string[][]; score: number } | undefined;
  for (const delimiter of settings.delimiter === undefined ? DELIMITERS : [settings.delimiter]) {
    const records = splitRecords(text, delimiter, '"', 200);
    const width = records[0]?.length ?? 0;
    const agreeing = records.filter((record) => record.length === width).length;
    const score = width < 2 ? 0 : (agreeing / records.length) * 1000 + width;
    if (!best || score > best.score) best = { delimiter, records, score };
  }
  const header = best?.records[0];
  if (!best || !header || header.length < 2) {
    throw new FeedError('not_a_feed', `${name}: ${noTable(text, header)}`);
  }
  const rows = best.records.slice(1);
  const trailing =
    rows.length > 0 && rows.every((row) => row.length === header.length + 1 && row.at(-1) === '');
  const quoted = isQuoted(best.delimiter, text, settings);
  return {
    delimiter: best.delimiter,
    quote: quoted ? '"' : '',
    header: header.map((column) => column.trim()),
    skip,
    hasHeader: true,
    columns: header.length + (trailing ? 1 : 0),
  };
}

/** Why a text is no table, and what to do if it is one. */
function noTable(text: string, header: readonly string[] | undefined): string {
  const line = JSON.stringify((text.split(/\r?\n/)[0] ?? '').slice(0, 120));
  return header?.length === 1
    ? `found one column only, its first line is ${line}; a table has at least two, parted by , ; | or a tab (another sign: the setting delimiter)`
    : `found no table, its first line is ${line}`;
}

/** What the settings of a feed say of how its delimited text is written. */
export interface DialectSettings {
  columns?: readonly string[];
  header_lines?: number;
  delimiter?: string;
  quote?: 'double' | 'none';
}

function isQuoted(delimiter: string, text: string, { quote }: DialectSettings): boolean {
  if (quote !== undefined) return quote === 'double';
  return delimiter !== '\t' || /(^|\t|\n)"/.test(text);
}

/** The dialect of text whose rows begin behind so many lines; the last of these names the columns unless the settings do. */
function givenDialect(block: string, name: string, settings: DialectSettings): Dialect {
  const { columns, header_lines = columns === undefined ? 1 : 0 } = settings;
  const lines = block.split('\n');
  const text = lines.slice(header_lines).join('\n');
  const names = lines[header_lines - 1]?.replace(/\r$/, '') ?? '';
  if (columns === undefined && header_lines === 0)
    throw new FeedError(
      'settings',
      `${name}: header_lines: 0 needs columns, the names of its columns in order`,
    );
  const sample = columns === undefined ? `${names}\n${text}` : text;
  const width = (delimiter: string) => splitRecords(sample, delimiter, '"', 1)[0]?.length ?? 0;
  const delimiters = settings.delimiter === undefined ? [...DELIMITERS] : [settings.delimiter];
  const [delimiter = ','] = delimiters.sort((a, b) => width(b) - width(a));
  const header = columns ?? splitRecords(`${names}\n`, delimiter, '"', 1)[0] ?? [];
  if (header.length < 2 || width(delimiter) < 2)
    throw new FeedError(
      'not_a_feed',
      `${name}: found no table behind ${header_lines} lines; the first row is ${JSON.stringify(text.slice(0, 120))}`,
    );
  return {
    delimiter,
    quote: isQuoted(delimiter, text, settings) ? '"' : '',
    header: header.map((column) => column.trim()),
    skip: header_lines,
    hasHeader: false,
    columns: header.length,
  };
}

/** Splits delimited text into records of fields; quotes are doubled inside quoted fields. The last, possibly cut, record is left out when the text does not end with a line break and there are others. */
function splitRecords(
  text: string,
  delimiter: string,
  quote: '"' | '',
  limit = Number.POSITIVE_INFINITY,
): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let field = '';
  let quoted = false;
  let index = 0;
  for (; index < text.length && records.length < limit; index++) {
    const character = text[index] ?? '';
    if (quoted) {
      if (character !== quote) field += character;
      else if (text[index + 1] === quote) field += text[++index];
      else quoted = false;
    } else if (quote !== '' && character === quote && field === '') quoted = true;
    else if (character === delimiter) {
      record.push(field);
      field = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[index + 1] === '\n') index++;
      if (record.length > 0 || field !== '') records.push([...record, field]);
      record = [];
      field = '';
    } else field += character;
  }
  if (records.length === 0 && (record.length > 0 || field !== '')) records.push([...record, field]);
  return records;
}
