/** An odd number near 2^32 over the golden ratio: places that follow each other fall far apart. */
const HASH_FACTOR = 0x9e3779b1;

/** Which of the best are left out: those of less than a part `least` of the best score, or of `beside` where that is more. */
export interface Leaving {
  least?: number | undefined;
  beside?: number;
}

/**
 * Scores of the few places of an index that have one, by a hash of the place: small enough for the nearest cache, which
 * an array over all places is not. Made once and filled again and again.
 */
export class ScoreTable {
  /** One more than the place: 0 is empty. */
  readonly #places: Uint32Array;
  readonly #scores: Float32Array;
  readonly #shift: number;
  /** The slots that are filled, in the order of their places' coming. */
  readonly #filled: Uint32Array;
  #count = 0;
  #bestScores = new Float32Array(0);

  /** For at most so many places at a time. Half of the table stays empty, so that what is sought is near. */
  constructor(places: number) {
    const bits = Math.ceil(Math.log2(2 * places));
    this.#places = new Uint32Array(2 ** bits);
    this.#scores = new Float32Array(2 ** bits);
    this.#shift = 32 - bits;
    this.#filled = new Uint32Array(places);
  }

  add(place: number, score: number): void {
    const places = this.#places;
    const last = places.length - 1;
    const name = place + 1;
    let slot = Math.imul(name, HASH_FACTOR) >>> this.#shift;
    while (places[slot] !== name && places[slot] !== 0) slot = (slot + 1) & last;
    if (places[slot] === 0) {
      places[slot] = name;
      this.#filled[this.#count++] = slot;
    }
    this.#scores[slot] = (this.#scores[slot] as number) + score;
  }

  /** The score of the first place that `best` gave last. */
  get bestScore(): number {
    return this.#bestScores[0] ?? 0;
  }

  /** Puts the places with the highest scores that are `wanted` into `into`, best first; ties go to the lower place. Returns how many. */
  best(into: Uint32Array, wanted: (place: number) => boolean, { least = 0, beside = 0 }: Leaving): number {
    if (this.#bestScores.length < into.length) this.#bestScores = new Float32Array(into.length);
    const best = this.#bestScores;
    let count = 0;
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#filled[at] as number;
      const place = (this.#places[slot] as number) - 1;
      const score = this.#scores[slot] as number;
      let to = count;
      if (count === into.length) {
        to = count - 1;
        if (!isBetter(score, place, best[to] as number, into[to] as number)) continue;
      }
      if (!wanted(place)) continue;
      if (count < into.length) count++;
      while (to > 0 && isBetter(score, place, best[to - 1] as number, into[to - 1] as number)) {
        into[to] = into[to - 1] as number;
        best[to] = best[to - 1] as number;
        to--;
      }
      into[to] = place;
      best[to] = score;
    }
    const enough = Math.max(beside, best[0] as number) * least;
    while (count > 0 && (best[count - 1] as number) < enough) count--;
    return count;
  }

  clear(): void {
    for (let at = 0; at < this.#count; at++) {
      const slot = this.#filled[at] as number;
      this.#places[slot] = 0;
      this.#scores[slot] = 0;
    }
    this.#count = 0;
  }
}

const isBetter = (score: number, place: number, otherScore: number, otherPlace: number): boolean =>
  score !== otherScore ? score > otherScore : place < otherPlace;
