import { type Database, identifier, literal } from '../../warehouse/database.ts';

interface MatchedColumn {
  column_name: string;
  column_type: string;
  /** Its name as a cell of CSV. */
  header: string;
}

/** Types whose values no spreadsheet takes for a formula. */
const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*|BOOLEAN)$/;
/** A number as texts have it; a plus before it makes a formula of it. */
const NUMBER = String.raw`-?[0-9]+(?:[.,][0-9]+)?(?:[eE][-+]?[0-9]+)?`;

/**
 * Writes the view `matched` as `csv`, `ndjson` or `parquet`. In CSV a text that a spreadsheet would run as a formula
 * gets an apostrophe before it, and texts stand in quotes; columns of numbers stay as they are, also where the file
 * that was given had them as texts.
 */
export async function writeMatched(database: Database, format: string, path: string): Promise<void> {
  const columns = await database.rows<MatchedColumn>(
    'describe results',
    'select column_name, column_type, csv_cell(column_name) as header from (describe matched)',
  );
  const target = literal(path);
  if (format === 'ndjson') return database.run('write rows', `copy matched to ${target} (format json)`);
  if (format === 'parquet') {
    // A column marked as JSON instead of as text is bytes to readers that do not know the mark.
    const texts = columns.map(({ column_name, column_type }) => {
      const column = identifier(column_name);
      return column_type === 'JSON' ? `${column}::varchar as ${column}` : column;
    });
    const select = `select ${texts.join(', ')} from matched`;
    return database.run('write rows', `copy (${select}) to ${target} (format parquet)`);
  }
  const plain = await columnsOfNumbers(database, columns);
  const texts = columns.filter(({ column_name }) => !plain.has(column_name));
  const cells = columns.map(({ column_name, header }) => {
    const column = identifier(column_name);
    return `${plain.has(column_name) ? column : `csv_cell(${column}::varchar)`} as ${identifier(header)}`;
  });
  const quoted = texts.map(({ header }) => identifier(header)).join(', ');
  const options = quoted === '' ? 'format csv, header' : `format csv, header, force_quote (${quoted})`;
  return database.run(
    'write rows',
    `copy (select ${cells.join(', ')} from matched) to ${target} (${options})`,
  );
}

/** Columns that are numbers by their type, or of which every text is one. */
async function columnsOfNumbers(database: Database, columns: readonly MatchedColumn[]): Promise<Set<string>> {
  const plain = new Set<string>();
  const texts: string[] = [];
  for (const { column_name, column_type } of columns) {
    if (NUMERIC.test(column_type)) plain.add(column_name);
    else texts.push(column_name);
  }
  if (texts.length === 0) return plain;
  const all = texts.map(
    (name, place) =>
      `coalesce(bool_and(regexp_full_match(${identifier(name)}::varchar, ${literal(NUMBER)})), false) as c${place}`,
  );
  const [row = {}] = await database.rows<Record<string, boolean>>(
    'find columns of numbers',
    `select ${all.join(', ')} from matched`,
  );
  for (const [place, name] of texts.entries()) if (row[`c${place}`]) plain.add(name);
  return plain;
}
