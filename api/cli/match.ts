import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, parse, resolve } from 'node:path';
import { Command } from 'commander';
import { titleMatcherOf } from '../../pipelines/match/rows/row_matcher.ts';
import { Database, identifier, literal, loadSql } from '../../warehouse/database.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { type MatchRow, matchRows } from '../../warehouse/reads/match_row.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { DEFAULT_SETTINGS } from '../http/settings.ts';
import { writeMatched } from './matched_file.ts';
import { type OpenedIndex, openIndex } from './opened_index.ts';
import { type Terminal, tally } from './terminal.ts';

/** What matching looks at; `id` is the line's number where the file has none. */
const FIELDS = ['id', 'gtin', 'brand', 'mpn', 'title'] as const;
/** As many as the API takes at once; memory depends on it and not on the file. */
const BATCH_ROWS = 10_000;
const MEMORY_LIMIT = '512MiB';

const READERS: Record<string, (file: string) => string> = {
  csv: (file) => `read_csv(${literal(file)}, all_varchar = true, header = true)`,
  ndjson: (file) => `read_json(${literal(file)}, format = 'newline_delimited')`,
  parquet: (file) => `read_parquet(${literal(file)})`,
};

/** Matches a file's rows with the index, as POST /v1/match does, and writes them with what was found. */
export function matchCommand(terminal: Terminal): Command {
  return new Command('match')
    .description('match the rows of a CSV, NDJSON or Parquet file and write them with what was found')
    .argument('<file>', `with columns of ${FIELDS.join(', ')}; others are kept as they are`)
    .option('--out <file>', 'CSV, NDJSON or Parquet by its ending (default FILE.matched.EXT)')
    .action(async (file: string, options: { out?: string }, command: Command) => {
      const input = resolve(terminal.cwd, file);
      const { dir, name, ext } = parse(input);
      const output =
        options.out === undefined ? `${dir}/${name}.matched${ext}` : resolve(terminal.cwd, options.out);
      if (output === input) throw new Error(`--out must not be the file itself: ${file}`);
      const [from, to] = [formatOf(input), formatOf(output)];
      if (!existsSync(input)) throw new Error(`there is no file ${input}`);
      await using index = await openIndex(terminal, command);
      const counts = await matchFile(index, { input, from, output, to });
      terminal.out(`${tally(counts)}\nwritten to ${output}\n`);
    });
}

interface MatchFile {
  input: string;
  from: string;
  output: string;
  to: string;
}

/** Returns rows by method, and by reason where nothing was found. */
async function matchFile(
  index: OpenedIndex,
  { input, from, output, to }: MatchFile,
): Promise<Record<string, number>> {
  const manifest = (await currentManifest(index.store))?.manifest;
  if (!manifest) throw new Error('nothing is published yet; run `start` or `ingest` first');
  const scratch = index.folder.ownScratch('match');
  const draft = `${output}.${process.pid}.part`;
  await mkdir(scratch, { recursive: true });
  await mkdir(dirname(output), { recursive: true });
  const limits = { memoryLimit: MEMORY_LIMIT, timeLimitMs: DEFAULT_SETTINGS.time_limit_ms };
  const snapshot = await OpenSnapshot.open(manifest, index.store, limits);
  try {
    await using database = await Database.open({ memoryLimit: MEMORY_LIMIT, spill: scratch });
    await database.run('read rows', `create temp table given as select * from ${READERS[from]?.(input)}`);
    const trust = index.config.configuration.trust_threshold ?? DEFAULT_SETTINGS.trust_threshold;
    const results = `${scratch}/results.ndjson`;
    const counts = await writeMatches(database, { snapshot, trust, results, input });
    await database.run('make results', loadSql(import.meta.url, './sql/match_results.sql'));
    if (Object.keys(counts).length > 0)
      await database.run('load results', `insert into results by name from ${READERS['ndjson']?.(results)}`);
    const query = loadSql(import.meta.url, './sql/rows_with_matches.sql');
    await database.run('put rows and results together', `create temp view matched as ${query}`);
    await writeMatched(database, to, draft);
    await rename(draft, output);
    return counts;
  } finally {
    snapshot.close();
    await rm(scratch, { recursive: true, force: true });
    await rm(draft, { force: true });
  }
}

interface Matching {
  snapshot: OpenSnapshot;
  trust: number;
  results: string;
  input: string;
}

/** Matches the table `given` batch by batch into a file of results, one for each row, under the row's number. */
async function writeMatches(
  database: Database,
  { snapshot, trust, results, input }: Matching,
): Promise<Record<string, number>> {
  const select = await fieldsOf(database, input);
  const titles = await titleMatcherOf(snapshot);
  const total = await database.count('count rows', 'select count(*) from given');
  const counts: Record<string, number> = {};
  const file = createWriteStream(results);
  for (let first = 0; first < total; first += BATCH_ROWS) {
    const rows = await database.rows<Record<string, string | null>>('rows to match', select, {
      first,
      last: first + BATCH_ROWS,
    });
    const texts = rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    );
    const matches = await matchRows(snapshot, texts as unknown as MatchRow[], { titles, trust });
    for (const [place, match] of matches.entries()) {
      const { id: _, ...found } = match;
      const outcome = 'product_id' in match ? match.method : match.reason;
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (!file.write(`${JSON.stringify({ row_no: Number(rows[place]?.['row_no']), ...found })}\n`))
        await once(file, 'drain');
    }
  }
  file.end();
  await once(file, 'close');
  return counts;
}

/** The select of the fields that the file has, whatever their case. Throws when nothing in it can be matched. */
async function fieldsOf(database: Database, input: string): Promise<string> {
  const columns = await database.rows<{ column_name: string }>('describe rows', 'describe given');
  const present = new Map(columns.map(({ column_name }) => [column_name.trim().toLowerCase(), column_name]));
  if (!present.has('gtin') && !present.has('title') && !(present.has('brand') && present.has('mpn')))
    throw new Error(
      `${input} has neither a column gtin nor title nor brand and mpn; ${columnsIn(columns.map((one) => one.column_name))}`,
    );
  const fields = FIELDS.flatMap((field) => {
    const column = present.get(field);
    if (column !== undefined) return [`nullif(trim(${identifier(column)}::varchar), '') as ${field}`];
    return field === 'id' ? ['rowid::varchar as id'] : [];
  });
  return `select rowid as row_no, ${fields.join(', ')} from given where rowid >= $first and rowid < $last order by rowid`;
}

/** What columns were found; a line that could not be split is taken for one column. */
function columnsIn(names: readonly string[]): string {
  const [only] = names;
  if (names.length === 1 && only !== undefined && /[,;\t|]/.test(only))
    return `its lines were not split: ${JSON.stringify(only)} was taken for one column; look for a quote that is never closed`;
  return `its columns are ${names.join(', ')}`;
}

/** Of a file by its ending, packed or not. Throws for one that is not known. */
function formatOf(file: string): string {
  const ending = /\.(csv|ndjson|jsonl|parquet)(?:\.gz|\.zst)?$/i.exec(file)?.[1]?.toLowerCase();
  if (ending === undefined) throw new Error(`${file} must end in .csv, .ndjson, .jsonl or .parquet`);
  return ending === 'jsonl' ? 'ndjson' : ending;
}
