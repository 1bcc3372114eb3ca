import { readFileSync } from 'node:fs';
import {
  BOOLEAN,
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBInstance,
  type DuckDBResult,
  DuckDBScalarFunction,
  type DuckDBType,
  type DuckDBValue,
  type Json,
  JsonDuckDBValueConverter,
  VARCHAR,
} from '@duckdb/node-api';
import { foldText } from '../pipelines/text/fold.ts';
import { Definitions } from './definitions.ts';
import { FOLD_TEXT, standardMacros } from './macros.ts';
import { scalarFunction } from './scalar_function.ts';

/** Values of a statement, by name: `$name` in the SQL. */
export type SqlParameters = Record<string, DuckDBValue>;

export interface DatabaseOptions {
  /** File of the database; in memory when absent. */
  path?: string;
  /** DuckDB's own syntax, for example `1GiB`. */
  memoryLimit: string;
  threads?: number;
  /** Folder for what does not fit in memory. */
  spill: string;
  readOnly?: boolean;
  /**
   * Every file is read once: none of what was read is kept. DuckDB otherwise keeps it, within its memory, until that
   * has no room, also of local files, which the operating system keeps anyway, and of files that are gone.
   */
  readsOnce?: boolean;
  /** Calls off the statement that runs and every one after it. */
  signal?: AbortSignal | undefined;
}

/** A statement failed: which step, which SQL, and DuckDB's own words as the cause. */
export class SqlError extends Error {
  readonly step: string;
  readonly sql: string;

  constructor(step: string, sql: string, cause: unknown) {
    super(`${step}: ${cause instanceof Error ? cause.message : String(cause)}\nin: ${sql.slice(0, 2000)}`, {
      cause,
    });
    this.name = 'SqlError';
    this.step = step;
    this.sql = sql;
  }
}

/**
 * The text of a `.sql` file beside the caller: `loadSql(import.meta.url, './sql/changes.sql')`. Read once per
 * process. Values go in as parameters; only identifiers and file lists that the warehouse made itself may be
 * put in by `identifier` and `fileList`. It is never edited: statements are put together whole, over views, macros
 * and common table expressions (test/sql_edits.test.ts).
 */
export function loadSql(base: string, path: string): string {
  const url = new URL(path, base).href;
  let text = loaded.get(url);
  if (text === undefined) {
    text = readFileSync(new URL(url), 'utf8');
    loaded.set(url, text);
  }
  return text;
}
const loaded = new Map<string, string>();

/** A quoted SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A quoted SQL string, for the few places where DuckDB takes no parameter (file names of readers in views, options). */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A SQL list of quoted file names, for `read_parquet([…])`. */
export function fileList(paths: readonly string[]): string {
  return `[${paths.map(literal).join(', ')}]`;
}

