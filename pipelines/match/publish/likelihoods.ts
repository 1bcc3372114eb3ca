import { COMPARISON_COUNT } from '../titles/compare/comparison.ts';
import type { Features } from '../titles/compare/features.ts';
import type { ClusterPairs } from '../titles/decide/clusters.ts';
import { hashText } from '../titles/read/hash.ts';
import { CERTAIN, compete } from '../titles/score/competition.ts';
import { generalWeights } from '../titles/score/general_weights.ts';
import { isIdentified, isOfTwoMakers } from '../titles/score/identification.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { behindAnother, CONTRADICTING, isHeld, listingProbability } from '../titles/score/open_world.ts';
import { asOfSeller } from '../titles/score/seller_worth.ts';
import { weighLevels } from '../titles/score/weights.ts';
import type { TitlePairs } from './pairs.ts';

/** Pairs of records, each with the place of what found it among the pairs of titles. */
export interface RecordPairs extends ClusterPairs {
  found: ArrayLike<number>;
  /** Index of `KINDS`. */
  kind: ArrayLike<number>;
  /** 1 where nothing but its probability keeps a pair from being joined without a person. */
  joinable: ArrayLike<number>;
  /** The chance of each where all its rivals count in full, as the less convinced side says. */
  local: ArrayLike<number>;
}

/**
 * How likely each pair is, now that all of them are known: a pair stands once, however many sides found it. Candidates
 * compete where at most one can be right: of a record, those of one seller, because a seller lists an item once, and
 * the variants that codes made, because they are different items. So several sellers may have what a record is.
 * `untied` is 1 for a listing that no code places, `sellersOf` a place how many sellers carry its record. Pairs are of records: `inRecords` makes them so.
 */
export function likelihoods(
  model: MatchModel,
  { seller }: Pick<Features, 'seller'>,
  pairs: TitlePairs,
  untied: Uint8Array,
  sellersOf: (place: number) => number,
): RecordPairs {
  const contest = contestOf(seller, pairs);
  const { edges, low, high, seen } = contest;
  const { chances, locals, behind } = standingsIn(contest, pairs.weight, untied);
  const opinions = model.taught.by === 'hidden_gtins' ? opinionsOf(contest, pairs) : null;
  const sellerNats = bySeller(model.seller_nats);
  const leftOverFrom = bySeller(model.left_over_from);
  const probability = new Float64Array(edges.length);
  const joinable = new Uint8Array(edges.length).fill(1);
  const kinds = new Uint8Array(edges.length);
  edges.forEach((k, at) => {
    const sides = (untied[low[at] as number] as number) + (untied[high[at] as number] as number);
    const own = pairs.kind[k] as number;
    const kind = behind[at] === 1 ? behindAnother(own) : own;
    kinds[at] = kind;
    // Both sides must have looked, and neither have one as likely at home.
    const alone = (seen[at] as number) === sides;
    // Hidden codes tell of what meets a code.
    const looking = (untied[low[at] as number] === 1 ? low : high)[at] as number;
    const asker = sides === 1 ? (seller[looking] as number) : NOBODY;
    const pair = {
      chance: chances[at] as number,
      local: locals[at] as number,
      kind,
      identified: isIdentified(pairs.levels, k * COMPARISON_COUNT),
      two_makers: isOfTwoMakers(pairs.levels, k * COMPARISON_COUNT),
      lone: sides === 1 && sellersOf((untied[low[at] as number] === 1 ? high : low)[at] as number) === 1,
      doubted: opinions !== null && isDoubted(opinions[at] as number, pairs.weight[k] as number),
      witnessed: opinions !== null && (opinions[at] as number) >= WITNESSED,
      alone,
      left_over_from: leftOverFrom.get(asker) ?? 0,
      uncoded: sides === 2,
    };
    probability[at] = asOfSeller(model, listingProbability(model, pair), sellerNats.get(asker) ?? 0);
    if (model.open_world ? kind === CONTRADICTING || !alone : isHeld(model, pair)) joinable[at] = 0;
  });
  return { left: low, right: high, probability, found: edges, kind: kinds, joinable, local: locals };
}

