import type { Features } from './features.ts';

/** So many records are fetched at a time; of more the rest comes when it is read. */
const MOST = 32;
/** Bytes that come at once. */
const CACHE_LINE = 64;

/**
 * Brings records that are about to be compared near the processor. What is known of a record lies in two dozen arrays,
 * far apart, and a comparison waits for one after the other. Here they are all asked for before any is needed, so most
 * of the waiting is done once. Answers nothing, and changes nothing but time.
 */
export class FeatureFetch {
  readonly #words = new Uint32Array(MOST);
  readonly #characters = new Uint32Array(MOST);
  /** Of what was read, so that reading it is not left out as useless. */
  read = 0;

  /** Fetches the first `count` of `places`. */
  fetch(features: Features, places: Uint32Array, count: number): void {
    const fetched = Math.min(count, MOST);
    let read = 0;
    for (let at = 0; at < fetched; at++) {
      const place = places[at] as number;
      this.#words[at] = features.word_start[place] as number;
      this.#characters[at] = features.character_start[place] as number;
      read ^= features.code_start[place] as number;
      read ^= features.number_start[place] as number;
      read ^= features.measure_start[place] as number;
      read ^= features.stated_start[place] as number;
      read ^= features.brand[place] as number;
      read ^= features.brand_text_start[place] as number;
      read ^= features.colors[place] as number;
      read ^= features.size[place] as number;
      read ^= features.category[place] as number;
      read ^= features.ending[place] as number;
      read += features.gram_norm[place] as number;
      read += features.log_price[place] as number;
      read += features.gtin[place] as number;
    }
    for (let at = 0; at < fetched; at++) {
      const word = this.#words[at] as number;
      const character = this.#characters[at] as number;
      read ^= features.word_id[word] as number;
      read ^= features.word_at[word] as number;
      read ^= features.word_length[word] as number;
      read ^= features.word_kind[word] as number;
      read ^= features.word_rarity[word] as number;
      read ^= features.word_retention[word] as number;
      read ^= features.character[character] as number;
      read ^= features.character[
        Math.min(character + CACHE_LINE / 2, features.character.length - 1)
      ] as number;
    }
    this.read = read;
  }
}
