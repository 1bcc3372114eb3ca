import { afterAll, describe, expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const LAPTOPS = 'electronics.computers.laptops';
const laptop = (sku: string, title: string, parts = {}) =>
  listing('alpha', sku, { title, brand: 'Kestrix', category: LAPTOPS, ...parts });
const old = laptop('old', 'Kestrix Talon 14 Gen 6 Laptop, 16 GB RAM, 512 GB SSD, Black', {
  gtin: '04006381333931',
});
const gone = laptop('gone', 'Kestrix Talon 14 Gen 5 Laptop, 16 GB RAM, 512 GB SSD, Black', {
  availability: 'gone',
});
const toner = (sku: string, title: string, color: string, pages: string) =>
  listing('alpha', sku, {
    title: `Tonerix ${title}`,
    brand: 'Tonerix',
    category: 'electronics.print_copy_scan_fax.toner_cartridges',
    attributes: { color, page_yield: pages, cartridge_series: 'TX30' },
  });
const television = (sku: string, brand: string, title: string, refresh_rate: string) =>
  listing('alpha', sku, {
    title: `${brand} ${title}`,
    brand,
    category: 'electronics.video.televisions',
    attributes: { refresh_rate },
  });
const snapshot = listedSnapshot([
  toner('yellow', 'TX30XL Toner Cartridge, 3360 pages, Yellow', 'yellow', '3360'),
  toner('magenta', 'TX30 Toner Cartridge, 1680 pages, Magenta', 'magenta', '1680'),
  toner('magenta_xl', 'TX30XL Toner Cartridge, 3360 pages, Magenta', 'magenta', '3360'),
  listing('alpha', 'washer', {
    title: 'Wassera EcoSpin 916-19 Top Load Washing Machine, 9 kg, White',
    brand: 'Wassera',
    category: 'home_garden.household_appliances.washing_machines',
  }),
  listing('beta', 'washer', {
    title: 'Wassera EcoSpin 916-29 Top Load Washing Machine, 9 kg, White',
    brand: 'Wassera',
    category: 'home_garden.household_appliances.washing_machines',
  }),
  listing('alpha', 'words', {
    title:
      'Best Price! Over-Ear Tonefold Fold 300 - Wireless Bluetooth Active Noise Cancelling Midnight Black',
    brand: 'Tonefold',
    category: 'electronics.audio.over_ear_headphones',
  }),
  listing('alpha', 'letters', {
    title: 'Over-Ear Tonefold Fold 300 - BT ANC Polar White',
    brand: 'Tonefold',
    category: 'electronics.audio.over_ear_headphones',
  }),
  television('slow', 'Vistalume', 'V5 Smart TV, 43-inch, 60 Hz', '60 Hz'),
  television('quick', 'Lumivue', 'Theatre Smart TV, 55-inch, 144 Hz', '144 Hz'),
  old,
  listing('beta', 'same', {
    title: 'Notebook Kestrix Talon 14 Gen 6 16GB 512GB',
    gtin: '04006381333931',
    confidence: 0.97,
  }),
  listing('gamma', 'refurbished', {
    title: 'Kestrix Talon 14 Gen 6',
    gtin: '04006381333931',
    condition: 'refurbished',
  }),
  gone,
  laptop('new', 'Kestrix Talon 14 Gen 7 Laptop, 16 GB RAM, 512 GB SSD, Black'),
  laptop('large', 'Kestrix Talon 14 Gen 7 Laptop, 32 GB RAM, 1 TB SSD, Black'),
  laptop('nest', 'Kestrix Nest 14 Gen 7 Laptop, 16 GB RAM, 512 GB SSD, Black'),
  listing('alpha', 'sleeve', { title: 'Neoprene sleeve for Kestrix Talon 14 laptops', brand: 'Softy' }),
  ...[
    ['alpha', 'hardware.tools.saws', '04006381333948'],
    ['beta', 'sagen', null],
    ['gamma', 'unsere.werkstatt', '04006381333955'],
  ].map(([seller, category, gtin]) =>
    listing(seller as string, 'saw', {
      title: 'Kestwood PX 55 circular saw, corded',
      brand: 'Kestwood',
      category: category as string,
      gtin: gtin as string | null,
    }),
  ),
  listing('alpha', 'cola', {
    title: 'Fizz Cola 330 ml',
    brand: 'Fizz',
    category: 'food_beverages_tobacco.beverages.soda',
  }),
  listing('alpha', 'colas', {
    title: 'Fizz Cola 6x330 ml',
    brand: 'Fizz',
    category: 'food_beverages_tobacco.beverages.soda',
  }),
]);
const server = await indexServer(snapshot, {}, { atEnd: afterAll });
const relate = async (a: string, b: string, strictness?: string) =>
  (await server.post('/v1/equivalence', { a, b, ...(strictness && { strictness }) })).body;

describe('POST /v1/equivalence', () => {
  test('two listings of one GTIN are identical, as surely as they were joined', async () => {
    expect(await relate('alpha:old', 'beta:same')).toMatchObject({
      relation: 'identical',
      basis: 'gtin_exact',
      confidence: 0.96,
      differences: [],
      strictness: 'practical',
      a: { product_id: old.product_id, variant_id: old.variant_id, match: { method: 'reference' } },
    });
    expect(await relate(old.product_id, '4006381333931', 'exact')).toMatchObject({ relation: 'identical' });
  });

  test('refurbished and new are variants, and nothing at exact', async () => {
    const condition = {
      attribute: 'general.condition',
      a: 'new',
      b: 'refurbished',
      note: 'terms and warranty may differ',
    };
    expect(await relate('alpha:old', 'gamma:refurbished')).toMatchObject({
      relation: 'variant',
      basis: 'condition',
      differences: [condition],
    });
    const exact = await relate('alpha:old', 'gamma:refurbished', 'exact');
    expect(exact).toMatchObject({ relation: 'unrelated', differences: [condition] });
    expect(exact['guidance']).toMatch(/at practical b is a variant of a/);
  });

  test('a shelf of a seller’s own is no other kind', async () => {
    expect(await relate('alpha:saw', 'beta:saw')).toMatchObject({ relation: 'identical' });
  });

  test('two GTINs are two trade items, however alike their titles are', async () => {
    expect(await relate('alpha:saw', 'gamma:saw')).toMatchObject({ relation: 'variant' });
  });

  test('a generation supersedes the one before; the direction turns with the sides', async () => {
    expect(await relate('alpha:old', 'alpha:new')).toMatchObject({
      relation: 'successor',
      basis: 'model_lineage',
      direction: 'b_supersedes_a',
      differences: [{ attribute: 'generation', a: '6', b: '7', note: 'b is the newer one' }],
      guidance: 'b is the newer generation; a is still sold, so a lower price is what speaks for it.',
    });
    expect(await relate('alpha:new', 'alpha:gone', 'loose')).toMatchObject({
      relation: 'successor',
      direction: 'a_supersedes_b',
      guidance: 'a is the newer generation; b is no longer sold.',
    });
    expect(await relate('alpha:new', 'alpha:old', 'exact')).not.toHaveProperty('direction');
  });

  test('another memory or pack is a variant that says how much', async () => {
    expect(await relate('alpha:new', 'alpha:large')).toMatchObject({
      relation: 'variant',
      differences: [
        { attribute: 'general.capacity', a: '512 GB', b: '1000 GB', note: 'b has 2 times as much' },
        { attribute: 'general.memory', a: '16 GB', b: '32 GB', note: 'b has 2 times as much' },
      ],
    });
    const packs = await relate('alpha:cola', 'alpha:colas');
    expect(packs).toMatchObject({ relation: 'variant', basis: 'same_line' });
    expect(packs['differences']).toContainEqual({ attribute: 'general.pack_count', a: null, b: '6x330 ml' });
    expect(await relate('alpha:cola', 'alpha:colas', 'exact')).toMatchObject({ relation: 'unrelated' });
  });

  test('another line is a substitute at loose alone; what is for a thing is nothing to it at any strictness', async () => {
    expect(await relate('alpha:new', 'alpha:nest')).toMatchObject({
      relation: 'unrelated',
      basis: 'same_kind',
    });
    expect(await relate('alpha:new', 'alpha:nest', 'loose')).toMatchObject({ relation: 'substitute' });
    for (const strictness of ['exact', 'practical', 'loose'])
      expect(await relate('alpha:new', 'alpha:sleeve', strictness)).toMatchObject({
        relation: 'unrelated',
        basis: 'accessory',
      });
  });

  test('a number with a hyphen is a model; a word and its abbreviation are one', async () => {
    expect(await relate('alpha:washer', 'beta:washer', 'loose')).toMatchObject({
      relation: 'substitute',
      differences: [{ attribute: 'number', a: '916-19', b: '916-29' }],
    });
    expect(await relate('alpha:words', 'alpha:letters')).toMatchObject({
      relation: 'variant',
      differences: [{ attribute: 'general.color', a: 'black', b: 'white' }],
    });
  });

  test('a difference is said once, and only amounts have a share', async () => {
    const { differences } = (await relate('alpha:slow', 'alpha:quick', 'loose')) as {
      differences: { attribute: string }[];
    };
    expect(differences.map(({ attribute }) => attribute)).toEqual([
      'brand',
      'general.refresh_rate',
      'general.screen_size',
    ]);
    const found = await relate('alpha:large', 'alpha:old');
    expect(found['differences']).toContainEqual({
      attribute: 'generation',
      a: '7',
      b: '6',
      note: 'a is the newer one',
    });
    expect(JSON.stringify(found)).not.toMatch(/laptop.generation|1\.2 times/);
  });

  test('guidance tells a buyer what to look at', async () => {
    const guidance = async (a: string, b: string) => (await relate(a, b))['guidance'];
    expect(await guidance('alpha:yellow', 'alpha:magenta')).toMatch(/place of its own.*neither replaces/);
    expect(await guidance('alpha:magenta', 'alpha:magenta_xl')).toMatch(/choose by what differs/);
    expect(await guidance('alpha:cola', 'alpha:colas')).toMatch(/the price for as much/);
    expect(await guidance('alpha:new', 'alpha:large')).toMatch(/choose by what differs/);
  });

  test('names the side that is wrong', async () => {
    expect(await server.post('/v1/equivalence', { a: 'alpha:old', b: '4006381333932' })).toMatchObject({
      status: 422,
      body: { param: 'b' },
    });
    expect(await server.post('/v1/equivalence', { a: 'no:such', b: 'alpha:old' })).toMatchObject({
      status: 404,
      body: { param: 'a' },
    });
    expect(
      await server.post('/v1/equivalence', { a: 'alpha:old', b: 'alpha:new', strictness: 'wild' }),
    ).toMatchObject({ status: 400, body: { param: 'strictness' } });
  });
});
