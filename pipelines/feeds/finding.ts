/** Something wrong with a line of a file that its reader never sees, or sees mended. */
export interface Finding {
  /** Physical line from 1; of a JSON array the place of the element. Null of the whole file. */
  line: number | null;
  severity: 'reject' | 'note';
  code: 'malformed_row' | 'text_encoding' | 'text_nul' | 'column_nested';
  field?: string;
  /** How the line begins. */
  value: string;
  detail: string;
}

/** Most bytes of one record as JSON; a larger one is a reject. */
export const MOST_RECORD_BYTES = 4_000_000;

/** Most bytes of a line of delimited text: rows beside a longer one are lost by DuckDB's reader without a word. */
export const MOST_ROW_BYTES = 2_000_000;

/** Characters kept of what was found wrong. */
export const SHOWN_CHARACTERS = 500;

/** A record too large to be read. */
export function oversized(line: number, value: string, mostBytes = MOST_RECORD_BYTES): Finding {
  return {
    line,
    severity: 'reject',
    code: 'malformed_row',
    value: value.slice(0, SHOWN_CHARACTERS),
    detail: `more than ${mostBytes} bytes`,
  };
}
