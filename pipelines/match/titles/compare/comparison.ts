import { DIMENSIONS } from '../../../text/units.ts';
import { gramSlot, gramsOf } from '../read/grams.ts';
import { Alignment } from './alignment.ts';
import { compareAmounts, MEASURE_LEVELS } from './amounts.ts';
import { BRAND_LEVELS, compareBrands } from './brands.ts';
import { CODE_LEVELS, compareCodes } from './codes.ts';
import { compareEndings, ENDING_LEVELS } from './endings.ts';
import type { Features } from './features.ts';
import { newTerms, termsOf, weighTerms } from './lexicon.ts';
import { Slice, wordLikeness } from './likeness.ts';
import { RARITY_STEP, type Vocabulary } from './vocabulary.ts';

const steps = (name: string, edges: readonly number[]): string[] => [
  `${name} below ${edges[0]}`,
  ...edges.map((edge, at) =>
    at + 1 < edges.length ? `${name} ${edge} to ${edges[at + 1]}` : `${name} ${edge} or more`,
  ),
];

const EVIDENCE_EDGES = [-8, -5, -3, -1, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 22, 25, 28, 32, 38];
const REST_EDGES = [0.01, 2, 4, 6, 8, 11, 15, 20, 27];
const COSINE_EDGES = [
  0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95,
];
const CONTAINED_EDGES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97];
/** Nats that the lexicon gives; nothing learned is in the middle. */
const LEXICON_EDGES = [
  -5, -4, -3.2, -2.6, -2.1, -1.7, -1.35, -1, -0.7, -0.45, -0.2, 0.2, 0.45, 0.7, 1, 1.35, 1.7, 2.1, 2.6, 3.2,
  4, 5,
];
/** Log ratio of the prices, as the sellers' prices go (price_levels.ts). */
const PRICE_EDGES = [0.002, 0.01, 0.02, 0.035, 0.05, 0.08, 0.12, 0.17, 0.25, 0.35, 0.45, 0.8, 1.3];

/** The comparisons, in order, with what each level of each says. Level 0 to n as `Comparer.compare` writes them. */
export const COMPARISONS = [
  { name: 'words', levels: steps('evidence of the words', EVIDENCE_EDGES) },
  { name: 'rest', levels: steps('rarity of words unmatched on both sides', REST_EDGES) },
  { name: 'characters', levels: steps('similarity of characters', COSINE_EDGES) },
  { name: 'contained', levels: steps('share of the shorter title in the longer', CONTAINED_EDGES) },
  { name: 'codes', levels: [...CODE_LEVELS] },
  {
    name: 'numbers',
    levels: [
      'no numbers',
      'different numbers',
      'some numbers agree, others differ',
      'numbers on one side only',
      'the same numbers',
      'the numbers of one are among those of the other',
    ],
  },
  { name: 'quantity', levels: MEASURE_LEVELS('quantity') },
  { name: 'measures', levels: MEASURE_LEVELS('technical measure') },
  { name: 'brand', levels: [...BRAND_LEVELS] },
  { name: 'price', levels: ['a price is missing', ...steps('log ratio of the prices', PRICE_EDGES)] },
  {
    name: 'colour',
    levels: [
      'no colour',
      'the same colours',
      'some colours agree',
      'different colours',
      'a colour on one side only',
    ],
  },
  { name: 'size', levels: ['no size', 'the same size', 'different sizes', 'a size on one side only'] },
  {
    name: 'first word',
    levels: [
      'the same first word',
      'each has the first word of the other',
      'one has the first word of the other',
      'first words alike',
      'different first words',
    ],
  },
  {
    name: 'category',
    levels: ['a category is missing', 'the same category', 'the same area', 'different areas'],
  },
  { name: 'ending', levels: [...ENDING_LEVELS] },
  {
    name: 'lexicon',
    levels: steps('what known matches taught of the words that agree and differ, in nats', LEXICON_EDGES),
  },
] as const;

export const COMPARISON_COUNT = COMPARISONS.length;
/** Place of the comparison that a lexicon makes. */
export const LEXICON_COMPARISON = COMPARISON_COUNT - 1;
/** Its level for so many nats. */
export const lexiconLevel = (nats: number): number => levelOf(nats, LEXICON_EDGES);
/** Place of the comparison of prices. */
export const PRICE_COMPARISON = COMPARISONS.findIndex(({ name }) => name === 'price');
export const NOTHING_LEARNED = lexiconLevel(0);
/** Evidence of the words below which no lexicon would make a match: most candidates, which need not be looked at twice. */
export const LEXICON_FROM = 1;
/** Dimensions up to counts say how much there is of a thing, the others what it can do. */
const QUANTITIES = { first: 0, last: DIMENSIONS.indexOf('count') + 1 };
const MEASURES = { first: QUANTITIES.last, last: DIMENSIONS.length };

