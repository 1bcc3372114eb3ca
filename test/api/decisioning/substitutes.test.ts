import { afterAll, describe, expect, test } from 'vitest';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const LAPTOPS = 'electronics.computers.laptops';
const HEALTH = 'health_beauty.health_care.blood_pressure_monitors';
const TONER = 'electronics.print_copy_scan_fax.toner_cartridges';
const KITCHEN = 'home_garden.kitchen_dining.kitchen_appliances';
const LAMPS = 'home_garden.lighting.lamps';
const laptop = (sku: string, brand: string, title: string, price_minor: number, parts = {}) =>
  listing('alpha', sku, { title: `${brand} ${title}`, brand, category: LAPTOPS, price_minor, ...parts });
const soda = (sku: string, brand: string, title: string, price_minor: number) =>
  listing('alpha', sku, {
    title: `${brand} ${title}`,
    brand,
    price_minor,
    category: 'food_beverages_tobacco.beverages.soda',
  });
const shoe = (
  sku: string,
  brand: string,
  title: string,
  worn: { gender: string; size: string },
  price_minor: number,
) =>
  listing('alpha', sku, {
    title: `${brand} ${title}`,
    brand,
    price_minor,
    category: 'apparel_accessories.shoes.running_shoes',
    attributes: worn,
  });
const television = (sku: string, brand: string, title: string, price_minor: number) =>
  listing('alpha', sku, {
    title: `${brand} ${title}`,
    brand,
    price_minor,
    category: 'electronics.video.televisions',
  });
const pods = (sku: string, brand: string, title: string, roast: string | null, price_minor: number) =>
  listing('alpha', sku, {
    title: `${brand} ${title}`,
    brand,
    price_minor,
    category: 'food_beverages_tobacco.beverages.coffee_capsules',
    attributes: { 'coffee.system': 'Lumo', ...(roast && { 'coffee.roast': roast }) },
  });
