import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../../api/cli/config.ts';
import { runDecisions } from '../../../api/cli/opened_index.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import type { Manifest } from '../../../warehouse/manifest.ts';
import { openState, type State } from '../../../warehouse/state/state.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { EmbeddedEngine } from '../../../workflows/embedded.ts';
import { publishedRuns } from '../../warehouse/logged_runs.ts';

const FIXTURE = fileURLToPath(new URL('../../../fixtures/warehouse_format_1', import.meta.url));

/** The key that the fixture's state knows. */
export const FIXTURE_KEY = 'fixture-key-of-warehouse-format-1';
/** A day after the fixture's last one. */
export const NEXT_DAY = new Date('2026-02-05T08:00:00Z');

/** A copy of the warehouse of format 1, with its configuration and feeds, in a temporary folder. */
export class OldWarehouse implements AsyncDisposable {
  readonly root: string;
  readonly folder: DataFolder;
  readonly store: FolderStore;
  readonly state: State;

  private constructor(root: string, state: State) {
    this.root = root;
    this.folder = new DataFolder(join(root, 'data'));
    this.store = new FolderStore(join(root, 'data'));
    this.state = state;
  }

  static async open(): Promise<OldWarehouse> {
    const root = await mkdtemp(join(tmpdir(), 'commerce-index-old-'));
    await copyFixture(root);
    return new OldWarehouse(root, await openState(join(root, 'data', 'state.sqlite')));
  }

  engine(now = NEXT_DAY): EmbeddedEngine {
    return new EmbeddedEngine({
      configuration: loadConfig({ env: {}, cwd: this.root }).configuration,
      folder: this.folder,
      store: this.store,
      now: () => now,
      decisions: runDecisions(this.state),
    });
  }

  /** The newest manifest, whatever its format. */
  async manifest(): Promise<Manifest> {
    const { snapshot_id } = JSON.parse((await this.store.pointer()) ?? '') as { snapshot_id: string };
    return JSON.parse(
      await readFile(join(this.folder.snapshot(snapshot_id), 'manifest.json'), 'utf8'),
    ) as Manifest;
  }

  /** What must outlive every rebuild. */
  async memory() {
    const manifest = await this.manifest();
    await using database = await Database.open({ memoryLimit: '256MiB', spill: join(this.root, 'spill') });
    const rows = (table: keyof Manifest['tables'], columns: string) => {
      const paths = (manifest.tables[table] ?? []).map((part) => this.folder.path(part.key));
      const sql = `select ${columns} from read_parquet(${fileList(paths)}) order by all`;
      return database.rows(table, sql);
    };
    // From before currencies were kept: all of its feeds tell theirs in euros.
    const changePoints = async () =>
      (await rows('changes', '*')).map((point): typeof point => ({ currency: 'EUR', ...point }));
    return {
      assignments: await rows(
        'assignments',
        'listing_key, listing_no, variant_key, product_key, method, confidence',
      ),
      redirects: await rows('redirects', '*'),
      changes: await changePoints(),
      events: await rows('events', '*'),
      vanished: await rows('vanished', 'feed_no, listing_key, gone_at, content_hash'),
      contents: await rows('identities', 'listing_key, feed_no, content_hash'),
      runs: (await publishedRuns(this.store, manifest)).map(({ run_id, as_of }) => [run_id, as_of]),
      feeds: manifest.feeds.map(({ feed_no, seller, feed, gaps, current }) => [
        [feed_no, seller, feed, gaps],
        [current?.run_id, current?.as_of, current?.listings],
      ]),
      counts: manifest.counts,
      keys: (await this.state.keys.hashes()).map((key) => ({ ...key, hash: key.hash.toString('hex') })),
      matchDecisions: await this.state.matchDecisions(),
      runDecisions: await this.state.runDecisions(),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.state.close();
    await rm(this.root, { recursive: true, force: true });
  }
}

/** Puts the fixture into a folder as a person would have it: configuration, feeds, and the warehouse in `data`. */
export async function copyFixture(root: string): Promise<void> {
  await cp(join(FIXTURE, 'commerce-index.yaml'), join(root, 'commerce-index.yaml'));
  await cp(join(FIXTURE, 'feeds'), join(root, 'feeds'), { recursive: true });
  await cp(join(FIXTURE, 'warehouse'), join(root, 'data'), { recursive: true });
  await chmod(join(root, 'data', 'state.sqlite'), 0o600);
}
