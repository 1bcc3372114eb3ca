import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ColumnEvidence, type EvidenceListing } from '../../../pipelines/attributes/column_evidence.ts';
import { foundColumns } from '../../../pipelines/attributes/found_columns.ts';
import { readAttributes } from '../../../pipelines/attributes/read.ts';
import type { ColumnKey } from '../../../pipelines/domain/column_key.ts';

const COLORS = ['red', 'blue', 'green', 'black'];
const BRANDS = ['Ardentis', 'Norrpeak', 'Inkwell'];

interface Item {
  number: number;
  brand: string;
  color: string;
  gigabytes: number;
  year: number;
  grams: number;
}

/** Items whose attributes know nothing of one another. */
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, number) => ({
    number,
    brand: BRANDS[number % BRANDS.length] as string,
    color: COLORS[(number * 7 + (number >> 2)) % COLORS.length] as string,
    gigabytes: 64 << ((number * 5 + (number >> 3)) % 4),
    year: 2019 + ((number * 3 + (number >> 1)) % 5),
    grams: 1000 + ((number * 37) % 91) * 10,
  }));

type Fields = (item: Item) => Record<string, string>;

const listing = (seller: string, item: Item, attributes: Record<string, string>, title = 'Thing') =>
  ({
    seller,
    feed: 'catalogue',
    brand: item.brand,
    attributes,
    parsed: readAttributes({ title }),
  }) satisfies EvidenceListing;

/** What two sellers of the same items show of one another's columns. */
function between(all: readonly Item[], one: Fields, other: Fields): ColumnEvidence {
  const evidence = new ColumnEvidence();
  for (const item of all)
    evidence.add([listing('one', item, one(item)), listing('other', item, other(item))]);
  return evidence;
}

const said = (columns: readonly ColumnKey[]) =>
  columns.map(({ column, key, by }) => `${column}=${key} by ${by}`);
const found = (evidence: ColumnEvidence, before: readonly ColumnKey[] = []) =>
  said(foundColumns(evidence, before, []));

const other: Fields = ({ color, gigabytes, grams }) => ({
  'general.color': color,
  'general.storage': `${gigabytes} GB`,
  'general.weight': `${grams} g`,
});

describe('a column of another name is found by the values of items that others sell, too', () => {
  test('whatever the spelling and the unit', () => {
    const one: Fields = ({ color, gigabytes }) => ({
      'pack.shade_of_case': color.toUpperCase(),
      'pack.platz': String(gigabytes),
    });
    expect(found(between(items(40), one, other))).toEqual([
      'pack.platz=general.capacity by variants',
      'pack.shade_of_case=general.color by variants',
    ]);
  });

  test('and what only looks like it is not', () => {
    const lookalikes: Fields = ({ year, grams, gigabytes, number }) => ({
      'pack.jahrgang': String(year),
      // With its box: 40 to 200 g more.
      'pack.parcel_weight': `${grams + 40 + ((number * 13) % 5) * 40} g`,
      // What can be put in, of which some items have as much.
      'pack.extendable_to': `${number % 3 === 0 ? gigabytes : 1024} GB`,
      'pack.cable': 'black',
    });
    expect(found(between(items(200), lookalikes, other))).toEqual([]);
  });

  test('a column that mostly says one thing proves nothing', () => {
    const mostlyBlack = items(200).map((item) => ({
      ...item,
      color: item.number % 20 === 0 ? 'red' : 'black',
    }));
    const lining: Fields = ({ number }) => ({ 'pack.lining': number % 40 === 0 ? 'red' : 'black' });
    expect(found(between(mostlyBlack, lining, other))).toEqual([]);
    const ofOneBrand = items(200).map((item) => ({ ...item, brand: 'Ardentis' }));
    expect(found(between(ofOneBrand, ({ color }) => ({ 'pack.lining': color }), other))).toEqual([]);
  });

  test.each([
    [19, 19, []],
    [20, 20, ['pack.shade=general.color by variants']],
    [20, 18, ['pack.shade=general.color by variants']],
    [20, 17, []],
  ])('of %i items %i agree', (count, agreeing, expected) => {
    const one: Fields = ({ number, color }) => ({ 'pack.shade': number < agreeing ? color : 'purple' });
    expect(found(between(items(count), one, other))).toEqual(expected);
  });

  test('two brands and two values are enough', () => {
    const few = items(40).map((item) => ({
      ...item,
      brand: BRANDS[item.number % 2] as string,
      color: COLORS[(item.number >> 1) % 2] as string,
    }));
    const shade: Fields = ({ color }) => ({ 'pack.shade': color });
    const evidence = between(few, shade, other);
    expect(found(evidence)).toEqual(['pack.shade=general.color by variants']);
    // 40 of 40, drawn towards .7 as if two more had been looked at.
    expect(foundColumns(evidence, [], [])[0]?.confidence).toBe(0.9857);
  });

  test('stands while it mostly holds, so that it does not come and go', () => {
    const agree =
      (share: number): Fields =>
      ({ number, color }) => ({
        'pack.shade': number % 100 < share * 100 ? color : 'purple',
      });
    const first = foundColumns(between(items(100), agree(0.95), other), [], []);
    const later = foundColumns(between(items(100), agree(0.85), other), first, []);
    expect(later).toEqual(first);
    expect(found(between(items(100), agree(0.85), other))).toEqual([]);
    expect(foundColumns(between(items(100), agree(0.75), other), later, [])).toEqual([]);
    // Where nothing is left to compare, nothing speaks against it.
    expect(foundColumns(new ColumnEvidence(), first, [])).toEqual(first);
  });

  test('and never against what the configuration says', () => {
    const evidence = between(items(40), ({ color }) => ({ 'pack.shade': color }), other);
    const own = { seller: 'one', feed: 'catalogue', column: 'pack.shade' };
    expect(foundColumns(evidence, [], [own])).toEqual([]);
    expect(foundColumns(evidence, foundColumns(evidence, [], []), [own])).toEqual([]);
  });

  test('a name means one thing: a seller whose values differ denies it for all', () => {
    const evidence = between(items(100), ({ color }) => ({ 'pack.shade': color }), other);
    for (const item of items(6))
      evidence.add([listing('third', item, { 'pack.shade': 'purple' }), listing('other', item, other(item))]);
    expect(found(evidence)).toEqual([]);
  });

  test('names that rules ask for stay what they are', () => {
    const one: Fields = ({ gigabytes }) => ({ 'coffee.capsules_per_pack': String(gigabytes) });
    const packs: Fields = ({ gigabytes }) => ({ 'general.pack_count': String(gigabytes) });
    expect(found(between(items(40), one, packs))).toEqual([]);
  });
});

