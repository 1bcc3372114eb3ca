import { describe, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { outcomeOf, searchCases } from '../../bench/search_cases.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

let skus = 0;
const sold = (category: string, title: string, price_minor: number, parts: Partial<Listing> = {}) =>
  listing(parts.seller ?? 'techmart', `s${skus++}`, { category, title, price_minor, ...parts });

const LAPTOPS = 'electronics.computers.laptops';
const INKJET = 'electronics.print_copy_scan_fax.inkjet_printers';
const INK = 'electronics.print_copy_scan_fax.ink_cartridges';
const LASER = 'electronics.print_copy_scan_fax.laser_printers';
const TVS = 'electronics.video.televisions';
const OVER_EAR = 'electronics.audio.over_ear_headphones';
const MACHINES = 'home_garden.kitchen_dining.coffee_makers_espresso_machines';
const CAPSULES = 'food_beverages_tobacco.beverages.coffee_capsules';
const WASHERS = 'home_garden.household_appliances.washing_machines';
const SPEAKERS = 'electronics.audio.speakers';
const CHOCOLATE = 'food_beverages_tobacco.food_items.candy_chocolate';

const laptops = ['Ardentis', 'Kestrix', 'Lumenta'].flatMap((brand, no) =>
  [8, 16, 32].map((gb) =>
    sold(LAPTOPS, `${brand} Ash ${no} laptop, ${gb} GB RAM, 512 GB SSD`, 400_00 + gb * 20_00, {
      brand,
      attributes: { 'laptop.memory_gb': String(gb) },
      seller: no === 0 ? 'techmart' : 'officepoint',
    }),
  ),
);
const televisions = [43, 55, 65].flatMap((inch) =>
  ['OLED', 'QLED'].map((panel) =>
    sold(TVS, `Vistalume V${inch} Smart TV, ${inch}-inch, 4K UHD, ${panel}, 60 Hz`, inch * 10_00, {
      attributes: { 'tv.screen_in': String(inch) },
    }),
  ),
);
const printers = ['Inkwell', 'Quillon', 'Papyra'].flatMap((brand, no) => [
  sold(INKJET, `${brand} Folio 30${no}0 Inkjet Printer, Wireless, 29 ppm`, 90_00 + no * 10_00, { brand }),
  sold(LASER, `${brand} Press 20${no}0 Laser Printer, 34 ppm`, 210_00, { brand, seller: 'officepoint' }),
  sold(INK, `${brand} IW3${no} Ink Cartridge for home printer Folio 30${no}0, Magenta`, 20_00, { brand }),
]);
const headphones = [8, 40].flatMap((hours) =>
  ['Black', 'Blue'].map((color) =>
    sold(
      OVER_EAR,
      `Larkbeat Wren ${hours} Over-Ear Headphones, Bluetooth, ${hours} h battery, ${color}`,
      79_00,
      {
        attributes: { 'headphones.battery_h': String(hours), 'general.color': color },
      },
    ),
  ),
);
const others = [
  sold(MACHINES, 'Mokkado Domo Touch Capsule Coffee Machine, 15 bar, Milk Frother, White', 140_00),
  sold(MACHINES, 'Mokkado Domo Bar Capsule Coffee Machine, 15 bar, Black', 120_00),
  sold(CAPSULES, 'Brewhaus Espresso Coffee Capsules for home machine Lumo, 50 capsules', 21_00),
  sold(WASHERS, 'Wassera EcoSpin Front Load Washing Machine, 9 kg, 1200 rpm', 632_00, {
    attributes: { 'laundry.capacity_kg': '9' },
  }),
  sold(WASHERS, 'Wassera EcoSpin Top Load Washing Machine, 9 kg, 1200 rpm', 632_00),
  sold(SPEAKERS, 'Larkbeat Owl speaker, BT 5.3', 59_00),
  sold(SPEAKERS, 'Larkbeat Jay speaker, 3 m cable', 39_00),
  sold(CHOCOLATE, 'Munchary Caramel Chocolate Bar 100g', 2_00),
  sold(CHOCOLATE, 'Munchary Chocolate Bar with nuts 100g', 2_00),
];
const snapshot = listedSnapshot([...laptops, ...televisions, ...printers, ...headphones, ...others], {
  sellers: [
    { id: 'techmart', name: 'TechMart' },
    { id: 'officepoint', name: 'OfficePoint' },
  ],
});

/** Of the file, those that this small shop can answer. */
const ASKED = new Set([
  'printer for home',
  'a quiet printer for a home office',
  'i need a printer',
  'what is a good laptop',
  'laptop under $800',
  'laptops between $500 and $900',
  'inkjet printer from techmart',
  'printer not from techmart',
  'laptop not ardentis',
  'laptop with 32 GB ram',
  'laptop at least 16 GB ram',
  'tv bigger than 55 inches',
  'tv at least 55 inches',
  '65 inch tv',
  'laptop 16gb',
  'chocolate without nuts',
  'headphones with at least 40 hours of battery',
  'head phones',
  'coffeemaker',
  'washingmachine',
  'top load washing machine',
  '140 cm tv',
  'I am looking for a laptop with a good screen',
  'headphones with deep bass for commuting',
  'a printer with low running cost',
  'impresora para casa',
  'portátil por menos de 800 dólares',
  'Drucker für zuhause',
  'Laptop unter 800 Dollar',
  'Kaffeemaschine fürs Büro',
  'ordinateur portable à moins de 800 dollars',
  'une imprimante mais pas de inkwell',
  'portatile sotto 800 dollari',
  'laptop onder 800 dollar',
]);

describe('sentences as people type them', () => {
  test.each(searchCases().filter(({ index, text }) => index === 'demo' && ASKED.has(text)))(
    '$language $door $text',
    async (asked) => {
      const server = await indexServer(snapshot);
      const { first, all } = await outcomeOf(
        {
          get: async (path, query) =>
            (await server.get<never>(`${path}?${new URLSearchParams(query).toString()}`)).body,
          post: async (path, body) => (await server.post<never>(path, body as Record<string, unknown>)).body,
          snapshot,
        },
        asked,
      );
      // The shop has fewer than five of most things, so only the first result must be of what was asked.
      expect(all).toBeNull();
      expect(first === null || !first.startsWith('1. '), first ?? '').toBe(true);
    },
  );
});

interface Read {
  results: { title: string; relaxed?: string[] }[];
  total: number;
  total_more: number;
  understood: Record<string, unknown> | null;
  note: string | null;
  read_as: unknown[];
  next_cursor: string | null;
}

describe('what is read of q', () => {
  const ask = async (query: Record<string, string>) => {
    const server = await indexServer(snapshot);
    return (await server.get<Read>(`/v1/search?${new URLSearchParams(query).toString()}`)).body;
  };

  test('is told, and parameters win over it', async () => {
    const body = await ask({ q: 'laptop under $800 from techmart', max_price: '60000' });
    expect(body.understood).toMatchObject({ words: 'laptop', budget_minor: 60_000, seller: ['techmart'] });
    expect(body.results.map(({ title }) => title)).toEqual(['Ardentis Ash 0 laptop, 8 GB RAM, 512 GB SSD']);
  });

  test.each(['cheap printer', 'cheapest printer', 'günstiger Drucker', 'imprimante pas cher'])(
    'is by what to choose, which no record need say: %s',
    async (q) => {
      const [read, plain] = [await ask({ q }), await ask({ q: 'printer' })];
      expect([read.total, read.note]).toEqual([plain.total, null]);
      expect(plain.total).toBeGreaterThan(0);
    },
  );

  test.each(['speaker not wireless', 'lautsprecher die nicht drahtlos sind'])(
    'is refused by every name that a record may have for it: %s',
    async (q) => {
      const { results } = await ask({ q });
      expect(results.map(({ title }) => title)).toEqual(['Larkbeat Jay speaker, 3 m cable']);
    },
  );

  test('is refused by no word that means another thing as well: earbuds are cuffiette, and those headphones', async () => {
    const { results, total } = await ask({ q: 'headphones not earbuds' });
    expect(total).toBeGreaterThan(0);
    expect(results.map(({ title }) => title).join()).toMatch(/headphones/i);
  });

  test('is refused by its kinds: nuts are almonds, too', async () => {
    const bars = ['Almond', 'Mint', 'Hazelnut Praline', 'Milk'].map((taste) =>
      sold('food.sweets', `Crackleby ${taste} Chocolate Bar 100g`, 2_00),
    );
    const server = await indexServer(listedSnapshot([...bars, ...others]));
    const q = 'chocolate bar, allergic to all nuts';
    const { results } = (await server.get<Read>(`/v1/search?${new URLSearchParams({ q }).toString()}`)).body;
    const tastes = results.map(({ title }) => /^Crackleby (\w+)/.exec(title)?.[1]).filter(Boolean);
    expect(new Set(tastes)).toEqual(new Set(['Milk', 'Mint']));
  });

  test('is refused of what is shown, too: not blue shows no blue one', async () => {
    const colours = ['Blue', 'Black', 'Red'].map((color) =>
      sold(OVER_EAR, `Larkbeat Wren 8 Over-Ear Headphones ${color}`, 79_00, {
        product_id: 'prd_0000000000000001',
        pool_key: 'all',
        attributes: { 'general.color': color },
        axes: [{ key: 'general.color', value: color.toLowerCase(), unit: null, bears_on_price: false }],
      }),
    );
    const server = await indexServer(listedSnapshot([...colours, ...others]));
    const shown = async (q: string) =>
      (await server.get<Read>(`/v1/search?${new URLSearchParams({ q }).toString()}`)).body.results.map(
        ({ title }) => title.split(' ').at(-1),
      );
    expect(await shown('headphones')).toEqual(['Blue']);
    expect(await shown('headphones not blue')).toEqual(['Black']);
    expect(await shown('red headphones not blue')).toEqual(['Red']);
  });

  test('is nothing with literal=true', async () => {
    const body = await ask({ q: 'laptop not ardentis', literal: 'true' });
    expect(body.understood).toBeNull();
    expect(body.results.some(({ title }) => title.startsWith('Ardentis'))).toBe(true);
  });

  test('is relaxed where it must be there or is a measure, behind what has it and marked', async () => {
    const body = await ask({ q: 'laptop at least 16 GB ram' });
    const marks = body.results.map(({ relaxed }) => relaxed);
    expect([body.total, body.total_more]).toEqual([6, 3]);
    expect(marks.slice(0, 6)).toEqual(Array(6).fill(undefined));
    expect(marks.slice(6)).toEqual(Array.from({ length: 3 }, () => [expect.stringContaining('16 GB')]));
  });

  test('is read as it is written here where it is misspelt, which the answer tells', async () => {
    const body = await ask({ q: 'coffee machine with milk froter' });
    expect(body.read_as).toEqual([{ word: 'froter', as: ['frother'] }]);
    expect(body.results[0]).toMatchObject({ title: expect.stringContaining('Milk Frother') });
    expect(body.results[0]?.relaxed).toBeUndefined();
    // A word of English that nothing here has is what it is.
    expect((await ask({ q: 'coffee machine with brother' })).read_as).toEqual([]);
  });

  test('is part of the thing where the text says that it is built in', async () => {
    const titles = ['Breva espresso machine w/ grinder', 'Breva espresso machine, steel'];
    const server = await indexServer(listedSnapshot(titles.map((title) => sold(MACHINES, title, 140_00))));
    const q = 'espresso machine with built in grinder';
    const { body } = await server.get<Read>(`/v1/search?${new URLSearchParams({ q }).toString()}`);
    expect(body.understood).toMatchObject({ must_have: ['built in grinder'] });
    expect(body.results.map(({ relaxed }) => relaxed)).toEqual([undefined, ['built in grinder']]);
  });

  test('is a size where it stands behind its name, or in one piece with it', async () => {
    const titles = [
      'Vento 8 shoes, size 7',
      'VENTO SHOES SZ8',
      'Vento 8 running shoes of the usual kind, size 8',
    ];
    const server = await indexServer(listedSnapshot(titles.map((title) => sold(MACHINES, title, 140_00))));
    const { body } = await server.get<Read>('/v1/search?q=vento+shoes+size+8');
    const shown = body.results.map(({ title, relaxed }) => [title, relaxed !== undefined]);
    expect(new Map(shown as [string, boolean][])).toEqual(
      new Map(titles.map((title, no) => [title, no === 0])),
    );
    expect(body.total).toBe(2);
  });

  test('is lacked as little as may be by what comes first', async () => {
    const titles = ['Breva espresso machine', 'Breva steel espresso machine of the usual kind w/ grinder'];
    const server = await indexServer(listedSnapshot(titles.map((title) => sold(MACHINES, title, 140_00))));
    const q = 'espresso machine with built in grinder and milk frother';
    const { body } = await server.get<Read>(`/v1/search?${new URLSearchParams({ q }).toString()}`);
    expect(body.results.map(({ relaxed }) => relaxed)).toEqual([
      ['milk frother'],
      ['built in grinder', 'milk frother'],
    ]);
  });

  test('is met by the thing itself first, not by what goes with it, with or without a category', async () => {
    const weighed = (category: string | null, title: string, weight: string) =>
      listing('techmart', `s${skus++}`, { category, title, attributes: { 'general.weight': weight } });
    const beside = [
      'Keyed laptop lock, 300',
      'Laptop sleeve',
      'Tiny laptop cooler dock',
      'Laptop bag, black',
    ];
    for (const category of [LAPTOPS, null]) {
      const own = [
        weighed(category, 'Kestrix Perch laptop, gray 14-inch', '1200'),
        weighed(category, 'Ardentis Ember laptop, silver 13-inch', '1.1 kg'),
        weighed(category, 'Lumenta Slate laptop, black 15-inch', '1900'),
        // It may be grams or kilograms, so it says nothing.
        weighed(category, 'Lumenta Ray laptop, black 17-inch', '2.2'),
        weighed(category, 'Kestrix Aerie laptop 1024M/160G', 'unknown'),
      ];
      const server = await indexServer(
        listedSnapshot([...own, ...beside.map((title) => weighed(null, title, '250'))]),
      );
      const light = own.slice(0, 2).map(({ title }) => title);
      const q = 'laptop under 1.3 kg';
      const found = (await server.get<Read>(`/v1/search?${new URLSearchParams({ q }).toString()}`)).body;
      expect(found.understood).toMatchObject({ measures: ['under 1.3 kg'], ignored: [] });
      const titles = found.results.map(({ title }) => title);
      expect(titles.slice(0, 2).toSorted()).toEqual(light.toSorted());
      expect(titles.slice(2, 6).toSorted()).toEqual(beside.toSorted());
      const meant = (await server.post<Read>('/v1/search/semantic', { intent: q })).body;
      const first = meant.results.slice(0, 2).map(({ title }) => title);
      expect(first.toSorted()).toEqual(light.toSorted());
    }
  });

  test('needs nothing to buy where no price is bounded: what is sold out or in another currency is found', async () => {
    const tea = (title: string, parts: Partial<Listing>) =>
      sold('food_beverages_tobacco.beverages', title, 9_00, parts);
    const teas = [
      tea('Teavale green tea 500 g', { availability: 'out_of_stock' }),
      tea('Teavale green tea 500 g tin', { currency: 'EUR' }),
      tea('Teavale green tea 500 g, loose', {}),
    ];
    const server = await indexServer(listedSnapshot([...teas, ...others]));
    const titles = async (q: string) =>
      (await server.get<Read>(`/v1/search?${new URLSearchParams({ q }).toString()}`)).body.results
        .map(({ title }) => title)
        .toSorted();
    const all = teas.map(({ title }) => title).toSorted();
    expect(await titles('green tea')).toEqual(all);
    expect(await titles('green tea 500 g')).toEqual(all);
    expect(await titles('green tea without sugar')).toEqual(all);
    expect(await titles('green tea 500 g under $10')).toEqual([teas[2]?.title]);
  });

  test.each([
    ['laptop under $5', 'drop the price'],
    ['coffee machine from officepoint', 'drop the seller “officepoint”'],
  ])('is never relaxed where it is money or a seller: %s', async (q, note) => {
    const body = await ask({ q });
    expect(body).toMatchObject({ results: [], total: 0, total_more: 0, note: expect.stringContaining(note) });
  });

  test('a walk of pages has each product once, those that are marked behind', async () => {
    const server = await indexServer(snapshot);
    const q = 'q=laptop+at+least+16+GB+ram';
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const from = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: Read = (await server.get<Read>(`/v1/search?${q}&limit=2${from}`)).body;
      walked.push(...page.results.map(({ title }) => title));
      cursor = page.next_cursor;
    } while (cursor);
    const whole = await ask({ q: 'laptop at least 16 GB ram' });
    expect(walked).toEqual(whole.results.map(({ title }) => title));
  });

  test('a title that has the text beats a reading of it', async () => {
    const named = sold('media.music', 'George Michael Listen Without Prejudice shirt', 20_00);
    const server = await indexServer(listedSnapshot([named, ...others]));
    const { body } = await server.get<Read>('/v1/search?q=listen+without+prejudice+shirt');
    expect(body.understood).toBeNull();
    expect(body.results[0]?.title).toBe(named.title);
  });

  test('products with fewer of the words follow, and are counted apart', async () => {
    const body = await ask({ q: 'Mokkado Domo Touch washing' });
    expect(body.results[0]?.title).toContain('Domo Touch');
    expect(body.total_more).toBeGreaterThan(0);
    expect(body.results.length).toBe(body.total + body.total_more);
    const sorted = await ask({ q: 'Mokkado Domo Touch washing', sort: 'price_asc' });
    expect([sorted.results.length, sorted.total_more]).toEqual([body.total, 0]);
  });
});