const group = { product_id: 'prd_00000000000000aa' };
const snapshot = listedSnapshot([
  laptop('ref', 'Kestrix', 'Talon 14 Laptop, 16 GB RAM, 512 GB SSD, Black', 100_000, group),
  laptop('sibling', 'Kestrix', 'Talon 14 Laptop, 32 GB RAM, 1 TB SSD, Black', 140_000, group),
  laptop('equal', 'Lumenta', 'Prism 14 Laptop, 16 GB RAM, 512 GB SSD, Black', 100_000),
  laptop('cheap', 'Lumenta', 'Ray 14 Laptop, 8 GB RAM, 512 GB SSD, Black', 70_000),
  laptop('strong', 'Ardentis', 'Forge 14 Laptop, 32 GB RAM, 1 TB SSD, Silver', 130_000, {
    landed_minor: 150_000,
  }),
  laptop('sold_out', 'Ardentis', 'Ash 14 Laptop, 16 GB RAM, 512 GB SSD, Black', 10_000, {
    availability: 'out_of_stock',
  }),
  laptop('used', 'Ardentis', 'Ember 14 Laptop, 16 GB RAM, 512 GB SSD, Black', 50_000, { condition: 'used' }),
  listing('alpha', 'sleeve', {
    title: 'Sleeve for Kestrix Talon 14 Laptop',
    brand: 'Softy',
    category: LAPTOPS,
    price_minor: 900,
  }),
  shoe('worn', 'Strivano', 'Velo Running Shoes', { gender: 'male', size: '9.5' }, 6800),
  shoe('fits', 'Velastride', 'Metro Running Shoes', { gender: 'male', size: '9.5' }, 7900),
  shoe('large', 'Norrpeak', 'Birch Running Shoes', { gender: 'male', size: '10' }, 6800),
  shoe('anybody', 'Tarn', 'Fjell Running Shoes', { gender: 'unisex', size: '9.5' }, 6800),
  shoe('hers', 'Velastride', 'Zephyr Running Shoes', { gender: 'female', size: '9.5' }, 6000),
  television('65', 'Vistalume', 'V9 Smart TV, 65-inch, OLED', 124_000),
  television('other65', 'Panorel', 'Noir Smart TV, 65-inch, OLED', 104_000),
  television('other75', 'Panorel', 'Noir Smart TV, 75-inch, OLED', 124_000),
  pods('decaf', 'Brewhaus', 'Decaf Capsules for Lumo, 10 capsules', 'Decaf', 500),
  pods('crema', 'Tazzara', 'Crema Capsules for Lumo, 10 capsules', 'Crema', 290),
  pods('titled', 'Tazzara', 'Decaf Pods for Lumo, 10 capsules', null, 300),
  listing('alpha', 'folding_lock', {
    title: 'Bordo Faltschloss Rot',
    brand: 'Abus',
    category: 'rad.schloss',
  }),
  listing('beta', 'bike_lock', { title: 'Evolution Bike Lock', brand: 'Krypton', price_minor: 1100 }),
  listing('beta', 'lock_mount', { title: 'Lock Mount for Abus Bordo', brand: 'Softy', price_minor: 900 }),
  listing('beta', 'his_glove', { title: "Tarn Men's Ski Gloves", brand: 'Tarn' }),
  listing('beta', 'her_glove', { title: "Fjell Women's Ski Gloves", brand: 'Fjell' }),
  listing('beta', 'any_glove', { title: 'Birch Ski Gloves', brand: 'Birch' }),
  ...(
    [
      ['pressure', 'Velastride', 'Upper Arm Blood Pressure Monitor M3', HEALTH],
      ['pressure_other', 'Tarn', 'Blood Pressure Monitor, Upper Arm', HEALTH],
      ['screen', 'Panorel', 'P24 Monitor 24 inch', null],
      ['charger', 'Softy', 'USB-C Ladegerät 65 W', 'handy.zubehoer'],
      ['cable', 'Borel', 'USB-C Kabel 2 m', 'handy.zubehoer'],
      ['charger_other', 'Birch', 'USB-C Ladegerät 45 W', 'handy.zubehoer'],
      ['toaster', 'Velo', '2-Slice Toaster', KITCHEN],
      ['toaster_other', 'Birch', '4-Slice Toaster', KITCHEN],
      ['pan', 'Borel', 'Frying Pan 30 cm', KITCHEN],
      ['knife', 'Tarn', 'Chef Knife 20 cm', KITCHEN],
      ['grinder', 'Fjell', 'Coffee Grinder', KITCHEN],
      ['mouse', 'Velo', 'M185 draadloze muis grijs', 'computer.draadloze_muis'],
      ['mouse_other', 'Borel', 'Lift Vertical Ergonomic draadloze muis', 'computer.draadloze_muis'],
      ['mouse_stand', 'Birch', 'Lift Vertical Stand', 'computer.draadloze_muis'],
      ['toner', 'Velo', 'Toner Cartridge TN 30, Black', TONER],
      ['toner_other', 'Fjell', 'Toner Cartridge, Black', TONER],
      ['toner_fits', 'Softy', 'Toner Cartridge for Velo TN 30, Black', TONER],
    ] as const
  ).map(([sku, brand, title, category]) =>
    listing('alpha', sku, { title: `${brand} ${title}`, brand, category, price_minor: 4000 }),
  ),
  // of each the cheaper offer has a GTIN that is also stated for something else
  ...['Kestrix Drift Desk Lamp', 'Lumenta Gale Desk Lamp'].flatMap((title, at) => {
    const one = { product_id: `prd_00000000000000c${at}`, variant_id: `var_00000000000000c${at}` };
    const [brand = ''] = title.split(' ');
    const offer = { title, brand, category: LAMPS, ...one };
    return [
      listing('alpha', `trusted${at}`, { ...offer, price_minor: 80_000 + at * 5000 }),
      listing('beta', `doubted${at}`, {
        ...offer,
        price_minor: 9000,
        landed_minor: 9000,
        gtin_conflict: true,
      }),
    ];
  }),
  ...['portable', 'dear'].map((sku, at) =>
    listing('alpha', sku, {
      title: at === 0 ? 'Samsung T7 Shield, externe SSD, 1 TB, schwarz' : 'Kestrix USB-C Kabel 2 m',
      brand: at === 0 ? 'Samsung' : 'Kestrix',
      category: 'electronics.electronics_accessories.hard_drives',
      price_minor: at === 0 ? 9699 : 1500,
    }),
  ),
  listing('beta', 'other_portable', {
    title: 'SanDisk Extreme Portable V2 - 1 TB - externe SSD',
    brand: 'SanDisk',
    category: 'electronics.electronics_accessories.hard_drives',
    price_minor: 9999,
  }),
  soda('pack', 'Fizz', 'Orange Soda 6x330 ml', 600),
  soda('single', 'Pop', 'Orange Soda 330 ml', 90),
  soda('six', 'Pop', 'Orange Soda 6x330 ml', 540),
]);
const server = await indexServer(snapshot, {}, { atEnd: afterAll });
interface Answer {
  substitutes: {
    title: string;
    price_delta_minor: number;
    better: object[];
    worse: object[];
    same: string[];
  }[];
  considered: number;
}
const ask = async (ref: string, more = {}) =>
  (await server.post<Answer>('/v1/substitutes', { ref, ...more })).body;
