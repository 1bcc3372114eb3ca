import { expect, test } from 'vitest';
import { bundledClaims, type PricedClaim } from '../../../pipelines/match/bundled_gtins.ts';
import { TestMarket } from '../snapshot/market.ts';
import { gtinOf } from '../snapshot/numbered_gtin.ts';

type Stated = [seller: string, title: string, price: number, more?: Partial<PricedClaim>];

/** Which of the listings that state one GTIN are bundles, by their places. */
function bundlesAmong(...claims: Stated[]): number[] {
  const read = claims.map(
    ([seller, title, price, more], at): PricedClaim => ({
      gtin_key: '1',
      listing_key: String(at),
      seller,
      title,
      currency: 'USD',
      price_minor: price * 100,
      brand: 'Tarno',
      quantity: null,
      color: null,
      size: null,
      gender: null,
      age_group: null,
      ...more,
    }),
  );
  return bundledClaims(read).map(({ listing_key }) => Number(listing_key));
}

test.each<[what: string, claims: Stated[], bundles: number[]]>([
  [
    'a pack that costs as many',
    [
      ['alpha', 'Tarno herbal tea, 20 bags', 4.99],
      ['beta', 'Tarno Kräutertee, 20 Beutel', 4.86],
      ['gamma', 'Tarno herbal tea, 20 bags, 4-pack', 18.99],
    ],
    [2],
  ],
  [
    'a pack beside one piece: a seller that packs things has no code for it',
    [
      ['alpha', 'Tarno stain remover', 8],
      ['beta', 'Tarno stain remover, pack of 2', 15.5],
    ],
    [1],
  ],
  [
    'one piece, where more sellers list the pack under the code',
    [
      ['alpha', 'Tarno stain remover', 8],
      ['beta', 'Tarno stain remover, pack of 2', 15.5],
      ['gamma', 'Tarno stain remover, 2 pack', 14],
    ],
    [0],
  ],
  [
    'a multiple of an amount',
    [
      ['alpha', 'Tarno rice 500 g', 2],
      ['beta', 'Tarno rice 3 kg', 10],
    ],
    [1],
  ],
  [
    'nothing where the price is that of one: either may be mistaken',
    [
      ['alpha', 'Tarno rice 500 g', 2],
      ['beta', 'Tarno rice 3 kg', 2.4],
    ],
    [],
  ],
  [
    'nothing beside a single cheap offer of what others, who say as little, sell at the price of the pack',
    [
      ['alpha', 'Tarno stain remover', 8],
      ['beta', 'Tarno stain remover', 14],
      ['gamma', 'Tarno stain remover', 15],
      ['delta', 'Tarno stain remover, pack of 2', 15.5],
    ],
    [],
  ],
  [
    'nothing up to where the price is as near to one as to two',
    [
      ['alpha', 'Tarno stain remover', 10],
      ['beta', 'Tarno stain remover, pack of 2', 14.1],
    ],
    [],
  ],
  [
    'what is nearer to two',
    [
      ['alpha', 'Tarno stain remover', 10],
      ['beta', 'Tarno stain remover, pack of 2', 14.2],
    ],
    [1],
  ],
  [
    'nothing where the dearer one states less',
    [
      ['alpha', 'Tarno stain remover', 20],
      ['beta', 'Tarno stain remover, pack of 2', 10],
    ],
    [],
  ],
  [
    'nothing where one is no whole number of the other',
    [
      ['alpha', 'Tarno rice 500 g', 2],
      ['beta', 'Tarno rice 750 g', 3.2],
    ],
    [],
  ],
  [
    'nothing where what the pack holds is what the other states',
    [
      ['alpha', 'Tarno water 6 x 1.5 l', 3],
      ['beta', 'Tarno water 9 l', 8],
    ],
    [],
  ],
  [
    'nothing of one seller, whose listings are held against each other elsewhere',
    [
      ['alpha', 'Tarno stain remover', 8],
      ['alpha', 'Tarno stain remover, pack of 2', 15.5],
    ],
    [],
  ],
  [
    'nothing across currencies',
    [
      ['alpha', 'Tarno stain remover', 8],
      ['beta', 'Tarno stain remover, pack of 2', 15.5, { currency: 'ILS' }],
    ],
    [],
  ],
  [
    'nothing where sizes differ otherwise, however far apart prices are',
    [
      ['alpha', 'Tarno cable 1 m', 4],
      ['beta', 'Tarno cable 2 m', 8],
    ],
    [],
  ],
])('of the listings of one GTIN is a bundle: %s', (_, claims, bundles) => {
  expect(bundlesAmong(...claims)).toEqual(bundles);
});

test('a pack under the code of one piece is no variant of it, whatever it costs later', async () => {
  await using market = await TestMarket.open('alpha', 'beta', 'gamma');
  const toner = { brand: 'Tarno', gtin: gtinOf(1) };
  await market.observe('alpha', '2026-01-01', [
    { ...toner, sku: 'a', title: 'Tarno toner TN760', price: '85.00' },
  ]);
  await market.observe('beta', '2026-01-01', [
    { ...toner, sku: 'b', title: 'Tarno toner TN760 black', price: '89.00' },
  ]);
  const pack = { ...toner, sku: 'c', title: 'Tarno toner TN760, 2-pack' };
  await market.observe('gamma', '2026-01-01', [{ ...pack, price: '158.00' }]);
  const variants = async () => {
    const listings = await Promise.all(
      ['alpha:a', 'beta:b', 'gamma:c'].map(async (name) =>
        (await market.product(name))?.listings.find(({ seller, sku }) => `${seller}:${sku}` === name),
      ),
    );
    expect(listings.map((one) => one?.gtin_conflict)).toEqual([false, false, true]);
    return listings.map((one) => one?.variant_id);
  };
  await market.publish();
  const [a, b, c] = await variants();
  expect(a).toBe(b);
  expect(c).not.toBe(a);
  await market.observe('gamma', '2026-01-02', [{ ...pack, price: '90.00' }]);
  await market.publish();
  expect(await variants()).toEqual([a, b, c]);
});
