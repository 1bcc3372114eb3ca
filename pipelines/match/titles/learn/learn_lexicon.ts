import { Alignment } from '../compare/alignment.ts';
import { COMPARISON_COUNT, LEXICON_COMPARISON, LEXICON_FROM, lexiconLevel } from '../compare/comparison.ts';
import type { Features } from '../compare/features.ts';
import {
  EMPTY_LEXICON,
  FULL_SHARE,
  type Lexicon,
  lexiconOf,
  newTerms,
  termsOf,
  weighTerms,
} from '../compare/lexicon.ts';
import type { Vocabulary } from '../compare/vocabulary.ts';
import { type Weights, weigh } from '../score/weights.ts';
import type { TaughtPairs } from './logit.ts';

/** Pairs whose truth is known, with the records they are of. */
export interface WordLesson {
  left: Features;
  right: Features;
  taught: TaughtPairs;
}

/** Ridge penalty of a word's weight, in observations. */
const RIDGE = 3;
/** From so many known matches on it is also learned how words begin, and in more rounds: fewer do not bear as much trust in single words. */
const MANY_MATCHES = 1_500;
const ROUNDS = { few: 6, many: 9 };
/** Terms of a pair move together, so each takes this part of the step it would take alone. */
const DAMPING = 0.3;
/** Pairs that look less likely than this teach nothing: nobody would take them for a match. */
const MIN_CHANCE = 0.002;
const MAX_WEIGHT = 30;
/** Records are parted by GTIN into so many folds, so that a pair can be weighed by what others taught. */
const FOLDS = 3;

/**
 * Learns the weights of words by the conditional logit of logit.ts, on top of what the other comparisons weigh, and
 * writes the level of the last comparison into the lessons' pairs. A pair is not levelled by the lexicon that is
 * returned but by what GTINs of neither of its records taught: weights that were fitted to a pair would look better on
 * it than on any new one (cross-fitting: Stone 1974).
 */
export function learnLexicon(
  lessons: readonly WordLesson[],
  vocabulary: Vocabulary,
  weights: Weights,
): Lexicon {
  const known = lessons.flatMap(({ taught }) => [...taught.matches]).filter((match) => match === 1).length;
  const terms = new TermIndex(known >= MANY_MATCHES);
  const sets = lessons.map((lesson) => new TermSet(lesson, vocabulary, weights, terms));
  const folds = Array.from({ length: FOLDS }, (_, fold) => learnTerms(sets, terms, fold));
  for (const lesson of lessons) writeLevels(lesson, vocabulary, folds);
  return learnTerms(sets, terms);
}

class TermIndex {
  readonly keys: number[] = [];
  readonly isOfMany: boolean;
  readonly #places = new Map<number, number>();

  constructor(isOfMany: boolean) {
    this.isOfMany = isOfMany;
  }
  placeOf(key: number): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.keys.length;
    this.keys.push(key);
    this.#places.set(key, place);
    return place;
  }
}

const foldsOf = ({ gtin }: Features): Uint8Array =>
  Uint8Array.from(gtin, (code) => Math.floor(code / 10) % FOLDS);

/** The terms of the pairs of one lesson that are worth a look. */
class TermSet {
  readonly lesson: WordLesson;
  readonly left_fold: Uint8Array;
  readonly right_fold: Uint8Array;
  /** Sum of the odds of the pairs that are not looked at, and of "none". */
  readonly left_rest: Float64Array;
  readonly right_rest: Float64Array;
  readonly pairs: number[] = [];
  readonly base: number[] = [];
  readonly starts: number[] = [0];
  readonly terms: number[] = [];
  readonly shares: number[] = [];

  constructor(lesson: WordLesson, vocabulary: Vocabulary, weights: Weights, index: TermIndex) {
    this.lesson = lesson;
    const { left, right, taught } = lesson;
    const { pairs, matches } = taught;
    this.left_fold = foldsOf(left);
    this.right_fold = foldsOf(right);
    this.left_rest = new Float64Array(pairs.left_count).fill(1);
    this.right_rest = new Float64Array(pairs.right_count).fill(1);
    const totals = weigh(pairs, weights);
    const odds = totals.map((total) => Math.exp(Math.min(MAX_WEIGHT, total)));
    const leftSum = this.left_rest.slice();
    const rightSum = this.right_rest.slice();
    for (let k = 0; k < odds.length; k++) {
      leftSum[pairs.left[k] as number]! += odds[k] as number;
      rightSum[pairs.right[k] as number]! += odds[k] as number;
    }
    const alignment = new Alignment();
    const terms = newTerms();
    for (let k = 0; k < odds.length; k++) {
      const i = pairs.left[k] as number;
      const j = pairs.right[k] as number;
      const odd = odds[k] as number;
      const likely = odd > MIN_CHANCE * Math.min(leftSum[i] as number, rightSum[j] as number);
      if (!likely && matches[k] === 0) {
        this.left_rest[i]! += odd;
        this.right_rest[j]! += odd;
        continue;
      }
      alignment.align(left, i, right, j);
      termsOf(alignment, terms, index.isOfMany);
      for (let at = 0; at < terms.count; at++) {
        this.terms.push(index.placeOf(terms.keys[at] as number));
        this.shares.push((terms.shares[at] as number) / FULL_SHARE);
      }
      this.pairs.push(k);
      this.base.push(totals[k] as number);
      this.starts.push(this.terms.length);
    }
  }

