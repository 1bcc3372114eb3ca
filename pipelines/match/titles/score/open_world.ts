import { CODES_ALIKE, CODES_DIFFER, CODES_ONE_SIDE, CODES_PART } from '../compare/codes.ts';
import { COMPARISONS } from '../compare/comparison.ts';
import { isIdentified, probabilityOf } from './identification.ts';
import type { MatchModel } from './model.ts';

/**
 * What pairs are worth where nothing says that a partner exists. Two listings of one seller are not one item, so how
 * often they look as sure as a pair of two sellers says how many of these are only alike (target and decoy: Elias and
 * Gygi 2007, who ask the same of spectra).
 */
export interface OpenWorld {
  /** By closeness: from which chance on a pair is how probable; steps from the highest chance down. */
  steps: { from: number; probability: number }[][];
}

/** What both state and state differently parts a pair from those that differ in wording only. */
export const CLOSENESS = ['equal', 'near', 'contained', 'parted', 'contradicting'] as const;
const CONTRADICTING = CLOSENESS.length - 1;

const at = (name: (typeof COMPARISONS)[number]['name']) =>
  COMPARISONS.findIndex((comparison) => comparison.name === name);
const [REST, CHARACTERS, CODES, NUMBERS, QUANTITY, MEASURES, BRAND, COLOUR, SIZE] = [
  at('rest'),
  at('characters'),
  at('codes'),
  at('numbers'),
  at('quantity'),
  at('measures'),
  at('brand'),
  at('colour'),
  at('size'),
];
/** Levels of a comparison at which both sides state something and not the same. */
const CONTRADICTIONS: ReadonlyMap<number, ReadonlySet<number>> = new Map([
  [CODES, new Set([CODES_ALIKE, CODES_DIFFER])],
  [NUMBERS, new Set([1, 2])],
  [QUANTITY, new Set([1, 2])],
  [MEASURES, new Set([1, 2])],
  [BRAND, new Set([4])],
  [COLOUR, new Set([2, 3])],
  [SIZE, new Set([2])],
]);
/** Levels at which one side states what the other leaves out, or not quite the same. */
const ONE_SIDED: ReadonlyMap<number, ReadonlySet<number>> = new Map([
  [CODES, new Set([CODES_ONE_SIDE, CODES_PART])],
  [NUMBERS, new Set([3, 5])],
  [QUANTITY, new Set([3, 4])],
  [MEASURES, new Set([3, 4])],
  [COLOUR, new Set([4])],
  [SIZE, new Set([3])],
]);
/** Less than any word weighs. */
const NOTHING = 0.01;
const cosineLevel = (cosine: number) => Math.round(cosine * 20);

/** A pair as `Comparer.compare` left it: its levels from `offset` on, and the words without partner. */
export interface ComparedPair {
  levels: Uint8Array;
  offset: number;
  /** `Comparer.leftover`. */
  leftover: number;
}

/** Rarity, in nats, of one word that stands in many titles. */
const COMMON_WORD = 5;

/** How close two titles are, an index of `CLOSENESS`. */
export function closenessOf({ levels, offset, leftover }: ComparedPair): number {
  for (const [comparison, contradicting] of CONTRADICTIONS)
    if (contradicting.has(levels[offset + comparison] as number)) return CONTRADICTING;
  if ((levels[offset + REST] as number) > 0) return 3;
  for (const [comparison, oneSided] of ONE_SIDED)
    if (oneSided.has(levels[offset + comparison] as number)) return 2;
  const characters = levels[offset + CHARACTERS] as number;
  if (leftover < NOTHING && characters >= cosineLevel(0.7)) return 0;
  return leftover <= COMMON_WORD && characters >= cosineLevel(0.7) ? 1 : 2;
}

/**
 * The probability of a pair of listings from its chance among its rivals: by what was measured in the open world, where
 * the catalogue has no GTINs that teach; else by the model's calibration.
 */
export function listingProbability(
  model: Pick<MatchModel, 'taught' | 'calibration' | 'open_world'>,
  chance: number,
  pair: ComparedPair,
): number {
  if (!model.open_world)
    return probabilityOf(model, model.calibration, chance, isIdentified(pair.levels, pair.offset));
  const steps = model.open_world.steps[closenessOf(pair)] ?? [];
  return steps.find(({ from }) => chance >= from)?.probability ?? 0;
}

/** Chances of pairs of two sellers (targets) and of listings of one seller (decoys) of one closeness. */
export interface Measured {
  targets: number[];
  decoys: number[];
}

/** Of 100 pairs that are joined without a person at most two may be wrong, as everywhere (calibration.ts). */
const MOST_WRONG = 0.02;
/** Probability from which a pair is joined without a person. */
export const SURE = 1 - MOST_WRONG;
/** What is left to a person is never called surer than this. */
const UNSURE = 0.97;
/** Targets that one step below the sure ones is estimated from. */
const STEP_TARGETS = 50;

/**
 * Steps of probability for one closeness. `scale` is how many pairs of two sellers were looked at for each pair of one
 * seller. The sure part goes as far down as the decoys so far, and one more that luck may have spared, leave at most
 * two of a hundred targets wrong; what contradicts itself has none. Below, a step is as probable as the share of its targets that the
 * decoys do not explain, and no step more than the one above.
 */
export function openWorldSteps(
  { targets, decoys }: Measured,
  scale: number,
  maySure: boolean,
): OpenWorld['steps'][number] {
  const sorted = targets.toSorted((a, b) => b - a);
  const rivals = decoys.toSorted((a, b) => b - a);
  const decoysFrom = (chance: number) => {
    let count = 0;
    while (count < rivals.length && (rivals[count] as number) >= chance) count++;
    return count;
  };
  const isBoundary = (index: number) => sorted[index + 1] !== sorted[index];
  let sure = 0;
  if (maySure)
    for (let index = 0; index < sorted.length; index++)
      if (isBoundary(index) && scale * (decoysFrom(sorted[index] as number) + 1) <= MOST_WRONG * (index + 1))
        sure = index + 1;
  const steps: OpenWorld['steps'][number] = [];
  const sureFrom = sorted[sure - 1];
  if (sureFrom !== undefined)
    steps.push({ from: sureFrom, probability: Math.max(SURE, 1 - (scale * decoysFrom(sureFrom)) / sure) });
  let [done, explained, ceiling] = [sure, decoysFrom(sureFrom ?? Infinity), UNSURE];
  for (let index = sure; index < sorted.length; index++) {
    const isLast = index === sorted.length - 1;
    if (!isBoundary(index) || (index + 1 - done < STEP_TARGETS && !isLast)) continue;
    const from = sorted[index] as number;
    const wrong = (scale * (decoysFrom(from) - explained)) / (index + 1 - done);
    ceiling = Math.min(ceiling, Math.max(0, 1 - wrong));
    steps.push({ from, probability: ceiling });
    [done, explained] = [index + 1, decoysFrom(from)];
  }
  return steps;
}
