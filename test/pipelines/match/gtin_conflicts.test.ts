import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { titlesAgree } from '../../../pipelines/domain/title_agreement.ts';
import { Database, loadSql } from '../../../warehouse/database.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '256MiB', threads: 2, spill: tmpdir() });
});
afterAll(() => database[Symbol.asyncDispose]());

const sql = (name: string) =>
  loadSql(new URL('../../../pipelines/match/assignments.ts', import.meta.url).href, `./sql/${name}.sql`);

/** A listing that claims a GTIN. */
interface Claimed {
  title: string;
  brand?: string | null;
  price?: number;
  currency?: string;
}

/** For each group of claims of one GTIN, the places of those that are flagged. Listing keys follow the order given. */
async function conflicts(groups: readonly (readonly Claimed[])[]): Promise<number[][]> {
  const claims = groups.flatMap((group, gtin) =>
    group.map(({ title, brand = null, price = 1000, currency = 'USD' }, place) => ({
      gtin,
      place,
      listing: gtin * 1000 + place,
      title,
      brand,
      price,
      currency,
    })),
  );
  await database.run(
    'claims',
    `create or replace temp table claims as
     select unnest(from_json($claims, '[{"gtin":"UBIGINT","place":"INTEGER","listing":"UBIGINT","title":"VARCHAR","brand":"VARCHAR","price":"BIGINT","currency":"VARCHAR"}]'), recursive := true)`,
    { claims: JSON.stringify(claims) },
  );
  await database.script(
    'what assignments reads',
    `create or replace temp table identities as select gtin as gtin_key, listing as listing_key, 0::usmallint as feed_no from claims;
     create or replace temp table gtin_suspects as select distinct gtin as gtin_key from claims;
     create or replace temp table catalogue_rows as
       select listing as listing_key, 0::usmallint as feed_no, brand, title, currency, price as price_minor from claims;`,
  );
  await database.run('conflicts', sql('gtin_conflicts'));
  const rows = await database.rows<{ gtin: string; place: number }>(
    'read conflicts',
    `select gtin_key::varchar as gtin, (listing_key % 1000)::integer as place from gtin_conflicts order by listing_key`,
  );
  const found = groups.map((): number[] => []);
  for (const { gtin, place } of rows) found[Number(gtin)]?.push(place);
  return found;
}

/** Two listings of one GTIN, one a hundred times dearer: flagged, both, exactly where their titles do not agree. */
const pairOf = (one: Claimed, other: Claimed): Claimed[] => [
  { ...one, price: 1 },
  { ...other, price: 100 },
];

describe('titles agree in SQL where titlesAgree says so', () => {
  async function differences(pairs: readonly (readonly [Claimed, Claimed])[]): Promise<unknown[]> {
    const flagged = await conflicts(pairs.map(([one, other]) => pairOf(one, other)));
    return pairs
      .map(([one, other], index) => ({
        one,
        other,
        sql: flagged[index]?.length === 0,
        rule: titlesAgree(one, other),
      }))
      .filter((pair) => pair.sql !== pair.rule)
      .slice(0, 5);
  }

  const sample = (title: fc.Arbitrary<string>, brand: fc.Arbitrary<string | null>, numRuns: number) =>
    fc.sample(fc.tuple(fc.record({ title, brand }), fc.record({ title, brand })), { numRuns, seed: 7 });
  const brands = fc.constantFrom(null, '', 'Acme', 'ACME Pro', 'Müller', 'x', 'hose acme');
  const words = fc.constantFrom(
    ...'hose Hose HOSE garden acme Acme Pro x y 8 80 é É Café cafe Müller muller ΟΔΟΣ οδός במבה אוסם 日本 本 ß SS İ -'.split(
      ' ',
    ),
  );
  const titles = fc
    .array(fc.tuple(words, fc.constantFrom(' ', '-', ', ', '')), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.flat().join(''));

  test('for words, brands and scripts', async () => {
    const pairs = sample(titles, brands, 4000);
    expect(await differences(pairs)).toEqual([]);
    const agreeing = pairs.filter(([one, other]) => titlesAgree(one, other)).length;
    expect(agreeing).toBeGreaterThan(400);
    expect(agreeing).toBeLessThan(3600);
  });

  test('for every share of trigrams around a seventh', async () => {
    // words of the brand count for nothing, so only trigrams decide
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 30 });
    const pairs = sample(letters, fc.constant(null), 4000).filter(
      ([one, other]) => one.title !== other.title,
    );
    expect(await differences(pairs)).toEqual([]);
  });

  test('on both sides of a seventh, for titles of up to 36 trigrams and any number of them shared', async () => {
    // signs that stand nowhere else, so that trigrams are shared at the join of both titles alone
    const signs = (from: number, count: number) =>
      String.fromCodePoint(...Array.from({ length: count }, (_, at) => from + at));
    const cases = Array.from({ length: 36 }, (_, size) => size + 1).flatMap((size) =>
      Array.from({ length: Math.min(size, 7) }, (_, shared) => {
        const title = signs(0x4e00, size + 2);
        const tail = shared === 0 ? '' : title.slice(-(shared + 2));
        return {
          pair: [{ title }, { title: tail + signs(0x5e00, size + 2) }] as const,
          agree: shared * 7 >= size,
        };
      }),
    );
    expect(await differences(cases.map(({ pair }) => pair))).toEqual([]);
    expect(cases.map(({ pair }) => titlesAgree(...pair))).toEqual(cases.map(({ agree }) => agree));
  });

  test.each<[title: string, other: string, agree: boolean]>([
    // seven trigrams of which one is shared, eight of which one is
    ['abcdefghi', 'ghizyxwvutsr', true],
    ['abcdefghij', 'hijzyxwvutsr', false],
    ['abcdefghijklmnop', 'mnopzyxwvutsrqjhgfd', true],
    ['abcdefghijklmnopq', 'nopqzyxwvutsrlkjhgfd', false],
    // a word of two letters is enough, one of one letter is not
    ['abcdefghijklmnopq 80', '80 zyxwvutsrlkjhgfd', true],
    ['abcdefghijklmnopq 8', '8 zyxwvutsrlkjhgfd', false],
    ['ab', 'ab', true],
    ['a', 'b', false],
    // of the longer title most may be missing
    ['abc', 'zyxwvutsrqponmlkjihgfedabcz', true],
  ])('%s and %s: %j', async (title, other, agree) => {
    expect(titlesAgree({ title }, { title: other })).toBe(agree);
    expect(await differences([[{ title }, { title: other }]])).toEqual([]);
  });
});

