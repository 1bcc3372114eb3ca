import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedProfile } from '../../../pipelines/domain/feed_profile.ts';
import { landFeed } from '../../../pipelines/feeds/land.ts';
import { FEED_LIMITS } from '../../../pipelines/feeds/landed.ts';
import { stageRun } from '../../../pipelines/feeds/stage.ts';
import { type FoldResult, foldRuns, prepareFold } from '../../../pipelines/history/fold.ts';
import { defineGenerations } from '../../../pipelines/history/generations.ts';
import { Database } from '../../../warehouse/database.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import type { StagedRows } from '../../../warehouse/listing_rows.ts';
import { type Run, STAGED_COLUMNS } from '../../../warehouse/run.ts';
import { FolderStore } from '../../../warehouse/store.ts';

/** What is wrong with a feed, or is not, as its file says it; each is staged and held against twelve days of its feed. */

interface Item {
  id: string;
  title: string;
  brand: string;
  gtin: string;
  price: number;
  availability: string;
}

const LISTINGS = 200;
const NOUNS = ['kettle', 'lamp', 'drill', 'blender', 'chair', 'towel', 'radio', 'scale', 'fan', 'clock'];
const MAKERS = ['Nordlicht', 'Brassica', 'Ohmwerk', 'Calyx', 'Tarn'];
const HEADER = 'id,title,brand,gtin,price,availability';
const NOW = new Date('2026-06-01T00:00:00Z');
const DAYS = 12;

/** The digit that makes twelve digits an EAN-13. */
function checkDigit(digits: string): number {
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return (10 - (sum % 10)) % 10;
}

function item(no: number): Item {
  const digits = `40123450${String(no).padStart(4, '0')}`;
  return {
    id: `s${String(no).padStart(5, '0')}`,
    title: `${MAKERS[no % 5]} ${NOUNS[no % 10]} model${no}`,
    brand: MAKERS[no % 5] as string,
    gtin: `${digits}${checkDigit(digits)}`,
    price: Math.round(500 * 1.04 ** (no % 150)),
    availability: no % 12 === 0 ? 'out of stock' : 'in stock',
  };
}

/** A healthy day: two listings left and two came since the day before, six prices moved by a tenth. */
function day(number: number): Item[] {
  return Array.from({ length: LISTINGS }, (_, index) => {
    const one = item(index + 2 * number);
    const moved = (index + number * 31) % 33 === 0;
    return moved ? { ...one, price: Math.round(one.price * 0.9) } : one;
  });
}

const csv = (items: readonly Item[], header = HEADER) =>
  [
    header,
    ...items.map(({ price, ...one }) =>
      [one.id, one.title, one.brand, one.gtin, (price / 100).toFixed(2), one.availability].join(','),
    ),
    '',
  ].join('\n');

