import { describe, expect, test } from 'vitest';
import type { ComparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { judged } from '../../../pipelines/equivalence/judged.ts';
import { type Odds, QUESTIONS, type RelationWeights } from '../../../pipelines/equivalence/judgement.ts';
import { RELATIONS, related } from '../../../pipelines/equivalence/relation.ts';
import { type Item, type LabelledPair, labelledItems, labelledPairs } from './labelled_pairs.ts';

test('two trade codes, conditions, amounts or values of an axis are never one article', async () => {
  const { itemOf, rarity } = await labelledItems();
  const pair = labelledPairs('pairs').find(({ relation }) => relation === 'identical') as LabelledPair;
  const [a, b] = [itemOf(pair.a), itemOf(pair.b)];
  const own = { ...a, product_id: 'one', gtin: '00000000000024' };
  const of = (parts: object) => judged(own, { ...b, product_id: 'two', gtin: null, ...parts }, rarity);
  const retitled = (more: string) => ({
    titles: [`${b.title} ${more}`],
    title: `${b.title} ${more}`,
    stated: [{ ...b.stated[0], title: `${b.title} ${more}` }],
  });
  expect(of({}).relation).toBe('identical');
  for (const parts of [{ condition: 'used' }, { gtin: '00000000000017' }, retitled('Pack of 4')]) {
    const found = of(parts);
    expect(found.odds?.identical ?? 0, JSON.stringify(parts)).toBe(0);
    expect(found.relation).not.toBe('identical');
  }
});

test('two codes that differ in one digit are variants only where something varies, and generations or two models else', async () => {
  const { itemOf, rarity } = await labelledItems([
    { ref: 'one:1', title: 'Acme Home Theater System HT-Z410', brand: 'Acme' },
    { ref: 'two:2', title: 'Acme Home Theater System HT-Z510', brand: 'Acme' },
    { ref: 'three:3', title: 'Acme Home Theater System HT-Z411, Black', brand: 'Acme' },
    { ref: 'four:4', title: 'Acme Home Theater System HT-Z410, White', brand: 'Acme' },
  ]);
  const odds = (a: string, b: string) => judged(itemOf(a), itemOf(b), rarity).odds as Odds;
  expect(odds('one:1', 'two:2')).toMatchObject({ identical: 0, variant: 0 });
  expect(odds('three:3', 'four:4').variant).toBeGreaterThan(0);
  // What one alone names varies nothing.
  expect(odds('one:1', 'three:3')).toMatchObject({ identical: 0, variant: 0 });
});

test('a shelf tells that two things serve one purpose only where their prices lie no five times apart', async () => {
  const category = 'electronics.communications.mobile_phones';
  const item = (ref: string, title: string, brand: string, price_minor: number) => ({
    ref,
    title,
    brand,
    category,
    price_minor,
  });
  const { itemOf, rarity } = await labelledItems([
    item('one:1', 'Kestrix Talon 128 GB', 'Kestrix', 40_000),
    item('two:2', 'Softy Zubrin 2 m', 'Softy', 8001),
    item('three:3', 'Softy Zubrin 2 m', 'Softy', 7999),
    // Called two things, in whatever languages.
    item('four:4', 'Kestrix Talon 128 GB móvil libre', 'Kestrix', 9000),
    item('five:5', 'Softy geflochtenes Kabel 2 m', 'Softy', 8001),
  ]);
  const substituteShare = (other: string, one = 'one:1') => {
    const { substitute, unrelated } = judged(itemOf(one), itemOf(other), rarity).odds as Odds;
    return substitute / (substitute + unrelated);
  };
  expect(substituteShare('two:2')).toBeGreaterThanOrEqual(0.9 - 1e-9);
  expect(substituteShare('three:3')).toBeLessThan(0.9 - 1e-9);
  expect(substituteShare('five:5', 'four:4')).toBeLessThan(0.9 - 1e-9);
});

/** Weights that answer each question with a chance, whatever the evidence. */
const answering = (one_line: number, other_generation: number, one_article: number, same_purpose: number) =>
  Object.fromEntries(
    [one_line, other_generation, one_article, same_purpose].map((chance, at) => [
      QUESTIONS[at],
      { base: Math.log(chance / (1 - chance)), weights: {} },
    ]),
  ) as unknown as RelationWeights;
/** Evidence that says that two are one article, and that says that they are of two purposes. */
const ONE = answering(0.99, 0.05, 0.99, 0.5);
const APART = answering(0.05, 0, 0.5, 0.1);
const GENERATIONS = answering(0.9, 0.9, 0.5, 0.5);

type Parts = string | Omit<Item, 'ref'>;
/** Two items of two sellers and all that is said of them; a title alone is of one maker. */
async function between(one: Parts, other: Parts) {
  const stated = [one, other].map((parts) =>
    typeof parts === 'string' ? { title: parts, brand: 'Acme' } : parts,
  );
  const refs = ['left:1', 'right:2'];
  const { itemOf, rarity } = await labelledItems(
    stated.map((parts, at) => ({ ...parts, ref: refs[at] as string })),
  );
  const [a, b] = refs.map(itemOf) as [ComparedItem, ComparedItem];
  const told = related(a, b, rarity);
  return { told, by: (weights?: RelationWeights) => judged(a, b, rarity, weights) };
}

describe('what rules tell for certain is not weighed', () => {
  test.each([
    ['Case for Pixel 8', 'Case for Galaxy S24', 'fits_other'],
    ['Acme Tab Gen 2', 'Acme Tab Gen 3', 'model_lineage'],
  ])('%s and %s: %s', async (one, other, basis) => {
    const { told, by } = await between(one, other);
    expect(told.basis).toBe(basis);
    expect(by(ONE)).toEqual(told);
  });

  test('what one product is, and what works with the other', async () => {
    const { itemOf, rarity } = await labelledItems([
      { ref: 'one:1', title: 'Acme Desk Lamp, Black', brand: 'Acme' },
      { ref: 'two:2', title: 'Acme Desk Lamp, White', brand: 'Acme' },
    ]);
    const [a, b] = [itemOf('one:1'), itemOf('two:2')];
    const joined = judged(a, { ...b, product_id: a.product_id }, rarity, APART);
    expect(joined).toMatchObject({ relation: 'variant', basis: 'same_product' });
    expect(joined.odds).toBeUndefined();
    const system = { key: 'coffee.system', value: 'Lumo', unit: null, source: 'declared', confidence: 1 };
    const attributes = new Map([[system.key, system]]) as unknown as ComparedItem['attributes'];
    const of = (item: ComparedItem, category: string) => ({ ...item, category, attributes });
    const pods = of(a, 'food_beverages_tobacco.beverages.coffee_capsules');
    const machine = of(
      { ...b, title: 'Brewhaus', titles: ['Brewhaus'] },
      'home_garden.kitchen_dining.coffee_makers_espresso_machines',
    );
    const told = related(pods, machine, rarity);
    expect(told.basis).toBe('works_with');
    expect(judged(pods, machine, rarity, ONE)).toEqual(told);
  });
});

describe('what rules tell of one line or kind is the least of it', () => {
  const line = (odds: Odds) => odds.identical + odds.variant + odds.successor;

  test.each([
    ['Acme Fleece Hoodie Black', 'Acme Fleece Hoodie Red', 'variant'],
    ['Acme Desk Lamp', 'Acme Desk Lamp', 'identical'],
  ])('of one line %s and %s are at least to .85', async (one, other, relation) => {
    const { told, by } = await between(one, other);
    expect(told.relation).toBe(relation);
    const odds = by(APART).odds as Odds;
    expect(line(odds)).toBeCloseTo(0.85, 9);
    // The others keep their proportions.
    expect(odds.substitute / odds.unrelated).toBeCloseTo(1 / 9, 9);
    expect(line(by(answering(0.8, 0, 0.5, 0.5)).odds as Odds)).toBeCloseTo(0.85, 9);
    expect(line(by(answering(0.97, 0, 0.5, 0.5)).odds as Odds)).toBeCloseTo(0.97, 9);
  });

  test('one kind on one shelf is to .9 for one purpose, and elsewhere what evidence says', async () => {
    const shelved = (name: string, category?: string): Parts => ({
      title: `${name} over-ear headphones`,
      brand: name.split(' ', 1)[0] as string,
      ...(category !== undefined && { category }),
    });
    const share = ({ substitute, unrelated }: Odds) => substitute / (substitute + unrelated);
    const shelf = 'electronics.audio.over_ear_headphones';
    const on = await between(shelved('Acme Wave', shelf), shelved('Borel Storm', shelf));
    expect(on.told.relation).toBe('substitute');
    expect(share(on.by(APART).odds as Odds)).toBeCloseTo(0.9, 9);
    expect(share(on.by(answering(0.05, 0.05, 0.5, 0.97)).odds as Odds)).toBeCloseTo(0.97, 9);
    const off = await between(shelved('Acme Wave'), shelved('Borel Storm'));
    expect(off.told.relation).toBe('substitute');
    expect(share(off.by(APART).odds as Odds)).toBeCloseTo(0.1, 9);
  });

  test('not of prices five times apart for as much, nor of what is called two things', async () => {
    const category = 'grocery.soda';
    const soda = (name: string, more: string, price_minor: number): Parts => ({
      title: `${name} Soda ${more}`,
      brand: name,
      category,
      price_minor,
    });
    const share = async (one: Parts, other: Parts) => {
      const { told, by } = await between(one, other);
      expect(told.relation).toBe('substitute');
      const { substitute, unrelated } = by(APART).odds as Odds;
      return substitute / (substitute + unrelated);
    };
    expect(await share(soda('Acme', '330 ml', 100), soda('Borel', '330 ml', 499))).toBeCloseTo(0.9, 9);
    expect(await share(soda('Acme', '330 ml', 100), soda('Borel', '330 ml', 501))).toBeCloseTo(0.1, 9);
    // Six times as much may cost six times as much.
    expect(await share(soda('Acme', '330 ml', 100), soda('Borel', '2 l', 600))).toBeCloseTo(0.9, 9);
  });
});

describe('what is contradicted is none', () => {
  test.each([
    ['colour', 'Acme Fleece Hoodie Black', 'Acme Fleece Hoodie Red'],
    ['size', 'Acme Fleece Hoodie, Size M', 'Acme Fleece Hoodie, Size L'],
    ['scent_or_taste', 'Acme Chocolate Bar Caramel 100 g', 'Acme Chocolate Bar Hazelnut 100 g'],
    ['sex', "Acme Men's Fleece Hoodie", "Acme Women's Fleece Hoodie"],
    ['age_group', 'Acme Fleece Hoodie for adults', 'Acme Fleece Hoodie for kids'],
    ['side', 'Acme Door Handle left', 'Acme Door Handle right'],
    ['condition', 'Acme Desk Lamp', 'Acme Desk Lamp (Refurbished)'],
    ['size', 'Acme 501 Jeans W32 L34', 'Acme 501 Jeans W34 L34'],
  ])('another %s is no one article: %s, %s', async (kind, one, other) => {
    const { told, by } = await between(one, other);
    expect(told.conflicts.map((conflict) => conflict.kind)).toContain(kind);
    const { relation, odds } = by(ONE);
    expect(relation).toBe('variant');
    expect(odds?.identical).toBe(0);
    // What is lost there is a variant's.
    expect(odds?.variant).toBeGreaterThan(0.9);
    expect(RELATIONS.reduce((sum, each) => sum + (odds as Odds)[each], 0)).toBeCloseTo(1, 9);
  });

  test('another declared condition, or another trade code', async () => {
    const lamp = { title: 'Acme Desk Lamp', brand: 'Acme' };
    const used = (await between(lamp, { ...lamp, condition: 'used' })).by(ONE);
    expect(used).toMatchObject({ relation: 'variant', basis: 'condition', odds: { identical: 0 } });
    const codes = await between({ ...lamp, gtin: '00000000000024' }, { ...lamp, gtin: '00000000000017' });
    expect(codes.by(ONE)).toMatchObject({ relation: 'variant', basis: 'same_line', odds: { identical: 0 } });
    expect((await between(lamp, lamp)).by(ONE).relation).toBe('identical');
  });

  test('a part number tells that two are one, whatever numbers each says alone', async () => {
    const lamp = (more: string): Parts => ({
      title: `Acme Desk Lamp DL500 ${more}`,
      brand: 'Acme',
      mpn: 'DL500',
    });
    expect((await between(lamp('240'), lamp('160'))).by(ONE)).toMatchObject({
      relation: 'identical',
      basis: 'brand_mpn',
    });
    expect((await between('Acme Desk Lamp', 'Acme Desk Lamp')).by(ONE).basis).toBe('title_fuzzy');
  });

  test('two names that each says alone are two lines, unless one maker is known to have both', async () => {
    const shampoo = (name: string, brand?: string): Parts => ({
      title: `${name} Shampoo 300 ml`,
      ...(brand !== undefined && { brand }),
    });
    const none = (await between(shampoo('Fjordwash'), shampoo('Sopella'))).by(ONE);
    expect(none.odds).toMatchObject({ identical: 0, variant: 0 });
    const own = await between(shampoo('Fjordwash', 'Acme'), shampoo('Sopella', 'Acme'));
    expect(own.by(ONE).odds?.identical).toBeGreaterThan(0.5);
  });

  test.each([
    ['Acme Home Theater System HT-Z410', 'Acme Home Theater System HT-Z510', 'by one'],
    ['Acme Home Theater System HT-Z410', 'Acme Home Theater System HT-Z910', 'by more'],
  ])('a code that another digit sets apart %s: neither article nor variant', async (one, other) => {
    expect((await between(one, other)).by(ONE).odds).toMatchObject({ identical: 0, variant: 0 });
  });

  test.each([
    ['a colour', 'Acme Home Theater System HT-Z411, Black', 'Acme Home Theater System HT-Z410, White'],
    ['an amount', 'Acme Hard Drive HD411 500 GB', 'Acme Hard Drive HD410 250 GB'],
    ['a shade', 'Acme Vinyl Floor HT-Z411 Smoke Black', 'Acme Vinyl Floor HT-Z410 Smoke White'],
  ])('but where %s varies too: %s, %s', async (_, one, other) => {
    const { identical, variant } = (await between(one, other)).by(ONE).odds as Odds;
    expect(identical + variant).toBeGreaterThan(0.5);
  });

  test('a model by its number, which is another article and no variant', async () => {
    const { told, by } = await between('Acme Runner 500 Treadmill', 'Acme Runner 900 Treadmill');
    expect(told.conflicts.map(({ kind }) => kind)).toContain('number');
    expect(by(ONE).odds).toMatchObject({ identical: 0, variant: 0 });
  });
});

describe('generations', () => {
  test('are none where nothing says which came after', async () => {
    const { by } = await between('Acme Desk Lamp Oak', 'Acme Desk Lamp Elm');
    expect(by(GENERATIONS).odds?.successor).toBe(0);
    expect(by(GENERATIONS).lineage).toBeNull();
  });

  const fan = (title: string, price_minor?: number): Parts => ({
    title,
    brand: 'Acme',
    ...(price_minor !== undefined && { price_minor }),
  });

  test('are told by the higher figure where it costs more, whichever side has it', async () => {
    const newer = await between(fan('Acme Quiet Fan 265', 9000), fan('Acme Quiet Fan 365', 11_000));
    expect(newer.told.relation).toBe('substitute');
    expect(newer.by(GENERATIONS)).toMatchObject({
      relation: 'successor',
      basis: 'model_lineage',
      lineage: { newer: 'b', by: 'number', a: '265', b: '365' },
    });
    const older = await between(fan('Acme Quiet Fan 365', 11_000), fan('Acme Quiet Fan 265', 9000));
    expect(older.by(GENERATIONS).lineage).toMatchObject({ newer: 'a' });
    expect(older.by(APART).lineage).toBeNull();
  });

  test.each([
    ['no price is known', fan('Acme Quiet Fan 265'), fan('Acme Quiet Fan 365')],
    ['the higher one costs less', fan('Acme Quiet Fan 265', 11_000), fan('Acme Quiet Fan 365', 9000)],
    [
      'figures order articles',
      fan('Acme Quiet Fan 0378000500', 9000),
      fan('Acme Quiet Fan 0378000502', 9500),
    ],
  ])('are none where %s', async (_, one, other) => {
    const found = (await between(one, other)).by(GENERATIONS);
    expect(found.odds?.successor).toBe(0);
    expect(found.lineage).toBeNull();
  });

  test('are told by the numbers of a line where rules see two lines, in other words of another language', async () => {
    const buds = await between('Acme WF-1000XM4 True Wireless Earbuds', 'Acme WF-1000XM5 Écouteurs sans fil');
    expect(buds.told.relation).toBe('substitute');
    expect(buds.by(GENERATIONS)).toMatchObject({ relation: 'successor', lineage: { newer: 'b' } });
  });
});

test('the basis is that of the rules where they say the same, else that of what is said', async () => {
  const shoes = await between('Case for Acme Wave headphones', 'Acme Wave over-ear headphones');
  expect(shoes.told.basis).toBe('accessory');
  expect(shoes.by(APART)).toMatchObject({ relation: 'unrelated', basis: 'accessory' });
  expect(shoes.by(answering(0.1, 0.1, 0.5, 0.9))).toMatchObject({
    relation: 'substitute',
    basis: 'same_kind',
  });
  const tea = await between('Acme Teabags 240', 'Acme 160 Bags tea');
  expect(tea.told.basis).toBe('other_kind');
  expect(tea.by(answering(0.1, 0.1, 0.5, 0.9)).basis).toBe('same_kind');
  const fans = await between('Acme Quiet Fan 265', 'Acme Quiet Fan 365');
  expect(fans.told.basis).toBe('same_kind');
  expect(fans.by(APART)).toMatchObject({ relation: 'unrelated', basis: 'other_kind' });
});

test('what is weighed has what rules told of it: an accessory, a generation, how many a thing holds as a number', async () => {
  const weighed = async (one: string, other: string, name: string) => {
    const { by } = await between(one, other);
    const weights = answering(0.5, 0.5, 0.5, 0.5);
    const of = { ...weights, one_line: { base: 0, weights: { [name]: -9 } } };
    return (by(of).odds as Odds).unrelated > (by(weights).odds as Odds).unrelated;
  };
  expect(
    await weighed('Case for Acme Wave headphones', 'Acme Wave over-ear headphones', 'accessory_told'),
  ).toBe(true);
  expect(await weighed('Acme Teabags 240', 'Acme 160 Bags tea', 'accessory_told')).toBe(false);
});

test('what follows from the rules is told by them: a used thing by its condition, an accessory as one, a shared code as such', async () => {
  const lamp = { title: 'Acme Desk Lamp', brand: 'Acme' };
  const purposes = answering(0.1, 0, 0.5, 0.1);
  // Another condition where rules say another thing: what is judged a variant is one by its condition.
  const used = await between(lamp, { title: 'Acme Stool Oak', brand: 'Acme', condition: 'used' });
  expect(used.told.relation).not.toBe('variant');
  expect(used.by(answering(0.99, 0, 0.01, 0.5))).toMatchObject({ relation: 'variant', basis: 'condition' });
  const parts = await between('Case for Acme Wave headphones', 'Acme Wave over-ear headphones');
  expect(parts.by(answering(0.1, 0, 0.5, 0.9)).basis).toBe('same_kind');
  expect(parts.by(purposes).basis).toBe('accessory');
  const coded = { title: 'Acme Gizmo Oak DL500', brand: 'Acme', mpn: 'DL500' };
  const other = { title: 'Borrowed Elm thing DL500', brand: 'Acme', mpn: 'DL500' };
  expect((await between(coded, other)).by(ONE).basis).toBe('brand_mpn');
});
