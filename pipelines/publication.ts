import { mkdir } from 'node:fs/promises';
import { Database, literal, type SqlParameters } from '../warehouse/database.ts';
import type { Embedder } from '../warehouse/embedding/embedder.ts';
import { staticEmbedder } from '../warehouse/embedding/static_embedder.ts';
import type { DataFolder } from '../warehouse/folder.ts';
import {
  type FeedState,
  type InputState,
  type Manifest,
  type Part,
  WAREHOUSE_FORMAT,
} from '../warehouse/manifest.ts';
import { RunLog } from '../warehouse/run_log.ts';
import { type BlobStore, fileBytes } from '../warehouse/store.ts';
import type { TableName } from '../warehouse/tables.ts';
import { type ColumnKey, knownColumns } from './domain/column_key.ts';
import type { MatchDecision } from './domain/match_decision.ts';
import type { Policy } from './domain/policy.ts';
import type { PriceFactor } from './domain/price_factor.ts';
import type { MarketSettings } from './domain/settings/market_settings.ts';
import type { InputFeed, SellerSettings } from './domain/settings/publisher_settings.ts';
import type { Reread } from './feeds/reread.ts';
import type { Retraction } from './history/retract.ts';

/** A price factor and the feed it is of. */
export interface SaidFactor extends PriceFactor {
  seller: string;
  feed: string;
  /** ISO 8601: when it was said. */
  at: string;
}

/** What a publication is made of. */
export interface PublishSettings {
  folder: DataFolder;
  store: BlobStore;
  market: MarketSettings;
  /** With those of their feeds that bring offers. */
  sellers: readonly SellerSettings[];
  /** The feeds that bring other inputs, of sellers and brands. */
  inputs?: readonly InputFeed[];
  /** What is told as policy.violated; default what brands publish lists for. */
  policies?: readonly Policy[] | undefined;
  memoryLimit: string;
  threads?: number;
  /** Rows below which a publication plans for few; default 20,000. Makes no difference to what comes out. */
  fewRows?: number | undefined;
  now: () => Date;
  /** Runs accepted by a person although suspect. */
  acceptedByHand: ReadonlySet<string>;
  /** Who accepted them, by run. */
  acceptedBy?: ReadonlyMap<string, string> | undefined;
  /** Runs that a person turns down, and why. */
  reject?: readonly { run_id: string; by: string; reason: string | null }[] | undefined;
  /** Published runs that a person takes back. */
  retract?: readonly Retraction[] | undefined;
  /** What people said of feeds' prices. */
  priceFactors?: readonly SaidFactor[] | undefined;
  /** Probability from which a match needs no person; default 0.90. */
  trustThreshold?: number | undefined;
  /** What people said of pairs of listings, the newest of each pair. */
  matchDecisions?: readonly MatchDecision[];
  /** Makes the products' vectors; default the word table that comes with the project. */
  embedder?: Embedder | undefined;
  /** Learns anew what titles are weighed by. */
  relearn?: boolean | undefined;
  /** Takes late runs in by rebuilding their feed's series. */
  backfill?: boolean;
  /** Writes every table anew, reusing only ids and history; the only way out of an older format. */
  rebuild?: boolean | undefined;
  /** Runs, by id, that staging has read anew since. */
  reread?: ReadonlyMap<string, Reread> | undefined;
  /** Told every statement's step and seconds, for profiling. */
  onStatement?: (step: string, seconds: number) => void;
  onStep?: (step: string, done: number, of: number) => void;
  /** Calls the publication off; nothing of it is pointed at. */
  signal?: AbortSignal | undefined;
}

/** One publication in the making: its database, the snapshot before it, and the parts written so far. */
export class Publication {
  readonly database: Database;
  readonly settings: PublishSettings;
  readonly before: Manifest | null;
  /** Sixteen digits made from the inputs: the same publication writes the same files. */
  readonly name: string;
  readonly feeds: FeedState[];
  /** Where each feed of another input stands; moved on by pipelines/inputs. */
  inputs: InputState[];
  readonly tables: Partial<Record<TableName, Part[]>>;
  /** What became of every run so far. */
  readonly log: RunLog;
  readonly seconds: Record<string, number> = {};
  /** Earlier events that this publication takes back, each by one that corrects it. */
  correctedEvents = 0;
  /** The relation of skus that were given to another article; undefined while there are none. */
  generations: string | undefined = undefined;
  /** What sellers' own columns are; pipelines/attributes finds more. */
  columns: readonly ColumnKey[];
  /** What SQL makes of rows that many statements read: each plans a view anew, which for few rows is all that it costs. */
  sharedRows: 'table' | 'view' = 'view';

