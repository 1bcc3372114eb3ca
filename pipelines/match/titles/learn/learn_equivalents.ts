import { conflictsOf } from '../../../domain/conflicts.ts';
import { statementsOfItem } from '../../../domain/stated.ts';
import { WORD } from '../../../text/reading.ts';
import { stemOf } from '../candidates/keys.ts';
import type { Side } from '../compare/alignment.ts';
import { type Equivalents, equivalentsFrom } from '../compare/equivalents.ts';

/** A pair of words is looked at when it is left over in so many pairs of listings … */
const MIN_TAUGHT = 3;
/** … and so much more often than chance would have it: the likelihood ratio (Dunning 1993), p below .0005. */
const MIN_RATIO = 12;
/** Of the pairs of listings in which both are left over, the two stand for each other in this share. */
const MIN_SHARE = 0.5;
/** Of what either word is left over in, this share. */
const MIN_RATE = 0.1;
/** What it weighs that a word stands for nothing. */
const NOTHING = 0.05;
const ROUNDS = 8;
/** Keeps the model small: what is met most often is kept. */
const MAX_ENTRIES = 20_000;

/** So many pairs of words left over, and it is not to be told which of them stand for each other. */
const MOST_OPEN_PAIRS = 64;

/** Two words that may stand for each other, and in how many pairs of listings both are left over, on two sides. */
interface Together {
  one: number;
  other: number;
  met: number;
  /** P(other | one), P(one | other), and the counts that they come from. */
  rates: [number, number];
  counts: [number, number];
}

/** Words by numbers without gaps, so that a pair of them is one number. */
class WordNumbers {
  readonly ids: number[] = [];
  readonly #numbers = new Map<number, number>();

  constructor(ids: Iterable<number>) {
    for (const id of ids) {
      this.#numbers.set(id, this.ids.length);
      this.ids.push(id);
    }
  }
  keyOf(x: number, y: number): number {
    return x < y ? x * this.ids.length + y : y * this.ids.length + x;
  }
  /** Numbers of those of the words that have one. */
  of(ids: readonly number[]): number[] {
    return ids.flatMap((id) => this.#numbers.get(id) ?? []);
  }
}

/** Learns which words sellers write for each other, from the words left over in pairs of listings that share a GTIN. */
export class EquivalentTeacher {
  readonly #lefts: number[][] = [];
  readonly #rights: number[][] = [];
  readonly #open = new Map<number, number>();

  /** Learns from two titles of one item, as they were aligned. */
  add(left: Side, right: Side): void {
    const lefts = openWords(left);
    const rights = openWords(right);
    for (const id of new Set([...lefts, ...rights])) this.#open.set(id, (this.#open.get(id) ?? 0) + 1);
    this.#lefts.push(lefts);
    this.#rights.push(rights);
  }

  /** What was learned. Pairs of words whose `spellings` state two things of one kind are left out. */
  finish(spellings: ReadonlyMap<number, string>): Equivalents {
    const kept = this.#learned().filter((pair) => isHeld(pair) && !areApart(pair, spellings));
    kept.sort((a, b) => countOf(b) - countOf(a) || a.one - b.one || a.other - b.other);
    kept.length = Math.min(kept.length, MAX_ENTRIES);
    const byWord = this.#stems(kept, spellings);
    return equivalentsFrom({
      left: Uint32Array.from(kept, ({ one }) => one),
      right: Uint32Array.from(kept, ({ other }) => other),
      taught: Uint16Array.from(kept, (pair) => Math.min(65_535, Math.round(countOf(pair)))),
      words: Uint32Array.from(byWord, ([word]) => word),
      stems: Uint32Array.from(byWord, ([, stem]) => stem),
    });
  }

  /** Candidates of a word are also looked for as the more frequent word that it most often stands for. */
  #stems(kept: readonly Together[], spellings: ReadonlyMap<number, string>): [word: number, stem: number][] {
    const best = new Map<number, number>();
    // The most frequent pairs come first.
    for (const { one, other } of kept) {
      const isRarer = (this.#open.get(one) as number) <= (this.#open.get(other) as number);
      const [rare, frequent] = isRarer ? [one, other] : [other, one];
      if (!best.has(rare)) best.set(rare, frequent);
    }
    return [...best]
      .map(([word, of]): [number, number] => [word, stemOf(spellings.get(of) as string)])
      .sort(([left], [right]) => left - right);
  }