/** One DuckDB database and one connection to it: statements run one after another. */
export class Database implements AsyncDisposable {
  readonly instance: DuckDBInstance;
  readonly connection: DuckDBConnection;
  /** Told the step and seconds of every statement, for profiling. */
  onStatement: ((step: string, seconds: number) => void) | undefined;
  readonly #macros = standardMacros();
  #relations: Definitions | undefined;
  /** Done when all that a statement named is defined. */
  #defined: Promise<unknown> = Promise.resolve();
  readonly #signal: AbortSignal | undefined;
  readonly #interrupt = (): void => this.interrupt();
  #handed = 0;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection, signal?: AbortSignal) {
    this.instance = instance;
    this.connection = connection;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#interrupt);
  }

  /** Opens it with bounded memory, no automatic extension loading and UTC. The project's macros are there once one is called. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const settings: Record<string, string> = {
      memory_limit: options.memoryLimit,
      temp_directory: options.spill,
      preserve_insertion_order: 'false',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    };
    if (options.threads !== undefined) settings['threads'] = String(options.threads);
    if (options.readOnly) settings['access_mode'] = 'READ_ONLY';
    if (options.readsOnce) settings['enable_external_file_cache'] = 'false';
    const instance = await DuckDBInstance.create(options.path ?? ':memory:', settings);
    const connection = await instance.connect();
    return new Database(instance, connection, options.signal);
  }

  /** Runs one statement and forgets its rows. `step` names it in errors. */
  async run(step: string, sql: string, parameters: SqlParameters = {}): Promise<void> {
    await this.guarded(step, sql, () => this.connection.run(sql, valuesOf(parameters)));
  }

  /** Runs several statements separated by semicolons, without parameters. */
  async script(step: string, sql: string): Promise<void> {
    await this.guarded(step, sql, () => this.connection.run(sql));
  }

  /** The rows of a small answer as plain objects; BIGINT comes as string, LIST and STRUCT as arrays and objects. */
  async rows<T = Record<string, Json>>(
    step: string,
    sql: string,
    parameters: SqlParameters = {},
  ): Promise<T[]> {
    const reader = await this.guarded(step, sql, () =>
      this.connection.runAndReadAll(sql, valuesOf(parameters)),
    );
    return reader.getRowObjectsJson() as T[];
  }

  /**
   * The rows of a large answer in batches, values as in `rows`. A row of a batch is made when it is come to, so it can be
   * forgotten before the next: two thousand at once live long enough to be moved among what V8 seldom looks through.
   */
  async *batches<T>(step: string, sql: string, parameters: SqlParameters = {}): AsyncGenerator<Iterable<T>> {
    const result = await this.stream(step, sql, parameters);
    const names = result.deduplicatedColumnNames();
    for (;;) {
      const chunk = await this.guarded(step, sql, () => result.fetchChunk());
      if (chunk === null || chunk.rowCount === 0) return;
      yield rowsIn<T>(chunk, names);
    }
  }

  /** A large answer, whose chunks are fetched one after another. */
  stream(step: string, sql: string, parameters: SqlParameters = {}): Promise<DuckDBResult> {
    return this.guarded(step, sql, () => this.connection.stream(sql, parameters));
  }

  /** The types of a select's columns. */
  columnTypes(step: string, sql: string): Promise<DuckDBType[]> {
    return this.guarded(step, sql, async () => {
      const prepared = await this.connection.prepare(sql);
      try {
        return Array.from({ length: prepared.columnCount }, (_, index) => prepared.columnType(index));
      } finally {
        prepared.destroySync();
      }
    });
  }

  /**
   * Hands all rows of a large answer to `take` and gives their count: at most 2,048 at a time, in DuckDB's own vectors,
   * which live until the call ends. The query waits meanwhile, so memory is flat; what `take` throws ends it. A function
   * of SQL takes them, because a stream of a union whose parts are larger than its buffer never ends
   * (duckdb/duckdb#22215).
   */
  async hand(step: string, sql: string, take: (chunk: DuckDBDataChunk) => void): Promise<number> {
    const types = await this.columnTypes(step, sql);
    const name = `hand_${++this.#handed}`;
    let failure: { error: unknown } | undefined;
    this.connection.registerScalarFunction(
      DuckDBScalarFunction.create({
        name,
        parameterTypes: types,
        returnType: BOOLEAN,
        specialHandling: true,
        volatile: true,
        mainFunction: (info, chunk) => {
          try {
            if (failure === undefined) take(chunk);
          } catch (error) {
            failure = { error };
          }
          if (failure !== undefined) info.setError(`${name} failed`);
        },
      }),
    );
    const columns = types.map((_, index) => `c${index}`).join(', ');
    try {
      return await this.count(step, `select count(${name}(${columns})) from (${sql}) as handed(${columns})`);
    } catch (error) {
      throw failure === undefined ? error : failure.error;
    }
  }

  /** The single number of a `select count(*)`-like answer. */
  async count(step: string, sql: string, parameters: SqlParameters = {}): Promise<number> {
    const [row] = await this.rows(step, sql, parameters);
    return Number(Object.values(row ?? {})[0]);
  }

  private async guarded<T>(step: string, sql: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    this.#signal?.throwIfAborted();
    try {
      await this.#define(sql);
      return await work();
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw new SqlError(step, sql, error);
    } finally {
      this.onStatement?.(step, (performance.now() - start) / 1000);
    }
  }

  /** Keeps statements that define relations, by name, until SQL first reads from one; in place of those kept before. */
  keepRelations(definitions: ReadonlyMap<string, string>): void {
    this.#relations = Definitions.relations(definitions);
  }

  /** Defines what this SQL names of relations and macros and was not named before; statements that come meanwhile wait for it. */
  #define(sql: string): Promise<unknown> {
    const kept = this.#relations;
    const lacked = kept?.lackedBy(sql) ?? [];
    const relations = lacked.map((name) => kept?.definitionOf(name) ?? '');
    const macros = this.#macros.lackedBy([...relations, sql].join('\n'));
    if (macros.includes(FOLD_TEXT))
      this.connection.registerScalarFunction(scalarFunction(FOLD_TEXT, foldText, 1, VARCHAR));
    const statements = [...macros.map((name) => this.#macros.definitionOf(name)), ...relations].filter(
      (statement) => statement !== '',
    );
    if (statements.length === 0) return this.#defined;
    const defined = this.#defined.then(() => this.connection.run(statements.join(';\n')));
    // What was interrupted is defined anew for the next statement, instead of failing it too.
    this.#defined = defined.catch(() => {
      kept?.forget(lacked);
      this.#macros.forget(macros.filter((name) => name !== FOLD_TEXT));
    });
    return defined;
  }

  /** Stops what is running on the connection; the running call fails with `INTERRUPT`. */
  interrupt(): void {
    this.connection.interrupt();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#interrupt);
    this.connection.closeSync();
    this.instance.closeSync();
    return Promise.resolve();
  }
}

/**
 * No values rather than none of them: DuckDB prepares a statement that is given values, and plans most of those once
 * more when they run, which for small tables is all that they cost.
 */
const valuesOf = (parameters: SqlParameters): SqlParameters | undefined =>
  Object.keys(parameters).length === 0 ? undefined : parameters;

function* rowsIn<T>(chunk: DuckDBDataChunk, names: readonly string[]): Generator<T> {
  for (let row = 0; row < chunk.rowCount; row++) {
    const values = chunk.convertRowValues(row, JsonDuckDBValueConverter);
    yield Object.fromEntries(names.map((name, column) => [name, values[column]])) as T;
  }
}
