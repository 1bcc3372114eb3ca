import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../api/cli/config.ts';
import { runDecisions } from '../../../api/cli/opened_index.ts';
import type { Product } from '../../../pipelines/domain/listing.ts';
import { landFeed } from '../../../pipelines/feeds/land.ts';
import { FEED_LIMITS } from '../../../pipelines/feeds/landed.ts';
import { earlierStageIds, STAGING_VERSION, stageRun } from '../../../pipelines/feeds/stage.ts';
import { publish } from '../../../pipelines/snapshot/publish.ts';
import { Database, literal } from '../../../warehouse/database.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import { currentManifest } from '../../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { resolveReference } from '../../../warehouse/reads/reference.ts';
import { openState, type State } from '../../../warehouse/state/state.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { EmbeddedEngine } from '../../../workflows/embedded.ts';

const SELLERS = ['alpha', 'beta', 'gamma'] as const;
const FEEDS: Record<(typeof SELLERS)[number], string> = {
  alpha: '1,Potato chips salted 100 g,5.00,00005487\n2,Stapler blue,9.00,4006381333931\n',
  beta: '1,Potato chips salted 100 g,5.10,54000087\n2,Stapler blue,9.50,4006381333931\n',
  gamma: '1,Potato chips salted 100 g,4.90,00005487\n',
};
/** What version 3 of staging took 00005487 for: a UPC-E, whose number is that of the GTIN-8 54000087. */
const MISTAKEN = '00000054000087';
const FIRST_DAY = '2026-02-01T00:00:00.000Z';

/** Three sellers in a temporary folder. */
class Shops implements AsyncDisposable {
  readonly root: string;
  readonly folder: DataFolder;
  readonly store: FolderStore;
  readonly state: State;

  private constructor(root: string, state: State) {
    this.root = root;
    this.state = state;
    this.folder = new DataFolder(join(root, 'data'));
    this.store = new FolderStore(join(root, 'data'));
  }

  static async open(): Promise<Shops> {
    const root = await mkdtemp(join(tmpdir(), 'commerce-index-codes-'));
    const shops = new Shops(root, await openState(join(root, 'state.sqlite')));
    for (const seller of SELLERS)
      await writeFile(join(shops.root, `${seller}.csv`), `sku,title,price,gtin\n${FEEDS[seller]}`);
    const sellers = SELLERS.map(
      (id) => `  - id: ${id}
    name: ${id}
    kind: retailer
    access: merchant_feed
    feeds: [{ name: all, url: ${id}.csv, format: csv, schedule: "0 4 * * *" }]
`,
    );
    await writeFile(
      join(shops.root, 'commerce-index.yaml'),
      `market: { country: US, currency: USD }\nmemory_limit: 256MiB\nsellers:\n${sellers.join('')}`,
    );
    return shops;
  }

  engine(now: string): EmbeddedEngine {
    return new EmbeddedEngine({
      configuration: this.configuration(),
      folder: this.folder,
      store: this.store,
      now: () => new Date(now),
      decisions: runDecisions(this.state),
    });
  }

  /** Publishes what waits as it was staged: an engine reads waiting runs anew. */
  async publishAsBefore(): Promise<void> {
    const { folder, store } = this;
    const now = () => new Date('2026-02-01T06:00:00Z');
    const { market, sellers } = this.configuration();
    await publish({ folder, store, market, sellers, memoryLimit: '256MiB', now, acceptedByHand: new Set() });
  }

  configuration() {
    return loadConfig({ env: {}, cwd: this.root }).configuration;
  }

  /** Stages the first observation of each seller and leaves it as version 3 of staging left it. */
  async stageAsBefore(): Promise<void> {
    await using database = await Database.open({ memoryLimit: '256MiB', spill: join(this.root, 'spill') });
    const { market, sellers } = this.configuration();
    for (const seller of sellers) {
      const [feed] = seller.feeds;
      if (!feed) throw new Error(`${seller.id} has no feed`);
      const common = { folder: this.folder, store: this.store, seller, feed, market, limits: FEED_LIMITS };
      const [landed] = await landFeed({ ...common, asOf: FIRST_DAY, fetchedAt: FIRST_DAY });
      if (!landed) throw new Error(`${seller.id} was not landed`);
      const options = { ...common, database, landed };
      const [run] = await stageRun(options);
      if (!run) throw new Error(`${seller.id} was not staged`);
      const stage_id = earlierStageIds(options)[2 * (3 - 1)] as string;
      const path = this.folder.stagedRows(run.stage_id);
      const misread = `select * replace (
        case when seller_code is null then gtin else ${literal(MISTAKEN)} end as gtin,
        case when seller_code is null then gtin_status else 'valid' end as gtin_status,
        null::varchar as seller_code) from read_parquet(${literal(path)})`;
      await database.run('read as before', `copy (${misread}) to ${literal(`${path}.old`)} (format parquet)`);
      await rename(`${path}.old`, path);
      await rename(this.folder.staged(run.stage_id), this.folder.staged(stage_id));
      await rm(this.folder.path('runs', `${run.run_id}.json`));
      const name = JSON.stringify([seller.id, feed.name, FIRST_DAY, stage_id]);
      const run_id = `run_${createHash('sha256').update(name).digest('hex').slice(0, 20)}`;
      await writeFile(
        this.folder.path('runs', `${run_id}.json`),
        JSON.stringify({ ...run, run_id, stage_id, staging: 3 }),
      );
    }
  }

