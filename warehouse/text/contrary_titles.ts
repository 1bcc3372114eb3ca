import { foldText } from '../../pipelines/text/fold.ts';
import {
  AGE_WORDS,
  COLOR_WORDS,
  LANGUAGES,
  LETTER_SIZES,
  SEX_WORDS,
  SIDE_WORDS,
  SIZE_WORDS,
  TIER_WORDS,
} from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { UNITS } from '../../pipelines/text/units.ts';
import { EnglishWords } from '../embedding/english_words.ts';
import { LEAST_WEIGHT, type Titles } from './adjacency.ts';
import type { Pair, ParsedQuery, QueryGroup } from './query.ts';
import { isAsked } from './ranking.ts';
import type { TextList } from './text_list.ts';

/** By a word what it says of a kind of value: a colour, for whom, a size, a side. */
type Values = ReadonlyMap<string, readonly string[]>;

const single = (words: ReadonlyMap<string, string>): Values =>
  new Map([...words].map(([word, value]) => [word, [value]]));

/** Without what is another word of English, which titles of any language have: a `Kind` is a child. */
function withoutEnglish(values: Values, own: Readonly<Record<string, readonly string[]>> = {}): Values {
  const english = EnglishWords.standard();
  const named = new Set(Object.values(own).flat().map(foldText));
  return new Map([...values].filter(([word]) => named.has(word) || !english.has(word)));
}

const { en } = LANGUAGES;
/** Of each kind a title states one value, or the few that it comes in. */
const KINDS: readonly Values[] = [
  withoutEnglish(single(COLOR_WORDS), en?.colors),
  withoutEnglish(SEX_WORDS, en?.sexes),
  withoutEnglish(AGE_WORDS, en?.ages),
  withoutEnglish(SIDE_WORDS, en?.sides),
  withoutEnglish(
    new Map([...single(SIZE_WORDS), ...[...LETTER_SIZES].map((size) => [size, [size]] as const)]),
    en?.sizes,
  ),
];
/** What goes with every value of its kind. */
const ANY_VALUE = 'unisex';

/** `8`, `2nd`, `305xl`: the number that begins it. */
const NUMBERED = /^(\d{1,4})(\p{L}*)$/u;

/** A word of a query, and the step or the number of a name that stands right behind it: `golf 8`, `s24 ultra`. */
interface Named {
  pair: Pair;
  before: ReadonlySet<number>;
  own: ReadonlySet<number>;
  /** Null for a step of a series. */
  number: number | null;
}

/** Products that have a word, whose titles are looked at for what they name by it; of more nothing is told. */
const MOST_NAMED = 2_000;
/** Titles that must name others of a series, before one is missing. */
const LEAST_OTHERS = 2;

/**
 * Tells which titles say another thing than what is asked for: another colour, another size, another side, for somebody
 * else, or another number behind the same word (`Golf 7` for `golf 8`). What is silent of it may be it.
 */
export class ContraryTitles {
  readonly #terms: TextList;
  readonly #titles: Titles;
  readonly #impactIn: (term: number, product: number) => number;
  /** By kind, by term what it says. */
  readonly #kinds: readonly ReadonlyMap<number, readonly string[]>[];