  /**
   * Which words are left over on two sides more often than chance has it, and how often the one stands for the other:
   * expectation and maximisation, each word being shared out among those that it may stand for (model 1 of Brown and
   * others 1993), both ways.
   */
  #learned(): Together[] {
    const often = [...this.#open].filter(([, open]) => open >= MIN_TAUGHT);
    const numbers = new WordNumbers(often.map(([id]) => id));
    const rights = this.#rights.map((words) => numbers.of(words));
    const bags = this.#lefts.flatMap((words, at): Bag[] => {
      const bag: Bag = [numbers.of(words), rights[at] as number[]];
      return bag[0].length * bag[1].length > MOST_OPEN_PAIRS ? [] : [bag];
    });
    const pairs = this.#significant(bags, numbers);
    const shareOut = (from: readonly number[], to: readonly number[]) => {
      for (const word of to) {
        const found = from.flatMap((source) => {
          const pair = pairs.get(numbers.keyOf(source, word));
          return pair ? [{ pair, way: source < word ? (0 as const) : (1 as const) }] : [];
        });
        const sum = found.reduce((total, { pair, way }) => total + pair.rates[way], NOTHING);
        for (const { pair, way } of found) pair.counts[way] += pair.rates[way] / sum;
      }
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const pair of pairs.values()) pair.counts = [0, 0];
      for (const [lefts, others] of bags) {
        shareOut(lefts, others);
        shareOut(others, lefts);
      }
      for (const { one, other, rates, counts } of pairs.values()) {
        rates[0] = Math.min(1, counts[0] / (this.#open.get(one) as number));
        rates[1] = Math.min(1, counts[1] / (this.#open.get(other) as number));
      }
    }
    return [...pairs.values()];
  }

  /** Pairs of words that are left over on two sides more often than chance has it, by their keys; the lower number first. */
  #significant(bags: readonly Bag[], numbers: WordNumbers): Map<number, Together> {
    const met = new Map<number, number>();
    for (const [lefts, rights] of bags)
      for (const x of lefts)
        for (const y of rights) {
          const key = numbers.keyOf(x, y);
          met.set(key, (met.get(key) ?? 0) + 1);
        }
    const pairs = new Map<number, Together>();
    for (const [key, together] of met) {
      if (together < MIN_TAUGHT) continue;
      const one = numbers.ids[Math.floor(key / numbers.ids.length)] as number;
      const other = numbers.ids[key % numbers.ids.length] as number;
      const open = [this.#open.get(one) as number, this.#open.get(other) as number] as const;
      if (likelihoodRatio(together, ...open, this.#lefts.length) < MIN_RATIO) continue;
      pairs.set(key, { one, other, met: together, rates: [0.5, 0.5], counts: [0, 0] });
    }
    return pairs;
  }
}

/** Words left over in two titles of one item, by number. */
type Bag = [left: number[], right: number[]];

/** In how many pairs of listings one stands for the other. */
const countOf = ({ counts }: Together): number => Math.max(...counts);

const isHeld = (pair: Together): boolean =>
  // Model 1 keeps a little back for nothing.
  countOf(pair) >= MIN_TAUGHT - 0.5 &&
  countOf(pair) >= MIN_SHARE * pair.met &&
  Math.max(...pair.rates) >= MIN_RATE;

/** Whether the words state two things of one kind, such as two colours or two sizes. */
function areApart({ one, other }: Together, spellings: ReadonlyMap<number, string>): boolean {
  const [left, right] = [{ title: spellings.get(one) ?? '' }, { title: spellings.get(other) ?? '' }];
  if (conflictsOf(left, right).length > 0) return true;
  const stated = statementsOfItem(left);
  const others = statementsOfItem(right);
  return stated.some(
    ({ kind, value }) =>
      others.some((two) => two.kind === kind) &&
      !others.some((two) => two.kind === kind && two.value === value),
  );
}

/** Words that do not stand on the other side as they are; numbers and model numbers stand for nothing else. */
function openWords({ features, from, count, paired }: Side): number[] {
  const open: number[] = [];
  for (let at = 0; at < count; at++)
    if (
      (paired[at] as number) < 1 &&
      features.word_kind[from + at] === WORD &&
      (features.word_length[from + at] as number) > 1
    )
      open.push(features.word_id[from + at] as number);
  return open;
}

const xLogX = (x: number): number => (x > 0 ? x * Math.log(x) : 0);

/** Twice the log likelihood ratio of two events meeting `both` times of `all`, where one is met `one` and the other `other` times; 0 where they meet less than by chance. */
function likelihoodRatio(both: number, one: number, other: number, all: number): number {
  if (both * all <= one * other) return 0;
  const cells = [both, one - both, other - both, all - one - other + both];
  const margins = [one, all - one, other, all - other];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + xLogX(value), 0);
  return 2 * (sum(cells) - sum(margins) + xLogX(all));
}