function levelOf(value: number, edges: readonly number[]): number {
  let level = 0;
  while (level < edges.length && value >= (edges[level] as number)) level++;
  return level;
}

/**
 * Compares pairs of records. Holds scratch memory of about 200 KB: one a thread. Symmetric: the levels of (a, b) are
 * those of (b, a).
 */
export class Comparer {
  readonly #vocabulary: Vocabulary;
  readonly #alignment: Alignment;
  readonly #terms = newTerms();
  readonly #gramCounts = new Uint8Array(65_536);
  #left: Features | undefined;
  #place = -1;
  /** Rarity, in nats, of the words that found no partner, of the side that has more of them; of the last pair. */
  leftover = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#alignment = new Alignment();
  }

  /** Sets the record that the next calls of `compare` compare with. */
  setLeft(features: Features, place: number): void {
    if (this.#left) this.#countGrams(this.#left, this.#place, 0);
    this.#left = features;
    this.#place = place;
    this.#countGrams(features, place, 1);
  }

  /** Writes the level of each comparison of the left record with `b[j]` to levels[offset …]. */
  compare(b: Features, j: number, levels: Uint8Array, offset = 0): void {
    const a = this.#left;
    const i = this.#place;
    if (!a) throw new Error('Comparer.compare: no left record; call setLeft first');
    const alignment = this.#alignment;
    alignment.align(a, i, b, j);
    this.leftover = Math.max(alignment.left.rest, alignment.right.rest);
    levels[offset] = levelOf(alignment.evidence, EVIDENCE_EDGES);
    levels[offset + 1] = levelOf(Math.min(alignment.left.rest, alignment.right.rest), REST_EDGES);
    const dot = this.#gramProduct(b, j);
    const aNorm = a.gram_norm[i] as number;
    const bNorm = b.gram_norm[j] as number;
    levels[offset + 2] = levelOf(dot / (aNorm * bNorm + 1e-9), COSINE_EDGES);
    levels[offset + 3] = levelOf(dot / (Math.min(aNorm, bNorm) ** 2 + 1e-9), CONTAINED_EDGES);
    levels[offset + 4] = compareCodes(a, i, b, j, this.#vocabulary.unknown_rarity);
    levels[offset + 5] = compareNumbers(a, i, b, j);
    levels[offset + 6] = compareAmounts(a, i, b, j, QUANTITIES);
    levels[offset + 7] = compareAmounts(a, i, b, j, MEASURES);
    levels[offset + 8] = compareBrands(a, i, b, j);
    levels[offset + PRICE_COMPARISON] = comparePrices(a, i, b, j);
    levels[offset + 10] = compareColors(a.colors[i] as number, b.colors[j] as number);
    levels[offset + 11] = compareSizes(a.size[i] as number, b.size[j] as number);
    levels[offset + 12] = compareFirstWords(a, i, b, j);
    levels[offset + 13] = compareCategories(a, i, b, j);
    levels[offset + 14] = compareEndings(alignment.left, alignment.right);
    levels[offset + LEXICON_COMPARISON] = this.#lexiconLevel();
  }

  /** What the lexicon says of the pair that was aligned last. */
  #lexiconLevel(): number {
    const { lexicon } = this.#vocabulary;
    if (lexicon.count === 0 || this.#alignment.evidence < LEXICON_FROM) return NOTHING_LEARNED;
    termsOf(this.#alignment, this.#terms);
    return lexiconLevel(weighTerms(lexicon, this.#terms));
  }

  #countGrams(features: Features, place: number, keep: 0 | 1): void {
    const from = features.character_start[place] as number;
    const to = features.character_start[place + 1] as number;
    const counts = this.#gramCounts;
    gramsOf(features.character, from, to, (slot) => {
      counts[slot] = keep * ((counts[slot] as number) + 1);
    });
  }

  #gramProduct(b: Features, j: number): number {
    const counts = this.#gramCounts;
    const { grams } = this.#vocabulary;
    const { character } = b;
    const from = b.character_start[j] as number;
    const to = b.character_start[j + 1] as number;
    let product = 0;
    // As `gramsOf` walks, written out: this is done for every pair.
    let before = 0;
    let last = from < to ? (character[from] as number) : 0;
    for (let at = from + 1; at <= to; at++) {
      const next = at < to ? (character[at] as number) : 0;
      const slot = gramSlot(before, last, next);
      before = last;
      last = next;
      const count = counts[slot] as number;
      if (count > 0) product += count * (grams[slot] as number) ** 2;
    }
    return product * RARITY_STEP * RARITY_STEP;
  }
}

/** How far apart the prices are, as the sellers' prices go. */
export function comparePrices(a: Features, i: number, b: Features, j: number): number {
  const ratio = Math.abs((a.log_price[i] as number) - (b.log_price[j] as number));
  return Number.isNaN(ratio) ? 0 : 1 + levelOf(ratio, PRICE_EDGES);
}

/** Numbers that measure nothing; one that another record gives as an amount is no disagreement. */
function compareNumbers(a: Features, i: number, b: Features, j: number): number {
  const aFrom = a.number_start[i] as number;
  const aTo = a.number_start[i + 1] as number;
  const bFrom = b.number_start[j] as number;
  const bTo = b.number_start[j + 1] as number;
  if (aFrom === aTo && bFrom === bTo) return 0;
  let shared = 0;
  let leftOnly = 0;
  let rightOnly = 0;
  for (let at = aFrom; at < aTo; at++) {
    const value = a.number[at] as number;
    if (hasNumber(b, bFrom, bTo, value) || hasAmount(b, j, value)) shared++;
    else leftOnly++;
  }
  for (let at = bFrom; at < bTo; at++) {
    const value = b.number[at] as number;
    if (hasNumber(a, aFrom, aTo, value) || hasAmount(a, i, value)) shared++;
    else rightOnly++;
  }
  if (shared > 0) {
    if (leftOnly > 0 && rightOnly > 0) return 2;
    return leftOnly + rightOnly > 0 ? 5 : 4;
  }
  return leftOnly > 0 && rightOnly > 0 ? 1 : 3;
}

function hasNumber(side: Features, from: number, to: number, value: number): boolean {
  for (let at = from; at < to; at++) if (side.number[at] === value) return true;
  return false;
}

/** Whether the number is an amount of the record in its base unit or a thousand of it (`1.5` for 1500 ml). */
function hasAmount(side: Features, place: number, value: number): boolean {
  const to = side.measure_start[place + 1] as number;
  for (let at = side.measure_start[place] as number; at < to; at++) {
    const amount = side.measure_amount[at] as number;
    const total = side.measure_total[at] as number;
    if (Math.abs(amount - value) < 0.01 || Math.abs(total - value) < 0.01) return true;
    if (Math.abs(total - 1000 * value) < 0.01) return true;
  }
  return false;
}

function compareColors(left: number, right: number): number {
  if (left === 0 && right === 0) return 0;
  if (left === 0 || right === 0) return 4;
  if (left === right) return 1;
  return (left & right) === 0 ? 3 : 2;
}

function compareSizes(left: number, right: number): number {
  if (left === 0 && right === 0) return 0;
  if (left === 0 || right === 0) return 3;
  return left === right ? 1 : 2;
}

function compareFirstWords(a: Features, i: number, b: Features, j: number): number {
  const aFrom = a.word_start[i] as number;
  const bFrom = b.word_start[j] as number;
  const aTo = a.word_start[i + 1] as number;
  const bTo = b.word_start[j + 1] as number;
  if (aFrom === aTo || bFrom === bTo) return 4;
  const left = a.word_id[aFrom];
  const right = b.word_id[bFrom];
  if (left === right) return 0;
  let found = 0;
  for (let at = bFrom; at < bTo; at++)
    if (b.word_id[at] === left) {
      found++;
      break;
    }
  for (let at = aFrom; at < aTo; at++)
    if (a.word_id[at] === right) {
      found++;
      break;
    }
  if (found > 0) return found === 2 ? 1 : 2;
  leftWord.set(a.character, a.character_start[i] as number, a.word_length[aFrom] as number);
  rightWord.set(b.character, b.character_start[j] as number, b.word_length[bFrom] as number);
  return wordLikeness(leftWord, rightWord) > 0.5 ? 3 : 4;
}
const leftWord = new Slice();
const rightWord = new Slice();

function compareCategories(a: Features, i: number, b: Features, j: number): number {
  const left = a.category[i];
  const right = b.category[j];
  if (left === 0 || right === 0) return 0;
  if (left === right) return 1;
  return a.area[i] === b.area[j] ? 2 : 3;
}