  constructor(terms: TextList, titles: Titles, impactIn: (term: number, product: number) => number) {
    this.#terms = terms;
    this.#titles = titles;
    this.#impactIn = impactIn;
    this.#kinds = KINDS.map((kind) => {
      const told = [...kind].flatMap(([word, values]) =>
        [...new Set([word, fromPlural(word)])].map((form) => [terms.find(form), values] as const),
      );
      return new Map(told.filter(([term]) => term >= 0));
    });
  }

  /** For a query whether a product's title says another thing; null where none could. */
  of(query: ParsedQuery): ((product: number) => boolean) | null {
    // Where nothing here is white, what says no colour is nearer than what is black.
    const unknown = query.unknown.map((text) => ({ text, variants: [] }));
    const asked = [...query.groups.filter(isAsked), ...unknown];
    const tests = [
      ...KINDS.flatMap((kind, no) => this.#otherValue(asked, kind, no) ?? []),
      ...this.#named(query).map((named) => (product: number) => this.#names(named, product) === 'other'),
    ];
    return tests.length === 0 ? null : (product) => tests.some((isOther) => isOther(product));
  }

  /**
   * What a query names of a series of which only others are here: `golf 6` where titles have `Golf 7` and `Golf 8`, and no
   * product of these has the number anywhere; undefined where nothing is missing, or too many have the word.
   */
  missing(query: ParsedQuery, productsOf: (term: number) => Uint32Array): Pair | undefined {
    return this.#named(query).find((named) => {
      const lists = [...named.before].map(productsOf);
      if (lists.reduce((sum, { length }) => sum + length, 0) > MOST_NAMED) return false;
      const products = new Set(lists.flatMap((list) => [...list]));
      const has = (product: number) => [...named.own].some((term) => this.#impactIn(term, product) > 0);
      const others = new Set<string>();
      for (const product of products) {
        if (has(product)) return false;
        const names = this.#names(named, product);
        if (names === 'own') return false;
        if (names === 'other') others.add(this.#titles.termsOf(product).join(' '));
      }
      return others.size >= LEAST_OTHERS;
    })?.pair;
  }

  #otherValue(
    asked: readonly Pick<QueryGroup, 'text' | 'variants'>[],
    kind: Values,
    no: number,
  ): ((product: number) => boolean) | undefined {
    const own = asked.filter(({ text }) => kind.has(text));
    if (own.length === 0) return undefined;
    const wanted = new Set([...own.flatMap(({ text }) => kind.get(text) ?? []), ANY_VALUE]);
    const stated = this.#kinds[no] as ReadonlyMap<number, readonly string[]>;
    const terms = own.flatMap(({ variants }) => variants.map(({ term }) => term));
    return (product) => {
      let isStated = false;
      for (const term of this.#titles.termsOf(product)) {
        const values = stated.get(term);
        if (values === undefined) continue;
        if (values.some((value) => wanted.has(value))) return false;
        isStated = true;
      }
      // Another of its variants may be what is asked for.
      return isStated && !terms.some((term) => this.#impactIn(term, product) > 0);
    };
  }

  /** The words of a query with the number, or the step of a series, that each has right behind it. */
  #named({ groups, pairs }: ParsedQuery): Named[] {
    return pairs.flatMap((pair) => {
      const [before, word] = pair;
      const number = numberOf(word);
      const group = groups.find(({ text }) => text === before);
      const isStep = number === null ? TIER_WORDS.has(word) && /\d/.test(before) : !/^\d/.test(before);
      if (group === undefined || !isStep) return [];
      const own = groups.find(({ text }) => text === word);
      return [{ pair, before: termsOf(group), own: own === undefined ? NO_TERMS : termsOf(own), number }];
    });
  }

  /** Whether a title names what is asked for behind the word, or another of its series; nothing where it names none. */
  #names({ before, own, number }: Named, product: number): 'own' | 'other' | undefined {
    const title = this.#titles.termsOf(product);
    let names: 'other' | undefined;
    for (let at = 0; at < title.length; at++) {
      if (!before.has(title[at] as number)) continue;
      const behind = title[at + 1];
      if (behind !== undefined && own.has(behind)) return 'own';
      const stated = number === null || behind === undefined ? null : numberOf(this.#terms.text(behind));
      if (stated !== null && stated === number) return 'own';
      if (number === null || stated !== null) names = 'other';
    }
    return names;
  }
}

const NO_TERMS: ReadonlySet<number> = new Set();

const termsOf = ({ variants }: QueryGroup): ReadonlySet<number> =>
  new Set(variants.filter(({ weight }) => weight >= LEAST_WEIGHT).map(({ term }) => term));

/** The number of a name; null of what measures (`128gb`) and of other words. */
function numberOf(word: string): number | null {
  const [, digits, letters = ''] = NUMBERED.exec(word) ?? [];
  return digits === undefined || UNITS.has(letters) ? null : Number(digits);
}
