import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import { CandidateSearch } from '../titles/candidates/candidate_search.ts';
import { COMPARISON_COUNT, Comparer } from '../titles/compare/comparison.ts';
import { conflictBits, NONE_TOLERATED, weightyBits } from '../titles/compare/conflicts.ts';
import { FeatureFetch } from '../titles/compare/feature_fetch.ts';
import type { Features } from '../titles/compare/features.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { CONTRADICTING, kindOf } from '../titles/score/open_world.ts';
import { weighLevels } from '../titles/score/weights.ts';

/** The likeliest candidate of a record. */
export interface Neighbour {
  /** -1 where there is none. */
  place: number;
  odds: number;
  /** Among the candidates of its seller. */
  chance: number;
  /** Index of `KINDS`. */
  kind: number;
}

const NOBODY: Neighbour = { place: -1, odds: 0, chance: 0, kind: 0 };

/**
 * What one record may be, compared and weighed: its candidates at other sellers and at its own. Candidates compete
 * where at most one can be right: the variants that codes made among themselves, because they are different items, and
 * the listings of one seller among themselves, because a seller lists an item once. One a thread; arrays are reused.
 */
export class Neighbours {
  readonly #model: Pick<MatchModel, 'weights' | 'vocabulary' | 'tolerated'>;
  readonly #features: Features;
  readonly #search: CandidateSearch;
  readonly #comparer: Comparer;
  readonly #fetch = new FeatureFetch();
  readonly #homeLevels = new Uint8Array(COMPARISON_COUNT);
  #place = -1;
  count = 0;
  /** Candidates at other sellers; the first `count` are valid, of this and the arrays below. */
  readonly places: Uint32Array;
  readonly levels: Uint8Array;
  readonly leftover: Float32Array;
  /** In nats, and as odds. */
  readonly weights: Float64Array;
  readonly odds: Float64Array;
  /** Of each candidate among those of its seller. */
  readonly chances: Float64Array;

  constructor(
    model: Pick<MatchModel, 'weights' | 'vocabulary' | 'tolerated'>,
    features: Features,
    index: CandidateIndex,
  ) {
    this.#model = model;
    this.#features = features;
    this.#search = new CandidateSearch(index);
    this.#comparer = new Comparer(model.vocabulary);
    const { candidates } = index.limits;
    this.places = this.#search.places;
    this.levels = new Uint8Array(candidates * COMPARISON_COUNT);
    this.leftover = new Float32Array(candidates);
    this.weights = new Float64Array(candidates);
    this.odds = new Float64Array(candidates);
    this.chances = new Float64Array(candidates);
  }

  look(place: number): void {
    const { odds, places } = this;
    const { seller } = this.#features;
    this.#place = place;
    this.count = this.#search.findApart(this.#features, place);
    this.#fetch.fetch(this.#features, places, this.count);
    this.#comparer.setLeft(this.#features, place);
    for (let at = 0; at < this.count; at++) {
      this.#comparer.compare(this.#features, places[at] as number, this.levels, at * COMPARISON_COUNT);
      this.leftover[at] = this.#comparer.leftover;
      this.weights[at] = weighLevels(this.levels, at * COMPARISON_COUNT, this.#model.weights);
      odds[at] = Math.exp(this.weights[at] as number);
    }
    for (let at = 0; at < this.count; at++) {
      const rivals = seller[places[at] as number];
      let sum = 1;
      for (let other = 0; other < this.count; other++)
        if (seller[places[other] as number] === rivals) sum += odds[other] as number;
      this.chances[at] = (odds[at] as number) / sum;
    }
  }

  /** Index of `KINDS`. */
  kind(at: number): number {
    if (this.#contradicts(this.places[at] as number)) return CONTRADICTING;
    return kindOf({
      levels: this.levels,
      offset: at * COMPARISON_COUNT,
      leftover: this.leftover[at] as number,
    });
  }

  /** By seller, the likeliest at each other seller of the record last looked at. */
  bests(): Map<number, Neighbour> {
    const bests = new Map<number, number>();
    for (let at = 0; at < this.count; at++) {
      const seller = this.#features.seller[this.places[at] as number] as number;
      const best = bests.get(seller);
      if (best === undefined || (this.odds[at] as number) > (this.odds[best] as number))
        bests.set(seller, at);
    }
    return new Map(
      [...bests].map(([seller, at]) => [
        seller,
        {
          place: this.places[at] as number,
          odds: this.odds[at] as number,
          chance: this.chances[at] as number,
          kind: this.kind(at),
        },
      ]),
    );
  }

  /** The likeliest of its own seller: another item, however alike. */
  home(): Neighbour {
    this.#fetch.fetch(this.#features, this.#search.home, this.#search.homeCount);
    this.#comparer.setLeft(this.#features, this.#place);
    let best = NOBODY;
    let sum = 1;
    for (let at = 0; at < this.#search.homeCount; at++) {
      const place = this.#search.home[at] as number;
      this.#comparer.compare(this.#features, place, this.#homeLevels);
      const odds = Math.exp(weighLevels(this.#homeLevels, 0, this.#model.weights));
      sum += odds;
      if (odds <= best.odds) continue;
      const compared = { levels: this.#homeLevels, offset: 0, leftover: this.#comparer.leftover };
      const kind = this.#contradicts(place) ? CONTRADICTING : kindOf(compared);
      best = { place, odds, chance: 0, kind };
    }
    return { ...best, chance: best.odds / sum };
  }

  /** Whether something is stated differently that what is compared by weight may overlook. */
  #contradicts(place: number): boolean {
    const { seller } = this.#features;
    const bits = conflictBits(this.#features, this.#place, this.#features, place);
    const [own, other] = [seller[this.#place] as number, seller[place] as number];
    return weightyBits(bits, this.#model.tolerated ?? NONE_TOLERATED, own, other) !== 0;
  }
}
