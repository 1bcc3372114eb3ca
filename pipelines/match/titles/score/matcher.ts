import type { CandidateIndex } from '../candidates/candidate_index.ts';
import { CandidateSearch } from '../candidates/candidate_search.ts';
import { COMPARISON_COUNT, Comparer } from '../compare/comparison.ts';
import { FeatureFetch } from '../compare/feature_fetch.ts';
import type { Features } from '../compare/features.ts';
import { isIdentified, isOfTwoMakers } from './identification.ts';
import type { MatchModel } from './model.ts';
import { kindOf, listingProbability } from './open_world.ts';
import { weighLevels } from './weights.ts';

/** A candidate of one record: its place in the index, total weight in nats, probability, and whether it is identified. */
export interface Candidate {
  place: number;
  weight: number;
  probability: number;
  identified: boolean;
}

/**
 * Matches records one by one against an index: candidates, comparison, weights, and competition among the candidates
 * of the record alone (p = e^w / (1 + Σ e^w), the choice the weights were learned from). For bulk match, and for the
 * scoring of new listings. One a thread.
 */
export class Matcher {
  readonly #model: MatchModel;
  readonly #indexed: Features;
  readonly #search: CandidateSearch;
  readonly #comparer: Comparer;
  readonly #fetch = new FeatureFetch();
  readonly #weights: Float64Array;
  readonly #leftover: Float32Array;
  /** Levels of the last record's candidates, in the order of `CandidateSearch.places`. */
  readonly levels: Uint8Array;

  constructor(model: MatchModel, indexed: Features, index: CandidateIndex) {
    this.#model = model;
    this.#indexed = indexed;
    this.#search = new CandidateSearch(index);
    this.#comparer = new Comparer(model.vocabulary);
    this.#weights = new Float64Array(index.limits.candidates);
    this.#leftover = new Float32Array(index.limits.candidates);
    this.levels = new Uint8Array(index.limits.candidates * COMPARISON_COUNT);
  }

  /** All candidates of a record, best first; ties go to the lower place. */
  candidatesOf(features: Features, place: number, skipSeller?: number): Candidate[] {
    const count = this.#score(features, place, skipSeller);
    let sum = 1;
    for (let at = 0; at < count; at++) sum += Math.exp(this.#weights[at] as number);
    const found: Candidate[] = [];
    for (let at = 0; at < count; at++) {
      const weight = this.#weights[at] as number;
      const chance = Math.exp(weight) / sum;
      const offset = at * COMPARISON_COUNT;
      found.push({
        place: this.#search.places[at] as number,
        weight,
        probability: this.#probability(at, chance),
        identified: isIdentified(this.levels, offset),
      });
    }
    return found.sort((a, b) => b.weight - a.weight || a.place - b.place);
  }

  /** The best candidate alone, without making objects: writes place, weight and chance; false where there is none. */
  bestOf(features: Features, place: number, into: Candidate, skipSeller?: number): boolean {
    const count = this.#score(features, place, skipSeller);
    let sum = 1;
    let best = -1;
    for (let at = 0; at < count; at++) {
      const weight = this.#weights[at] as number;
      sum += Math.exp(weight);
      if (best < 0 || weight > (this.#weights[best] as number)) best = at;
      else if (
        weight === this.#weights[best] &&
        (this.#search.places[at] as number) < (this.#search.places[best] as number)
      )
        best = at;
    }
    if (best < 0) return false;
    into.place = this.#search.places[best] as number;
    into.weight = this.#weights[best] as number;
    into.identified = isIdentified(this.levels, best * COMPARISON_COUNT);
    const chance = Math.exp(into.weight) / sum;
    into.probability = this.#probability(best, chance);
    return true;
  }

  /** Only the candidates of the record compete: it has no list of its own. */
  #probability(at: number, chance: number): number {
    const offset = at * COMPARISON_COUNT;
    return listingProbability(this.#model, {
      chance,
      local: chance,
      kind: kindOf({ levels: this.levels, offset, leftover: this.#leftover[at] as number }),
      identified: isIdentified(this.levels, offset),
      two_makers: isOfTwoMakers(this.levels, offset),
      lone: false,
      witnessed: false,
      doubted: false,
      alone: true,
      uncoded: false,
    });
  }

  #score(features: Features, place: number, skipSeller: number | undefined): number {
    const count = this.#search.find(features, place, this.#indexed, skipSeller);
    this.#fetch.fetch(this.#indexed, this.#search.places, count);
    this.#comparer.setLeft(features, place);
    for (let at = 0; at < count; at++) {
      const offset = at * COMPARISON_COUNT;
      this.#comparer.compare(this.#indexed, this.#search.places[at] as number, this.levels, offset);
      this.#leftover[at] = this.#comparer.leftover;
      this.#weights[at] = weighLevels(this.levels, offset, this.#model.weights);
    }
    return count;
  }
}
