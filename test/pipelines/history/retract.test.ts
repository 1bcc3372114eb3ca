import { afterEach, describe, expect, test } from 'vitest';
import type { Retraction } from '../../../pipelines/history/retract.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { type ClosedRun, isStaged } from '../../../warehouse/run.ts';
import { RunLog } from '../../../warehouse/run_log.ts';
import { type Row, TestMarket } from '../snapshot/market.ts';

let market: TestMarket;
afterEach(() => market[Symbol.asyncDispose]());

/** One day of the shop: `a 10.00` lines. */
const rows = (...lines: string[]): Row[] =>
  lines.map((line) => {
    const [sku = '', price = '', availability = 'in stock'] = line.split(' ');
    return { sku, price, availability: availability.replace('_', ' ') };
  });

async function published(...days: string[][]): Promise<void> {
  market = await TestMarket.open('shop', 'other');
  await market.observe('other', '2026-01-01', rows('z 1.00'));
  for (const [index, day] of days.entries())
    await market.observe('shop', `2026-01-0${index + 1}`, rows(...day));
  await market.publish();
}

async function retraction(day: string, at = '2026-02-01T00:00:00.000Z'): Promise<Retraction> {
  const log = new RunLog(market.store, await market.manifest());
  const runs = (await log.all({ seller: 'shop', feed: 'catalogue' })).filter((one) => isStaged(one));
  const run = runs.find(({ as_of }) => as_of.startsWith(day)) as ClosedRun;
  return { run, by: 'ada', reason: 'prices in cents', at };
}

async function query<T>(table: 'changes' | 'events', select: string): Promise<T[]> {
  await using database = await Database.open({ memoryLimit: '128MiB', spill: `${market.root}/spill-query` });
  const parts = (await market.manifest()).tables[table] ?? [];
  const paths = await Promise.all(parts.map(({ key }) => market.store.local(key)));
  return await database.rows<T>(
    'query',
    `select ${select} from read_parquet(${fileList(paths)}, union_by_name = true)`,
  );
}

const points = async () =>
  (
    await query<{ line: string }>(
      'changes',
      "strftime(from_at, '%d') || ' ' || price_minor || ' ' || availability || ' ' || listing_key as line",
    )
  )
    .map(({ line }) => line)
    .sort();

/** The change points of these days, published in a market of their own. */
async function pointsOf(...days: (string[] | null)[]): Promise<string[]> {
  await using fresh = await TestMarket.open('shop', 'other');
  const kept = market;
  market = fresh;
  try {
    await market.observe('other', '2026-01-01', rows('z 1.00'));
    for (const [index, day] of days.entries())
      if (day) await market.observe('shop', `2026-01-0${index + 1}`, rows(...day));
    await market.publish();
    return await points();
  } finally {
    market = kept;
  }
}

const FIRST = ['a 10.00', 'b 20.00', 'c 30.00', 'd 40.00'];
const BAD = ['a 12.00', 'b 20.00 out_of_stock', 'd 40.00', 'e 50.00'];
const THIRD = ['a 10.00', 'b 21.00', 'c 30.00', 'd 40.00'];

describe('a retracted run', () => {
  test.each<[string, string[][]]>([
    ['that is live', [FIRST, BAD]],
    ['with a later one behind it', [FIRST, BAD, THIRD]],
    ['whose changes stayed', [FIRST, BAD, BAD]],
    ['that brought back what was gone', [FIRST, ['a 10.00'], FIRST]],
    ['that brought back what then went again', [FIRST, ['a 10.00'], FIRST, ['a 10.00']]],
  ])('%s leaves the history as if it had never been', async (_, days) => {
    await published(...days);
    const at = days.length === 4 ? 3 : days.length === 3 && days[1]?.length === 1 ? 3 : 2;
    const retract = [await retraction(`2026-01-0${at}`)];
    await market.publish({ retract });
    expect(await points()).toEqual(
      await pointsOf(...days.map((day, index) => (index + 1 === at ? null : day))),
    );
    const { contents } = { contents: await market.contents() };
    await market.publish({ rebuild: true });
    expect((await market.contents())['changes']).toEqual(contents['changes']);
    const log = new RunLog(market.store, await market.manifest());
    const run = await log.find(retract[0]?.run as ClosedRun);
    expect(run?.outcome).toMatchObject({ state: 'retracted', by: 'ada', reason: 'prices in cents' });
  });

  test('leaves what is served', async () => {
    await published(FIRST, BAD);
    expect((await market.product('shop:a'))?.listings[0]?.price_minor).toBe(1200);
    await market.publish({ retract: [await retraction('2026-01-02')] });
    const [listing] = (await market.product('shop:a'))?.listings ?? [];
    expect(listing?.price_minor).toBe(1000);
    expect((await market.product('shop:c'))?.listings[0]?.availability).toBe('in_stock');
    expect(await market.product('shop:e')).toBeNull();
    expect((await market.manifest()).counts.live_listings).toBe(5);
  });

  test('keeps its events, each followed by its opposite', async () => {
    await published(FIRST, BAD);
    await market.publish({ retract: [await retraction('2026-01-02')] });
    interface Told {
      id: string;
      type: string;
      day: string;
      payload: string;
    }
    const told = await query<Told>(
      'events',
      "id64('evt_', event_key) as id, type, strftime(created_at, '%m-%d') as day, payload",
    );
    const all = told.map(({ payload, ...event }) => ({
      ...event,
      ...(JSON.parse(payload) as Record<string, unknown>),
    }));
    const taken = all.filter((event) => 'retracted_by' in event);
    expect(taken.map(({ type, day }) => `${type} ${day}`).sort()).toEqual([
      'availability.changed 01-02',
      'price.changed 01-02',
      'seller.changed 01-02',
      'seller.changed 01-02',
    ]);
    for (const event of taken) {
      const opposite = all.find(({ id }) => id === (event as { retracted_by?: string }).retracted_by);
      expect(opposite).toMatchObject({ type: event.type, day: '02-01', corrects: event.id });
    }
    const price = all.find((event) => 'corrects' in event && event.type === 'price.changed');
    expect(price).toMatchObject({
      previous: { price_minor: 1200, currency: 'USD' },
      current: { price_minor: 1000, currency: 'USD' },
    });
    // Said again, it is nothing new.
    const again = [{ ...(await retraction('2026-01-02')), run: (await retraction('2026-01-02')).run }];
    expect((await market.publish({ retract: again })).new_events).toBe(0);
    expect(await query('events', 'event_key')).toHaveLength(told.length);
  });

  test('that is all there is of its feed stays, and says why', async () => {
    await published(FIRST);
    await expect(market.publish({ retract: [await retraction('2026-01-01')] })).rejects.toThrow(
      /is the only run of shop\/catalogue; publish a better one first/,
    );
  });
});
