import { COMPARISON_COUNT } from '../titles/compare/comparison.ts';
import type { Features } from '../titles/compare/features.ts';
import { type ClusterPairs, pairName } from '../titles/decide/clusters.ts';
import { type AskedPair, type FromByKind, LIKELY, learnSaid, samplesOf } from '../titles/learn/learn_said.ts';
import { IMAGINED_VOUCHED, IMAGINED_WRONG, NEVER } from '../titles/score/calibration.ts';
import { CERTAIN } from '../titles/score/competition.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { mergedFrom } from '../titles/score/open_world.ts';
import { likelihoods, type RecordPairs } from './likelihoods.ts';
import { concatPairs, type TitlePairs } from './pairs.ts';

/** What people said of pairs of places, by `pairName`: 1 for the same item, 0 for different ones. */
export type Said = ReadonlyMap<string, 0 | 1>;

/**
 * The pairs as they compete once people have decided some: what is the same item takes its place at both sellers, so
 * that no rival of either has it, and what are different items take none, so that their rivals are free. Nothing else
 * follows: what a pair says of itself weighs what it did.
 */
export function sayPairs(pairs: TitlePairs, said: Said): TitlePairs {
  if (said.size === 0) return pairs;
  const decided = new Set([...said.keys()].flatMap((name) => name.split(' ').map(Number)));
  const found = new Set<string>();
  const weight = pairs.weight.map((own, k) => {
    const [left, right] = [pairs.left[k] as number, pairs.right[k] as number];
    if (!decided.has(left) || !decided.has(right)) return own;
    const name = pairName(left, right);
    const verdict = said.get(name);
    if (verdict === undefined) return own;
    found.add(name);
    return verdict === 1 ? CERTAIN : -Infinity;
  });
  const unseen = [...said].filter(([name, verdict]) => verdict === 1 && !found.has(name));
  return concatPairs([{ ...pairs, weight }, toldPairs(unseen.map(([name]) => name))]);
}

/** Pairs that no search found, as people told of them. */
function toldPairs(names: readonly string[]): TitlePairs {
  const places = names.map((name) => name.split(' ').map(Number) as [number, number]);
  return {
    left: Uint32Array.from(places, ([left]) => left),
    right: Uint32Array.from(places, ([, right]) => right),
    weight: new Float32Array(names.length).fill(CERTAIN),
    kind: new Uint8Array(names.length),
    twin: new Uint8Array(names.length),
    levels: new Uint8Array(names.length * COMPARISON_COUNT),
  };
}

/** How likely pairs are once people have decided some, and from which probability on they are joined without a person. */
export interface HeardPairs {
  likely: RecordPairs;
  /** How likely each of them was before anybody decided. */
  before: Float64Array;
  trust: number;
  /** Pairs that people are asked of so that others like them may be joined. */
  samples: readonly NamedSample[];
}

/** A sample, and how many more of it are to be answered before the others may follow. */
export interface NamedSample {
  /** Names of the pairs that nobody answered yet. */
  unanswered: ReadonlySet<string>;
  answered: readonly (readonly [left: number, right: number])[];
  needed: number;
}

export interface HearOptions {
  /** 1 for a listing that no code places. */
  untied: Uint8Array;
  /** How many sellers carry the record of a place. */
  sellersOf: (place: number) => number;
  said: Said;
  /** Probability below which nothing is joined, whatever was learned. */
  least: number;
  /** Whether two places state something differently that makes them two items. */
  contradicts: (left: number, right: number) => boolean;
}

/** Less sure by this than what is joined. */
const HELD_BACK = 0.01;

/**
 * What pairs are worth after all that people said: a decided pair competes as it was decided, and where a sample of what
 * waits was found right, the rest of its kind is joined too (`learnSaid`). The sample is judged as it stood before anybody
 * decided, so that an answer does not vouch for itself, and what only a rejected rival has freed waits for a person.
 * A function of its arguments alone, so nothing needs to be learned anew for a decision to count.
 */
