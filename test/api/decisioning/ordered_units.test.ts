import { afterAll, describe, expect, test } from 'vitest';
import { isPackMeant, orderedUnits, piecesOf } from '../../../api/decisioning/ordered_units.ts';
import type { Listing, Product } from '../../../pipelines/domain/listing.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

describe('how many', () => {
  const BATTERIES = 'electronics.power.batteries';
  const cells = (seller: string, pack: number | null, price_minor: number, title: string) =>
    listing(seller, `cells${title.length}${pack}`, {
      title,
      brand: 'Voltaro',
      category: BATTERIES,
      price_minor,
      ...(pack !== null && { attributes: { pack_size: String(pack) } }),
    });
  const shelf = [
    cells('alpha', 24, 2_000, 'Voltaro Max AA batteries, pack of 24'),
    cells('beta', 12, 700, 'Voltaro Plus AA alkaline batteries, pack of 12'),
    cells('beta', 10, 550, 'Voltaro Eco AA cells batteries, pack of 10'),
  ];
  const priced = (listings: readonly Listing[], intent: string, more: object = {}) =>
    over(listings, intent, { weights: { price: 1 }, ...more });

  test('24 are two packs of 12 where those cost least together', async () => {
    const { recommendation, understood } = await priced(shelf, '24 aa batteries');
    expect(understood).toMatchObject({ words: 'aa batteries', quantity: { pieces: 24, of: 'pieces' } });
    expect(recommendation?.offer).toMatchObject({ units: 2, pieces_per_unit: 12, price: '$7.00' });
    expect(recommendation?.why.join('; ')).toContain('2 × $7.00, 12 in each, for 24');
  });

  test('just as many goes before more, however cheap: 24 pencils before a set of 36', async () => {
    const of = (pack: number, price_minor: number) =>
      cells('alpha', pack, price_minor, `Voltaro Max AA batteries, pack of ${pack}`);
    const answer = async (...listings: Listing[]) =>
      (await priced(listings, 'aa batteries, 24 of them')).recommendation?.title;
    expect(await answer(of(36, 1_500), of(24, 2_000))).toContain('of 24');
    expect(await answer(of(36, 1_500), of(10, 100))).toContain('of 10');
    expect(await answer(of(36, 1_500), of(10, 900))).toContain('of 36');
    // But not where just as many cost more than may be paid.
    const { recommendation } = await priced(
      [of(36, 1_500), of(24, 2_000)],
      'aa batteries, 24 of them, under $17',
    );
    expect(recommendation?.title).toContain('of 36');
  });

  test('where a pack of several is asked for, no single one is an answer while there are packs', async () => {
    const single = cells('alpha', 1, 100, 'Voltaro Solo AA batteries, pack of 1');
    const answer = (intent: string, ...listings: Listing[]) => priced(listings, intent);
    const [pack, none] = [
      await answer('aa batteries, a whole case of it', single, ...shelf.slice(1)),
      await answer('aa batteries, a whole case of it', single),
    ];
    expect(pack.recommendation?.offer.pieces_per_unit ?? pack.recommendation?.title).toContain('pack of 10');
    expect(none.recommendation?.title).toContain('Solo');
    expect(none.not_known.join('; ')).toContain('“a whole case of it”: nothing that qualifies says');
    expect(pack.not_known.join('; ')).not.toContain('whole case');
    expect((await answer('aa batteries, box of twelve', ...shelf)).recommendation?.title).toContain('of 12');
  });

  test('so many together are no other thing where so many are wanted', async () => {
    const pen = (sku: string, title: string, price_minor: number) =>
      listing('alpha', sku, { title, brand: 'Inkwell', category: 'office.pens', price_minor });
    const pens = [
      pen('one', 'Inkwell G2-7 gel pen black', 300),
      pen('dozen', 'Inkwell G2-7 Pack of 12 gel pens black', 2_000),
    ];
    const { recommendation } = await priced(pens, '12 black gel pens for less than 30');
    expect(recommendation?.offer).toMatchObject({ units: 1, pieces_per_unit: 12 });
    expect((await priced(pens, 'a black gel pen')).recommendation?.title).toBe('Inkwell G2-7 gel pen black');
  });

  test('a pack beside an amount is of that amount', async () => {
    const bottle = (sku: string, title: string, price_minor: number) =>
      listing('alpha', sku, { title, brand: 'Nursa', category: 'baby.bottles', price_minor });
    const bottles = [
      bottle('small', 'Nursa baby bottle 125 ml 2 Pack', 600),
      bottle('two', 'Nursa baby bottle 260 ml 2 Pack', 1_800),
    ];
    const { recommendation, not_known } = await priced(bottles, 'baby bottle, 260 ml, 2 Pack');
    expect(recommendation?.title).toContain('260 ml');
    expect(not_known.join()).not.toContain('Pack');
    expect((await priced(bottles, 'baby bottle, 500 ml, 2 Pack')).recommendation).toBeNull();
  });

  test('of numbers that are joined by or any will do', async () => {
    const boxes = (intent: string) => priced(shelf, intent);
    const { recommendation } = await boxes('aa batteries, 24 or 12 in a box');
    expect(recommendation?.title).toContain('pack of 12');
    expect((await boxes('aa batteries, 48 or 96 in a box')).recommendation).toBeNull();
  });

  test('whole packs are bought: 20 are two of 10, 21 are three', async () => {
    const tens = shelf.slice(2);
    const units = async (intent: string) => (await priced(tens, intent)).recommendation;
    expect((await units('20 aa batteries'))?.offer.units).toBe(2);
    const three = await units('21 aa batteries');
    expect(three?.offer.units).toBe(3);
    expect(three?.why.join('; ')).toContain('3 × $5.50, 10 in each, for 21, 9 more than asked for');
  });

  test('a budget is for all of it', async () => {
    const most = async (budget_minor: number) =>
      (await priced(shelf, '24 aa batteries', { constraints: { budget_minor } })).recommendation;
    expect((await most(1_400))?.offer.units).toBe(2);
    // the cost of all of it, as it is ordered
    expect((await most(1_400))?.why.join('; ')).toContain('$14.00 (delivery not known) is within $14.00');
    const about = await priced(shelf, '24 aa batteries for about $13');
    expect(about.understood).toMatchObject({ about_minor: 1_300, budget_minor: 1_430 });
    expect(about.recommendation?.why.join('; ')).toContain(
      '$14.00 (delivery not known) is within a tenth more than about $13.00',
    );
    expect(await most(1_399)).toBeNull();
  });

  test('more of the same never costs less, and one of it is what it costs without a number', async () => {
    const costOf = async (pieces: number) => {
      const { recommendation } = await priced(shelf, `${pieces} aa batteries`);
      if (!recommendation) throw new Error(`nothing for ${pieces}`);
      const { units, price } = recommendation.offer;
      return units * Number(price.replace('$', ''));
    };
    const costs = [];
    for (const pieces of [2, 10, 11, 12, 13, 24, 25, 36]) costs.push(await costOf(pieces));
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    const plain = await priced(shelf, 'aa batteries');
    expect(plain.understood.quantity).toBeNull();
    expect(plain.recommendation?.offer.units).toBe(1);
  });

  test('what a title says of the noun that is wanted is what a pack holds', async () => {
    const pods = cells('alpha', null, 1_000, 'Voltaro laundry pods, 20 loads, 20 pods');
    const { recommendation } = await priced([pods], 'laundry pods, 60 or so');
    expect(recommendation?.offer).toMatchObject({ units: 3, pieces_per_unit: 20 });
    const maker = cells('alpha', null, 5_000, 'Voltaro coffee maker, 12 cups');
    expect((await priced([maker], '2 coffee makers')).recommendation?.offer.units).toBe(2);
  });

  test('pieces are counted of what comes in packs, and are parts of what does not', async () => {
    const { recommendation } = await priced(shelf, 'aa batteries, 24 pieces');
    expect(recommendation?.offer).toMatchObject({ units: 2, pieces_per_unit: 12 });
    const cubes = listing('alpha', 'cubes', {
      title: 'Klonk building set, castle',
      brand: 'Klonk',
      category: 'toys_games.toys.building_toys',
      price_minor: 4_000,
    });
    const castle = await priced([cubes], 'building set, 1000 pieces');
    expect(castle.recommendation?.offer.units).toBe(1);
  });

  test('packages are counted whatever is in them, and what says nothing of a pack counts as one', async () => {
    expect((await priced(shelf, '2 packs of aa batteries')).recommendation?.offer.units).toBe(2);
    const single = cells('alpha', null, 300, 'Voltaro Solo AA batteries');
    const { recommendation } = await priced([single], '3 aa batteries');
    expect(recommendation?.offer).toMatchObject({ units: 3, pieces_per_unit: null });
    expect(recommendation?.why.join('; ')).toMatch(/3 × \$3\.00 for 3: its record does not say/);
  });
});

