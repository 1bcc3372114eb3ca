import { readdir } from 'node:fs/promises';
import { type Database, loadSql } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { type StagedRows, stagedRowsSql } from '../../warehouse/listing_rows.ts';
import type { Run } from '../../warehouse/run.ts';
import { FeedError } from './error.ts';
import type { LandedFile } from './landed.ts';
import { earlierStageIds, STAGING_VERSION, type StageOptions, stageContent } from './stage.ts';

/** Where the rows of a run lie once this version of staging has read them, too. */
export interface Reread {
  stage_id: string;
  staging: number;
}

export interface RereadOptions extends Omit<StageOptions, 'landed'> {
  run: Run;
}

/** What history and the decisions of people rest on; a reading that says any of it otherwise is another observation. */
const KEPT_COLUMNS = [
  'listing_key',
  'content_hash',
  'currency',
  'price_minor',
  'list_price_minor',
  'delivery_minor',
  'landed_minor',
  'availability',
] as const;

/**
 * Stages again what an earlier version of staging has read as `run`, from the files as they landed. Null where that
 * cannot be (the files or the settings they were read by are gone) or where it would tell other listings, contents
 * or prices: then the run stays as it was read, and the feed's next observation is read the new way.
 */
export async function rereadRun({ run, ...options }: RereadOptions): Promise<Reread | null> {
  if (run.staging === STAGING_VERSION) return null;
  const { folder, database } = options;
  const files = await landedFiles(folder, run);
  if (!files) return null;
  const staging = { ...options, landed: { as_of: run.as_of, files, seconds: 0 } };
  if (!earlierStageIds(staging).includes(run.stage_id)) return null;
  try {
    const { stageId } = await stageContent(staging);
    return (await tellAlike(database, folder, run, stageId))
      ? { stage_id: stageId, staging: STAGING_VERSION }
      : null;
  } catch (error) {
    if (error instanceof FeedError && error.code !== 'cancelled') return null;
    throw error;
  }
}

/** The files that a run was staged from, or null where one is missing. */
async function landedFiles(folder: DataFolder, { seller, source }: Run): Promise<LandedFile[] | null> {
  const names = await readdir(folder.landing(seller)).catch(() => []);
  const files: LandedFile[] = [];
  for (const sha256 of source.files ?? [source.sha256]) {
    const found = names.find((name) => name.startsWith(sha256));
    if (found === undefined) return null;
    files.push({ path: `landing/${seller}/${found}`, name: source.name, sha256, bytes: source.bytes });
  }
  return files;
}

async function tellAlike(
  database: Database,
  folder: DataFolder,
  run: Run,
  stageId: string,
): Promise<boolean> {
  const view = (name: string, stage_id: string) => {
    const rows: StagedRows = { feed_no: 0, stage_id, as_of: run.as_of, by_as_of: run.by_as_of };
    const body = stagedRowsSql((id) => folder.stagedRows(id), [rows], KEPT_COLUMNS);
    return `create or replace temp view ${name} as ${body};`;
  };
  await database.script('open both readings', view('read_then', run.stage_id) + view('read_now', stageId));
  const differing = await database.count('compare readings', loadSql(import.meta.url, './sql/reread.sql'));
  await database.script('close both readings', 'drop view read_then; drop view read_now;');
  return differing === 0;
}