export function hearPairs(
  model: MatchModel,
  features: Pick<Features, 'seller'>,
  pairs: TitlePairs,
  options: HearOptions,
): HeardPairs {
  const { untied, sellersOf, said, least } = options;
  const own = Math.max(least, mergedFrom(model));
  const first = likelihoods(model, features, pairs, untied, sellersOf);
  const waiting = waitingPairs(first, own, options);
  // Hidden codes said of what waits that too many are wrong; where none teaches, nothing has: people and the model then vouch both.
  const imagined = model.open_world ? IMAGINED_VOUCHED : IMAGINED_WRONG;
  const shown = learnSaid([...waiting.values()], imagined);
  const trust = model.open_world ? own : Math.max(least, Math.min(own, ...shown.values()));
  const samples = unshownSamples(waiting, imagined, shown);
  if (said.size === 0)
    return { likely: first, before: Float64Array.from(first.probability), trust: own, samples };
  const likely = likelihoods(model, features, sayPairs(pairs, said), untied, sellersOf);
  const before = probabilitiesOf(first, likely);
  const fromOf = (pair: AskedPair | undefined) => (pair && shown.get(pair.kind)) ?? NEVER;
  const probability = Float64Array.from(likely.probability, (chance, k) => {
    const earlier = before[k] as number;
    if (earlier >= own) return chance;
    const isShown = () => Math.min(earlier, chance) >= fromOf(waiting.get(nameAt(likely, k)));
    if (Math.min(earlier, chance) >= LIKELY && isShown()) return Math.max(trust, chance);
    return chance < trust ? chance : Math.max(trust - HELD_BACK, earlier < trust ? earlier : 0);
  });
  return { likely: { ...likely, probability }, before, trust, samples };
}

/** What is worth asking people of, because others of its kind may follow, and is not shown yet. */
function unshownSamples(
  waiting: ReadonlyMap<string, NamedPair>,
  imagined: number,
  shown: FromByKind,
): NamedSample[] {
  return samplesOf([...waiting.values()], imagined)
    .filter(({ pairs }) => pairs.every(({ kind }) => !shown.has(kind)))
    .map(({ pairs, needed }) => ({
      unanswered: new Set(pairs.filter(({ said }) => said === undefined).map(({ name }) => name)),
      answered: pairs.filter(({ said }) => said !== undefined).map(({ places }) => places),
      needed,
    }));
}

interface NamedPair extends AskedPair {
  name: string;
  places: readonly [left: number, right: number];
}

/**
 * By name, the pairs that only a person may join so far, although nothing but their probability keeps them apart, with what
 * was said of them: those of which each record is the likeliest for the other, for only of such are people asked.
 */
function waitingPairs(
  likely: RecordPairs,
  own: number,
  { untied, said, contradicts }: HearOptions,
): Map<string, NamedPair> {
  const { left, right, probability, joinable, kind } = likely;
  const best = new Float64Array(untied.length);
  for (let k = 0; k < probability.length; k++)
    for (const place of [left[k] as number, right[k] as number])
      best[place] = Math.max(best[place] as number, probability[k] as number);
  const waiting = new Map<string, NamedPair>();
  for (let k = 0; k < probability.length; k++) {
    const chance = probability[k] as number;
    if (joinable[k] === 0 || chance < LIKELY || chance >= own) continue;
    const [x, y] = [left[k] as number, right[k] as number];
    if (best[x] !== chance || best[y] !== chance || contradicts(x, y)) continue;
    const name = pairName(x, y);
    waiting.set(name, {
      name,
      places: [x, y],
      probability: chance,
      kind: kind[k] as number,
      said: said.get(name),
    });
  }
  return waiting;
}

const nameAt = ({ left, right }: ClusterPairs, k: number) => pairName(left[k] as number, right[k] as number);

/** How likely pairs were among others; 0 for one that was not there. Both lie by their lower and then their higher place. */
function probabilitiesOf(then: ClusterPairs, now: ClusterPairs): Float64Array {
  let at = 0;
  return Float64Array.from(now.left, (left, k) => {
    const isBefore = () => {
      const low = then.left[at] as number;
      return low < left || (low === left && (then.right[at] as number) < (now.right[k] as number));
    };
    while (at < then.left.length && isBefore()) at++;
    const isThere = then.left[at] === left && then.right[at] === now.right[k];
    return isThere ? (then.probability[at] as number) : 0;
  });
}