describe('who is flagged', () => {
  const hose = (more: Partial<Claimed> = {}): Claimed => ({ title: 'garden hose', brand: 'Acme', ...more });
  const lamp = (more: Partial<Claimed> = {}): Claimed => ({
    title: 'opal ceiling light',
    brand: 'Lux',
    ...more,
  });

  test.each<[what: string, group: Claimed[], flagged: number[]]>([
    ['nobody who agrees', [hose(), hose({ price: 9000 })], []],
    ['both, where nobody tells who is right', [hose(), lamp()], [0, 1]],
    ['the one that two others contradict', [hose(), lamp(), hose({ title: 'hose 20 m' })], [1]],
    ['nobody of the same brand and price', [hose(), lamp({ brand: 'acme' })], []],
    ['nobody of an unknown brand', [hose(), lamp({ brand: null })], []],
    [
      'nobody of a brand that shares a word',
      [hose({ brand: 'Acme Tools' }), lamp({ brand: 'tools inc' })],
      [],
    ],
    ['twice the price is no contradiction', [hose(), lamp({ brand: null, price: 2000 })], []],
    ['more than twice the price is', [hose(), lamp({ brand: null, price: 2001 })], [0, 1]],
    ['and so is less than half', [hose({ price: 2001 }), lamp({ brand: null })], [0, 1]],
    [
      'amounts of two currencies are not compared',
      [hose(), lamp({ brand: null, price: 9000, currency: 'EUR' })],
      [],
    ],
    [
      'who says too little is left, unless one who agrees with the spokesman contradicts it',
      [hose(), hose({ title: 'hose' }), lamp({ brand: null }), lamp({ brand: null, price: 3000 })],
      [3],
    ],
    ['of two camps the larger is right', [lamp(), lamp(), hose(), hose(), hose()], [0, 1]],
    ['of two camps of one size the one of the smaller key', [lamp(), lamp(), hose(), hose()], [2, 3]],
    [
      'who is at odds with a friend of the spokesman alone',
      [hose({ brand: null }), hose(), hose({ brand: null }), lamp({ price: 1500 })],
      [3],
    ],
    [
      'nobody whom only such contradict as are not sure themselves',
      [hose({ brand: null }), hose({ brand: null }), lamp(), { title: 'bicycle bell', brand: 'Bix' }],
      [],
    ],
    [
      'nobody of another brand who agrees with a friend of the spokesman',
      [
        hose({ brand: null }),
        { title: 'hose clip', brand: 'Lux' },
        { title: 'garden twine' },
        { title: 'clip rail', brand: 'Bix' },
      ],
      [],
    ],
    [
      'nobody who agrees with the spokesman, whatever the spokesman’s other friends say',
      [hose(), { title: 'garden twine', brand: 'Lux' }, { title: 'hose clip', brand: 'Bux' }],
      [],
    ],
  ])('%s', async (_, group, flagged) => {
    expect(await conflicts([group])).toEqual([flagged]);
  });

  test('groups do not touch one another', async () => {
    expect(
      await conflicts([
        [hose(), lamp()],
        [hose(), hose()],
        [lamp(), hose(), lamp()],
      ]),
    ).toEqual([[0, 1], [], [1]]);
  });

  test('of a GTIN with many listings one of the first forty speaks', async () => {
    // three letters that no other title has
    const strangers = (count: number) =>
      Array.from(
        { length: count },
        (_, no): Claimed => ({
          title: String.fromCodePoint(0x4e00 + 3 * no, 0x4e01 + 3 * no, 0x4e02 + 3 * no),
        }),
      );
    const friends = [
      { title: 'garden twine', brand: 'Acme' },
      { title: 'hose clip', brand: 'Lux' },
    ];
    // agrees with both friends, who do not agree with one another
    const hub = { title: 'garden hose' };
    expect(await conflicts([[...friends, ...strangers(37), hub]])).toEqual([[]]);
    expect(await conflicts([[...friends, ...strangers(38), hub]])).toEqual([[1]]);
  });

  test('a GTIN that is not suspect is not looked at, nor the rows that another feed has of a listing', async () => {
    expect(await conflicts([[hose(), lamp()]])).toEqual([[0, 1]]);
    await database.run('no suspects', 'delete from gtin_suspects');
    await database.run('conflicts', sql('gtin_conflicts'));
    expect(await database.count('count', 'select count(*) from gtin_conflicts')).toBe(0);

    await conflicts([[hose(), hose()]]);
    await database.run(
      'a row of another feed',
      `insert into catalogue_rows
       select listing_key, 1::usmallint, 'Lux', 'opal ceiling light', currency, 9000 from catalogue_rows`,
    );
    await database.run('conflicts', sql('gtin_conflicts'));
    expect(await database.count('count', 'select count(*) from gtin_conflicts')).toBe(0);

    expect(
      await conflicts([
        [hose(), lamp()],
        [hose(), lamp()],
      ]),
    ).toEqual([
      [0, 1],
      [0, 1],
    ]);
    await database.run('one suspect', 'delete from gtin_suspects where gtin_key = 1');
    await database.run(
      'a row of another feed, which agrees',
      `insert into catalogue_rows select 1, 1::usmallint, 'Acme', 'garden hose', 'USD', 1000`,
    );
    await database.run('conflicts', sql('gtin_conflicts'));
    expect(
      await database.rows('read conflicts', 'select distinct gtin_key::varchar as gtin from gtin_conflicts'),
    ).toEqual([{ gtin: '0' }]);
  });
});

