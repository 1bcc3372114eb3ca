import { OTHER_MAKERS } from '../compare/brands.ts';
import { CODES_ALIKE, CODES_DIFFER, CODES_ONE_SIDE, CODES_PART } from '../compare/codes.ts';
import { COMPARISONS } from '../compare/comparison.ts';
import { type Calibration, calibrated, NEVER, UNCALIBRATED } from './calibration.ts';
import { probabilityOf, SAME_MODEL } from './identification.ts';
import type { MatchModel } from './model.ts';

/**
 * From which chance on a pair may be joined without a person where nothing says that a partner exists. Two listings of
 * one seller are not one item, so how often they look as sure as a pair of two sellers says how many of these are only
 * alike (target and decoy: Elias and Gygi 2007, who ask the same of spectra).
 */
export interface OpenWorld {
  /** By kind of pair (`KINDS`); null where no chance is enough. */
  sure_from: (number | null)[];
  /** By kind of pair: what a chance is worth; null where that is left to competition. */
  calibrations: Calibration[] | null;
}

/** How close two titles are: what both state and state differently parts a pair from those that differ in wording. */
const CLOSENESS = ['equal', 'near', 'contained', 'parted'] as const;
/** By closeness, and whether they name one model. */
const PLAIN = [...CLOSENESS, ...CLOSENESS.map((closeness) => `${closeness}, of one model` as const)] as const;
/**
 * Pairs that are measured apart: what does not contradict itself, what does, and what is behind another pair: one of its
 * listings has one at a further seller that is likelier.
 */
export const KINDS = [
  ...PLAIN,
  'contradicting',
  ...PLAIN.map((kind) => `${kind}, behind another` as const),
] as const;
export const CONTRADICTING = PLAIN.length;

/** The kind of a pair that is behind another one; what contradicts itself stays what it is. */
export const behindAnother = (kind: number): number =>
  kind < CONTRADICTING ? kind + CONTRADICTING + 1 : kind;

/** The same where it is not. */
const beforeOthers = (kind: number): number => (kind > CONTRADICTING ? kind - CONTRADICTING - 1 : kind);

/** What was learned when pairs behind others were not measured apart, as it holds for these. */
export function measuredApart(world: OpenWorld): OpenWorld {
  if (world.sure_from.length === KINDS.length) return world;
  const { sure_from, calibrations } = world;
  return {
    sure_from: KINDS.map((_, kind) => sure_from[beforeOthers(kind)] ?? null),
    calibrations: calibrations && KINDS.map((_, kind) => calibrations[beforeOthers(kind)] ?? UNCALIBRATED),
  };
}

const at = (name: (typeof COMPARISONS)[number]['name']) =>
  COMPARISONS.findIndex((comparison) => comparison.name === name);
const [REST, CHARACTERS, CODES, NUMBERS, QUANTITY, MEASURES, BRAND, COLOUR, SIZE, ENDING] = [
  at('rest'),
  at('characters'),
  at('codes'),
  at('numbers'),
  at('quantity'),
  at('measures'),
  at('brand'),
  at('colour'),
  at('size'),
  at('ending'),
];
/** A comparison and some of its levels, as bits: this is asked of every pair. */
type SomeLevels = readonly [comparison: number, levels: number];
const levelsOf = (comparison: number, levels: readonly number[]): SomeLevels => [
  comparison,
  levels.reduce((bits, level) => bits | (1 << level), 0),
];
/** Levels of a comparison at which both sides state something and not the same. */
const CONTRADICTIONS: readonly SomeLevels[] = [
  levelsOf(CODES, [CODES_ALIKE, CODES_DIFFER]),
  levelsOf(NUMBERS, [1, 2]),
  levelsOf(QUANTITY, [1, 2]),
  levelsOf(MEASURES, [1, 2]),
  levelsOf(BRAND, [OTHER_MAKERS]),
  levelsOf(COLOUR, [2, 3]),
  levelsOf(SIZE, [2]),
];
/** Levels at which one side states what the other leaves out, or not quite the same. */
const ONE_SIDED: readonly SomeLevels[] = [
  levelsOf(CODES, [CODES_ONE_SIDE, CODES_PART]),
  levelsOf(NUMBERS, [3, 5]),
  levelsOf(QUANTITY, [3, 4]),
  levelsOf(MEASURES, [3, 4]),
  levelsOf(COLOUR, [4]),
  levelsOf(SIZE, [3]),
];
/** Whether a pair is at any of these levels. */
function isAtAny(some: readonly SomeLevels[], levels: Uint8Array, offset: number): boolean {
  for (let k = 0; k < some.length; k++) {
    const [comparison, bits] = some[k] as SomeLevels;
    if (((bits >>> (levels[offset + comparison] as number)) & 1) === 1) return true;
  }
  return false;
}
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