/** No seller's number. */
const NOBODY = -1;

/** What is told by the names of sellers, by their numbers. */
const bySeller = (told: Readonly<Record<string, number>> = {}): Map<number, number> =>
  new Map(Object.entries(told).map(([name, value]) => [hashText(name), value]));

/** What public sets say of a pair must be likelier than not. */
const DOUBTED = 0.5;
/** From here on they bear it out. */
const WITNESSED = 0.9;
/** The chance of each pair by what public sets taught instead of by what this catalogue did. */
function opinionsOf(contest: Contest, pairs: TitlePairs): Float64Array {
  const weights = generalWeights();
  const weight = pairs.weight.map((own, k) =>
    own >= CERTAIN || own === -Infinity ? own : weighLevels(pairs.levels, k * COMPARISON_COUNT, weights),
  );
  return compete(contest.graph, likestWeights(contest, weight));
}

/** Whether public sets doubt a pair; decided ones stay. */
const isDoubted = (opinion: number, weight: number): boolean => opinion < DOUBTED && weight < CERTAIN;

/**
 * Pairs of places as pairs of records, each by its first place: what is known by several titles is as likely as the one
 * most like it. `heads` has the first place of the record of each place.
 */
export function inRecords(pairs: TitlePairs, heads: Uint32Array): TitlePairs {
  const headOf = (place: number) => heads[place] ?? place;
  return { ...pairs, left: pairs.left.map(headOf), right: pairs.right.map(headOf) };
}

/**
 * The pairs without a chance for those that a seller's other listing rules out: what it carries under a code, another
 * listing of it is not, so it is no rival of what that may be. `isCarried` of the two places of a pair.
 */
export function ruleOutCarried(
  pairs: TitlePairs,
  isCarried: (left: number, right: number) => boolean,
): TitlePairs {
  const weight = pairs.weight.map((own, k) =>
    isCarried(pairs.left[k] as number, pairs.right[k] as number) ? -Infinity : own,
  );
  return { ...pairs, weight };
}

/** Pairs, each once, and what competes for what. */
interface Contest extends ReturnType<typeof onceEach> {
  graph: { left: Uint32Array; right: Uint32Array; left_count: number; right_count: number };
}

function contestOf(seller: ArrayLike<number>, pairs: TitlePairs): Contest {
  const once = onceEach(pairs);
  const { edges, low, high } = once;
  const contests = new Contests();
  // Of two sellers always the same one stands on the left, or what competes for a record would be parted by its place.
  const sides = Array.from(edges, (_, at) => {
    const [one, other] = [low[at] as number, high[at] as number];
    return (seller[one] as number) <= (seller[other] as number) ? [one, other] : [other, one];
  }) as [left: number, right: number][];
  const left = Uint32Array.from(sides, ([one, other]) => contests.of(one, seller[other]));
  const right = Uint32Array.from(sides, ([one, other]) => contests.of(other, seller[one]));
  return { ...once, graph: { left, right, left_count: contests.count, right_count: contests.count } };
}

/** Each pair once, with its chance among its rivals as far as these are free, and whether public sets doubt it or bear it out. */
export function standings(seller: ArrayLike<number>, pairs: TitlePairs) {
  const contest = contestOf(seller, pairs);
  const weights = likestWeights(contest, pairs.weight);
  const chances = compete(contest.graph, weights);
  const locals = localChances(contest.graph, weights);
  const opinions = opinionsOf(contest, pairs);
  const { edges } = contest;
  return {
    ...contest,
    chances,
    locals,
    doubted: edges.map((k, at) => isDoubted(opinions[at] as number, pairs.weight[k] as number)),
    witnessed: edges.map((_, at) => (opinions[at] as number) >= WITNESSED),
  };
}

function standingsIn(contest: Contest, weight: ArrayLike<number>, untied: Uint8Array) {
  const weights = likestWeights(contest, weight);
  return {
    chances: compete(contest.graph, weights),
    locals: localChances(contest.graph, weights),
    behind: behindOthers(contest, weights, untied),
  };
}

