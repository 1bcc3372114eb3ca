import { describe, expect, test } from 'vitest';
import { COMPARISON_COUNT, Comparer } from '../../../../../pipelines/match/titles/compare/comparison.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { VocabularyCounter } from '../../../../../pipelines/match/titles/compare/vocabulary.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import { UNCALIBRATED } from '../../../../../pipelines/match/titles/score/calibration.ts';
import {
  behindAnother,
  CONTRADICTING,
  isHeld,
  KINDS,
  kindOf,
  listingProbability,
  measuredApart,
  mergedFrom,
  SURE,
} from '../../../../../pipelines/match/titles/score/open_world.ts';

const vocabulary = new VocabularyCounter().freeze();
const recordOf = (title: string, more: Partial<MatchRecord> = {}): MatchRecord => ({
  key: title,
  seller: 'alpha',
  title,
  brand: null,
  mpn: null,
  price_minor: null,
  category: null,
  attributes: {},
  quantity: null,
  gtin: null,
  ...more,
});

function closeness(one: MatchRecord, other: MatchRecord): string | undefined {
  const features = featuresOf([one, other], vocabulary);
  const comparer = new Comparer(vocabulary);
  const levels = new Uint8Array(COMPARISON_COUNT);
  comparer.setLeft(features, 0);
  comparer.compare(features, 1, levels);
  return KINDS[kindOf({ levels, offset: 0, leftover: comparer.leftover })];
}

describe('two titles are', () => {
  test.each([
    ['equal', 'Ardentis steel kettle', 'Ardentis steel kettle'],
    ['equal', 'Ardentis steel kettle', 'Steel kettle Ardentis'],
    ['equal', 'Ardentis steel kettle 1.7 l', 'Ardentis steel kettle 1700 ml'],
    ['contained', 'Ardentis steel kettle', 'Ardentis steel kettle with gift box and cleaning cloth'],
    ['contained', 'Ardentis steel kettle', 'Ardentis steel kettle 1.7 l'],
    ['contained', 'Ardentis steel kettle', 'Ardentis steel kettle, black'],
    ['contained', 'Watch 38 mm aluminium', 'Watch 42 mm aluminium'],
    ['parted', 'Ardentis steel kettle for camping', 'Ardentis steel kettle with thermometer'],
    ['contradicting', 'Ardentis kettle 1.7 l', 'Ardentis kettle 0.5 l'],
    ['contradicting', 'Memory DDR4 32 GB', 'Memory DDR4 8 GB'],
    ['contradicting', 'Football boots, red', 'Football boots, blue'],
    ['contradicting', 'Toner TN-2410 original', 'Toner TN-3512 original'],
  ])('%s: %s | %s', (expected, one, other) => {
    expect(closeness(recordOf(one), recordOf(other))).toBe(expected);
    expect(closeness(recordOf(other), recordOf(one))).toBe(expected);
  });

  test('contradicting where both name a size or a brand, and another one', () => {
    const shirt = recordOf('Powerblend fleece crew');
    const sized = (size: string) => ({ ...shirt, attributes: { size } });
    expect(closeness(sized('L'), sized('XL'))).toBe('contradicting');
    expect(closeness(sized('L'), shirt)).toBe('contained');
    expect(closeness({ ...shirt, brand: 'Ardentis' }, { ...shirt, brand: 'Nordlicht' })).toBe(
      'contradicting',
    );
  });
});

test('what was learned before pairs behind others were measured apart holds for these too', () => {
  const then = {
    sure_from: Array.from({ length: CONTRADICTING + 1 }, (_, kind) => (kind === CONTRADICTING ? null : kind)),
    calibrations: null,
  };
  const { sure_from, calibrations } = measuredApart(then);
  expect(sure_from.map((from, kind) => [KINDS[kind], from])).toContainEqual(['near, of one model', 5]);
  expect(sure_from[behindAnother(5)]).toBe(5);
  expect(sure_from).toHaveLength(KINDS.length);
  expect([sure_from[CONTRADICTING], calibrations]).toEqual([null, null]);
  expect(KINDS[behindAnother(5)]).toBe('near, of one model, behind another');
  expect(behindAnother(CONTRADICTING)).toBe(CONTRADICTING);
  const now = { sure_from: KINDS.map((_, kind) => kind), calibrations: KINDS.map(() => UNCALIBRATED) };
  expect(measuredApart(now)).toBe(now);
});

