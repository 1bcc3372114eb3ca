import { readFileSync } from 'node:fs';
import { type Definition, Definitions } from './definitions.ts';

const DEFINED = /^create or replace temp macro (\w+)/;

/** The function that macros call and that is none of them: `pipelines/text/fold.ts`. */
export const FOLD_TEXT = 'fold_text';

let read: ReadonlyMap<string, Definition> | undefined;
let called: RegExp | undefined;

/**
 * The macros of `sql/macros.sql` for a connection, each to be defined when a statement first names it: DuckDB binds each
 * with all that it calls, and most connections call few of them.
 */
export function standardMacros(): Definitions {
  read ??= macrosOf(readFileSync(new URL('./sql/macros.sql', import.meta.url), 'utf8'));
  called ??= new RegExp(`\\b(${[...read.keys()].join('|')})\\b`, 'g');
  return new Definitions(read, called);
}

function macrosOf(text: string): ReadonlyMap<string, Definition> {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(/;$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  return new Map([
    [FOLD_TEXT, ''],
    ...statements.map((sql): [string, Definition] => [DEFINED.exec(sql)?.[1] ?? sql, sql]),
  ]);
}
