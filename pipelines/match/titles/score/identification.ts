import { OTHER_MAKERS, SAME_MAKER } from '../compare/brands.ts';
import { CODES_MPN, CODES_MPN_PART, CODES_PART, CODES_SAME } from '../compare/codes.ts';
import { COMPARISONS } from '../compare/comparison.ts';
import { type Calibration, calibrated } from './calibration.ts';
import type { MatchModel } from './model.ts';

/**
 * Of pairs that look certain although they name no maker and no model in common, one in ten is taken for two makers'
 * things of one kind (`garlic aioli 250 g`) where no GTIN has taught how often that is so.
 */
const UNIDENTIFIED_SHARE = 0.9;

const placeOf = (name: (typeof COMPARISONS)[number]['name']) =>
  COMPARISONS.findIndex((comparison) => comparison.name === name);
const CODES = placeOf('codes');
const BRAND = placeOf('brand');
/** Levels at which both name one model. */
export const SAME_MODEL: ReadonlySet<number> = new Set([CODES_PART, CODES_SAME, CODES_MPN_PART, CODES_MPN]);

/** Whether a pair names a maker or a model in common. `levels` as `Comparer.compare` wrote them at `offset`. */
export function isIdentified(levels: Uint8Array, offset: number): boolean {
  return SAME_MODEL.has(levels[offset + CODES] as number) || SAME_MAKER.has(levels[offset + BRAND] as number);
}

/** Whether both sides of a pair name a maker, and not the same. */
export const isOfTwoMakers = (levels: Uint8Array, offset: number): boolean =>
  levels[offset + BRAND] === OTHER_MAKERS;

/** The probability of a pair from its chance among its rivals; `calibration` of the listings or rows it is of. */
export function probabilityOf(
  { taught }: Pick<MatchModel, 'taught'>,
  calibration: Calibration,
  chance: number,
  identified: boolean,
): number {
  const probability = calibrated(calibration, chance);
  return identified || taught.by === 'hidden_gtins' ? probability : UNIDENTIFIED_SHARE * probability;
}
