import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SettledAttribute } from '../../../pipelines/attributes/settle.ts';
import type { AttributeValue } from '../../../pipelines/domain/attribute.ts';
import { compareKnown, keeps } from '../../../pipelines/equivalence/comparison.ts';
import { directionOf } from '../../../pipelines/equivalence/directions.ts';

const LAPTOPS = 'electronics.computers.laptops';
const TELEVISIONS = 'electronics.video.televisions';
const known = (values: Record<string, AttributeValue>, unit: string | null = null, confidence = 0.9) =>
  new Map(
    Object.entries(values).map(([key, value]): [string, SettledAttribute] => [
      key,
      { key, value, unit, source: 'declared', confidence, variant_ids: [] },
    ]),
  );

test('a size is kept by one that says the count as well', () => {
  const [a, b] = [known({ 'general.size': '2' }), known({ 'general.size': '2 72-COUNT' })];
  expect(keeps(a, b, 'general.size', null)).toBe(true);
  expect(keeps(a, known({ 'general.size': '3 72-COUNT' }), 'general.size', null)).toBe(false);
});

test('more memory is better, more noise is worse, another colour is neither', () => {
  const a = known({
    'general.memory': 16,
    'fan.noise_db': 30,
    'general.color': 'black',
    'general.material': 'steel',
  });
  const b = known({
    'general.memory': 32,
    'fan.noise_db': 40,
    'general.color': 'red',
    'general.material': 'steel',
  });
  expect(compareKnown(a, b, LAPTOPS)).toMatchObject({
    better: [{ attribute: 'general.memory', a: '16', b: '32', delta: '+16' }],
    worse: [{ attribute: 'fan.noise_db', delta: '+10' }],
    other: [{ attribute: 'general.color', a: 'black', b: 'red' }],
    same: ['general.material'],
    unstated: [],
  });
});

test('directions are of a category: a larger screen is better of a television alone, less weight of a laptop', () => {
  const of = (key: string, category: string | null) => directionOf(key, category);
  expect([of('general.screen_size', TELEVISIONS), of('tv.screen_in', `${TELEVISIONS}.oled`)]).toEqual([
    'more',
    'more',
  ]);
  expect([of('general.screen_size', LAPTOPS), of('general.color', TELEVISIONS), of('x.price', null)]).toEqual(
    [null, null, null],
  );
  expect([of('general.weight', LAPTOPS), of('general.weight', TELEVISIONS)]).toEqual(['less', null]);
});

test('yes is better than no, more pixels than fewer, and what is unsure is not compared', () => {
  const pair = (key: string, left: AttributeValue, right: AttributeValue, confidence?: number) =>
    compareKnown(known({ [key]: left }, null, confidence), known({ [key]: right }), TELEVISIONS);
  expect(pair('tv.noise_cancelling', 'false', 'true').better).toHaveLength(1);
  expect(pair('tv.noise_cancelling', 'yes', 'no').worse).toHaveLength(1);
  expect(pair('general.resolution', '1920x1080', '3840x2160').better).toHaveLength(1);
  expect(pair('general.memory', 16, 8, 0.3)).toMatchObject({ worse: [], given_up: 0 });
});

test('panels and resolutions have an order, more functions are better, and a size of shoes must fit', () => {
  const pair = (key: string, left: AttributeValue, right: AttributeValue, category: string | null = null) =>
    compareKnown(known({ [key]: left }), known({ [key]: right }), category);
  expect(pair('tv.panel', 'QLED', 'OLED')).toMatchObject({ better: [{ b: 'OLED' }], given_up: 0 });
  const panel = pair('tv.panel', 'OLED', 'QLED');
  expect(panel.worse).toHaveLength(1);
  expect(panel.given_up).toBeCloseTo(2 / 5, 9);
  expect(pair('tv.panel', 'OLED', 'unheard of')).toMatchObject({ worse: [], other: [{ a: 'OLED' }] });
  expect(pair('general.resolution', 'Full HD', '4K UHD').better).toHaveLength(1);
  const functions = (left: string, right: string) => pair('printer.functions', left, right);
  expect(functions('print', 'print;scan;copy')).toMatchObject({ better: [{ a: 'print' }], given_up: 0 });
  const fewer = functions('print;scan;copy', 'print');
  expect(fewer.worse).toHaveLength(1);
  expect(fewer.given_up).toBe(1);
  expect(functions('print;scan', 'print;fax')).toMatchObject({ better: [], worse: [], other: [{}] });
  const shoes = 'apparel_accessories.shoes.running_shoes';
  expect(pair('general.size', '9.5', '10', shoes)).toMatchObject({ worse: [{ b: '10' }], given_up: 1 });
  expect(pair('general.size', '9.5', '10')).toMatchObject({ worse: [], other: [{}] });
});

