import { afterAll, describe, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';
import { phones } from './headphone_market.ts';

const { over } = await deciding(afterAll);

describe('what a text says of how to choose', () => {
  const thing = (
    sku: string,
    title: string,
    price_minor: number,
    category: string,
    parts: Partial<Listing> = {},
  ) => listing('alpha', sku, { title, brand: title.split(' ')[0] ?? null, category, price_minor, ...parts });
  const TV = 'electronics.video.televisions';
  const televisions = [
    thing('plain', 'Lumivue Clear 55-inch TV, Full HD, LED, 60 Hz', 35_000, TV, {
      attributes: { 'tv.resolution': 'Full HD', 'tv.panel': 'LED', 'tv.refresh_hz': '60' },
    }),
    thing('fine', 'Vistalume Vivid 55-inch TV, 4K UHD, OLED, 120 Hz', 60_000, TV, {
      attributes: { 'tv.resolution': '4K UHD', 'tv.panel': 'OLED', 'tv.refresh_hz': '120' },
    }),
  ];

  test.each([
    [
      'sandals, size 8',
      [
        ['sandals', 'Walkway Sandals, Black, 8 M US'],
        ['small', 'Walkway Sandals, Black, 7 M US'],
      ],
    ],
    [
      'laptop backpack for a 15 inch notebook',
      [
        ['wide', 'Carrier Laptop Backpack 15.6 inch'],
        ['big', 'Carrier Laptop Backpack 17.3 inch'],
      ],
    ],
  ] as const)('what titles say in the manner of the trade is met: %s', async (intent, [right, wrong]) => {
    const sold = [right, wrong].map(([sku, title], at) =>
      thing(sku, title, 3_000 - 500 * at, 'apparel.accessories.bags'),
    );
    const { recommendation, qualified } = await over(sold, intent);
    expect([recommendation?.title, qualified]).toEqual([right[1], 1]);
  });

  test('what has more of the properties that are named is chosen, however cheap the other is', async () => {
    const plain = thing('led', 'Lumivue Clear 55-inch TV, Full HD, LED', 20_000, TV);
    const { recommendation } = await over([...televisions, plain], 'a 55 inch OLED tv');
    expect(recommendation?.title).toContain('OLED');
    const dear = await over([...televisions, plain], 'a 55 inch OLED tv under 300');
    expect(dear.recommendation).toBeNull();
    expect(dear.relax[0]?.constraint).toBe('the budget of $300.00');
    const either = await over([...televisions, plain], 'a 55 inch tv, OLED or LED');
    expect(either.recommendation).not.toBeNull();
  });

  test('a wish moves the ranking by what records state, and the answer says so', async () => {
    expect((await over(televisions, 'a 55 inch tv under 700')).recommendation?.title).toContain('Lumivue');
    const { recommendation, runner_up } = await over(
      televisions,
      'a 55 inch tv with great picture under 700',
    );
    expect(recommendation?.title).toContain('Vistalume');
    expect(recommendation?.why.join('; ')).toMatch(/picture: .*OLED/);
    expect(runner_up?.why_not).toContain('less of what was wished');
    const reversed = await over(televisions.toReversed(), 'a 55 inch tv with great picture under 700');
    expect(reversed.recommendation?.title).toContain('Vistalume');
  });

  test('a wish that nothing tells of is said to be untold', async () => {
    const { recommendation } = await over(televisions, 'quiet tv');
    expect(recommendation?.why.join('; ')).toContain('nothing in its record or reviews tells of: quiet');
  });

  test('about so much is for what brings the most, and nothing more is spent for nothing', async () => {
    const LAPTOP = 'electronics.computers.laptops';
    const laptop = (sku: string, title: string, price: number, memory: string, storage: string) =>
      thing(sku, title, price, LAPTOP, {
        attributes: { 'laptop.memory_gb': memory, 'laptop.storage_gb': storage },
      });
    const small = laptop('small', 'Ardentis Forge laptop', 59_000, '8', '256');
    const dear = laptop('dear', 'Lumenta Glow laptop', 89_999, '8', '256');
    const large = laptop('large', 'Kestrix Talon laptop', 85_000, '16', '1024');
    expect((await over([small, dear], 'laptop around 900')).recommendation?.title).toContain('Ardentis');
    expect((await over([small, dear, large], 'laptop around 900')).recommendation?.title).toContain(
      'Kestrix',
    );
  });

  test('cheap gives the price what all but trust weighs, the cheapest nearly all, unless the request has weights', async () => {
    const phones_ = [
      phones('good', 'Larkbeat Wren headphones', 10_000),
      phones('low', 'Tonefold Fold headphones', 9_900),
    ];
    const { weights, recommendation, ...answer } = await over(phones_, 'cheap headphones');
    expect(weights).toEqual({ price: 0.75, speed: 0, quality: 0, trust: 0.25 });
    expect(recommendation?.title).toContain('Tonefold');
    expect(recommendation?.why.join('; ')).toMatch(/“cheap”: price counts 75 %/);
    expect(answer.qualified).toBe(2);
    const lowest = await over(phones_, 'the cheapest headphones');
    expect(lowest.weights).toEqual({ price: 0.98, speed: 0, quality: 0, trust: 0.02 });
    expect(lowest.recommendation?.why.join('; ')).toMatch(/“the cheapest”: price counts 98 %/);
    const given = await over(phones_, 'cheapest headphones', { weights: { speed: 1 } });
    expect(given.weights).toMatchObject({ price: 0, speed: 1 });
  });

  test('the lowest price is of all that says what is asked, however well a search finds the dearer one', async () => {
    const shop = [
      thing('near', 'Vistalume 4K TV', 60_500, TV),
      thing(
        'long',
        'Lumivue Clear Plus (2025) Smart TV, 65-inch, 4K UHD, QLED, 60 Hz, Black, Wall Mount',
        59_700,
        TV,
      ),
      // It says half of what is asked.
      thing('half', 'Ocellux Smart TV, Full HD', 20_000, TV),
    ];
    const { recommendation } = await over(shop, 'the cheapest 4K TV');
    expect(recommendation?.title).toContain('Lumivue');
    expect(recommendation?.why.join('; ')).not.toContain('cost less');
  });

  test('of a product in several variants the cheapest that meets a measure is weighed, not what most sellers carry', async () => {
    const laptop = (seller: string, sku: string, [memory, disk]: [number, string], price_minor: number) =>
      listing(seller, sku, {
        product_id: 'prd_00000000000000aa',
        variant_id: `var_${String(memory).padStart(16, '0')}`,
        title: `Lumenta Prism 14-inch Laptop, ${memory} GB RAM, ${disk} SSD`,
        category: 'electronics.computers.laptops',
        price_minor,
      });
    const shop = [
      laptop('alpha', 'a8', [8, '256 GB'], 50_000),
      laptop('alpha', 'a16', [16, '512 GB'], 74_000),
      ...['alpha', 'beta', 'gamma'].map((seller) => laptop(seller, `${seller}32`, [32, '1 TB'], 114_000)),
    ];
    for (const intent of ['laptop with at least 16 GB RAM', 'the cheapest laptop, at least 16 GB memory'])
      expect((await over(shop, intent)).recommendation?.offer.price).toBe('$740.00');
    expect((await over(shop, 'cheapest laptop')).recommendation?.offer.price).toBe('$500.00');
  });

  test('what is no material must be said, and wool must not be there', async () => {
    const SOCKS = 'apparel_accessories.clothing.socks';
    const socks = [
      thing('wool', 'Merrin wool socks', 500, SOCKS, { attributes: { 'general.material': 'wool' } }),
      thing('cotton', 'Tessel cotton socks', 900, SOCKS, { attributes: { 'general.material': 'cotton' } }),
    ];
    expect((await over(socks, 'wool-free socks')).recommendation?.title).toBe('Tessel cotton socks');
  });

  test('the noun of printer ink is what is wanted, though printers have more of its words', async () => {
    const OFFICE = 'electronics.print_copy_scan_fax';
    const shop = [
      ...['Desk', 'Folio', 'Studio'].map((name) =>
        thing(name, `Papyra ${name} inkjet printer`, 6_000, `${OFFICE}.inkjet_printers`),
      ),
      thing('refill', 'Inkwell IW28 ink cartridge', 1_500, `${OFFICE}.ink_cartridges`),
    ];
    expect((await over(shop, 'printer ink x2')).recommendation?.title).toBe('Inkwell IW28 ink cartridge');
    expect((await over(shop, 'printer')).recommendation?.title).toContain('printer');
  });
});