describe('where no item is shared', () => {
  const alone = (titled: (item: Item) => string, column: (item: Item) => string, brands = BRANDS) => {
    const evidence = new ColumnEvidence();
    for (const item of items(60))
      evidence.add([listing('one', item, { 'pack.shade': column(item) }, titled(item))]);
    for (const item of items(60))
      if (brands.includes(item.brand)) evidence.add([listing('other', item, other(item))]);
    return evidence;
  };

  test('the seller’s own titles tell, if others state the same of the same brands', () => {
    const titled = ({ color }: Item) => `Laptop Fell, ${color}`;
    expect(found(alone(titled, ({ color }) => color))).toEqual(['pack.shade=general.color by titles']);
    expect(found(alone(titled, ({ color }) => color, []))).toEqual([]);
    expect(found(alone(titled, ({ color }) => color, ['Ardentis']))).toEqual([]);
    expect(found(alone(titled, ({ year }) => COLORS[year % 4] as string))).toEqual([]);
    expect(
      found(
        alone(
          () => 'Laptop Fell',
          ({ color }) => color,
        ),
      ),
    ).toEqual([]);
  });

  test('unless others state other values of these brands, or another one of the few items that they have', () => {
    const titled = ({ color }: Item) => `Laptop Fell, ${color}`;
    const own = (item: Item) => listing('one', item, { 'pack.shade': item.color }, titled(item));
    const purple: Fields = () => ({ 'general.color': 'purple' });
    const apart = new ColumnEvidence();
    for (const item of items(60)) apart.add([own(item)]);
    for (const item of items(60)) apart.add([listing('other', item, purple(item))]);
    expect(found(apart)).toEqual([]);
    const denied = alone(titled, ({ color }) => color);
    for (const item of items(3)) denied.add([own(item), listing('other', item, purple(item))]);
    expect(found(denied)).toEqual([]);
  });
});

describe('names that nobody has described', () => {
  const lines = ['ash', 'birch', 'cedar', 'dale', 'elm', 'fir', 'glen'];
  const lineOf = ({ number }: Item, count = lines.length) =>
    lines[(number * 3 + (number >> 2)) % count] as string;

  test.each([
    [5, ['laptop.reihe=laptop.line by variants']],
    [4, []],
  ])('are one where %i values agree: %j', (count, expected) => {
    const one: Fields = (item) => ({ 'laptop.reihe': lineOf(item, count) });
    const more: Fields = (item) => ({ 'laptop.line': lineOf(item, count) });
    expect(found(between(items(60), one, more))).toEqual(expected);
  });

  test('go by that of most sellers, then by the alphabet', () => {
    const one: Fields = (item) => ({ 'laptop.reihe': lineOf(item) });
    const more: Fields = (item) => ({ 'laptop.line': lineOf(item).toUpperCase() });
    const evidence = between(items(60), one, more);
    expect(found(evidence)).toEqual(['laptop.reihe=laptop.line by variants']);
    for (const item of items(20)) evidence.add([listing('third', item, one(item))]);
    expect(found(evidence)).toEqual(['laptop.line=laptop.reihe by variants']);
  });

  test('but not of yes and no, which agree with much', () => {
    const one: Fields = ({ number }) => ({ 'x.foldable': number % 2 === 0 ? 'yes' : 'no' });
    const more: Fields = ({ number }) => ({ 'y.cordless': number % 2 === 0 ? 'yes' : 'no' });
    expect(found(between(items(80), one, more))).toEqual([]);
  });
});

test('planted columns are found, others are not, in whatever order the listings come', () => {
  const planted = fc.record({
    count: fc.integer({ min: 30, max: 60 }),
    wrong: fc.double({ min: 0, max: 0.06, noNaN: true }),
    same: fc.constantFrom('general.color', 'general.capacity', 'general.weight'),
    seed: fc.integer(),
    order: fc.infiniteStream(fc.nat()),
  });
  fc.assert(
    fc.property(planted, ({ count, wrong, same, seed, order }) => {
      const value = ({ color, gigabytes, grams }: Item) =>
        ({ 'general.color': color, 'general.capacity': `${gigabytes} GB`, 'general.weight': `${grams} g` })[
          same
        ];
      const all = items(count);
      const isWrong = (item: Item) => item.number < wrong * count;
      const one: Fields = (item) => ({
        'pack.planted': isWrong(item) ? 'nothing of the kind' : value(item),
        'pack.shuffled': value(all[(item.number * 11 + (seed & 7) + 5) % count] as Item),
      });
      const inOrder = all
        .map((item) => ({ item, place: order.next().value as number }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item);
      const expected = foundColumns(between(all, one, other), [], []);
      expect(foundColumns(between(inOrder, one, other), [], [])).toEqual(expected);
      expect(said(expected)).toEqual([`pack.planted=${same} by variants`]);
    }),
  );
});