/** Whether both sides of a pair state something of a kind and not the same. `levels` as `Comparer.compare` wrote them at `offset`. */
export const isContradictory = (levels: Uint8Array, offset: number): boolean =>
  isAtAny(CONTRADICTIONS, levels, offset);

/** What kind a pair is, an index of `KINDS`. */
export function kindOf(pair: ComparedPair): number {
  const { levels, offset } = pair;
  if (isContradictory(levels, offset)) return CONTRADICTING;
  const isOneModel = SAME_MODEL.has(levels[offset + CODES] as number);
  return closenessOf(pair) + (isOneModel ? CLOSENESS.length : 0);
}

/** The kind of pairs as close that name no model in common; what contradicts itself is a kind of its own. */
export function withoutModel(kind: number): number {
  if (kind === CONTRADICTING) return kind;
  const closeness = beforeOthers(kind) % CLOSENESS.length;
  return kind > CONTRADICTING ? behindAnother(closeness) : closeness;
}

/** How close two titles are that do not contradict each other, an index of `CLOSENESS`. */
function closenessOf({ levels, offset, leftover }: ComparedPair): number {
  if ((levels[offset + REST] as number) > 0) return 3;
  if (isAtAny(ONE_SIDED, levels, offset)) return 2;
  if ((levels[offset + CHARACTERS] as number) < cosineLevel(0.7)) return 2;
  // What a title might have said is not known to be the same.
  if ((levels[offset + ENDING] as number) !== 0) return 2;
  if (leftover < NOTHING) return 0;
  return leftover <= COMMON_WORD ? 1 : 2;
}

/** What is known of a pair of listings beside all others. */
export interface RankedPair {
  /** Among its rivals as far as these are free (competition.ts). */
  chance: number;
  /** Among its rivals in full, as the less convinced side says. */
  local: number;
  /** Index of `KINDS`. */
  kind: number;
  identified: boolean;
  /** Whether both name a maker, and not the same. */
  two_makers: boolean;
  /** Whether it meets a variant that codes made and one seller alone carries. */
  lone: boolean;
  /** Whether public sets, by which it was weighed as well, take it for less likely than not. */
  doubted: boolean;
  /** Whether these bear it out. */
  witnessed: boolean;
  /** Whether each listing without a code found the other, and none as likely among its own seller's. */
  alone: boolean;
  /** From where on the listing's seller has such joined, of one that meets a code; 0 where no more is asked than of all. */
  left_over_from?: number;
  /** Whether neither has a code. */
  uncoded: boolean;
}

/**
 * The probability of a pair of listings. Where no GTIN teaches it is `SURE` or more from the chance on that the open
 * world allows its kind, and less below. Where GTINs teach they tell of listings that meet a code: two without one are
 * as likely at most, and are sure only where the open world says so as well.
 */
export function listingProbability(model: JudgingModel, pair: RankedPair): number {
  const { chance, local, kind, identified, alone } = pair;
  const { open_world } = model;
  if (!open_world) {
    const probability = probabilityOf(model, model.calibration, chance, identified);
    if (isHeld(model, pair)) return heldProbability(model, pair, probability);
    return isBorneOut(model, pair) ? Math.max(SURE, probability) : probability;
  }
  const measured = open_world.calibrations?.[kind];
  const probability = measured ? calibrated(measured, local) : calibrated(model.calibration, chance);
  return alone && maySure(open_world, kind, local) ? Math.max(SURE, probability) : unsure(probability);
}

type JudgingModel = Pick<
  MatchModel,
  | 'taught'
  | 'calibration'
  | 'merge_from'
  | 'two_makers_from'
  | 'lone_from'
  | 'witnessed_from'
  | 'open_world'
  | 'uncoded'
>;

/** The probability from which such a model lets pairs be joined. */
export const mergedFrom = (
  model: Pick<MatchModel, 'open_world' | 'merge_from' | 'witnessed_from'>,
): number => (model.open_world || isLeftToWitnesses(model) ? SURE : model.merge_from);

/** Whether hidden codes show a cut for what public sets bear out alone. */
const isLeftToWitnesses = ({
  merge_from,
  witnessed_from,
}: Pick<MatchModel, 'merge_from' | 'witnessed_from'>): boolean =>
  merge_from >= NEVER && witnessed_from !== undefined;

