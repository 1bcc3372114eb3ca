import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { CandidateLimits } from '../../../../pipelines/match/titles/candidates/candidate_limits.ts';
import { openMatchModel } from '../../../../pipelines/match/titles/score/model_file.ts';
import { inventedRow } from '../../snapshot/invented_row.ts';
import { type Row, TestMarket } from '../../snapshot/market.ts';
import { gtinOf } from '../../snapshot/numbered_gtin.ts';
import { placedListings } from '../listing_identity.ts';

const SYLLABLES = 'ba ke di lo mu ra se ti vo nu fa he'.split(' ');
/** A made-up word of a number. */
const word = (number: number) =>
  [number, number * 7 + 3, number * 31 + 11].map((part) => SYLLABLES[part % SYLLABLES.length]).join('') +
  String.fromCodePoint(97 + (number % 26));
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => word(from + at)).join(' ');

/** Items with a GTIN that each seller calls otherwise. */
const stock = (seller: number, coded: number, listings = 190): Row[] =>
  Array.from({ length: listings }, (_, item) => ({
    sku: `C${item}`,
    title: `Acme Widget ${words(5_000 * seller + 17 * item, 4)}`,
    brand: 'Acme',
    price: '20.00',
    ...(item < coded && { gtin: gtinOf(item) }),
  }));

async function published(coded: number) {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', stock(1, coded));
  await market.observe('beta', '2026-01-01', stock(2, coded));
  await market.publish();
  return taughtBy(market);
}

/** What taught; only where GTINs do, prices choose candidates. */
async function taughtBy(market: TestMarket) {
  const { matcher } = await market.manifest();
  const path = await market.store.local(matcher?.model ?? '');
  const { by } = (await openMatchModel(path)).taught;
  const { limits } = JSON.parse(await readFile(path, 'utf8')) as { limits: CandidateLimits };
  expect(limits.by_price).toBe(by === 'hidden_gtins');
  return by;
}

test('of small sellers whose hidden codes show nothing, public sets say what titles are worth', async () => {
  expect(await published(150)).toBe('public_sets');
});

test('fewer codes than teach anything are not asked', async () => {
  expect(await published(40)).toBe('public_sets');
});

test('sellers whose hidden codes show nothing, and who are too small for public sets, are not matched by title', async () => {
  await using market = await TestMarket.open('alpha', 'beta', 'gamma');
  for (const [at, seller] of ['alpha', 'beta', 'gamma'].entries())
    await market.observe(seller, '2026-01-01', stock(at + 1, 40, 40));
  await market.publish();
  expect((await market.manifest()).tables.match_model ?? []).toEqual([]);
});

/** What a seller lists of items from one on, the first of ten without its GTIN; two of three items each have a partner. */
const shelf = (seller: number, from: number, listings: number): Row[] =>
  Array.from({ length: listings }, (_, at) => {
    const id = from + at;
    return inventedRow(id, seller, (id + seller) % 10 !== 0 && id % 3 !== 0);
  });

const SHELVES = ['alpha', 'beta', 'gamma', 'delta'];
const shelfOf = (seller: string) => shelf(SHELVES.indexOf(seller), 10 * SHELVES.indexOf(seller), 120);

/** The market of these sellers, group after group, each a publication. */
async function grown(...groups: string[][]): Promise<TestMarket> {
  const market = await TestMarket.open(...SHELVES, 'corner');
  for (const group of groups) {
    for (const seller of group)
      await market.observe(seller, '2026-01-01', seller === 'corner' ? shelf(5, 900, 50) : shelfOf(seller));
    await market.publish();
  }
  return market;
}

/** What was learned and found, and which listings are one thing; what that is called depends on who came first. */
async function matched(market: TestMarket) {
  const { match_model, titles, reviews } = await market.contents();
  const variants = Map.groupBy(await placedListings(market), ({ variant_key }) => variant_key);
  const things = [...variants.values()].map((members) =>
    members
      .map(({ seller, sku }) => `${seller} ${sku}`)
      .sort()
      .join(', '),
  );
  return { match_model, titles, reviews, things: things.sort() };
}

test('sellers that join later are matched as if all had come at once', async () => {
  await using once = await grown(SHELVES);
  const expected = await matched(once);
  expect(await taughtBy(once)).toBe('hidden_gtins');
  await using halves = await grown(SHELVES.slice(0, 2), SHELVES.slice(2));
  expect(await matched(halves)).toEqual(expected);
  await halves.publish({ rebuild: true });
  expect(await matched(halves)).toEqual(expected);
});

test('a seller of less than a tenth of all listings moves nobody else: the model stays', async () => {
  await using market = await grown(SHELVES);
  const { match_model: before } = await matched(market);
  await market.observe('corner', '2026-01-01', shelf(5, 900, 50));
  await market.publish();
  expect((await matched(market)).match_model).toEqual(before);
});
