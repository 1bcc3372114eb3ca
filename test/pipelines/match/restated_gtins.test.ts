import { expect, test } from 'vitest';
import type { GtinClaim } from '../../../pipelines/match/gtin_claims.ts';
import { disputedClaims } from '../../../pipelines/match/restated_gtins.ts';
import { TestMarket } from '../snapshot/market.ts';
import { gtinOf } from '../snapshot/numbered_gtin.ts';

type Stated = [seller: string, title: string, more?: Partial<GtinClaim>];

/** Which of the listings that state one GTIN are disputed, by their places. */
function disputedOf(...claims: Stated[]): number[] {
  const read = claims.map(
    ([seller, title, more], at): GtinClaim => ({
      gtin_key: '1',
      listing_key: String(at),
      seller,
      title,
      brand: 'Tarno',
      quantity: null,
      color: null,
      size: null,
      gender: null,
      age_group: null,
      ...more,
    }),
  );
  return disputedClaims(read).map(({ listing_key }) => Number(listing_key));
}

test.each<[what: string, claims: Stated[], disputed: number[]]>([
  [
    'one seller’s lengths',
    [
      ['alpha', 'Tarno washing line 10 m'],
      ['alpha', 'Tarno washing line 66 ft'],
      ['alpha', 'Tarno washing line 30 m'],
    ],
    [0, 1, 2],
  ],
  [
    'packs',
    [
      ['alpha', 'Tarno pegs, pack of 2'],
      ['alpha', 'Tarno pegs, pack of 6'],
    ],
    [0, 1],
  ],
  [
    'a pack beside a single piece',
    [
      ['alpha', 'Tarno kettlebell 10 kg'],
      ['alpha', 'Tarno kettlebell 10 kg, 2-pack'],
    ],
    [0, 1],
  ],
  [
    'colours that the title names',
    [
      ['alpha', 'Tarno peg bag blue'],
      ['alpha', 'Tarno peg bag black'],
    ],
    [0, 1],
  ],
  [
    'colours of its own column, in whatever words',
    [
      ['alpha', 'Tarno peg bag', { color: 'Nebelwald' }],
      ['alpha', 'Tarno peg bag', { color: 'Morgentau' }],
    ],
    [0, 1],
  ],
  [
    'sizes of its own column',
    [
      ['alpha', 'Tarno apron', { size: 'W 34' }],
      ['alpha', 'Tarno apron', { size: 'W 36' }],
    ],
    [0, 1],
  ],
  [
    'nothing where both mean one length',
    [
      ['alpha', 'Tarno washing line 15 m'],
      ['alpha', 'Tarno washing line 49 ft', { color: null }],
    ],
    [],
  ],
  [
    'nothing where one thing is sold new and refurbished',
    [
      ['alpha', 'Tarno iron 2400 W'],
      ['alpha', 'Tarno iron 2400 W (refurbished)'],
    ],
    [],
  ],
  [
    'nothing where two sellers differ: either may be mistaken',
    [
      ['alpha', 'Tarno washing line 10 m'],
      ['beta', 'Tarno washing line 30 m'],
    ],
    [],
  ],
  [
    'all but the one that another seller has',
    [
      ['alpha', 'Tarno washing line 15 m'],
      ['alpha', 'Tarno washing line 66 ft'],
      ['beta', 'Washing line by Tarno, 49 ft'],
    ],
    [1],
  ],
  [
    'all of them, where the other seller does not say which it has',
    [
      ['alpha', 'Tarno washing line 10 m'],
      ['alpha', 'Tarno washing line 20 m'],
      ['beta', 'Washing line by Tarno'],
    ],
    [0, 1],
  ],
  [
    'all but the one that one of two other sellers names, though the other is silent',
    [
      ['alpha', 'Tarno washing line 10 m'],
      ['alpha', 'Tarno washing line 20 m'],
      ['beta', 'Washing line by Tarno'],
      ['gamma', 'Washing line by Tarno, 10 m'],
    ],
    [1],
  ],
  [
    'everybody’s, where other sellers do not agree which it is',
    [
      ['alpha', 'Tarno washing line 10 m'],
      ['alpha', 'Tarno washing line 20 m'],
      ['beta', 'Washing line by Tarno, 10 m'],
      ['gamma', 'Washing line by Tarno, 20 m'],
    ],
    [0, 1, 2, 3],
  ],
  [
    'what is silent beside them, unless another seller has what that may be',
    [
      ['alpha', 'Tarno washing line'],
      ['alpha', 'Tarno washing line 10 m'],
      ['alpha', 'Tarno washing line 20 m'],
    ],
    [0, 1, 2],
  ],
  [
    'two sellers’ families vouch for neither',
    [
      ['alpha', 'Tarno washing line 10 m'],
      ['alpha', 'Tarno washing line 20 m'],
      ['beta', 'Washing line Tarno 10 m'],
      ['beta', 'Washing line Tarno 20 m'],
    ],
    [0, 1, 2, 3],
  ],
])('a GTIN that a seller states for several things holds for none of them: %s', (_, claims, disputed) => {
  expect(disputedOf(...claims)).toEqual(disputed);
});