  constructor(
    database: Database,
    settings: PublishSettings,
    before: Manifest | null,
    name: string,
    feeds: FeedState[],
  ) {
    this.database = database;
    this.settings = settings;
    this.before = before;
    this.name = name;
    this.feeds = feeds;
    this.inputs = [...(before?.inputs ?? [])];
    this.columns = knownColumns(before?.columns, settings.sellers);
    this.tables = { ...before?.tables };
    this.log = new RunLog(settings.store, before);
  }

  get embedder(): Embedder {
    return embedderOf(this.settings);
  }

  get folder(): DataFolder {
    return this.settings.folder;
  }

  /** The snapshot before is of an older format: its ids and history stand, nothing derived in it does. */
  get isUpgrade(): boolean {
    return this.before !== null && this.before.format < WAREHOUSE_FORMAT;
  }

  /**
   * Everything derived is written anew: because that was asked for, or because another version of staging has read a
   * feed, so that rows may differ where content hashes are the same. Ask once the feeds have moved.
   */
  get anew(): boolean {
    const then = new Map(this.before?.feeds.map((state) => [state.feed_no, state.current]));
    return (
      this.settings.rebuild === true ||
      this.feeds.some(({ feed_no, configured, current }) => {
        const earlier = then.get(feed_no);
        return configured && current && earlier && current.staging !== earlier.staging;
      })
    );
  }

  /** Scratch path of this publication for a file being written. */
  async draft(file: string): Promise<string> {
    const scratch = this.folder.scratch(`publish-${this.name}`);
    await mkdir(scratch, { recursive: true });
    return `${scratch}/${file}`;
  }

  /** Local paths of a table's parts as they stand now. */
  async paths(table: TableName): Promise<string[]> {
    return Promise.all((this.tables[table] ?? []).map((part) => this.settings.store.local(part.key)));
  }

  /**
   * Writes a relation as one Parquet part under `folder`; `replace` drops the table's earlier parts, `parameters` are
   * the relation's.
   */
  async writePart(
    table: TableName,
    relation: string,
    options: { folder: string; replace: boolean | Part; parameters?: SqlParameters },
  ): Promise<Part> {
    const draft = await this.draft(`${table}.parquet`);
    await this.database.run(
      `write ${table}`,
      `copy (from ${relation}) to ${literal(draft)} (format parquet)`,
      options.parameters,
    );
    const rows = await this.database.count(
      `count ${table}`,
      `select count(*) from read_parquet(${literal(draft)})`,
    );
    return this.addPart(table, {
      draft,
      rows,
      key: `${options.folder}/${this.name}.parquet`,
      replace: options.replace,
    });
  }

  /** Stores a finished file as a part of a table, behind the others, instead of all or in the place of one. */
  async addPart(
    table: TableName,
    { draft, rows, key, replace }: { draft: string; rows: number; key: string; replace: boolean | Part },
  ): Promise<Part> {
    const part: Part = { key, rows, bytes: await fileBytes(draft) };
    await this.settings.store.put(draft, key);
    const others = this.tables[table] ?? [];
    if (typeof replace === 'object')
      this.tables[table] = others.map((other) => (other === replace ? part : other));
    else this.tables[table] = replace ? [part] : [...others, part];
    return part;
  }

  /** Runs `work` and books its seconds under `step`. */
  async timed<T>(step: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.seconds[step] = (this.seconds[step] ?? 0) + (performance.now() - start) / 1000;
    }
  }
}

/** What makes the products' vectors. */
export const embedderOf = ({ embedder }: PublishSettings): Embedder => embedder ?? staticEmbedder();

/** Whether the products' vectors of a snapshot are of the model that is configured now, or were to be. */
export const sameEmbedder = (before: Manifest, settings: PublishSettings): boolean =>
  (before.embedder ?? staticEmbedder().id) === embedderOf(settings).id;