describe('a pair of listings', () => {
  const model = (sure_from: number | null, calibrated: boolean) => ({
    taught: { by: 'competition' as const, matches: 0 },
    calibration: UNCALIBRATED,
    merge_from: 0.95,
    open_world: {
      sure_from: KINDS.map(() => sure_from),
      calibrations: calibrated ? KINDS.map(() => ({ scores: [0.5, 0.9], probabilities: [0.1, 0.4] })) : null,
    },
  });
  const pair = {
    chance: 0.99,
    local: 0.95,
    kind: 0,
    identified: true,
    two_makers: false,
    lone: false,
    doubted: false,
    witnessed: false,
    alone: true,
    uncoded: false,
  };

  test('is sure from the chance on that its kind allows, as both sides see it', () => {
    expect(listingProbability(model(0.95, false), pair)).toBe(0.99);
    expect(listingProbability(model(0.95, true), pair)).toBe(SURE);
    expect(listingProbability(model(0.96, false), pair)).toBeLessThan(SURE);
    expect(listingProbability(model(null, false), pair)).toBeLessThan(SURE);
  });

  test('is unsure where a listing has one as likely at home, or did not find the other', () => {
    expect(listingProbability(model(0.5, false), { ...pair, alone: false })).toBeLessThan(SURE);
  });

  test('is worth what was measured of its chance, where that was', () => {
    expect(listingProbability(model(null, true), { ...pair, local: 0.75 })).toBeCloseTo(0.25, 10);
    expect(listingProbability(model(null, false), { ...pair, chance: 0.75 })).toBe(0.75);
  });

  test('of which neither has a code is joined where GTINs teach only if the open world is sure of it too', () => {
    const taught = (sure_from: number | null, calibrated = false) => ({
      taught: { by: 'hidden_gtins' as const, matches: 500 },
      calibration: UNCALIBRATED,
      merge_from: 0.9,
      uncoded: model(sure_from, calibrated).open_world,
    });
    const uncoded = { ...pair, uncoded: true };
    expect(listingProbability(taught(0.95), uncoded)).toBe(0.99);
    expect(listingProbability(taught(0.96), uncoded)).toBeCloseTo(0.89, 10);
    expect(listingProbability(taught(0.96), { ...uncoded, chance: 0.4 })).toBe(0.4);
    expect(listingProbability(taught(0.95), { ...uncoded, alone: false })).toBeLessThan(0.9);
    expect(listingProbability(taught(null, true), { ...uncoded, local: 0.75 })).toBeCloseTo(0.25, 10);
    // A sample without a mistake joins from nearly nought on; what is held is asked about all the same.
    const clean = { ...taught(null), merge_from: 0.01 };
    expect(listingProbability(clean, uncoded)).toBeCloseTo(0.89, 10);
    // What meets a code is as likely as hidden codes say.
    expect(listingProbability(taught(null), pair)).toBe(0.99);
  });

  test('of two makers is held until hidden codes show such to be right', () => {
    const taught = (two_makers_from?: number) => ({
      taught: { by: 'hidden_gtins' as const, matches: 500 },
      calibration: UNCALIBRATED,
      merge_from: 0.95,
      ...(two_makers_from !== undefined && { two_makers_from }),
    });
    const other = { ...pair, two_makers: true };
    expect(listingProbability(taught(2), other)).toBeCloseTo(0.94, 10);
    expect(listingProbability(taught(0.995), other)).toBeCloseTo(0.94, 10);
    expect(listingProbability(taught(0.99), other)).toBe(0.99);
    expect(listingProbability(taught(2), pair)).toBe(0.99);
    expect(listingProbability(taught(), other)).toBe(0.99);
    // What the open world measured of pairs without a code says nothing of one that meets a code.
    const measured = { ...taught(2), uncoded: model(null, true).open_world };
    expect(listingProbability(measured, { ...other, local: 0.75 })).toBeCloseTo(0.94, 10);
  });

  test('that public sets bear out is joined where hidden codes show that such are right', () => {
    const taught = (witnessed_from?: number, merge_from = 0.95) => ({
      taught: { by: 'hidden_gtins' as const, matches: 500 },
      calibration: UNCALIBRATED,
      merge_from,
      lone_from: 2,
      uncoded: model(null, false).open_world,
      ...(witnessed_from !== undefined && { witnessed_from }),
    });
    const likely = { ...pair, chance: 0.7, lone: true, witnessed: true };
    expect(listingProbability(taught(0.6), likely)).toBe(SURE);
    expect(listingProbability(taught(0.6), { ...likely, chance: 0.995 })).toBe(0.995);
    // By one of the two alone it is not.
    expect(listingProbability(taught(0.6), { ...likely, witnessed: false })).toBe(0.7);
    expect(listingProbability(taught(0.8), likely)).toBe(0.7);
    expect(listingProbability(taught(), { ...likely, chance: 0.99 })).toBeCloseTo(0.94, 10);
    // What states two things, names two makers or is doubted is not.
    for (const odd of [{ kind: CONTRADICTING }, { two_makers: true }, { doubted: true }])
      expect(listingProbability(taught(0.6), { ...likely, ...odd })).toBeLessThan(SURE);
    // Of two without a code hidden codes tell nothing, so both must call it likely.
    const uncoded = { ...likely, lone: false, uncoded: true };
    expect(listingProbability(taught(0.6), { ...uncoded, chance: 0.9 })).toBe(SURE);
    expect(listingProbability(taught(0.6), { ...uncoded, chance: 0.89 })).toBeLessThan(SURE);
    expect(listingProbability(taught(0.6), { ...uncoded, chance: 0.9, alone: false })).toBeLessThan(SURE);
    // Where hidden codes show nothing of the others, these wait.
    const others = { ...likely, lone: false, witnessed: false, chance: 0.99 };
    expect(mergedFrom(taught(0.6, 2))).toBe(SURE);
    expect(listingProbability(taught(0.6, 2), others)).toBeLessThan(SURE);
    expect(isHeld(taught(0.6, 2), others)).toBe(true);
    expect(mergedFrom(taught(undefined, 2))).toBe(2);
    expect(isHeld(taught(undefined, 2), others)).toBe(false);
  });

  test('with what one seller alone carries is held until hidden codes show such to be right', () => {
    const taught = (lone_from?: number) => ({
      taught: { by: 'hidden_gtins' as const, matches: 500 },
      calibration: UNCALIBRATED,
      merge_from: 0.95,
      ...(lone_from !== undefined && { lone_from }),
    });
    const lone = { ...pair, lone: true };
    expect(listingProbability(taught(2), lone)).toBeCloseTo(0.94, 10);
    expect(listingProbability(taught(0.99), lone)).toBe(0.99);
    expect(listingProbability(taught(2), pair)).toBe(0.99);
    expect(listingProbability(taught(), lone)).toBe(0.99);
    expect(
      listingProbability({ ...taught(0.9), two_makers_from: 2 }, { ...lone, two_makers: true }),
    ).toBeCloseTo(0.94, 10);
  });

  test('stays in order below what is sure', () => {
    const unsure = (chance: number) => listingProbability(model(null, false), { ...pair, chance });
    for (const [lower, higher] of [
      [0.89, 0.9],
      [0.9, 0.95],
      [0.999, 1],
    ] as const)
      expect(unsure(lower)).toBeLessThan(unsure(higher));
    expect(unsure(1)).toBeCloseTo(0.979, 10);
    expect(unsure(1)).toBeLessThan(SURE);
  });
});
