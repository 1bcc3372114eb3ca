import { type Calibration, calibrate, UNCALIBRATED } from '../score/calibration.ts';
import { CONTRADICTING, KINDS, MOST_WRONG, type OpenWorld, withoutModel } from '../score/open_world.ts';

/**
 * Pairs of listings, each the best that both have, by chance and kind (`KINDS`): of two sellers (targets), and of one
 * seller (decoys), which are not one item. They compete: of a listing's best at another seller and its best at home the
 * likelier one counts, so that a variety beside which its listing has a true partner there is no decoy; one is asked
 * against each other seller. A seller that lists an item twice makes this stricter than it need be, never laxer.
 */
export interface MeasuredPairs {
  kinds: number[];
  chances: number[];
  /** 1 for a pair of two sellers, 0 for one of a seller's own. */
  abroad: number[];
}

/** Listings that no code places, by seller's hash, and how many records codes have placed. */
export interface Population {
  listings: ReadonlyMap<number, number>;
  tied: number;
}

/** With fewer sellers nothing tells a shop that lists items twice from one whose varieties look alike. */
const ENOUGH_SELLERS = 3;
/** Standard deviations of two counts within which their difference is luck. */
const LUCK = 2;

/**
 * What pairs are worth where nothing says that a partner exists. From where on they are sure is always measured. What
 * an unsure one is worth is measured where at least three sellers bear witness, or where what looks best
 * is no more than luck;
 * else it is what competition made of it (learn_weights.ts), which takes for granted that partners are common.
 */
export function learnOpenWorld(parts: readonly MeasuredPairs[], population: Population): OpenWorld {
  const world = worldOf(measuredOf(parts), population);
  return { ...world, sure_from: sureByModel(world.sure_from) };
}

/**
 * Titles as close as others that also name one model are the same no less often than those: they are sure from where on
 * either of the two is.
 */
function sureByModel(sure_from: OpenWorld['sure_from']): OpenWorld['sure_from'] {
  return sure_from.map((sure, kind) => {
    const plain = sure_from[withoutModel(kind)] ?? Infinity;
    const least = Math.min(sure ?? Infinity, plain);
    return least === Infinity ? null : least;
  });
}

/**
 * The same of pairs of listings without a code where GTINs teach: they taught what agreement and difference weigh, so
 * that one chance means as much in pairs of all kinds, and all that do not contradict themselves are measured together.
 */
export function learnUncoded(parts: readonly MeasuredPairs[], population: Population): OpenWorld {
  const together = joined(measuredOf(parts).filter((_, kind) => kind !== CONTRADICTING));
  const { sure_from, calibrations } = worldOf([together], population);
  const [sure = null] = sure_from;
  const [worth = UNCALIBRATED] = calibrations ?? [];
  return {
    sure_from: KINDS.map((_, kind) => (kind === CONTRADICTING ? null : sure)),
    calibrations: calibrations && KINDS.map((_, kind) => (kind === CONTRADICTING ? UNCALIBRATED : worth)),
  };
}

function worldOf(measured: readonly Measured[], population: Population): OpenWorld {
  const scale = scaleOf(population);
  const repeats = repeatsOf(population);
  const sum = (of: (one: Measured) => number[]) => measured.reduce((count, one) => count + of(one).length, 0);
  const [targets, decoys] = [sum((one) => one.targets), sum((one) => one.decoys)];
  const isLuck = targets - scale * decoys < LUCK * Math.sqrt(targets + scale ** 2 * decoys);
  const isMeasured = population.listings.size >= ENOUGH_SELLERS || isLuck;
  return {
    sure_from: measured.map((one, kind) => (kind === CONTRADICTING ? null : sureFrom(one, scale, repeats))),
    calibrations: isMeasured ? worthsOf(measured, scale) : null,
  };
}

/** What too few pairs of a kind show by themselves, all show that are behind another pair, or are not, as these are. */
function worthsOf(measured: readonly Measured[], scale: number): Calibration[] {
  const together = (isBehind: boolean) =>
    worthOf(
      joined(measured.filter((_, kind) => kind !== CONTRADICTING && kind > CONTRADICTING === isBehind)),
      scale,
    );
  const [first, behind] = [together(false), together(true)];
  return measured.map((one, kind) => {
    const worth = worthOf(one, scale);
    if (worth.scores.length > 0 || kind === CONTRADICTING) return worth;
    return kind > CONTRADICTING ? behind : first;
  });
}

const joined = (measured: readonly Measured[]): Measured => ({
  targets: measured.flatMap(({ targets }) => targets),
  decoys: measured.flatMap(({ decoys }) => decoys),
});

/** Of what chance how many targets are more than chance: a decoy takes `scale` of those that are as likely. */
const worthOf = ({ targets, decoys }: Measured, scale: number) =>
  calibrate(
    [...targets, ...decoys],
    [...targets.map(() => 1), ...decoys.map(() => -scale)],
    [...targets.map(() => 1), ...decoys.map(() => 0)],
  );

interface Measured {
  targets: number[];
  decoys: number[];
}

/** By kind. */
function measuredOf(parts: readonly MeasuredPairs[]): Measured[] {
  const measured = KINDS.map((): Measured => ({ targets: [], decoys: [] }));
  for (const { kinds, chances, abroad } of parts)
    kinds.forEach((kind, k) => {
      const { targets, decoys } = measured[kind] as Measured;
      (abroad[k] === 1 ? targets : decoys).push(chances[k] as number);
    });
  return measured;
}

/** How often the same two listings of one seller may count: once for each other seller. */
export const repeatsOf = ({ listings, tied }: Population) =>
  Math.max(1, listings.size - 1 + (tied > 0 ? 1 : 0));

/**
 * How many pairs of two sellers there are for each pair of one that is asked against each other seller: a decoy stands
 * for so many targets.
 */
export function scaleOf({ listings, tied }: Population): number {
  const counts = [...listings.values()];
  const all = counts.reduce((sum, count) => sum + count, 0);
  const across = all * tied + counts.reduce((sum, count) => sum + (count * (all - count)) / 2, 0);
  const within = counts.reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  return across / Math.max(1, within * repeatsOf({ listings, tied }));
}

/**
 * The lowest chance from which the decoys so far, and one more that luck may have spared, leave at most two of a
 * hundred targets wrong (Levitsky and others 2017, who add that one); null where there is none. A decoy may count
 * `repeats` times.
 */
export function sureFrom(
  { targets, decoys }: { targets: readonly number[]; decoys: readonly number[] },
  scale: number,
  repeats = 1,
): number | null {
  const sorted = targets.toSorted((a, b) => b - a);
  const rivals = decoys.toSorted((a, b) => b - a);
  let sure: number | null = null;
  let passed = 0;
  sorted.forEach((chance, index) => {
    if (sorted[index + 1] === chance) return;
    while (passed < rivals.length && (rivals[passed] as number) >= chance) passed++;
    if (scale * (passed + repeats) <= MOST_WRONG * (index + 1)) sure = chance;
  });
  return sure;
}
