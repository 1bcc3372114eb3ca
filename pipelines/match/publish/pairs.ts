import { type CandidateIndex, CandidateSearch } from '../titles/candidates/candidates.ts';
import { COMPARISON_COUNT, Comparer } from '../titles/compare/comparison.ts';
import type { Features } from '../titles/compare/features.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { listingProbability } from '../titles/score/open_world.ts';
import { weighLevels } from '../titles/score/weights.ts';

/** Pairs less likely than this are nobody's business. */
const MIN_PROBABILITY = 0.1;

/** Pairs of places, each with its probability and its levels: `COMPARISON_COUNT` from `k * COMPARISON_COUNT`. */
export interface TitlePairs {
  left: Uint32Array;
  right: Uint32Array;
  probability: Float32Array;
  levels: Uint8Array;
}

export interface ScoreRequest {
  model: MatchModel;
  features: Features;
  index: CandidateIndex;
  /** 1 for a listing that no code places; only these look for a place. */
  untied: Uint8Array;
  from: number;
  to: number;
}

/**
 * Scores the candidates of the untied records [from, to). Candidates compete where at most one can be right: the
 * variants that codes made among themselves, because they are different items, and the untied listings of one seller
 * among themselves, because a seller lists an item once. So several sellers may have what a record is.
 */
export function scoreTitles({ model, features, index, untied, from, to }: ScoreRequest): TitlePairs {
  const search = new CandidateSearch(index);
  const comparer = new Comparer(model.vocabulary);
  const levels = new Uint8Array(index.limits.candidates * COMPARISON_COUNT);
  const odds = new Float64Array(index.limits.candidates);
  const leftover = new Float32Array(index.limits.candidates);
  const found = new Collected();
  for (let place = from; place < to; place++) {
    if (untied[place] === 0) continue;
    const seller = features.seller[place] as number;
    const count = search.find(features, place, features, seller);
    comparer.setLeft(features, place);
    for (let at = 0; at < count; at++) {
      comparer.compare(features, search.places[at] as number, levels, at * COMPARISON_COUNT);
      leftover[at] = comparer.leftover;
      odds[at] = Math.exp(weighLevels(levels, at * COMPARISON_COUNT, model.weights));
    }
    for (let at = 0; at < count; at++) {
      const candidate = search.places[at] as number;
      const rivals = features.seller[candidate];
      let sum = 1;
      for (let other = 0; other < count; other++)
        if (features.seller[search.places[other] as number] === rivals) sum += odds[other] as number;
      const chance = (odds[at] as number) / sum;
      const probability = listingProbability(model, chance, {
        levels,
        offset: at * COMPARISON_COUNT,
        leftover: leftover[at] as number,
      });
      if (probability >= MIN_PROBABILITY)
        found.add(
          place,
          candidate,
          probability,
          levels.subarray(at * COMPARISON_COUNT, (at + 1) * COMPARISON_COUNT),
        );
    }
  }
  return found.pairs();
}

/** Pairs of all parts, in their order. */
export function concatPairs(parts: readonly TitlePairs[]): TitlePairs {
  const found = new Collected();
  for (const { left, right, probability, levels } of parts)
    for (let k = 0; k < left.length; k++)
      found.add(
        left[k] as number,
        right[k] as number,
        probability[k] as number,
        levels.subarray(k * COMPARISON_COUNT, (k + 1) * COMPARISON_COUNT),
      );
  return found.pairs();
}

/** The pairs by the place of the record that looked; what one record found stays in its order. */
export function inOrder({ left, right, probability, levels }: TitlePairs): TitlePairs {
  const order = Uint32Array.from(left.keys()).sort(
    (x, y) => (left[x] as number) - (left[y] as number) || x - y,
  );
  const sorted = new Uint8Array(levels.length);
  order.forEach((k, at) => {
    sorted.set(levels.subarray(k * COMPARISON_COUNT, (k + 1) * COMPARISON_COUNT), at * COMPARISON_COUNT);
  });
  return {
    left: Uint32Array.from(order, (k) => left[k] as number),
    right: Uint32Array.from(order, (k) => right[k] as number),
    probability: Float32Array.from(order, (k) => probability[k] as number),
    levels: sorted,
  };
}

class Collected {
  #left = new Uint32Array(1024);
  #right = new Uint32Array(1024);
  #probability = new Float32Array(1024);
  #levels = new Uint8Array(1024 * COMPARISON_COUNT);
  #count = 0;

  add(left: number, right: number, probability: number, levels: Uint8Array): void {
    if (this.#count === this.#left.length) this.#grow();
    this.#left[this.#count] = left;
    this.#right[this.#count] = right;
    this.#probability[this.#count] = probability;
    this.#levels.set(levels, this.#count * COMPARISON_COUNT);
    this.#count++;
  }

  pairs(): TitlePairs {
    return {
      left: this.#left.slice(0, this.#count),
      right: this.#right.slice(0, this.#count),
      probability: this.#probability.slice(0, this.#count),
      levels: this.#levels.slice(0, this.#count * COMPARISON_COUNT),
    };
  }

  #grow(): void {
    const size = this.#left.length * 2;
    const [left, right, probability, levels] = [this.#left, this.#right, this.#probability, this.#levels];
    this.#left = new Uint32Array(size);
    this.#right = new Uint32Array(size);
    this.#probability = new Float32Array(size);
    this.#levels = new Uint8Array(size * COMPARISON_COUNT);
    this.#left.set(left);
    this.#right.set(right);
    this.#probability.set(probability);
    this.#levels.set(levels);
  }
}
