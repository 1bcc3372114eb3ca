import type { Dialect } from './dialect.ts';

/** What became of the text of records that the strict reader refused. */
export interface Repaired {
  /** Lines after the text's first, and the fields. */
  records: { line: number; fields: string[] }[];
  malformed: { line: number; text: string; detail: string }[];
}

/**
 * Reads refused text again with stray quotes as plain characters: a quoted field ends where its quote stands
 * before a delimiter or the line's end. What then has the right number of fields is taken; what has not is read
 * line by line, because a quote that nobody closed swallows the lines behind it; what still does not fit is
 * malformed.
 */
export function repairText(text: string, dialect: Dialect): Repaired {
  const whole = looseFields(text.replace(/\r?\n$/, ''), dialect);
  if (whole?.length === dialect.columns && text.includes(dialect.quote || '\n'))
    return { records: [{ line: 0, fields: whole }], malformed: [] };
  const repaired: Repaired = { records: [], malformed: [] };
  for (const [line, row] of text.split(/\r?\n/).entries()) {
    if (row.trim() === '') continue;
    const fields = looseFields(row, dialect);
    if (fields?.length === dialect.columns) repaired.records.push({ line, fields });
    else {
      const detail = fields
        ? `${fields.length} columns, expected ${dialect.columns}`
        : 'a quote is not closed';
      repaired.malformed.push({ line, text: row, detail });
    }
  }
  return repaired;
}

/** Fields of one record under the loose reading, or null when a quoted field has no end. */
function looseFields(text: string, { delimiter, quote }: Dialect): string[] | null {
  const fields: string[] = [];
  let position = 0;
  while (position <= text.length) {
    let end: number;
    if (quote !== '' && text[position] === quote) {
      end = looseEnd(text, position + 1, delimiter, quote);
      if (end === -1) return null;
      fields.push(text.slice(position + 1, end).replaceAll(quote + quote, quote));
      end++;
    } else {
      const next = text.indexOf(delimiter, position);
      end = next === -1 ? text.length : next;
      fields.push(text.slice(position, end));
    }
    position = end + 1;
    if (end >= text.length) break;
  }
  return fields;
}

/** The quote that ends a field: before a delimiter or the end, and not one of a doubled pair. */
function looseEnd(text: string, from: number, delimiter: string, quote: string): number {
  for (let index = text.indexOf(quote, from); index !== -1; index = text.indexOf(quote, index + 1)) {
    const next = text[index + 1];
    if (next === undefined || next === delimiter) return index;
    if (next === quote) index++;
  }
  return -1;
}