describe('of one product', () => {
  const product_id = 'prd_00000000000000f0';
  const sold = (sku: string, title: string, parts: Partial<Listing> = {}) =>
    listing('alpha', sku, { title, product_id, variant_id: `var_00000000000000f${sku}`, ...parts });
  const pack = (sku: string, count: string) =>
    sold(sku, `Voltaro cells ${sku}`, { attributes: { pack_size: count } });
  const of = (...listings: Listing[]) => ({ product_id, listings }) as unknown as Product;
  const pieces = (product: Product, sku: string) => piecesOf(product, `var_00000000000000f${sku}`);
  const units = (product: Product, sku: string, count: number, words = '') =>
    orderedUnits(product, `var_00000000000000f${sku}`, { quantity: { pieces: count, of: 'pieces' }, words });

  test('each variant is a pack of its own', () => {
    const both = of(pack('1', '12'), pack('2', '24'));
    expect([pieces(both, '1'), pieces(both, '2'), pieces(both, '3')]).toEqual([12, 24, null]);
    expect([units(both, '1', 24), units(both, '2', 24)]).toEqual([
      { units: 2, pieces: 12 },
      { units: 1, pieces: 24 },
    ]);
  });

  test('what is not sure is taken for no pack', () => {
    const sure = pack('1', '12');
    const doubted = { ...sure, readings: sure.readings.map((one) => ({ ...one, confidence: 0.3 })) };
    expect([pieces(of(sure), '1'), pieces(of(doubted), '1')]).toEqual([12, null]);
  });

  test('titles that disagree on what a pack holds say nothing of it', () => {
    const titled = (...counts: number[]) =>
      of(...counts.map((count) => ({ ...sold('1', `Purlin laundry pods, ${count} pods`), readings: [] })));
    expect(units(titled(20, 20), '1', 60, 'laundry pods')).toEqual({ units: 3, pieces: 20 });
    expect(units(titled(20, 30), '1', 60, 'laundry pods')).toEqual({ units: 60, pieces: null });
    const named = { ...sold('1', 'Unibol Signo 207 pod holder'), readings: [] };
    expect(units(of(named), '1', 12, 'laundry pods')).toEqual({ units: 12, pieces: null });
  });

  test('a pack with a number is one of that number or says none', () => {
    const meant = (count: string | null, wanted: number) =>
      isPackMeant(
        of(count === null ? sold('1', 'Voltaro cells') : pack('1', count)),
        'var_00000000000000f1',
        {
          quantity: { pieces: wanted, isPack: true, isLeast: false },
          bulk: null,
        },
      );
    expect([meant('12', 12), meant('10', 12), meant(null, 12)]).toEqual([true, false, true]);
  });
});