describe('whose GTIN is looked at', () => {
  async function suspects(
    claims: readonly [gtin: number | null, brand: number | null, feed: number][],
  ): Promise<number[]> {
    await database.run(
      'identities',
      `create or replace temp table identities as
       select claim[1]::ubigint as gtin_key, claim[2]::ubigint as brand_key, claim[3]::usmallint as feed_no
       from (select unnest(from_json($claims, '[["BIGINT"]]')) as claim)`,
      { claims: JSON.stringify(claims) },
    );
    await database.run('suspects', sql('gtin_suspects'));
    const rows = await database.rows<{ gtin: string }>(
      'read suspects',
      'select gtin_key::varchar as gtin from gtin_suspects order by gtin_key',
    );
    return rows.map(({ gtin }) => Number(gtin));
  }

  test.each<[what: string, claims: [number | null, number | null, number][], expected: number[]]>([
    ['not of one listing', [[1, null, 0]], []],
    [
      'not of listings of one brand in different feeds',
      [
        [1, 7, 0],
        [1, 7, 1],
        [1, 7, 63],
      ],
      [],
    ],
    [
      'two brands',
      [
        [1, 7, 0],
        [1, 8, 1],
      ],
      [1],
    ],
    [
      'a brand missing',
      [
        [1, 7, 0],
        [1, null, 1],
      ],
      [1],
    ],
    [
      'all brands missing',
      [
        [1, null, 0],
        [1, null, 1],
      ],
      [1],
    ],
    [
      'one feed lists it twice',
      [
        [1, 7, 4],
        [1, 7, 4],
      ],
      [1],
    ],
    [
      'two feeds that share a bit',
      [
        [1, 7, 1],
        [1, 7, 65],
      ],
      [1],
    ],
    [
      'not listings without GTIN',
      [
        [null, 7, 0],
        [null, 8, 0],
      ],
      [],
    ],
    [
      'each by itself',
      [
        [1, 7, 0],
        [2, 8, 0],
        [3, 9, 0],
        [3, 9, 0],
      ],
      [3],
    ],
  ])('%s', async (_, claims, expected) => {
    expect(await suspects(claims)).toEqual(expected);
  });
});
