import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeedProfile } from '../../pipelines/domain/feed_profile.ts';
import type { Symptom } from '../../pipelines/domain/symptom.ts';
import { foldRuns, prepareFold } from '../../pipelines/history/fold.ts';
import { defineGenerations } from '../../pipelines/history/generations.ts';
import { Database, literal, loadSql } from '../../warehouse/database.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import type { StagedRows } from '../../warehouse/listing_rows.ts';
import { type Run, STAGED_COLUMNS } from '../../warehouse/run.ts';

/**
 * How often the guard stops a healthy feed, and whether it stops an ill one: two real chains day by day (PRICE_HISTORY,
 * a folder with `chain_a.parquet`, `chain_a_seen.parquet`, `chain_a_days.csv` and the same of b), then faults planted on
 * random days. PART=early keeps to the first 70 % of the days, PART=late looks at the others only.
 */
export async function benchFeedHealth(source: string): Promise<void> {
  if (source === '') {
    console.log('feed health: left out, PRICE_HISTORY names no folder');
    return;
  }
  const part = process.env['PART'] ?? 'all';
  for (const chain of ['a', 'b']) {
    const root = await mkdtemp(join(tmpdir(), 'commerce-index-feed-health-'));
    try {
      await using replay = await Replay.open(root, source, chain);
      await replay.run(part);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  }
}

/** Rows of a day that something is wrong with, from `day_rows` (item, price_minor, place); and whether they must be held. */
const PLANTED: Record<string, { rows: string; held: boolean; later_days?: number }> = {
  'prices x 100 of 40 %': {
    rows: 'select item, case when hash(item, $seed) % 10 < 4 then price_minor * 100 else price_minor end as price_minor from day_rows',
    held: true,
  },
  'prices x 10 of 20 %': {
    rows: 'select item, case when hash(item, $seed) % 10 < 2 then price_minor * 10 else price_minor end as price_minor from day_rows',
    held: true,
  },
  'prices halved': { rows: 'select item, price_minor // 2 as price_minor from day_rows', held: true },
  'prices shuffled': {
    rows: `select one.item, other.price_minor from (select item, row_number() over (order by hash(item, $seed)) as no from day_rows) as one
       join (select price_minor, row_number() over (order by hash(item, $seed + 1)) as no from day_rows) as other using (no)`,
    held: true,
  },
  '100 times the rows': {
    rows: 'select item + 10000 * copy as item, price_minor from day_rows, range(100) as copies(copy)',
    held: true,
  },
  'twice the rows': {
    rows: 'select item + 10000 * copy as item, price_minor from day_rows, range(2) as copies(copy)',
    held: true,
  },
  '45 % gone': {
    rows: 'select item, price_minor from day_rows where hash(item, $seed) % 100 >= 45',
    held: true,
  },
  'cut at 70 %': {
    rows: 'select item, price_minor from day_rows where place <= 0.7 * (select count(*) from day_rows)',
    held: true,
  },
  'half of the prices down a fifth': {
    rows: 'select item, case when hash(item, $seed) % 2 = 0 then greatest(1, price_minor * 4 // 5) else price_minor end as price_minor from day_rows',
    held: false,
  },
  'a third more rows': {
    rows: 'select item, price_minor from day_rows union all select item + 10000, price_minor from day_rows where hash(item, $seed) % 3 = 0',
    held: false,
  },
  'a season: 45 % gone, as many new': {
    rows: 'select case when hash(item, $seed) % 100 < 45 then item + 10000 else item end as item, price_minor from day_rows',
    held: false,
  },
  'a weekend gap': { rows: 'select item, price_minor from day_rows', held: false, later_days: 2 },
};
const DAYS_PLANTED = 20;

class Replay implements AsyncDisposable {
  readonly #database: Database;
  readonly #folder: DataFolder;
  readonly #chain: string;
  #staged = 0;

  private constructor(database: Database, folder: DataFolder, chain: string) {
    this.#database = database;
    this.#folder = folder;
    this.#chain = chain;
  }

  static async open(root: string, source: string, chain: string): Promise<Replay> {
    const folder = new DataFolder(root);
    const database = await Database.open({
      memoryLimit: '512MiB',
      threads: 1,
      spill: folder.scratch('spill'),
    });
    const file = (name: string) => join(source, `chain_${chain}${name}`);
    await database.run('load price days', loadSql(import.meta.url, './sql/price_days.sql'), {
      changes: file('.parquet'),
      seen: file('_seen.parquet'),
      days: file('_days.csv'),
    });
    const columns = Object.entries(STAGED_COLUMNS).map(([name, type]) => `${name} ${type}`);
    await database.run(
      'define vanished',
      `create or replace temp table vanished (feed_no usmallint, gone_at timestamp, ${columns.join(', ')})`,
    );
    await defineGenerations(database);
    return new Replay(database, folder, chain);
  }

  async run(part: string): Promise<void> {
    const rows = await this.#database.rows<{ day: string }>(
      'days',
      'select distinct day::varchar as day from price_days order by day',
    );
    const days = rows.map(({ day }) => day);
    const split = Math.floor(days.length * 0.7);
    const isWanted = (index: number) => part === 'all' || (part === 'early' ? index < split : index >= split);
    const states: { profile: FeedProfile | undefined; before: StagedRows | null }[] = [];
    let profile: FeedProfile | undefined;
    let before: StagedRows | null = null;
    let [held, warned, looked] = [0, 0, 0];
    for (const [index, day] of days.entries()) {
      states.push({ profile, before });
      if (part === 'early' && index >= split) break;
      const run = await this.#stage(day, 'select item, price_minor from day_rows', day, 0);
      const judged = await this.#judge(run, profile, before);
      if (isWanted(index)) {
        looked++;
        if (judged.held) held++;
        else if (judged.symptoms.length > 0) warned++;
        for (const { grade, message } of judged.symptoms) console.log(`  ${day} ${grade}: ${message}`);
      }
      ({ profile, before } = judged.next);
    }
    console.log(`chain ${this.#chain}, ${part}: ${held} of ${looked} days held, ${warned} warned of`);
    const candidates = states
      .map((_, index) => index)
      .filter((index) => index > 12 && isWanted(index) && states[index]?.before);
    for (const [name, { rows: planted, held: wanted, later_days = 0 }] of Object.entries(PLANTED)) {
      let right = 0;
      let said = '';
      for (let seed = 1; seed <= DAYS_PLANTED; seed++) {
        const at = candidates[(seed * 7919 + 13) % candidates.length] as number;
        const state = states[at] as (typeof states)[number];
        const moment = new Date(Date.parse(days[at] as string) + later_days * 86_400_000)
          .toISOString()
          .slice(0, 10);
        const run = await this.#stage(days[at] as string, planted, moment, seed);
        const judged = await this.#judge(run, state.profile, state.before);
        if (judged.held === wanted) right++;
        else
          console.log(
            `  WRONG ${name} on ${days[at]}: ${judged.symptoms.map(({ grade, message }) => `${grade}: ${message}`).join(' | ')}`,
          );
        said ||= judged.symptoms[0]?.message ?? '';
      }
      console.log(`  ${name}: ${right} of ${DAYS_PLANTED} ${wanted ? 'held' : 'let pass'}; ${said}`);
    }
  }

  async #judge(
    run: Run,
    profile: FeedProfile | undefined,
    before: StagedRows | null,
  ): Promise<{
    held: boolean;
    symptoms: Symptom[];
    next: { profile: FeedProfile | undefined; before: StagedRows | null };
  }> {
    await prepareFold(this.#database);
    const { accepted, suspect, checks, profiles, current } = await foldRuns(
      this.#database,
      [{ feed_no: 0, seller: 'chain', before, ...(profile && { profile }), pending: [run], silent: true }],
      {
        folder: this.#folder,
        acceptedByHand: new Set(),
        reused: { database: this.#database, generations: undefined },
        now: new Date('2030-01-01T00:00:00Z'),
      },
    );
    return {
      held: accepted.length === 0,
      symptoms: suspect[0]?.symptoms ?? checks.get(run.run_id)?.symptoms ?? [],
      next: { profile: profiles.get(0) ?? profile, before: current.get(0) ?? before },
    };
  }

  /** Stages a day of the chain, changed by a select over `day_rows`, as if it were seen on `moment`. */
  async #stage(day: string, rows: string, moment: string, seed: number): Promise<Run> {
    const stage_id = `day${++this.#staged}`;
    await mkdir(this.#folder.staged(stage_id), { recursive: true });
    const columns = Object.entries(STAGED_COLUMNS).map(([name, type]) => {
      const own: Record<string, string> = {
        as_of: `timestamp ${literal(moment)}`,
        listing_key: 'hash(item)',
        sku: 'item::varchar',
        title: `'Thing ' || item`,
        currency: `'EUR'`,
        availability: `'in_stock'`,
        content_hash: 'hash(item)',
      };
      return `${own[name] ?? (name === 'price_minor' ? 'price_minor' : 'null')}::${type} as ${name}`;
    });
    const database = this.#database;
    await database.run(
      'rows of a day',
      `create or replace temp table day_rows as select *, row_number() over (order by item) as place from price_days where day = ${literal(day)}`,
    );
    await database.run(
      'stage a day',
      `copy (select ${columns.join(', ')} from (${rows.replaceAll('$seed', String(seed))})) to ${literal(this.#folder.stagedRows(stage_id))} (format parquet)`,
    );
    const accepted = await database.count(
      'count a day',
      `select count(*) from read_parquet(${literal(this.#folder.stagedRows(stage_id))})`,
    );
    const none = { rejected: 0, rejected_by: {}, notes_by: {} };
    return {
      run_id: `run_${stage_id}`,
      seller: 'chain',
      feed: this.#chain,
      as_of: `${moment}T00:00:00.000Z`,
      stage_id,
      by_as_of: false,
      rows_read: accepted,
      accepted,
      ...none,
      gtin: { valid: 0, missing: accepted, malformed: 0, checksum: 0, restricted: 0 },
      source: { name: stage_id, sha256: stage_id, bytes: 1 },
      staged_at: `${moment}T00:00:00.000Z`,
      seconds: { land: 0, stage: 0 },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}
