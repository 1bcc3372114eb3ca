import { describe, expect, test } from 'vitest';
import type { SettledAttribute } from '../../../pipelines/attributes/settle.ts';
import { aspectsNamed, muchness, USUAL, wishAnswer } from '../../../pipelines/equivalence/wished.ts';

const TV = 'electronics.video.televisions';
const LAPTOP = 'electronics.computers.laptops';
const stated = (
  key: string,
  value: SettledAttribute['value'],
  unit: string | null = null,
): SettledAttribute => ({
  key,
  value,
  unit,
  source: 'declared',
  confidence: 0.9,
  variant_ids: ['var_1'],
});
const named = (text: string, category: string | null) =>
  aspectsNamed(text, category).map(({ attribute }) => attribute);
const opinion = (attribute: string, sentiment: number) => ({ attribute, sentiment, mentions: 8, note: null });
const picture = (...attributes: SettledAttribute[]) =>
  wishAnswer('great picture', { category: TV, attributes, opinions: [] })?.score;

test.each([
  ['great picture', TV, ['tv.picture']],
  ['battery must last all day', LAPTOP, ['laptop.battery']],
  ['quiet laptop', LAPTOP, ['laptop.noise']],
  ['picture frame', LAPTOP, []],
  ['a good price and fast shipping', TV, []],
  ['disquieting tv', TV, []],
])('%s names of %s: %j', (text, category, expected) => {
  expect(named(text, category)).toEqual(expected);
});

describe('how a record answers a wish', () => {
  test('more pixels, a better panel and a faster one are better, what says nothing is the usual', () => {
    const hd = picture(stated('tv.resolution', 'Full HD'));
    const uhd = picture(stated('tv.resolution', '4K UHD'));
    expect([hd, uhd]).toEqual([0.25, 0.75]);
    expect(picture(stated('tv.panel', 'LED'))).toBe(0.2);
    expect(picture(stated('tv.panel', 'QLED'))).toBe(0.6);
    expect(picture(stated('tv.panel', 'OLED'))).toBe(1);
    expect(picture(stated('tv.refresh_hz', 60))).toBe(USUAL);
    expect(picture(stated('tv.refresh_hz', 120))).toBe(0.75);
    expect(picture(stated('tv.refresh_hz', 30))).toBe(0.25);
    expect(picture(stated('tv.refresh_hz', 960))).toBe(1);
    expect(picture()).toBe(USUAL);
    expect(picture(stated('tv.model_year', 2026))).toBe(USUAL);
    expect(picture(stated('tv.resolution', '4K UHD'), stated('tv.panel', 'OLED'))).toBe(0.875);
  });

  test('less noise is better, and a thing either has a frother or has not', () => {
    const washer = 'home_garden.household_appliances.washing_machines';
    const noise = (decibels: number) =>
      wishAnswer('quiet', {
        category: washer,
        attributes: [stated('laundry.noise_db', decibels)],
        opinions: [],
      });
    expect(noise(50)?.score).toBe(USUAL);
    expect(noise(25)?.score).toBe(0.75);
    const coffee = 'home_garden.kitchen_dining.coffee_makers_espresso_machines';
    const frother = (value: boolean) =>
      wishAnswer('with a frother', {
        category: coffee,
        attributes: [stated('coffee.milk_frother', value)],
        opinions: [],
      })?.score;
    expect([frother(true), frother(false)]).toEqual([1, 0]);
  });

  test('what buyers say counts as much as the record, and both are told', () => {
    const answer = wishAnswer('great picture', {
      category: TV,
      attributes: [stated('tv.panel', 'OLED'), stated('tv.refresh_hz', 120, 'Hz')],
      opinions: [opinion('tv.picture', -0.5), opinion('tv.sound', 1)],
    });
    expect(answer?.score).toBeCloseTo((0.875 + 0.25) / 2, 9);
    expect(answer?.says).toEqual(['picture: OLED, 120 Hz', 'buyers speak ill of its picture (8)']);
  });

  test('each aspect that is wished counts alike, and what buyers say is enough', () => {
    const both = wishAnswer('great picture and great sound', {
      category: TV,
      attributes: [stated('tv.panel', 'OLED')],
      opinions: [opinion('tv.sound', 0.5), opinion('tv.remote', -1)],
    });
    expect(both?.score).toBe((1 + 0.75) / 2);
    expect(both?.says).toEqual(['picture: OLED', 'buyers speak well of its sound (8)']);
    const silent = wishAnswer('great picture', { category: TV, attributes: [], opinions: [] });
    expect(silent).toEqual({ score: USUAL, says: [] });
  });

  test('a text says yes as well as a value does; what has no scale or no amount says nothing', () => {
    const cancelling = (value: SettledAttribute['value']) =>
      wishAnswer('good noise cancelling', {
        category: 'electronics.audio.over_ear_headphones',
        attributes: [stated('headphones.noise_cancelling', value)],
        opinions: [],
      });
    expect([cancelling(true)?.score, cancelling('True')?.score, cancelling('no')?.score]).toEqual([1, 1, 0]);
    expect(cancelling('no')?.says).toEqual(['noise cancelling: no']);
    expect(picture(stated('tv.panel', 'unheard of'), stated('tv.refresh_hz', 120))).toBe(0.75);
    expect(picture(stated('tv.panel', 'TN'))).toBe(0);
    expect(picture(stated('tv.refresh_hz', 0), stated('tv.panel', 'OLED'))).toBe(1);
    expect(picture(stated('tv.refresh_hz', 'fast'))).toBe(USUAL);
  });

  test('a text that names no aspect wishes nothing', () => {
    expect(wishAnswer('a television', { category: TV, attributes: [], opinions: [] })).toBeNull();
  });
});

test('the most for the money is the mean of what is stated and has a better side', () => {
  expect(muchness({ category: LAPTOP, attributes: [] })).toBe(USUAL);
  const attributes = [
    stated('laptop.memory_gb', 32),
    stated('laptop.storage_gb', 512),
    stated('general.color', 'Black'),
  ];
  expect(muchness({ category: LAPTOP, attributes })).toBe(0.625);
});