/** Another number between 0 and 1 for each place, always the same. */
const chance = (index: number) => ((index * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
const some = (share: number, change: (one: Item) => Item) => (items: Item[]) =>
  items.map((one, index) => (chance(index + 1) < share ? change(one) : one));
const dearer = (times: number) => (one: Item) => ({ ...one, price: Math.round(one.price * times) });
const fresh = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => item(from + index));

interface Case {
  what: string;
  items?: (items: Item[]) => Item[];
  text?: (text: string) => string;
  as_of?: string;
  /** Begins the reason it is held for; null where it is taken. */
  held: string | null;
  /** Held of a feed with two runs, too. */
  early?: true;
  /** What it is taken with a warning of. */
  warned?: string;
}

const CASES: Case[] = [
  { what: 'a day like others', held: null },
  {
    what: '40 % of prices x 100',
    early: true,
    items: some(0.4, dearer(100)),
    held: '79 of 198 prices are more than three times',
  },
  {
    what: 'all prices halved',
    early: true,
    items: some(1, dearer(0.5)),
    held: '198 of 198 prices moved by more than a half',
  },
  {
    what: 'prices shuffled among listings',
    early: true,
    items: (items) =>
      items.map((one, index) => ({ ...one, price: (items[(index * 77) % LISTINGS] as Item).price })),
    held: 'of 198 prices are more than three times',
  },
  {
    what: '100 times the rows',
    early: true,
    items: (items) => [...items, ...fresh(2000, 99 * LISTINGS)],
    held: '20000 listings, 200 before',
  },
  {
    what: '100 times the same rows',
    text: (text) =>
      [text, ...Array.from({ length: 99 }, () => text.split('\n').slice(1).join('\n'))].join(''),
    held: '1 % of its rows could be taken',
  },
  {
    what: '45 % gone',
    early: true,
    items: (items) => items.filter((_, index) => chance(index) >= 0.45),
    held: '110 listings, 200 before',
  },
  {
    what: 'all out of stock',
    items: some(1, (one) => ({ ...one, availability: 'out of stock' })),
    held: '0 % of its rows are in stock',
  },
  {
    what: 'titles n/a',
    items: some(1, (one) => ({ ...one, title: 'n/a' })),
    held: '198 of 198 skus name something else',
  },
  {
    what: 'a GTIN column gone',
    text: (text) =>
      text
        .split('\n')
        .map((line) => line.split(',').toSpliced(3, 1).join(','))
        .join('\n'),
    held: '0 % of its rows have a valid GTIN',
  },
  {
    what: 'GTINs in 4.01E+12',
    items: some(1, (one) => ({ ...one, gtin: Number(one.gtin).toExponential(2).toUpperCase() })),
    held: '0 % of its rows have a valid GTIN',
  },
  {
    what: 'a file cut at 70 %',
    early: true,
    text: (text) => text.slice(0, text.length * 0.7),
    held: 'listings, 200 before',
  },
  {
    what: 'a date in the future',
    as_of: '2031-01-13T00:00:00.000Z',
    held: 'it is dated 2031-01-13T00:00:00.000Z',
  },
  {
    what: 'prices in another currency',
    text: (text) => text.replaceAll(/(\d+\.\d\d)/g, '$1 EUR'),
    held: '0 % of its prices are in the usual currency',
  },
  {
    what: 'prices with a decimal comma',
    text: (text) => text.replaceAll(/,(\d+)\.(\d\d),/g, ',"$1,$2",'),
    held: 'the numbers of price are written with a decimal comma',
  },
  {
    what: 'text decoded twice',
    items: some(1, (one) => ({ ...one, title: `${one.title} Ã©dition` })),
    held: '0 % of its titles are free of signs',
  },
  {
    what: 'skus dealt out anew',
    items: (items) =>
      items.map((one, index) => ({
        ...(items[(index + 50) % LISTINGS] as Item),
        id: one.id,
        price: one.price,
      })),
    held: '198 of 198 skus name something else',
  },
  {
    what: 'brands gone',
    items: some(1, (one) => ({ ...one, brand: '' })),
    held: null,
    warned: '0 % of its rows have a brand',
  },
  { what: 'a sale day', early: true, items: some(0.5, dearer(0.8)), held: null },
  {
    what: 'growth by a third',
    items: (items) => [...items, ...fresh(2000, 66)],
    held: null,
    warned: '266 listings, 200 before',
  },
  { what: 'a weekend gap', as_of: '2026-01-15T00:00:00.000Z', held: null },
  {
    what: 'a season at once',
    early: true,
    items: (items) => [...items.slice(90), ...fresh(2000, 90)],
    held: null,
    warned: '92 of 200 listings vanished, 92 are new',
  },
];

class Feed implements AsyncDisposable {
  readonly #folder: DataFolder;
  readonly #database: Database;
  profile: FeedProfile | undefined;
  before: StagedRows | null = null;

  private constructor(folder: DataFolder, database: Database) {
    this.#folder = folder;
    this.#database = database;
  }

  static async open(): Promise<Feed> {
    const folder = new DataFolder(await mkdtemp(join(tmpdir(), 'guard-')));
    const database = await Database.open({
      memoryLimit: '256MiB',
      threads: 1,
      spill: folder.scratch('spill'),
    });
    const columns = Object.entries(STAGED_COLUMNS).map(([name, type]) => `${name} ${type}`);
    await database.run(
      'define vanished',
      `create temp table vanished (feed_no usmallint, gone_at timestamp, ${columns.join(', ')})`,
    );
    await defineGenerations(database);
    return new Feed(folder, database);
  }

  async stage(text: string, asOf: string): Promise<Run> {
    const url = this.#folder.path('feed.csv');
    await writeFile(url, text);
    const feed = { name: 'catalogue', url, format: 'google' } as const;
    const seller = {
      id: 'shop',
      name: 'Shop',
      kind: 'retailer',
      access: 'merchant_feed',
      feeds: [feed],
    } as const;
    const common = {
      folder: this.#folder,
      store: new FolderStore(this.#folder.root),
      seller: { ...seller, feeds: [feed] },
      feed,
      market: { country: 'US', currency: 'USD' },
      limits: FEED_LIMITS,
    };
    const [landed] = await landFeed({ ...common, fetchedAt: asOf });
    const [run] = await stageRun({
      ...common,
      database: this.#database,
      landed: landed ?? expect.unreachable(),
      profile: this.profile,
    });
    return run ?? expect.unreachable();
  }

  async fold(runs: Run[]): Promise<FoldResult> {
    await prepareFold(this.#database);
    const series = {
      feed_no: 0,
      seller: 'shop',
      before: this.before,
      ...(this.profile && { profile: this.profile }),
    };
    return foldRuns(this.#database, [{ ...series, pending: runs, silent: true }], {
      folder: this.#folder,
      acceptedByHand: new Set(),
      reused: { database: this.#database, generations: undefined },
      now: NOW,
    });
  }

  /** Takes the runs of these days, the last not among them, and goes on from there. */
  async learn(from: number, to: number): Promise<FoldResult> {
    const runs: Run[] = [];
    for (let number = from; number < to; number++)
      runs.push(await this.stage(csv(day(number)), dateOf(number)));
    const result = await this.fold(runs);
    this.profile = result.profiles.get(0);
    this.before = result.current.get(0) ?? null;
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
    await rm(this.#folder.root, { recursive: true, force: true });
  }
}

const dateOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();

let feed: Feed;
afterAll(() => feed[Symbol.asyncDispose]());

async function judge(
  { items = (same) => same, text = (same) => same, as_of, held, warned }: Case,
  days: number,
) {
  const run = await feed.stage(text(csv(items(day(days)))), as_of ?? dateOf(days));
  const { suspect, checks } = await feed.fold([run]);
  const reason = suspect[0]?.reason ?? null;
  if (held === null) expect(reason).toBeNull();
  else expect(reason).toContain(held);
  if (warned !== undefined)
    expect(checks.get(run.run_id)?.symptoms.map(({ message }) => message)).toContainEqual(
      expect.stringContaining(warned),
    );
  return suspect[0]?.symptoms ?? [];
}

describe('a feed of two days', () => {
  beforeAll(async () => {
    feed = await Feed.open();
    expect((await feed.learn(0, 2)).suspect).toEqual([]);
  });

  // Limits that are the same for all are laxer, but none of these faults is small.
  test.each(CASES.filter(({ early }) => early))('$what: $held', async (one) => {
    await judge(one, 2);
  });
});

describe('a feed of twelve days', () => {
  beforeAll(async () => {
    expect((await feed.learn(2, DAYS)).suspect).toEqual([]);
    expect(feed.profile?.runs).toBe(DAYS);
  });

  test.each(CASES)('$what: $held', async (one) => {
    await judge(one, DAYS);
  });

  test('a reason names figure, what is usual, and the three worst', async () => {
    const [first] = await judge(CASES[1] as Case, DAYS);
    expect(first).toMatchObject({ measure: 'far', grade: 'hold', usual: 0, limit: 0.05 });
    expect(first?.value).toBeCloseTo(79 / 198, 5);
    expect(first?.examples).toHaveLength(3);
    expect(first?.examples[0]).toMatch(/^s\d+: \d+\.\d\d USD → \d+\.\d\d USD$/);
  });

  test('the good day after a held one is taken', async () => {
    const bad = await feed.stage(csv(day(DAYS).slice(0, 100)), dateOf(DAYS));
    const good = await feed.stage(csv(day(DAYS + 1)), dateOf(DAYS + 1));
    const { accepted, suspect } = await feed.fold([bad, good]);
    expect([accepted, suspect.map(({ run }) => run)]).toEqual([[good], [bad]]);
  });

  test('a season over three runs is taken', async () => {
    const runs: Run[] = [];
    for (let step = 1; step <= 3; step++)
      runs.push(
        await feed.stage(
          csv([...day(DAYS).slice(30 * step), ...fresh(2000, 30 * step)]),
          dateOf(DAYS + step),
        ),
      );
    expect((await feed.fold(runs)).accepted).toEqual(runs);
  });
});