const titles = ({ substitutes }: Answer) =>
  substitutes.map(({ title }) => title.split(' ').slice(0, 2).join(' '));

describe('POST /v1/substitutes', () => {
  test('what gives up least first; never the product itself, its variants, what is for it, used or sold out', async () => {
    const answer = await ask('alpha:ref');
    expect(titles(answer)).toEqual(['Lumenta Prism', 'Ardentis Forge', 'Lumenta Ray']);
    expect(answer).toMatchObject({ reference: { price: '$1,000.00' }, considered: 3 });
  });

  test('says by how much each is better or worse; a higher price is worse, a colour neither', async () => {
    const [equal, strong, cheap] = (await ask('alpha:ref')).substitutes;
    expect(equal).toMatchObject({
      relation: 'substitute',
      price_delta_minor: 0,
      better: [],
      worse: [],
      other: [],
    });
    expect(equal?.same).toContain('price');
    expect(strong).toMatchObject({
      best: { seller: 'alpha', price: '$1,300.00' },
      price_delta_minor: 30_000,
      better: [
        { attribute: 'general.capacity' },
        { attribute: 'general.memory', a: '16 GB', b: '32 GB', delta: '+16 GB' },
      ],
      worse: [{ attribute: 'price', a: '$1,000.00', b: '$1,300.00', delta: '+$300.00' }],
      other: [{ attribute: 'general.color', a: 'black', b: 'silver' }],
    });
    expect(cheap).toMatchObject({
      price_delta_minor: -30_000,
      better: [{ attribute: 'price', delta: '−$300.00' }],
      worse: [{ attribute: 'general.memory', delta: '−8 GB' }],
    });
  });

  test('must_keep takes a key, a name or a label, and lets nothing through that regresses', async () => {
    for (const name of ['general.memory', 'memory', 'Memory'])
      expect(titles(await ask('alpha:ref', { must_keep: [name] }))).toEqual([
        'Lumenta Prism',
        'Ardentis Forge',
      ]);
    expect(titles(await ask('alpha:ref', { must_keep: ['color', 'memory'] }))).toEqual(['Lumenta Prism']);
    expect(titles(await ask('alpha:ref', { must_keep: ['brand'] }))).toEqual([]);
    expect(await server.post('/v1/substitutes', { ref: 'alpha:ref', must_keep: ['wings'] })).toMatchObject({
      status: 400,
      body: {
        param: 'must_keep',
        detail: expect.stringContaining('known are: brand, condition, price, general.capacity') as string,
      },
    });
  });

  test('must_keep takes the condition, in which nothing is worse anyway, and the price, for as much', async () => {
    expect(titles(await ask('alpha:ref', { must_keep: ['condition'] }))).toEqual([
      'Lumenta Prism',
      'Ardentis Forge',
      'Lumenta Ray',
    ]);
    const used = await ask('alpha:used', { must_keep: ['Condition'] });
    expect(used.substitutes.length).toBeGreaterThan(2);
    expect(titles(await ask('alpha:ref', { must_keep: ['price'] }))).toEqual([
      'Lumenta Prism',
      'Lumenta Ray',
    ]);
    // A single can costs less, and no more for as much.
    expect(titles(await ask('alpha:pack', { must_keep: ['price'] }))).toEqual(['Pop Orange', 'Pop Orange']);
    expect(titles(await ask('alpha:single', { must_keep: ['price'] }))).toEqual([]);
  });

  test('the budget is of what it costs delivered', async () => {
    expect(titles(await ask('alpha:ref', { budget_minor: 140_000 }))).toEqual([
      'Lumenta Prism',
      'Lumenta Ray',
    ]);
    expect(titles(await ask('alpha:ref', { budget_minor: 150_000 }))).toContain('Ardentis Forge');
    expect(titles(await ask('alpha:ref', { limit: 1 }))).toEqual(['Lumenta Prism']);
  });

  test('holds the offers to buy against one another, not what something grave was observed about', async () => {
    const { body } = await server.post<Answer & { reference: { price_minor: number } }>('/v1/substitutes', {
      ref: 'alpha:trusted0',
      limit: 1,
    });
    expect(body).toMatchObject({
      reference: { price_minor: 80_000 },
      substitutes: [{ best: { seller: 'alpha', price_minor: 85_000 }, price_delta_minor: 5000 }],
    });
  });

  test('another pack is weighed by the price for as much', async () => {
    const [six, single] = (await ask('alpha:pack')).substitutes;
    expect(six).toMatchObject({
      title: 'Pop Orange Soda 6x330 ml',
      better: [{ attribute: 'price', delta: '−$0.60' }],
    });
    expect(single).toMatchObject({
      title: 'Pop Orange Soda 330 ml',
      price_delta_minor: -510,
      better: [{ attribute: 'unit_price', a: '$6.00', b: '$5.40 for as much', delta: '−$0.60' }],
    });
  });

  test('nobody is offered shoes that others wear; another size stands last', async () => {
    const answer = await ask('alpha:worn');
    expect(titles(answer)).toEqual(['Tarn Fjell', 'Velastride Metro', 'Norrpeak Birch']);
    expect(answer.substitutes[2]?.worse).toMatchObject([{ attribute: 'general.size', a: '9.5', b: '10' }]);
  });

  test('what is called so is found whatever its category, and what goes with it is not', async () => {
    const answer = await ask('alpha:folding_lock');
    expect(answer.substitutes.map(({ title }) => title)).toEqual(['Evolution Bike Lock']);
  });

  test('a cable on the shelf of a disk stands in for none', async () => {
    const answer = await ask('alpha:portable');
    expect(answer.substitutes.map(({ title }) => title)).toEqual([
      'SanDisk Extreme Portable V2 - 1 TB - externe SSD',
    ]);
  });

  test.each([
    ['a monitor of blood pressure', 'pressure', ['Tarn Blood']],
    ['a charger on the shelf of a cable', 'charger', ['Birch USB-C']],
    ['toner of a printer', 'toner', ['Softy Toner']],
    ['a toaster on the shelf of a pan', 'toaster', ['Birch 4-Slice']],
    ['a knife on the shelf of a grinder', 'knife', []],
    ['what says what its shelf is called', 'mouse', ['Borel Lift']],
  ])('%s is replaced by what serves the same', async (_, sku, expected) => {
    expect(titles(await ask(`alpha:${sku}`))).toEqual(expected);
  });

  test('what a title says is for men is nothing for a woman', async () => {
    const answer = await ask('beta:her_glove');
    expect(answer.substitutes.map(({ title }) => title)).toEqual(['Birch Ski Gloves']);
  });

  test('a taste that the title alone names is kept', async () => {
    const answer = await ask('alpha:decaf');
    expect(titles(answer)).toEqual(['Tazzara Decaf', 'Tazzara Crema']);
    expect(answer.substitutes[0]?.same).toContain('coffee.roast');
  });

  test('a thing in two sizes is offered once, in the one that gives up least', async () => {
    expect(titles(await ask('alpha:65'))).toEqual(['Panorel Noir']);
    expect((await ask('alpha:65')).substitutes[0]?.title).toMatch(/65-inch/);
  });
});
