import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, SqlError } from '../../warehouse/database.ts';
import { FeedError } from './error.ts';
import type { StageRecord } from './outcome.ts';
import { prepareDatabase } from './prepared_database.ts';
import { publishFolder } from './published_folder.ts';
import type { StageOptions } from './stage.ts';
import { Staging } from './staging.ts';

/** What a stage's folder holds. */
const STAGE_FILES = ['rows.parquet', 'rejects.parquet', 'stage.json'];

/** The names of a stage: of what the file alone says, and of what it says read as the feed's earlier files are. */
export interface StageNames {
  alone: string;
  byFeed: string;
}

/** A finished stage. */
export interface NamedStage {
  stageId: string;
  record: StageRecord;
}

/**
 * Parses the files of one observation into `staged/<stage_id>/` (`rows.parquet`, `rejects.parquet`,
 * `stage.json`). The folder gets its name when all is written and flushed, so it exists wholly or not at all.
 */
export async function buildStage(options: StageOptions, names: StageNames): Promise<NamedStage> {
  const started = performance.now();
  const { database, folder, signal } = options;
  const scratch = folder.scratch(`stage-${randomUUID()}`);
  const output = join(scratch, 'output');
  await mkdir(output, { recursive: true });
  const interrupt = (): void => database.interrupt();
  signal?.addEventListener('abort', interrupt);
  const staging = new Staging(options, scratch);
  const threads = staging.inMemory ? await manyThreads(database) : null;
  try {
    signal?.throwIfAborted();
    if (threads !== null) await database.run('take one thread', 'set threads = 1');
    await prepareDatabase(database, staging.inMemory ? 'small' : 'large');
    // The place of a row in its draft is its place in the file: lines are told from it.
    await database.run('keep order', 'set preserve_insertion_order = true');
    const { counted, numbers, encoding } = await staging.read();
    await staging.write(output, counted);
    const record: StageRecord = {
      ...counted,
      seconds: (performance.now() - started) / 1000,
      profile: {
        ...(Object.keys(numbers.grammar).length > 0 && { numbers: numbers.grammar }),
        ...(encoding && { encoding }),
      },
      undecided: numbers.undecided,
    };
    const stageId = numbers.by_feed ? names.byFeed : names.alone;
    await writeFile(join(output, 'stage.json'), `${JSON.stringify(record, null, 2)}\n`);
    signal?.throwIfAborted();
    await publishFolder(output, folder.staged(stageId), STAGE_FILES);
    return { stageId, record };
  } catch (error) {
    if (!signal?.aborted) throw unreadable(error, `${options.seller.id}/${options.feed.name}`);
    throw new FeedError('cancelled', `staging of ${options.seller.id}/${options.feed.name} was cancelled`, {
      cause: error,
    });
  } finally {
    signal?.removeEventListener('abort', interrupt);
    if (threads !== null) await database.run('take all threads', `set threads = ${threads}`);
    await database.run('forget order', 'set preserve_insertion_order = false');
    await staging.forget();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** How many threads a database has, where those are many. */
async function manyThreads(database: Database): Promise<number | null> {
  const threads = await database.count('count threads', "select current_setting('threads')");
  return threads > 1 ? threads : null;
}

/** What a user can do about values that DuckDB's readers refuse, without the statement that they stood in. */
function unreadable(error: unknown, name: string): unknown {
  if (!(error instanceof SqlError) || !(error.cause instanceof Error)) return error;
  const [reason = ''] = error.cause.message.split('\n');
  if (!/^(?:Invalid Input|Conversion|Binder) Error/.test(reason)) return error;
  return new FeedError('malformed', `${name} cannot be read (${error.step}): ${reason}`, { cause: error });
}
