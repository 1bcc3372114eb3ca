import { LEAST_WEIGHT, type Titles } from './adjacency.ts';
import type { QueryGroup } from './query.ts';
import { TITLE_WORD, type TitleWords } from './title_words.ts';

/** Words behind the name of a thing that may still be one name with it: `laptop power adapter`. */
const NAME_REACH = 3;

/**
 * Tells of a product whether its title speaks of what the query names as of another thing: behind `for` or `compatible
 * with` (`band for Fitbit Charge 3`), or before the name of an accessory that nobody asked for (`AirPods 2 case`).
 */
export class TitleSense {
  readonly #titles: Titles;
  readonly #words: TitleWords;

  constructor(titles: Titles, words: TitleWords) {
    this.#titles = titles;
    this.#words = words;
  }

  /** Whether a product's title has a term, and not behind what it goes with (`case for iPhone`). */
  says(product: number, term: number): boolean {
    const terms = this.#titles.termsOf(product);
    const end = terms.findIndex((one) => this.#words.does(one, TITLE_WORD.opening));
    const at = terms.indexOf(term);
    return at >= 0 && (end < 0 || at < end);
  }

  /** For the words of one query, of which `things` name what is wanted: all that are asked for, where none does alone. */
  isBeside(
    groups: readonly QueryGroup[],
    things = groups,
  ): (product: number, terms?: Uint32Array) => boolean {
    const words = this.#words;
    const asked = termsAsked(things);
    const wanted = [...termsAsked(groups)].some((term) => words.does(term, TITLE_WORD.accessory));
    return (product, terms = this.#titles.termsOf(product)) => {
      let before = 0;
      let last = -1;
      let leading = -1;
      for (let at = 0; at < terms.length; at++) {
        const term = terms[at] as number;
        if (words.does(term, TITLE_WORD.opening))
          return before === 0 && !this.#endsAs(asked, product, terms, at);
        if (asked.has(term)) {
          if (leading >= 0 && at < this.#titles.endOfPiece(product, leading)) return true;
          leading = -1;
          before++;
          last = at;
        } else if (!wanted && before > 0 && at === last + 1 && words.does(term, TITLE_WORD.accessory))
          return at < this.#titles.endOfPiece(product, last);
        else if (!wanted && before === 0 && words.does(term, TITLE_WORD.leading)) leading = at;
      }
      return false;
    };
  }

  /**
   * Whether a title that names nothing before `for` ends a name with an accessory that is asked for: `Quick Release for
   * Forerunner 255 watch strap` is a strap.
   */
  #endsAs(asked: ReadonlySet<number>, product: number, terms: Uint32Array, opening: number): boolean {
    const isAccessory = (term: number) => this.#words.does(term, TITLE_WORD.accessory);
    const last = lastOf(terms, asked);
    return (
      last + 1 === this.#titles.endOfPiece(product, last) &&
      isAccessory(terms[last] as number) &&
      !terms.subarray(0, opening).some(isAccessory)
    );
  }

  /**
   * For a thing by its name alone: tells of a product whether its title goes on from that name to the name of another
   * thing (`laptop privacy filter`): an accessory, or of what heads categories one of which `isOther` says so. Behind a
   * stop it is told what the thing is like (`skillet, oven safe`), and what is asked for too is no other (`shaver electric`).
   */
  isAnother(
    { variants }: QueryGroup,
    isOther: (term: number) => boolean,
    wanted: ReadonlySet<number> = NOTHING,
  ): (product: number, terms?: Uint32Array) => boolean {
    const words = this.#words;
    const asked = new Set(variants.filter(({ weight }) => weight >= LEAST_WEIGHT).map(({ term }) => term));
    return (product, terms = this.#titles.termsOf(product)) => {
      const last = lastOf(terms, asked);
      if (last < 0) return false;
      const end = Math.min(last + 1 + NAME_REACH, this.#titles.endOfPiece(product, last));
      for (let at = last + 1; at < end; at++) {
        const term = terms[at] as number;
        if (words.does(term, TITLE_WORD.ending)) return false;
        if (wanted.has(term)) continue;
        if (words.does(term, TITLE_WORD.accessory) || isOther(term)) return true;
      }
      return false;
    };
  }

  /**
   * For a thing that a title may go on from: whether the last word of the name, soon behind it, is one of these, so that the
   * title names other goods (`garden hose reel`). What is told behind a stop, a number or a colour names none.
   */
  endsName({ variants }: QueryGroup, isGoods: (term: number) => boolean): (product: number) => boolean {
    const words = this.#words;
    const asked = new Set(variants.filter(({ weight }) => weight >= LEAST_WEIGHT).map(({ term }) => term));
    return (product) => {
      const terms = this.#titles.termsOf(product);
      const last = lastOf(terms, asked);
      if (last < 0) return false;
      const stop = this.#titles.endOfPiece(product, last);
      let end = last + 1;
      while (end < stop && !words.does(terms[end] as number, TITLE_WORD.ending | TITLE_WORD.color)) end++;
      return end > last + 1 && end <= last + 1 + NAME_REACH && isGoods(terms[end - 1] as number);
    };
  }
}

const NOTHING: ReadonlySet<number> = new Set();

/** What stands for the words that are asked for. */
function termsAsked(groups: readonly QueryGroup[]): Set<number> {
  const asked = new Set<number>();
  for (const { variants, role } of groups)
    if (role !== 'use') for (const { term, weight } of variants) if (weight >= LEAST_WEIGHT) asked.add(term);
  return asked;
}

/** The last place of a title with one of these terms, or -1. */
export function lastOf(title: Uint32Array, terms: ReadonlySet<number>): number {
  for (let at = title.length - 1; at >= 0; at--) if (terms.has(title[at] as number)) return at;
  return -1;
}
