/** Where a command talks to a person; the process's own streams, or a test's. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Answers. */
  out: (text: string) => void;
  /** Progress, warnings and errors. */
  err: (text: string) => void;
  /** True when `err` is a screen that lines can be redrawn on. */
  redraws: boolean;
  /** What the program ends with where a command was done and not all is well (`exit_code.ts`). */
  exitCode?: number;
}

/** What a program reads: one JSON value, in lines. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export type Cell = string | number | null;

/** Rows under a header, in columns; numbers to the right, with thousands separators. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const shown = rows.map((row) => row.map(cellText));
  const widths = header.map((name, column) =>
    Math.max(name.length, ...shown.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = header.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] !== 'string'),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...shown.map(line), ''].join('\n');
}

function cellText(cell: Cell): string {
  return typeof cell === 'number' ? count(cell) : (cell ?? '');
}

/** 12345 as `12,345`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `3 rows`, `1 row`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Bytes as people read them. */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let amount = value;
  let unit = 0;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${units[unit]}`;
}

/** `code 3, other 1`, the most frequent first; empty text for nothing. */
export function tally(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, times]) => times > 0)
    .sort(([a, times], [b, otherTimes]) => otherTimes - times || (a < b ? -1 : 1))
    .map(([name, times]) => `${name} ${count(times)}`)
    .join(', ');
}
