import { createHash } from 'node:crypto';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatId, listingKey } from '../../../pipelines/domain/key.ts';
import type { MatchDecision } from '../../../pipelines/domain/match_decision.ts';
import { titleMatcherOf } from '../../../pipelines/match/rows/row_matcher.ts';
import { openMatchModel } from '../../../pipelines/match/titles/score/model_file.ts';
import { explainLevels } from '../../../pipelines/match/titles/score/pair_explanation.ts';
import { Database, fileList, literal } from '../../../warehouse/database.ts';
import { type Manifest, manifestKey } from '../../../warehouse/manifest.ts';
import type { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import type { TableName } from '../../../warehouse/tables.ts';
import { readColumnFile, writeColumnFile } from '../../../warehouse/text/array_file.ts';
import { identityOf, type PlacedListing, placedListings, reviewsOf } from '../match/listing_identity.ts';
import { BETA, doubtfulMarket } from './doubtful_market.ts';
import { TestMarket } from './market.ts';

// A market large enough to learn from, rebuilt many times.

const ADVICE = 'run `commerce-index rebuild`';

/** Rewrites the newest manifest in place. */
async function edit(market: TestMarket, change: (manifest: Manifest) => Manifest): Promise<void> {
  const manifest = await market.manifest();
  await writeFile(
    market.folder.path(manifestKey(manifest.snapshot_id)),
    JSON.stringify(change(structuredClone(manifest))),
  );
}

const older = (market: TestMarket) => edit(market, (manifest) => ({ ...manifest, format: 1 }));

/** Puts another file in the place of a table's first one, under a name of its own as another program would. */
async function plant(
  market: TestMarket,
  table: TableName,
  change: (path: string) => Promise<void>,
): Promise<void> {
  const [part] = (await market.manifest()).tables[table] ?? [];
  if (!part) throw new Error(`no ${table}`);
  const content = await readFile(market.folder.path(part.key));
  const name = createHash('sha256').update(`${part.key} planted`).digest('hex').slice(0, 16);
  const key = part.key.replace(/[0-9a-f]{16}(?!.*[0-9a-f]{16})/, name);
  await writeFile(market.folder.path(key), content);
  await change(market.folder.path(key));
  await edit(market, (manifest) => ({
    ...manifest,
    tables: { ...manifest.tables, [table]: [{ ...part, key }, ...(manifest.tables[table] ?? []).slice(1)] },
    ...(table === 'match_model' && { matcher: { model: key } }),
  }));
}

async function rewrite(market: TestMarket, path: string, select: string): Promise<void> {
  await using database = await Database.open({ memoryLimit: '256MiB', spill: join(market.root, 'spill') });
  await database.run('load', `create table planted as ${select} from read_parquet(${literal(path)})`);
  await database.run('write', `copy planted to ${literal(path)} (format parquet)`);
}

const cut = async (path: string) => truncate(path, (await readFile(path)).length - 40);
const foreign = (path: string) => writeFile(path, 'what another program calls a file');

/** Learned once; what goes on from there does with a copy. */
let published: TestMarket;
beforeAll(async () => {
  published = await doubtfulMarket();
});
afterAll(() => published[Symbol.asyncDispose]());

describe('following the advice to rebuild mends', () => {
  let market: TestMarket;
  beforeAll(async () => {
    market = await published.copy();
  });
  afterAll(() => market[Symbol.asyncDispose]());

  const everyProduct = (snapshot: OpenSnapshot) =>
    snapshot.products([...Array(snapshot.product_count).keys()]);
  const explained = async (snapshot: OpenSnapshot) => {
    const model = await openMatchModel(snapshot.matchModel() ?? '');
    for (const { levels } of await reviewsOf(snapshot.files('reviews'))) explainLevels(model, levels, 0);
  };
  const withoutColumn = async (path: string, left: string) => {
    const { [left]: _, ...columns } = await readColumnFile(path);
    await writeColumnFile(path, columns);
  };
  const newFormat = async (path: string) =>
    writeFile(path, (await readFile(path, 'utf8')).replace(/"format":\d+/, '"format":4'));
  const columnOf = (path: string, column: string) => rewrite(market, path, `select * replace (${column})`);

  test.each<{
    what: string;
    table: TableName;
    change: (path: string) => Promise<void>;
    read: (snapshot: OpenSnapshot) => Promise<unknown>;
  }>([
    { what: 'a foreign text index', table: 'texts', change: foreign, read: (one) => one.searchIndex() },
    { what: 'a text index cut off', table: 'texts', change: cut, read: (one) => one.searchIndex() },
    {
      what: 'a text index without a column',
      table: 'texts',
      change: (path) => withoutColumn(path, 'term_bytes'),
      read: (one) => one.searchIndex(),
    },
    { what: 'foreign vectors', table: 'vectors', change: foreign, read: (one) => one.vectors() },
    { what: 'vectors cut off', table: 'vectors', change: cut, read: (one) => one.vectors() },
    { what: 'foreign documents', table: 'documents', change: foreign, read: everyProduct },
    {
      what: 'offers of other columns',
      table: 'offers',
      change: (path) => columnOf(path, 'stock::bigint as stock'),
      read: (one) => one.searchIndex(),
    },
    {
      what: 'a product that nothing names',
      table: 'members',
      change: (path) => columnOf(path, '1::integer as rank'),
      read: everyProduct,
    },
    {
      what: 'a match model of another version',
      table: 'match_model',
      change: newFormat,
      read: (one) => titleMatcherOf(one),
    },
    {
      what: 'titles without a column',
      table: 'titles',
      change: (path) => withoutColumn(path, 'keys'),
      read: (one) => titleMatcherOf(one),
    },
    {
      what: 'titles without a feature',
      table: 'titles',
      change: (path) => withoutColumn(path, 'feature.brand'),
      read: (one) => titleMatcherOf(one),
    },
    {
      what: 'comparison levels of another version',
      table: 'reviews',
      change: (path) => columnOf(path, "'00' as levels"),
      read: explained,
    },
  ])('$what', async ({ table, change, read }) => {
    const placed = await placedListings(market);
    await plant(market, table, change);
    await expect(market.read(read)).rejects.toThrow(ADVICE);
    await market.publish({ rebuild: true });
    await market.read(read);
    expect((await placedListings(market)).sort(bySku)).toEqual(placed.sort(bySku));
    await market.publish();
  });

  test('a snapshot without a text index', async () => {
    await edit(market, (manifest) => {
      delete manifest.tables.texts;
      return manifest;
    });
    await expect(market.read((one) => one.searchIndex())).rejects.toThrow(ADVICE);
    await market.publish({ rebuild: true });
    await market.read((one) => one.searchIndex());
  });

  test('an ingest that meets a match model of another version, and goes on behind the rebuild', async () => {
    await plant(market, 'match_model', newFormat);
    await market.observe('beta', '2026-01-02', BETA.slice(1));
    await expect(market.publish()).rejects.toThrow(ADVICE);
    await market.publish({ rebuild: true });
    const listings = (await market.product('beta:s25'))?.listings;
    expect(listings?.find(({ seller }) => seller === 'beta')?.last_seen).toBe('2026-01-02T00:00:00.000Z');
  });
});

/** Ids of the listings whose match was told to have weakened. */
async function degradedListings(market: TestMarket): Promise<string[]> {
  const paths = ((await market.manifest()).tables.events ?? []).map(({ key }) => market.folder.path(key));
  await using database = await Database.open({ memoryLimit: '256MiB', spill: join(market.root, 'spill') });
  const rows = await database.rows<{ listing: string }>(
    'read events',
    `select payload ->> 'listing' as listing from read_parquet(${fileList(paths)}) where type = 'match.degraded' order by 1`,
  );
  return rows.map(({ listing }) => listing);
}

describe('an older warehouse with a match model', () => {
  const methodsOf = async (market: TestMarket) =>
    (await placedListings(market)).map(({ seller, sku, method, variant_key }) =>
      [seller, sku, method, variant_key].join(' '),
    );

  test('learns it anew, tells of no match that weakened, and keeps to what people said', async () => {
    await using market = await published.copy();
    const events = async () => (await market.manifest()).tables.events ?? [];
    const [review] = await market.read((snapshot) => reviewsOf(snapshot.files('reviews')));
    if (!review) throw new Error('nothing is up for review');
    const [left, right] = (
      await Promise.all([identityOf(market, review.left), identityOf(market, review.right)])
    ).sort((a, b) => (a.listing_key < b.listing_key ? -1 : 1));
    if (!left || !right) throw new Error('no pair');
    const same: MatchDecision = {
      left: left.listing_key,
      right: right.listing_key,
      verdict: 'same',
      left_content: left.content_hash,
      right_content: right.content_hash,
      decided_by: 'ada',
      decided_at: '2026-01-03T00:00:00.000Z',
    };
    await market.publish({ matchDecisions: [same] });
    const placed = (await methodsOf(market)).sort();
    // As an older program may have left it: a model of its own, by which matches were surer than they can be now.
    await plant(market, 'match_model', (path) => writeFile(path, '{"format":4}'));
    await plant(market, 'assignments', (path) =>
      rewrite(
        market,
        path,
        "select * replace (case when method = 'title_fuzzy' then 1 else confidence end::float as confidence)",
      ),
    );
    await older(market);
    await expect(market.publish({ matchDecisions: [same] })).rejects.toThrow(ADVICE);
    const summary = await market.publish({ matchDecisions: [same], rebuild: true });
    expect(summary.new_events).toBe(0);
    expect(await events()).toEqual([]);
    expect((await methodsOf(market)).sort()).toEqual(placed);
    await market.read((snapshot) => titleMatcherOf(snapshot));
    expect((await market.publish({ matchDecisions: [same] })).snapshot_id).toBeNull();
  });

  test('tells of what waited to be published, and of what a person undid meanwhile', async () => {
    await using market = await published.copy();
    const placed = await placedListings(market);
    const matched = placed.find(({ method }) => method === 'title_fuzzy');
    const twins = placed.filter(({ variant_key }) => variant_key === matched?.variant_key);
    expect(twins).toHaveLength(2);
    const [left, right] = (
      await Promise.all(twins.map(({ seller, sku }) => identityOf(market, listingKey(seller, sku))))
    ).sort((a, b) => (a.listing_key < b.listing_key ? -1 : 1));
    if (!left || !right) throw new Error('nothing was matched by its title');
    const undone: MatchDecision = {
      left: left.listing_key,
      right: right.listing_key,
      verdict: 'different',
      left_content: left.content_hash,
      right_content: right.content_hash,
      decided_by: 'ada',
      decided_at: '2026-06-02T00:00:00.000Z',
    };
    await older(market);
    const changed = BETA.map((row) => (row.sku === 's30' ? { ...row, gtin: '' } : row));
    await market.observe('beta', '2026-01-02', changed);
    const summary = await market.publish({ matchDecisions: [undone], rebuild: true });
    expect(summary.accepted).toHaveLength(1);
    expect(await degradedListings(market)).toEqual(
      [...twins.map(({ seller, sku }) => listingKey(seller, sku)), listingKey('beta', 's30')]
        .map((key) => formatId('offer', key))
        .sort(),
    );
    expect(summary).toMatchObject({ new_events: 3, late: [] });
  });

  test('loses a model that nothing is left to learn anew from', async () => {
    await using market = await published.copy();
    market.sellers = market.sellers.slice(0, 1);
    await older(market);
    await market.publish({ rebuild: true });
    const manifest = await market.manifest();
    expect([manifest.matcher, manifest.tables.match_model, manifest.tables.titles]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

const bySku = (a: PlacedListing, b: PlacedListing) =>
  `${a.seller} ${a.sku}` < `${b.seller} ${b.sku}` ? -1 : 1;

test('a variant of brand and part number keeps its id when spellings are read otherwise', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  const rows = [
    { sku: 'x', brand: 'Weiß', mpn: 'WB-100' },
    { sku: 'y', brand: 'Weiß', mpn: 'WB-200' },
  ];
  for (const seller of ['alpha', 'beta']) await market.observe(seller, '2026-01-01', rows);
  await market.publish();
  // As if the older program had read the brand otherwise, and so made other keys of it.
  const otherwise = (column: string) => `(${column} + 1)::ubigint as ${column}`;
  await plant(market, 'identities', (path) =>
    rewrite(market, path, `select * replace (${otherwise('brand_key')}, ${otherwise('mpn_key')})`),
  );
  await plant(market, 'assignments', (path) =>
    rewrite(market, path, `select * replace (${otherwise('variant_key')}, ${otherwise('product_key')})`),
  );
  const before = await placedListings(market);
  const planted = new Set(before.map(({ variant_key }) => variant_key));
  expect(planted.size).toBe(2);
  await older(market);
  await market.publish({ rebuild: true });
  expect((await placedListings(market)).sort(bySku)).toEqual(before.sort(bySku));
  const product = await market.product('alpha:x');
  // The seller spells it otherwise too: the item is the same.
  const spelled = rows.map((row) => ({ ...row, brand: 'Weisz' }));
  for (const seller of ['alpha', 'beta']) await market.observe(seller, '2026-01-02', spelled);
  await market.publish();
  expect(new Set((await placedListings(market)).map(({ variant_key }) => variant_key))).toEqual(planted);
  expect((await market.product('alpha:x'))?.product_id).toBe(product?.product_id);
  // One of them goes back: the old spelling names the variant of who says it, not that of both.
  await market.observe('beta', '2026-01-03', rows);
  await market.publish();
  const parted = await placedListings(market);
  expect(new Set(parted.map(({ variant_key }) => variant_key)).size).toBe(4);
});