test('one large pack is not many small ones, nor a hundred machines, and the answer says so', async () => {
  const machine = (title: string) =>
    listing('alpha', title, {
      title,
      brand: 'Krona',
      category: 'kitchen.coffee_machines',
      price_minor: 10_000,
    });
  const machines = ['Krona Domo Coffee Machine', 'Krona Domo Grande 3 Capsule Coffee Machine'].map(machine);
  const { recommendation, not_known } = await over(machines, 'a Domo coffee machine, box of 100');
  expect(recommendation).toBeNull();
  expect(not_known.join('\n')).toContain('“box of 100”: what comes in far smaller packs');
  expect((await over(machines, 'two Domo coffee machines')).recommendation?.offer.units).toBe(2);
});

describe('so many at least', () => {
  const wipes = (sku: string, count: number | null, price_minor: number) =>
    listing('alpha', sku, {
      title: `Pomeva baby wipes${count === null ? '' : `, pack of ${count}`}`,
      brand: 'Pomeva',
      category: 'baby.wipes',
      price_minor,
      attributes: count === null ? {} : { pack_size: String(count) },
    });
  const few = wipes('few', 64, 200);
  const many = wipes('many', 576, 1_900);

  test.each([
    // One package of enough goes before several that cost less together.
    ['baby wipes, 500 or more', [few, many], 1, 576],
    ['baby wipes, 500 or more', [few], 8, 64],
    ['baby wipes, 500 or more in one pack', [few, many], 1, 576],
  ])('%s', async (intent, listings, units, pieces_per_unit) => {
    const { recommendation } = await over(listings, intent, { weights: { price: 1 } });
    expect(recommendation?.offer).toMatchObject({ units, pieces_per_unit });
  });

  test.each([
    ['baby wipes, 500 or more in one pack', [few]],
    // Whose record says no number may be a single one.
    ['baby wipes, 500 or more', [wipes('unsaid', null, 100)]],
    ['baby wipes, at least 2000 pieces', [few]],
  ])('%s: not of what is too few or says nothing', async (intent, listings) => {
    const { recommendation, not_known } = await over(listings, intent);
    expect(recommendation).toBeNull();
    expect(not_known.join('\n')).toMatch(/is no answer|does not say/);
  });
});

test('of several a pack of one product goes before as many single ones that cost more', async () => {
  const pen = (sku: string, pack: number, price_minor: number): Listing => ({
    ...listing('alpha', sku, {
      title: `Pilora Gel Pen black${pack === 1 ? '' : `, pack of ${pack}`}`,
      brand: 'Pilora',
      category: 'office.pens',
      price_minor,
      attributes: { pack_size: String(pack) },
    }),
    product_id: 'prd_00000000000000aa',
  });
  const pens = [pen('one', 1, 239), pen('dozen', 12, 1_999)];
  const { recommendation } = await over(pens, '12 black gel pens', { weights: { price: 1 } });
  expect(recommendation?.offer).toMatchObject({ units: 1, pieces_per_unit: 12, price: '$19.99' });
});
