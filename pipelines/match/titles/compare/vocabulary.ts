import { gramsOf } from '../read/grams.ts';
import type { Contrasts } from './contrasts.ts';
import { type Equivalents, NO_EQUIVALENTS } from './equivalents.ts';
import { EMPTY_LEXICON, type Lexicon } from './lexicon.ts';
import { NO_PRICE_LEVELS, type PriceLevels } from './price_levels.ts';
import type { Shades } from './shades.ts';

/** Grams are told apart by 16 bits of their hash. */
const GRAM_SLOTS = 65_536;
/** Rarity is kept in steps of a sixteenth of a nat. */
export const RARITY_STEP = 1 / 16;
/** Words met less often are treated as words never met, so a million rare words take no room. */
const MIN_FREQUENCY = 2;
/** How many observations the mean retention is worth against a word's own. */
const RETENTION_PRIOR = 4;

/** What a word tells: its rarity in nats, and how often a true match repeats it. */
export interface Vocabulary {
  /** Records that the frequencies were counted over. */
  records: number;
  /** Word ids, ascending, and their rarity and retention in quantised steps. */
  ids: Uint32Array;
  rarity: Uint8Array;
  retention: Uint8Array;
  /** Rarity and retention of a word that is not in `ids`: new words are as rare as a word seen once. */
  unknown_rarity: number;
  mean_retention: number;
  /** Rarity of each 16-bit slot of character trigrams. */
  grams: Uint8Array;
  /** Words that sellers write for each other, learned from pairs that share a GTIN. */
  equivalents: Equivalents;
  /** What single words weigh, learned from the same pairs; empty where there are none. */
  lexicon: Lexicon;
  /** Words by which sellers tell their own listings apart. */
  contrasts: Contrasts;
  /** Words by which feeds name colours that are in no list. */
  shades: Shades;
  /** How dear sellers are, learned from the same pairs. */
  price_levels: PriceLevels;
}

const NO_CONTRASTS: Contrasts = new Uint32Array(0);
const NO_SHADES: Shades = new Uint32Array(0);

const quantise = (value: number, step: number) => Math.max(0, Math.min(255, Math.round(value / step)));

/** log((n + 1) / (df + 0.5)): inverse document frequency, Spärck Jones 1972, smoothed. */
export const rarityOf = (records: number, frequency: number): number =>
  Math.log((records + 1) / (frequency + 0.5));

/** Counts words and trigrams of a catalogue, or of a sample of it. */
export class VocabularyCounter {
  readonly #frequency = new Map<number, number>();
  readonly #grams = new Uint32Array(GRAM_SLOTS);
  readonly #lastGram = new Int32Array(GRAM_SLOTS).fill(-1);
  #records = 0;

  /** One record: its distinct word ids, and its characters as stored in the features. */
  add(words: Iterable<number>, characters: Uint8Array): void {
    for (const word of words) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
    gramsOf(characters, 0, characters.length, (gram) => {
      if (this.#lastGram[gram] === this.#records) return;
      this.#lastGram[gram] = this.#records;
      this.#grams[gram] = (this.#grams[gram] as number) + 1;
    });
    this.#records++;
  }

  /** The frozen vocabulary; `retention` comes from learned pairs, or nowhere. */
  freeze(taught?: TaughtWords): Vocabulary {
    const records = Math.max(1, this.#records);
    const mean = taught?.mean ?? 0.63;
    const kept = [...this.#frequency].filter(
      ([word, count]) => count >= MIN_FREQUENCY || taught?.kept.has(word),
    );
    kept.sort(([left], [right]) => left - right);
    const retentionOf = (word: number) => {
      const [repeated, seen] = taught?.kept.get(word) ?? [0, 0];
      return (repeated + RETENTION_PRIOR * mean) / (seen + RETENTION_PRIOR);
    };
    return {
      records,
      ids: Uint32Array.from(kept, ([word]) => word),
      rarity: Uint8Array.from(kept, ([, count]) => quantise(rarityOf(records, count), RARITY_STEP)),
      retention: Uint8Array.from(kept, ([word]) => quantise(retentionOf(word), 1 / 255)),
      unknown_rarity: quantise(rarityOf(records, 1), RARITY_STEP),
      mean_retention: quantise(mean, 1 / 255),
      grams: Uint8Array.from(this.#grams, (count) => quantise(rarityOf(records, count), RARITY_STEP)),
      equivalents: taught?.equivalents ?? NO_EQUIVALENTS,
      lexicon: EMPTY_LEXICON,
      contrasts: NO_CONTRASTS,
      shades: NO_SHADES,
      price_levels: taught?.price_levels ?? NO_PRICE_LEVELS,
    };
  }
}

/** What pairs known to match say about words: [repeated, seen] by word, their mean, and which stand for each other. */
export interface TaughtWords {
  kept: ReadonlyMap<number, readonly [repeated: number, seen: number]>;
  mean: number;
  equivalents?: Equivalents;
  price_levels?: PriceLevels;
}

/** Index of a value in an ascending array, or -1. */
export function indexIn(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = sorted[middle] as number;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
