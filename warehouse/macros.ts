import { readFileSync } from 'node:fs';

const DEFINED = /^create or replace temp macro (\w+)/;

/** What a macro is defined by, and which others it calls. */
interface Macro {
  sql: string;
  calls: readonly string[];
}

/** The function that macros call and that is none of them: `pipelines/text/fold.ts`. */
export const FOLD_TEXT = 'fold_text';

/** Those of `sql/macros.sql`, by name, and what finds the name of one. */
interface Macros {
  byName: ReadonlyMap<string, Macro>;
  names: RegExp;
}

let standard: Macros | undefined;

const standardMacros = (): Macros =>
  (standard ??= macrosOf(readFileSync(new URL('./sql/macros.sql', import.meta.url), 'utf8')));

function macrosOf(text: string): Macros {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(/;$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((sql) => ({ sql, name: DEFINED.exec(sql)?.[1] ?? sql }));
  const names = new RegExp(`\\b(?:${[FOLD_TEXT, ...statements.map(({ name }) => name)].join('|')})\\b`, 'g');
  const byName = statements.map(({ sql, name }): [string, Macro] => [
    name,
    { sql, calls: sql.match(names) ?? [] },
  ]);
  return { byName: new Map([...byName, [FOLD_TEXT, { sql: '', calls: [] }]]), names };
}

/**
 * Which macros a connection has. One is defined when the first statement calls it: DuckDB binds each with all that it
 * calls, and most connections call few of them.
 */
export class DefinedMacros {
  readonly #defined = new Set<string>();

  /** The names of those that this SQL names, also through others, and that were not asked for yet: each behind those it calls. */
  lackedBy(sql: string): string[] {
    const { byName, names } = standardMacros();
    const lacked: string[] = [];
    const come = (name: string): void => {
      if (this.#defined.has(name)) return;
      this.#defined.add(name);
      const { calls } = byName.get(name) as Macro;
      for (const called of calls) come(called);
      lacked.push(name);
    };
    for (const name of sql.match(names) ?? []) come(name);
    return lacked;
  }
}

/** The SQL that defines macros. */
export const definitionsOf = (names: readonly string[]): string =>
  names
    .map((name) => standardMacros().byName.get(name)?.sql)
    .filter((sql) => sql)
    .join(';\n');