const times = (count: number, seller: string, title: string) =>
  Array.from({ length: count }, (): Stated => [seller, title]);

test('a seller that lists one thing often does not speak for all others', () => {
  const family: Stated[] = [
    ['alpha', 'Tarno washing line 10 m'],
    ['alpha', 'Tarno washing line 20 m'],
  ];
  const often = times(50, 'beta', 'Washing line by Tarno, 10 m');
  expect(disputedOf(...family, ...often, ['gamma', 'Washing line by Tarno, 20 m'])).toHaveLength(53);
  expect(disputedOf(...family, ...often, ['gamma', 'Washing line by Tarno, 10 m'])).toEqual([1]);
});

test('a placeholder that many sellers state costs no more than its listings', () => {
  const family = Array.from({ length: 5_000 }, (_, at): Stated => ['alpha', `Tarno line ${at + 10} m`]);
  const sellers = Array.from({ length: 100 }, (_, at) => times(40, `seller ${at}`, 'Tarno line 12 m')).flat();
  const started = performance.now();
  const disputed = disputedOf(...family, ...sellers);
  // Each listing of the family beside each of the others took minutes.
  expect(performance.now() - started).toBeLessThan(4_000);
  expect(disputed).toHaveLength(4_999);
  expect(disputed).not.toContain(2);
});

test('of a family only so many listings can keep their code', () => {
  const family = Array.from({ length: 60 }, (_, at): Stated => ['alpha', `Tarno line ${at + 10} m`]);
  expect(disputedOf(...family, ['beta', 'Tarno line 60 m'])).toHaveLength(60);
  expect(disputedOf(...family, ['beta', 'Tarno line 40 m'])).toHaveLength(59);
});

test('what one GTIN stands on is not pooled where it states several things, and is reported', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  const line = { brand: 'Tarno', gtin: gtinOf(1) };
  await market.observe('alpha', '2026-01-01', [
    { ...line, sku: 'a15', title: 'Tarno washing line 15 m' },
    { ...line, sku: 'a20', title: 'Tarno washing line 66 ft' },
    { ...line, sku: 'a30', title: 'Tarno washing line 98 ft' },
    { sku: 'a-bag', brand: 'Tarno', title: 'Tarno peg bag', gtin: gtinOf(2) },
    { sku: 'a-bag-2', brand: 'Tarno', title: 'Tarno peg bag, as new', gtin: gtinOf(2) },
  ]);
  await market.observe('beta', '2026-01-01', [
    { ...line, sku: 'b15', title: 'Washing line by Tarno, 49 ft' },
  ]);
  const { match } = await market.publish();
  expect(match?.gtin_conflicts).toBe(2);
  const variantOf = async (sku: string) => {
    const listings = (await market.product(sku))?.listings ?? [];
    return listings.find((one) => `${one.seller}:${one.sku}` === sku);
  };
  const [a15, a20, a30, b15] = await Promise.all(
    ['alpha:a15', 'alpha:a20', 'alpha:a30', 'beta:b15'].map(variantOf),
  );
  expect([a15, a20, a30, b15].map((one) => one?.gtin_conflict)).toEqual([false, true, true, false]);
  expect(a15?.variant_id).toBe(b15?.variant_id);
  expect(new Set([a15, a20, a30].map((one) => one?.variant_id)).size).toBe(3);
  // What says nothing different stays one thing.
  expect((await variantOf('alpha:a-bag'))?.variant_id).toBe((await variantOf('alpha:a-bag-2'))?.variant_id);
});
