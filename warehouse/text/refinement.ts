import { EnglishWords } from '../embedding/english_words.ts';
import { ADJACENCY_BONUS, type Titles } from './adjacency.ts';
import { bareHead, besides, isBareWord } from './beside.ts';
import { BRAND_BONUS, type BrandNames } from './brand_names.ts';
import type { ContraryTitles } from './contrary_titles.ts';
import type { Kinds } from './kinds.ts';
import { SPELLING_WEIGHTS } from './lexicon.ts';
import type { ParsedQuery, QueryGroup } from './query.ts';
import type { Synonyms } from './synonyms.ts';
import type { TitleSense } from './title_sense.ts';
import type { TitleWords } from './title_words.ts';
import { isSupply } from './word_roles.ts';

/** Products whose order is looked at more closely than by their score; more where a thing is asked for by its name alone. */
const REFINED = 100;
const REFINED_THINGS = 300;
/**
 * What it adds that a product lies in a category that the query’s head noun names; for a word by itself only where the
 * seller says so: what was guessed from the title tells nothing that its words have not told.
 */
const KIND_BONUS = 0.5;
/**
 * What is left to a product whose title speaks of the thing as of another’s, beside those that are it, and to one whose
 * title says another thing than what is asked for: another colour, another number of its name.
 */
const BESIDE_SHARE = 0.6;

/** What is left to a product that nobody sells new, or of which nobody takes an order, beside others. */
const UNREADY_SHARE = 0.9;
/** What it adds to the cheapest where what is cheap is asked for; to others by how many of those looked at cost more. */
const CHEAP_BONUS = 0.5;

/** What a word for the thing is worth where more than a specification has it: those alone come to so much by three. */
export const LEAST_CALLED = 96;
/** More than the last digits of a score. */
const ROUNDING = 1e-9;

/** What is known of products and words. */
export interface RefinedBy {
  titles: Titles;
  brandNames: BrandNames;
  kinds: Kinds;
  sense: TitleSense;
  contrary: ContraryTitles;
  words: TitleWords;
  synonyms: Synonyms;
  /** By product the number of its category, -1 for none. */
  categoryOf: Int32Array;
  /** By product: 1 where its seller says what category it is in, not its title alone; none in older files. */
  isStated: Uint8Array | undefined;
  /** Whether a product is sold new, and can be had. */
  isReady: (product: number) => boolean;
  /** What a term is worth in a product that has it, 1 to 255. */
  impactIn: (term: number, product: number) => number;
  /** Whether a word is the whole name of some product's brand. */
  isMaker: (word: string) => boolean;
}

/**
 * What sets the best products of one query in order anew: words that stand together, the brand that the query names, and
 * whether they are the thing that it names. Scores only rise.
 */
export class Refinement {
  /** So many of the best by score are looked at. */
  readonly looked: number;
  readonly #known: RefinedBy;
  readonly #isSentence: boolean;
  readonly #adjacency: (product: number) => number;
  readonly #isNamed: (product: number) => boolean;
  readonly #isBeside: ((product: number) => boolean) | null;
  readonly #isContrary: ((product: number) => boolean) | null;
  /** What the words of its title may take from a product, at most. */
  readonly #leastShare: number;
  readonly #kinds: ReadonlySet<number>;
  /** Of a product the share of others that cost more; null where nobody asks for what is cheap. */
  #cheapness: ((product: number) => number) | null = null;
  /** The bonus of a product that has all. */
  readonly #mostBonus: number;