  /** Adds gradient and curvature of the log likelihood of what the records of the fold choose, of all without one. */
  accumulate(weights: Float64Array, gradient: Float64Array, curvature: Float64Array, fold?: number): void {
    const { pairs, matches, left_taught, right_taught } = this.lesson.taught;
    const odds = this.#odds(weights);
    const leftSum = this.left_rest.slice();
    const rightSum = this.right_rest.slice();
    for (let n = 0; n < odds.length; n++) {
      const k = this.pairs[n] as number;
      leftSum[pairs.left[k] as number]! += odds[n] as number;
      rightSum[pairs.right[k] as number]! += odds[n] as number;
    }
    for (let n = 0; n < odds.length; n++) {
      const k = this.pairs[n] as number;
      const i = pairs.left[k] as number;
      const j = pairs.right[k] as number;
      let error = 0;
      let spread = 0;
      if (left_taught[i] && (fold === undefined || this.left_fold[i] === fold)) {
        const chance = (odds[n] as number) / (leftSum[i] as number);
        error += chance - (matches[k] as number);
        spread += chance * (1 - chance);
      }
      if (right_taught[j] && (fold === undefined || this.right_fold[j] === fold)) {
        const chance = (odds[n] as number) / (rightSum[j] as number);
        error += chance - (matches[k] as number);
        spread += chance * (1 - chance);
      }
      if (error === 0) continue;
      const to = this.starts[n + 1] as number;
      for (let at = this.starts[n] as number; at < to; at++) {
        const term = this.terms[at] as number;
        const share = this.shares[at] as number;
        gradient[term]! += error * share;
        curvature[term]! += spread * share * share;
      }
    }
  }

  #odds(weights: Float64Array): Float64Array {
    return Float64Array.from(this.base, (base, n) => {
      let total = base;
      const to = this.starts[n + 1] as number;
      for (let at = this.starts[n] as number; at < to; at++)
        total += (weights[this.terms[at] as number] as number) * (this.shares[at] as number);
      return Math.exp(Math.min(MAX_WEIGHT, total));
    });
  }
}

function learnTerms(sets: readonly TermSet[], terms: TermIndex, fold?: number): Lexicon {
  const count = terms.keys.length;
  const weights = new Float64Array(count);
  const rounds = terms.isOfMany ? ROUNDS.many : ROUNDS.few;
  for (let round = 0; round < rounds; round++) {
    const gradient = new Float64Array(count);
    const curvature = new Float64Array(count);
    for (const set of sets) set.accumulate(weights, gradient, curvature, fold);
    for (let at = 0; at < count; at++) {
      const slope = (gradient[at] as number) + RIDGE * (weights[at] as number);
      weights[at]! -= (DAMPING * slope) / ((curvature[at] as number) + RIDGE);
    }
  }
  return lexiconOf(terms.keys.map((key, at) => [key, weights[at] as number] as const));
}

/** Writes the level of each pair by the fold of which neither record is. */
function writeLevels({ left, right, taught }: WordLesson, vocabulary: Vocabulary, folds: readonly Lexicon[]) {
  const { pairs } = taught;
  const leftFold = foldsOf(left);
  const rightFold = foldsOf(right);
  const alignment = new Alignment();
  const terms = newTerms();
  for (let k = 0; k < pairs.left.length; k++) {
    const i = pairs.left[k] as number;
    const j = pairs.right[k] as number;
    const [a, b] = [leftFold[i] as number, rightFold[j] as number];
    const other = a === b ? (a + 1) % FOLDS : FOLDS - a - b;
    alignment.align(left, i, right, j);
    if (alignment.evidence < LEXICON_FROM) continue;
    termsOf(alignment, terms);
    pairs.levels[k * COMPARISON_COUNT + LEXICON_COMPARISON] = lexiconLevel(
      weighTerms(folds[other] ?? EMPTY_LEXICON, terms),
    );
  }
}
