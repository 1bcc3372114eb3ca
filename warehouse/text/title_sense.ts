import { COMPATIBLE_WORDS, EMPTY_WORDS, FOR_WORDS } from '../../pipelines/text/languages.ts';
import { LEAST_WEIGHT, type Titles } from './adjacency.ts';
import { endsAsAccessory } from './kinds.ts';
import type { QueryGroup } from './query.ts';
import type { TextList } from './text_list.ts';

const ENGLISH = EMPTY_WORDS.get('en') as ReadonlySet<string>;
/** Words behind the name of a thing that may still be one name with it: `laptop power adapter`. */
const NAME_REACH = 3;

/**
 * Tells of a product whether its title speaks of what the query names as of another thing: behind `for` or `compatible
 * with` (`band for Fitbit Charge 3`), or before the name of an accessory that nobody asked for (`AirPods 2 case`).
 */
export class TitleSense {
  readonly #titles: Titles;
  readonly #terms: TextList;
  readonly #opening: ReadonlySet<number>;
  /** By term, as far as titles were read: whether it is an accessory's name, or ends with one. */
  readonly #isAccessory: (term: number) => boolean;

  constructor(titles: Titles, terms: TextList) {
    this.#titles = titles;
    this.#terms = terms;
    const numbers = (words: Iterable<string>) =>
      [...words].map((word) => terms.find(word)).filter((term) => term >= 0);
    this.#opening = new Set(numbers([...FOR_WORDS, ...COMPATIBLE_WORDS]));
    this.#isAccessory = remembered(terms, endsAsAccessory);
  }

  /** Whether a product's title has a term, and not behind what it goes with (`case for iPhone`). */
  says(product: number, term: number): boolean {
    const terms = this.#titles.termsOf(product);
    const end = terms.findIndex((one) => this.#opening.has(one));
    const at = terms.indexOf(term);
    return at >= 0 && (end < 0 || at < end);
  }

  /** For the words of one query. */
  isBeside(groups: readonly QueryGroup[]): (product: number) => boolean {
    const asked = new Set<number>();
    for (const { variants, role } of groups)
      if (role !== 'use')
        for (const { term, weight } of variants) if (weight >= LEAST_WEIGHT) asked.add(term);
    const wanted = [...asked].some((term) => this.#isAccessory(term));
    return (product) => {
      let before = 0;
      let last = -1;
      const terms = this.#titles.termsOf(product);
      for (let at = 0; at < terms.length; at++) {
        const term = terms[at] as number;
        if (this.#opening.has(term)) return before === 0;
        if (asked.has(term)) {
          before++;
          last = at;
        } else if (!wanted && before > 0 && at === last + 1 && this.#isAccessory(term))
          return at < this.#titles.endOfPiece(product, last);
      }
      return false;
    };
  }

  /**
   * For a thing by its name alone: tells of a product whether its title goes on from that name to the name of another
   * thing (`laptop privacy filter`), of which `isOther` tells. Behind a stop it is told what the thing is like (`skillet,
   * oven safe`).
   */
  isAnother({ variants }: QueryGroup, isOther: (word: string) => boolean): (product: number) => boolean {
    const asked = new Set(variants.filter(({ weight }) => weight >= LEAST_WEIGHT).map(({ term }) => term));
    const known = new Map<number, 'other' | 'end' | 'more'>();
    const read = (term: number) => {
      const met = known.get(term);
      if (met !== undefined) return met;
      const word = this.#terms.text(term);
      const ends = !/^\p{L}+$/u.test(word) || ENGLISH.has(word);
      const kind = ends ? 'end' : endsAsAccessory(word) || isOther(word) ? 'other' : 'more';
      known.set(term, kind);
      return kind;
    };
    return (product) => {
      const terms = this.#titles.termsOf(product);
      const last = terms.findLastIndex((term) => asked.has(term));
      if (last < 0) return false;
      const end = Math.min(last + 1 + NAME_REACH, this.#titles.endOfPiece(product, last));
      for (const term of terms.subarray(last + 1, end)) {
        const kind = read(term);
        if (kind !== 'more') return kind === 'other';
      }
      return false;
    };
  }
}

/** What is so of a word, by its term: a byte for each, read when it is first asked for. */
export function remembered(terms: TextList, isSo: (word: string) => boolean): (term: number) => boolean {
  const known = new Uint8Array(terms.size);
  return (term) => {
    known[term] ||= isSo(terms.text(term)) ? YES : NO;
    return known[term] === YES;
  };
}

const [NO, YES] = [1, 2];