  constructor(query: ParsedQuery, known: RefinedBy, isCheap = false) {
    const head = bareHead(query);
    this.#known = known;
    this.looked = head || isCheap || query.supply !== undefined ? REFINED_THINGS : REFINED;
    this.#isSentence = query.isSentence;
    this.#adjacency = adjacencyOf(query, known.titles);
    this.#isNamed = known.brandNames.namedBy(query.groups);
    this.#isBeside = besides(query, known);
    this.#isContrary = known.contrary.of(query);
    this.#leastShare =
      (this.#isBeside === null ? 1 : BESIDE_SHARE) * (this.#isContrary === null ? 1 : BESIDE_SHARE);
    this.#kinds = kindsOf(query, known);
    const isOne = query.groups.length < 2 && query.written.length < 2;
    this.#mostBonus =
      (isOne ? 0 : ADJACENCY_BONUS) +
      BRAND_BONUS +
      (this.#kinds.size > 0 ? KIND_BONUS : 0) +
      (isCheap ? CHEAP_BONUS : 0);
  }

  /** Tells it what the products that are looked at cost, where what is cheap is asked for; NaN and infinity for nothing. */
  priced(products: readonly number[], price: (product: number) => number): void {
    const prices = Float64Array.from(products, price)
      .filter((minor) => Number.isFinite(minor))
      .sort();
    this.#cheapness = (product) => {
      const minor = price(product);
      return Number.isFinite(minor) ? prices.filter((other) => other > minor).length / prices.length : 0;
    };
  }

  /**
   * A product's score anew; of one that cannot come to `least`, whatever its title says, one below all, since reading
   * titles is what costs.
   */
  lifted(score: number, product: number, least = Number.NEGATIVE_INFINITY): number {
    const { categoryOf, isStated, isReady } = this.#known;
    const untitled =
      (this.#isNamed(product) ? BRAND_BONUS : 0) +
      (this.#kinds.has(categoryOf[product] as number) && (this.#isSentence || isStated?.[product] === 1)
        ? KIND_BONUS
        : 0) +
      CHEAP_BONUS * (this.#cheapness?.(product) ?? 0);
    const ready = isReady(product) ? UNREADY_SHARE : 1;
    const most = (score * (1 + untitled + ADJACENCY_BONUS)) / this.#leastShare;
    if (most / ready < least * (1 - ROUNDING)) return Number.NEGATIVE_INFINITY;
    const bonus = ADJACENCY_BONUS * this.#adjacency(product) + untitled;
    const share =
      (this.#isBeside?.(product) === false ? BESIDE_SHARE : 1) *
      (this.#isContrary?.(product) === false ? BESIDE_SHARE : 1);
    return (score * (1 + bonus)) / share / ready;
  }

  /**
   * Whether a product is called as the thing: its title has a word for it, or more of its text than its specifications
   * alone, which say what else there is: a notebook's that it has a webcam, a computer's where headphones go. What is
   * used up in another thing its title or its category calls so, since that thing's description speaks of it: a printer's.
   */
  isCalled({ text, variants, isGuess }: QueryGroup, product: number): boolean {
    if (isGuess) return true;
    const { titles, words, impactIn } = this.#known;
    const terms = variants.filter(({ weight }) => weight >= LEAST_NAME).map(({ term }) => term);
    const title = titles.termsOf(product);
    if (title.some((term) => terms.includes(term))) return true;
    return isSupply(text)
      ? title.some((term) => isCompoundOf(words.text(term), text)) || this.#isListedAs(text, product)
      : terms.some((term) => impactIn(term, product) >= LEAST_CALLED);
  }

  /** Whether a product lies among what a word names. */
  #isListedAs(word: string, product: number): boolean {
    const { kinds, categoryOf } = this.#known;
    return kinds.categoriesHeaded(word).has(categoryOf[product] as number);
  }

  /** No product of this score is lifted higher. */
  mostOf(score: number): number {
    return (score * (1 + this.#mostBonus)) / this.#leastShare / UNREADY_SHARE;
  }
}

/** Whether a word is written solid of another and what stands before it (`microfilter`); a word of English (`pink`) is another. */
const isCompoundOf = (word: string, end: string): boolean =>
  word.endsWith(end) && !EnglishWords.standard().has(word);

/** How many words stand together in a title as in the query, by those that tell or by all as they are written. */
function adjacencyOf({ groups, written }: ParsedQuery, titles: Titles): (product: number) => number {
  const telling = titles.adjacency(groups);
  if (written.length === 0) return telling;
  const all = titles.adjacency(written);
  return (product) => Math.max(telling(product), all(product));
}

/** The categories that the query's head noun names, by itself or by a word of the same meaning. */
function kindsOf(query: ParsedQuery, { kinds, synonyms }: RefinedBy): ReadonlySet<number> {
  const head = query.groups.find(({ role }) => role === 'head')?.text;
  if (head === undefined) return new Set();
  const words = [head, ...synonyms.of(head, query.language)];
  if (isBareWord(query)) return kinds.categoriesHolding(words);
  return new Set(query.isSentence ? words.flatMap((word) => [...kinds.categoriesOf(word)]) : []);
}

/** What stands for a name without being a guess: words of the same meaning, no longer words that begin with it. */
export const LEAST_NAME = SPELLING_WEIGHTS.synonym;
