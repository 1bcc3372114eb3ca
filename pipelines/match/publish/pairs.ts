import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import { COMPARISON_COUNT } from '../titles/compare/comparison.ts';
import type { Features } from '../titles/compare/features.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { mayEverSure, worldOf } from '../titles/score/open_world.ts';
import { Neighbours } from './neighbours.ts';

/** Pairs less likely than this among the candidates of one seller are nobody's business, not even as rivals. */
const MIN_CHANCE = 0.02;

/** Pairs of places as one side found them: `COMPARISON_COUNT` levels from `k * COMPARISON_COUNT`. */
export interface TitlePairs {
  left: Uint32Array;
  right: Uint32Array;
  /** In nats. */
  weight: Float32Array;
  /** Index of `KINDS`. */
  kind: Uint8Array;
  /** 1 where the left record has one as likely among its own seller's listings, as far as that matters. */
  twin: Uint8Array;
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

/** Scores the candidates of the untied records [from, to). */
export function scoreTitles({ model, features, index, untied, from, to }: ScoreRequest): TitlePairs {
  const near = new Neighbours(model, features, index);
  const found = new CollectedPairs();
  for (let place = from; place < to; place++) {
    if (untied[place] === 0) continue;
    near.look(place);
    let home: number | undefined;
    for (let at = 0; at < near.count; at++) {
      const chance = near.chances[at] as number;
      if (chance < MIN_CHANCE) continue;
      const kind = near.kind(at);
      const odds = near.odds[at] as number;
      let twin = 0;
      const isUncoded = untied[near.places[at] as number] === 1;
      if (mayEverSure(worldOf(model, isUncoded), kind, chance)) {
        home ??= near.home().odds;
        if (odds <= home) twin = 1;
      }
      found.add({
        left: place,
        right: near.places[at] as number,
        weight: near.weights[at] as number,
        kind,
        twin,
        levels: near.levels.subarray(at * COMPARISON_COUNT, (at + 1) * COMPARISON_COUNT),
      });
    }
  }
  return found.pairs();
}

/** Pairs of all parts, in their order. */
export function concatPairs(parts: readonly TitlePairs[]): TitlePairs {
  const found = new CollectedPairs();
  for (const part of parts) for (let k = 0; k < part.left.length; k++) found.add(pairAt(part, k));
  return found.pairs();
}

/** The pairs at `places`, in that order. */
export function selectPairs(pairs: TitlePairs, places: Iterable<number>): TitlePairs {
  const found = new CollectedPairs();
  for (const k of places) found.add(pairAt(pairs, k));
  return found.pairs();
}

/** The pairs by the place of the record that looked; what one record found stays in its order. */
export function inOrder(pairs: TitlePairs): TitlePairs {
  const { left } = pairs;
  const order = Uint32Array.from(left.keys()).sort(
    (x, y) => (left[x] as number) - (left[y] as number) || x - y,
  );
  return selectPairs(pairs, order);
}

interface TitlePair {
  left: number;
  right: number;
  weight: number;
  kind: number;
  twin: number;
  levels: Uint8Array;
}

const pairAt = (pairs: TitlePairs, k: number): TitlePair => ({
  left: pairs.left[k] as number,
  right: pairs.right[k] as number,
  weight: pairs.weight[k] as number,
  kind: pairs.kind[k] as number,
  twin: pairs.twin[k] as number,
  levels: pairs.levels.subarray(k * COMPARISON_COUNT, (k + 1) * COMPARISON_COUNT),
});

const newPairs = (count: number): TitlePairs => ({
  left: new Uint32Array(count),
  right: new Uint32Array(count),
  weight: new Float32Array(count),
  kind: new Uint8Array(count),
  twin: new Uint8Array(count),
  levels: new Uint8Array(count * COMPARISON_COUNT),
});

/** Pairs as they are found. */
export class CollectedPairs {
  #pairs = newPairs(1024);
  #count = 0;

  add({ left, right, weight, kind, twin, levels }: TitlePair): void {
    if (this.#count === this.#pairs.left.length) this.#grow();
    const at = this.#count++;
    const pairs = this.#pairs;
    pairs.left[at] = left;
    pairs.right[at] = right;
    pairs.weight[at] = weight;
    pairs.kind[at] = kind;
    pairs.twin[at] = twin;
    pairs.levels.set(levels, at * COMPARISON_COUNT);
  }

  pairs(): TitlePairs {
    const { left, right, weight, kind, twin, levels } = this.#pairs;
    const count = this.#count;
    return {
      left: left.slice(0, count),
      right: right.slice(0, count),
      weight: weight.slice(0, count),
      kind: kind.slice(0, count),
      twin: twin.slice(0, count),
      levels: levels.slice(0, count * COMPARISON_COUNT),
    };
  }

  #grow(): void {
    const small = this.#pairs;
    this.#pairs = newPairs(small.left.length * 2);
    for (const name of Object.keys(small) as (keyof TitlePairs)[]) this.#pairs[name].set(small[name]);
  }
}