  async read<T>(read: (snapshot: OpenSnapshot) => Promise<T> | T): Promise<T> {
    const current = await currentManifest(this.store);
    if (!current) throw new Error('nothing is published');
    const limits = { memoryLimit: '256MiB', timeLimitMs: 10_000 };
    const snapshot = await OpenSnapshot.open(current.manifest, this.store, limits);
    try {
      return await read(snapshot);
    } finally {
      snapshot.close();
    }
  }

  /** The listings of each product, as `seller:sku`. */
  products(): Promise<string[][]> {
    return this.read(async (snapshot) => {
      const all: Product[] = await snapshot.products([...Array(snapshot.product_count).keys()]);
      return all
        .map(({ listings }) => listings.map(({ seller, sku }) => `${seller}:${sku}`).sort())
        .sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));
    });
  }

  find(reference: string): Promise<string | undefined> {
    return this.read((snapshot) => {
      const found = resolveReference(snapshot, reference);
      return found.outcome === 'found' ? found.product_id : undefined;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.state.close();
    await rm(this.root, { recursive: true, force: true });
  }
}

const JOINED = [
  ['alpha:1', 'beta:1', 'gamma:1'],
  ['alpha:2', 'beta:2'],
];
const APART = [['alpha:1'], ['alpha:2', 'beta:2'], ['beta:1'], ['gamma:1']];

async function publishedBefore(): Promise<{ shops: Shops; mistaken: string }> {
  const shops = await Shops.open();
  await shops.stageAsBefore();
  await shops.publishAsBefore();
  expect(await shops.products()).toEqual(JOINED);
  const mistaken = await shops.find('alpha:1');
  if (mistaken === undefined) throw new Error('alpha:1 leads nowhere');
  return { shops, mistaken };
}

async function expectApart(shops: Shops, mistaken: string): Promise<void> {
  expect(await shops.products()).toEqual(APART);
  expect(await shops.find('54000087')).toBe(await shops.find('beta:1'));
  expect(await shops.find('alpha:00005487')).toBe(await shops.find('alpha:1'));
  expect(await shops.find('gamma:00005487')).toBe(await shops.find('gamma:1'));
  expect(await shops.find('00005487')).toBeUndefined();
  // Whoever kept the product's id still gets one of those that it was.
  expect(await shops.find(mistaken)).toBeDefined();
}

test('in-store codes that were read as GTINs part their listings at the next observation', async () => {
  const { shops, mistaken } = await publishedBefore();
  await using _ = shops;
  await using engine = shops.engine('2026-02-02T06:00:00Z');
  const one = await engine.ingest([{ seller: 'alpha', feed: 'all' }]);
  // `match.degraded` of the listing that leaves; no price moved.
  expect(one.publication).toMatchObject({ new_changes: 0, new_events: 1 });
  expect(await shops.products()).toEqual([['alpha:1'], ['alpha:2', 'beta:2'], ['beta:1', 'gamma:1']]);
  await engine.ingest(SELLERS.map((seller) => ({ seller, feed: 'all' })));
  await expectApart(shops, mistaken);
});

test('in-store codes that were read as GTINs part their listings with a rebuild', async () => {
  const { shops, mistaken } = await publishedBefore();
  await using _ = shops;
  const runs = async () => {
    const current = await currentManifest(shops.store);
    return current?.manifest.feeds.map((feed) => [feed.current?.run_id, feed.current?.staging]) ?? [];
  };
  const before = await runs();
  expect(before.map(([, staging]) => staging)).toEqual([3, 3, 3]);
  await using engine = shops.engine('2026-02-02T06:00:00Z');
  const { publication, publicationFailure } = await engine.ingest([], { rebuild: true });
  expect(publicationFailure).toBeNull();
  expect(publication).toMatchObject({ new_changes: 0, new_events: 2 });
  expect(await runs()).toEqual(before.map(([run]) => [run, STAGING_VERSION]));
  await expectApart(shops, mistaken);
});

test('what an earlier version staged is the same run still, and its rejects can be read', async () => {
  const { shops } = await publishedBefore();
  await using _ = shops;
  const before = await currentManifest(shops.store);
  await using engine = shops.engine(FIRST_DAY);
  const again = await engine.ingest(SELLERS.map((seller) => ({ seller, feed: 'all', all: true })));
  expect(again.feeds.flatMap(({ failures }) => failures)).toEqual([]);
  expect((await currentManifest(shops.store))?.manifest.feeds).toEqual(before?.manifest.feeds);
  await using database = await Database.open({ memoryLimit: '256MiB', spill: join(shops.root, 'spill') });
  for (const feed of before?.manifest.feeds ?? []) {
    const stage = feed.current?.stage_id ?? '';
    const rejects = literal(shops.folder.stagedRejects(stage));
    expect(await database.count('count', `select count(*) from read_parquet(${rejects})`)).toBeLessThan(2);
    expect(await readFile(join(shops.folder.staged(stage), 'stage.json'), 'utf8')).toContain('outcomes');
  }
});