/** 1 for a pair of which a listing without a code has a likelier one, at whichever seller. */
function behindOthers({ low, high }: Contest, weights: Float64Array, untied: Uint8Array): Uint8Array {
  const best = new Float64Array(untied.length).fill(-Infinity);
  weights.forEach((weight, at) => {
    for (const place of [low[at] as number, high[at] as number])
      if (untied[place] === 1) best[place] = Math.max(best[place] as number, weight);
  });
  return Uint8Array.from(weights, (weight, at) =>
    weight < Math.max(best[low[at] as number] as number, best[high[at] as number] as number) ? 1 : 0,
  );
}

/** What each pair weighs where it weighs most: `weight` is of what the sides found. */
function likestWeights({ edges, onceOf }: Contest, weight: ArrayLike<number>): Float64Array {
  const weights = new Float64Array(edges.length).fill(-Infinity);
  onceOf.forEach((at, k) => {
    weights[at] = Math.max(weights[at] as number, weight[k] as number);
  });
  return weights;
}

/**
 * Each pair once, by its lower place, as where it weighs most; `seen` is how many sides found it without a twin of its
 * own, and `onceOf` which of these pairs each of what was found is.
 */
function onceEach(pairs: TitlePairs) {
  const order = Uint32Array.from(pairs.left.keys());
  const lowOf = (k: number) => Math.min(pairs.left[k] as number, pairs.right[k] as number);
  const highOf = (k: number) => Math.max(pairs.left[k] as number, pairs.right[k] as number);
  const isLater = (x: number, y: number) =>
    lowOf(x) - lowOf(y) ||
    highOf(x) - highOf(y) ||
    (pairs.left[x] as number) - (pairs.left[y] as number) ||
    (pairs.weight[y] as number) - (pairs.weight[x] as number) ||
    x - y;
  order.sort(isLater);
  const edges: number[] = [];
  const low: number[] = [];
  const high: number[] = [];
  const seen: number[] = [];
  const onceOf = new Uint32Array(order.length);
  let asker = -1;
  for (const k of order) {
    const alone = 1 - (pairs.twin[k] as number);
    if (edges.length > 0 && low.at(-1) === lowOf(k) && high.at(-1) === highOf(k)) {
      if (pairs.left[k] !== asker) seen[seen.length - 1]! += alone;
      if ((pairs.weight[k] as number) > (pairs.weight[edges.at(-1) as number] as number))
        edges[edges.length - 1] = k;
    } else {
      edges.push(k);
      low.push(lowOf(k));
      high.push(highOf(k));
      seen.push(alone);
    }
    asker = pairs.left[k] as number;
    onceOf[k] = edges.length - 1;
  }
  return { edges, low, high, seen, onceOf };
}

/** Numbers what competes: the candidates of one record at one seller. */
class Contests {
  readonly #numbers = new Map<number, Map<number, number>>();
  count = 0;

  of(place: number, seller: number | undefined): number {
    const sellers = this.#numbers.get(place) ?? new Map<number, number>();
    this.#numbers.set(place, sellers);
    const known = sellers.get(seller ?? 0);
    if (known !== undefined) return known;
    sellers.set(seller ?? 0, this.count);
    return this.count++;
  }
}

/** The chance of each pair where all rivals count in full, as the less convinced side says. */
function localChances(
  { left, right, left_count }: { left: Uint32Array; right: Uint32Array; left_count: number },
  weights: Float64Array,
): Float64Array {
  const odds = weights.map((weight) => Math.exp(weight));
  const sums = new Float64Array(left_count).fill(1);
  for (let k = 0; k < odds.length; k++) {
    sums[left[k] as number]! += odds[k] as number;
    sums[right[k] as number]! += odds[k] as number;
  }
  return odds.map(
    (odd, k) => odd / Math.max(sums[left[k] as number] as number, sums[right[k] as number] as number),
  );
}