/**
 * Whether a pair is left to a person however likely it is: because what other catalogues taught doubts it, because it
 * names two makers, or one seller alone carries what it meets, and hidden codes do not show that such are right, or because
 * neither listing has a code and the open world is not sure of it. What public sets bear out is not, where hidden codes
 * show that such are right.
 */
export function isHeld(
  model: Omit<JudgingModel, 'taught' | 'open_world'>,
  pair: Omit<RankedPair, 'identified'>,
): boolean {
  const { calibration, uncoded, two_makers_from = 0, lone_from = 0 } = model;
  if (pair.doubted) return true;
  if (isBorneOut(model, pair)) return false;
  // Else the cut itself keeps what nothing shows.
  if (isLeftToWitnesses(model)) return true;
  const from = Math.max(
    pair.two_makers ? two_makers_from : 0,
    pair.lone ? lone_from : 0,
    pair.left_over_from ?? 0,
  );
  if (from > 0 && calibrated(calibration, pair.chance) < from) return true;
  if (!uncoded || !pair.uncoded) return false;
  return !pair.alone || !maySure(uncoded, pair.kind, pair.local);
}

/**
 * Whether public sets and the catalogue's own hidden codes both speak for a pair. Hidden codes tell nothing of two listings
 * without one, so there both must call it likely: what is wrong once in ten by each of two that learned from different
 * things is wrong once in a hundred by both.
 */
function isBorneOut(
  { calibration, witnessed_from }: Pick<MatchModel, 'calibration' | 'witnessed_from'>,
  { witnessed, two_makers, chance, uncoded, alone, kind }: Omit<RankedPair, 'identified'>,
): boolean {
  if (witnessed_from === undefined || !witnessed || two_makers || kind === CONTRADICTING) return false;
  if (calibrated(calibration, chance) < witnessed_from) return false;
  return !uncoded || (alone && chance >= LIKELY);
}

/**
 * Less than what is joined without a person, and no more than was measured of such pairs. A sample without a mistake puts
 * `merge_from` near nought; what is held is asked about all the same.
 */
function heldProbability(
  model: Pick<MatchModel, 'uncoded' | 'open_world' | 'merge_from' | 'witnessed_from'>,
  { kind, local, uncoded: isUncoded }: RankedPair,
  probability: number,
): number {
  const measured = isUncoded ? model.uncoded?.calibrations?.[kind] : undefined;
  const worth = measured && measured.scores.length > 0 ? calibrated(measured, local) : 1;
  return Math.min(probability, worth, heldBackAt(model));
}

/** What is as likely as what is joined, but left to a person all the same, is called no likelier than this. */
export const heldBackAt = (model: Pick<MatchModel, 'open_world' | 'merge_from' | 'witnessed_from'>): number =>
  Math.max(LIKELY, mergedFrom(model)) - HELD_BACK;

/** What the open world says of a pair, where it says something; `uncoded` where neither listing has a code. */
export const worldOf = (
  { open_world, uncoded }: Pick<MatchModel, 'open_world' | 'uncoded'>,
  isUncoded: boolean,
): OpenWorld | undefined => open_world ?? (isUncoded ? uncoded : undefined);

/** Whether the open world allows a pair of a kind to be sure, with such a chance. */
export function maySure(world: OpenWorld | undefined, kind: number, chance: number): boolean {
  return world !== undefined && chance >= (world.sure_from[kind] ?? Infinity);
}

/** Whether it allows that where it is not known whether the pair is behind another. */
export const mayEverSure = (world: OpenWorld | undefined, kind: number, chance: number): boolean =>
  maySure(world, kind, chance) || maySure(world, behindAnother(kind), chance);

/** The same, in the same order, up to `UNSURE`. */
function unsure(probability: number): number {
  if (probability <= LIKELY) return probability;
  return LIKELY + ((probability - LIKELY) * (UNSURE - LIKELY)) / (1 - LIKELY);
}

/** Pairs less likely than this are not measured, nor ever sure. */
export const MIN_CHANCE = 0.1;
/** Of 100 pairs that are joined without a person at most two may be wrong, as everywhere (calibration.ts). */
export const MOST_WRONG = 0.02;
/** Probability from which a pair is joined without a person. */
export const SURE = 1 - MOST_WRONG;
/** Less sure by this than what is joined. */
export const HELD_BACK = 0.01;
/** What is left to a person is never called surer than this; what is likelier than the other is drawn together. */
const UNSURE = SURE - 0.001;
const LIKELY = 0.9;