test('a colour is given up more easily than a taste or inches of a screen, and silence is no better than another colour', () => {
  const lost = (key: string, left: AttributeValue, right: AttributeValue | null) =>
    compareKnown(known({ [key]: left }), known(right === null ? {} : { [key]: right }), LAPTOPS).given_up;
  expect(lost('general.color', 'black', 'red')).toBe(0.05);
  expect(lost('general.color', 'black', null)).toBe(0.05);
  expect(lost('general.size', '205/55 R16', '195/65 R15')).toBe(0.15);
  expect(lost('grocery.flavour', 'Caramel', 'Almond')).toBe(0.15);
  expect(lost('grocery.flavour', 'Caramel', null)).toBe(0.15);
  expect(lost('general.screen_size', 14, 17)).toBeCloseTo(3 / 17, 9);
  expect(lost('general.screen_size', 17, 14)).toBeCloseTo(3 / 17, 9);
  expect(lost('general.screen_size', 15.6, 15.4)).toBe(0.05);
});

test('another thing has another name, which gives nothing up; a name that is kept is the same', () => {
  const [talon, slate] = [known({ 'laptop.family': 'Talon 14' }), known({ 'laptop.family': 'Slate 15' })];
  const nothing = { better: [], worse: [], same: [], other: [], unstated: [], given_up: 0 };
  expect(compareKnown(talon, slate, LAPTOPS)).toEqual(nothing);
  expect(compareKnown(talon, known({}), LAPTOPS)).toEqual(nothing);
  expect(compareKnown(talon, talon, LAPTOPS).same).toEqual(['laptop.family']);
  const keepsOf = (other: typeof slate) => keeps(talon, other, 'laptop.family', LAPTOPS);
  expect([keepsOf(talon), keepsOf(slate)]).toEqual([true, false]);
});

test('what is turned round turns better and worse round; the same gives nothing up', () => {
  const values = fc.record({
    'general.memory': fc.integer({ min: 1, max: 512 }),
    'general.battery_life': fc.integer({ min: 1, max: 60 }),
    'general.color': fc.constantFrom('red', 'blue', 'green'),
  });
  fc.assert(
    fc.property(values, values, (left, right) => {
      const there = compareKnown(known(left), known(right), null);
      const back = compareKnown(known(right), known(left), null);
      const names = (steps: readonly { attribute: string }[]) => steps.map(({ attribute }) => attribute);
      expect(names(there.better)).toEqual(names(back.worse));
      expect(names(there.other)).toEqual(names(back.other));
      expect(there.same).toEqual(back.same);
      expect(compareKnown(known(left), known(left), null).given_up).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test('a thing keeps what it has as much of or more, and nothing that it does not state', () => {
  const keepsOf = (left: AttributeValue, right: AttributeValue | null, key = 'general.memory') =>
    keeps(known({ [key]: left }), known(right === null ? {} : { [key]: right }), key, LAPTOPS);
  expect([keepsOf(16, 16), keepsOf(16, 32), keepsOf(16, 8), keepsOf(16, null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([keepsOf('red', 'red', 'general.color'), keepsOf('red', 'blue', 'general.color')]).toEqual([
    true,
    false,
  ]);
});

test('a larger television is better, and still further from what was asked than one as large', () => {
  const held = (inches: number) =>
    compareKnown(known({ 'tv.screen_size': 75 }), known({ 'tv.screen_size': inches }), TELEVISIONS);
  expect(held(85)).toMatchObject({ better: [{ attribute: 'tv.screen_size' }], worse: [] });
  expect(held(85).given_up).toBeGreaterThan(held(80).given_up);
  expect(held(75).given_up).toBe(0);
});

test('two years are two, however near, and a shoe of another use stands in for none', () => {
  const years = compareKnown(known({ 'tv.model_year': 2026 }), known({ 'tv.model_year': 2025 }), TELEVISIONS);
  expect(years).toMatchObject({ same: [], worse: [{ attribute: 'tv.model_year' }], given_up: 0.05 });
  const shoes = 'apparel_accessories.shoes.running_shoes';
  expect(
    compareKnown(known({ 'shoes.style': 'running' }), known({ 'shoes.style': 'hiking' }), shoes),
  ).toMatchObject({ worse: [{ attribute: 'shoes.style' }], given_up: 1 });
});

test('sizes of one system are one in any language, and two systems are two', () => {
  const same = (left: string, right: string) =>
    keeps(known({ 'general.size': left }), known({ 'general.size': right }), 'general.size', null);
  expect(same('EU 43', 'GR. 43')).toBe(true);
  expect(same('TALLA 43', 'UK 9 / EU 43')).toBe(true);
  expect(same('GR. 43', 'EU 42')).toBe(false);
  expect(same('SIZE 43', 'EU 43')).toBe(false);
  expect(same('UK 9', 'EU 9')).toBe(false);
});

test('how much is in a pack is kept by as much or more', () => {
  const kept = (key: string, left: number, right: number) =>
    keeps(known({ [key]: left }), known({ [key]: right }), key, null);
  for (const key of ['general.net_content', 'laundry.loads_per_pack']) {
    expect(kept(key, 250, 250)).toBe(true);
    expect(kept(key, 250, 300)).toBe(true);
    expect(kept(key, 250, 200)).toBe(false);
  }
});
