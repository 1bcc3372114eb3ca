import { COLOR_WORDS, HEAD_FIRST, TIER_WORDS } from '../../pipelines/text/languages.ts';
import { isNumber } from '../../pipelines/text/words.ts';
import { EnglishWords } from '../embedding/english_words.ts';
import type { VectorTable } from '../embedding/vector_table.ts';
import { endsAsAccessory } from './kinds.ts';
import { otherNames } from './other_names.ts';
import type { ParsedQuery, QueryGroup } from './query.ts';
import { isAsked } from './ranking.ts';
import { LEAST_CALLED, LEAST_NAME, type RefinedBy } from './refinement.ts';
import { lastOf } from './title_sense.ts';
import { TITLE_WORD } from './title_words.ts';
import { namesNoThing } from './word_roles.ts';

/** Fewer products than this that are sure to be the thing tell nothing of what it is like. */
const LEAST_SURE = 3;
/** How near a product must be to the middle of those that are sure, of what these are on average; a ratio holds for any model. */
const LEAST_NEAR = 0.85;
/** What is far from the others has the word for something else (a `notebook` to write in), and tells no more, so often. */
const ROUNDS = 2;

/** `named`: the title has the word for the thing, perhaps in the name of another; `silent`: it has not. */
type Sense = 'sure' | 'named' | 'silent' | 'other';

/**
 * Tells which products are the thing that a query names and which only go with it. Sure are those whose title ends a
 * name with the word for it (`HP 530 notebook, black`) or has the word in a category that holds such things, and that
 * name nothing else; others are it where they mean about the same as these. A title that names an accessory, or has the
 * word behind `for`, speaks of something else, unless a seller puts it among such things.
 */
export class NamedThings {
  readonly #known: RefinedBy;
  /** What was read for queries that somebody still has. */
  readonly #read = new WeakMap<ParsedQuery, (product: number) => Sense>();

  constructor(known: RefinedBy) {
    this.#known = known;
  }

  /** Of some products those that are the thing; null where the query names none. */
  among(
    query: ParsedQuery,
    products: readonly number[],
    vectors: VectorTable | null,
  ): ReadonlySet<number> | null {
    const word = nounOf(query);
    if (!word) return null;
    const thing = namesOf(word);
    const reads = this.#reads(query, thing);
    const parts: Record<Sense, number[]> = { sure: [], named: [], silent: [], other: [] };
    for (const product of products) parts[reads(product)].push(product);
    const { sure, named, silent } = parts;
    return new Set(
      vectors === null || sure.length < LEAST_SURE
        ? [...sure, ...named]
        : likeThese(vectors, sure, [...sure, ...named, ...silent]),
    );
  }

  /**
   * The thing that a query names, where all of some products only go with it (`electric guitar` where strings and stands
   * are all there is); null where any may be it, where what goes with it is asked for, or where nothing tells that the
   * word is a thing and no maker's name.
   */
  onlyBeside(query: ParsedQuery, products: Iterable<number>): string | null {
    const word = nounOf(query);
    const asked = query.groups.filter(isAsked);
    if (!word || word.isGuess || asked.some(({ text }) => endsAsAccessory(text))) return null;
    // What nothing here is called may be the thing: of `leaf blower cordless` no blower and cordless vacuums.
    if (query.unknown.length > 0 && word.role !== 'head') return null;
    const found = [...products];
    if (this.#isCounted(query, word, found)) return null;
    return this.#nounsOf(query, word, found).every((noun) => this.#areBeside(query, noun, found))
      ? word.text
      : null;
  }

  /** Tells which products have the word for the thing in the name of another one (other_names.ts); null where no name may have it. */
  namedOtherwise(query: ParsedQuery): ((product: number) => boolean) | null {
    const word = nounOf(query);
    return word ? otherNames(namesOf(word), query, this.#known) : null;
  }

  /** Whether a number counts the word, and a title says just that: `250 ohm`, `3-person tent`. */
  #isCounted({ pairs, groups }: ParsedQuery, word: QueryGroup, products: readonly number[]): boolean {
    const before = pairs.find(([, text]) => text === word.text)?.[0];
    const number = groups.find(({ text }) => text === before);
    if (number === undefined || !isNumber(number.text)) return false;
    const [counts, counted] = [number, word].map(({ variants }) => variants.map(({ term }) => term));
    return products.some((product) =>
      counts?.some((left) =>
        counted?.some((right) => this.#known.titles.standsTogether(product, left, right)),
      ),
    );
  }

  /**
   * That word, and all others that are goods, any of which may be the thing where words are bare: `Zahnbürste elektrisch`,
   * `mochila senderismo`, `notebook ruled`. A maker's name is none.
   */
  #nounsOf(query: ParsedQuery, noun: QueryGroup, products: readonly number[]): QueryGroup[] {
    const { brandNames } = this.#known;
    const isMakers = ({ variants: [own] }: QueryGroup) =>
      own !== undefined && products.some((product) => brandNames.has(product, own.term));
    const goods = namingIn(query).filter((group) => this.#isGoods(query, group) && !isMakers(group));
    return [...new Set([noun, ...goods])];
  }

  /** Whether a word is a kind of thing here, or in the lists of goods. */
  #isGoods({ language }: ParsedQuery, { text }: QueryGroup): boolean {
    const { synonyms, kinds } = this.#known;
    const elsewhere = EnglishWords.standard().has(text) ? [] : synonyms.ofAnyLanguage(text);
    return kinds.isKind(text) || synonyms.of(text, language).length + elsewhere.length > 0;
  }

  /** Whether all of some products only go with what a word names. */
  #areBeside(query: ParsedQuery, word: QueryGroup, products: readonly number[]): boolean {
    const { kinds, synonyms, brandNames, categoryOf, impactIn } = this.#known;
    const names = [word.text, ...synonyms.of(word.text, query.language)];
    if (!this.#isGoods(query, word) && !mayBeNoun(word.text)) return false;
    const reads = this.#reader(query, word);
    const isMakers = brandNames.namedBy([word]);
    const holding = kinds.categoriesHolding(names);
    // A title that is silent of the thing, in a place for something else: `Electric lawn mower`. What another of its
    // sellers calls so, or keeps on a shelf of that name, is no such product.
    const isElsewhere = (product: number) => {
      const category = categoryOf[product] as number;
      const isCalled = word.variants.some(
        ({ term, weight }) => weight >= LEAST_NAME && impactIn(term, product) >= LEAST_CALLED,
      );
      return holding.size > 0 && category >= 0 && !holding.has(category) && !isCalled;
    };
    return products.every((product) => {
      const sense = reads(product);
      return !isMakers(product) && (sense === 'other' || (sense === 'silent' && isElsewhere(product)));
    });
  }

  /** The same, of one query's products once: a search asks of what was found, and of what is shown of it. */
  #reads(query: ParsedQuery, thing: QueryGroup): (product: number) => Sense {
    const known = this.#read.get(query);
    if (known) return known;
    const reads = this.#reader(query, thing);
    const senses = new Map<number, Sense>();
    const remembers = (product: number) => {
      const sense = senses.get(product) ?? reads(product);
      senses.set(product, sense);
      return sense;
    };
    this.#read.set(query, remembers);
    return remembers;
  }

  /** What a product's title and category say of it. */
  #reader(query: ParsedQuery, thing: QueryGroup): (product: number) => Sense {
    const { titles, kinds, sense, synonyms, categoryOf, isStated, words } = this.#known;
    const names = [thing.text, ...synonyms.of(thing.text, query.language)];
    const holding = kinds.categoriesHolding(names);
    const isOther = kinds.namesOtherThan(names);
    const asked = query.groups.map((group) => (group.text === thing.text ? thing : group)).filter(isAsked);
    const terms = new Set(thing.variants.map(({ term }) => term));
    const askedTerms = new Set(asked.flatMap(({ variants }) => variants.map(({ term }) => term)));
    const isBeside = sense.isBeside(asked);
    const isOtherTerm = words.telling(isOther);
    const isAnother = sense.isAnother(thing, isOtherTerm, askedTerms);
    const isOtherName = otherNames(thing, query, { titles, words, synonyms });
    // `stand mixer`: what lists call so in two words is no stand.
    const isPartOfName = (term: number, next = -1) =>
      terms.has(next) && synonyms.isListed(`${words.text(term)} ${words.text(next)}`);
    return (product) => {
      const isHeld = holding.has(categoryOf[product] as number);
      const title = titles.termsOf(product);
      const at = lastOf(title, terms);
      // A shelf of hair dryers is headed by dryers too.
      if (isOtherName?.(product, title) === true) return 'other';
      if (isHeld && isStated?.[product] === 1) return 'sure';
      // What stands behind the next stop tells what the thing is like, and what comes with it.
      const end = at < 0 ? title.length : titles.endOfPiece(product, at);
      let namesOther = false;
      for (let place = 0; place < end; place++) {
        const term = title[place] as number;
        const isAccessory = words.does(term, TITLE_WORD.accessory);
        if (!isAccessory && (namesOther || !isOtherTerm(term))) continue;
        if (askedTerms.has(term)) continue;
        if (isAccessory && isPartOfName(term, title[place + 1])) continue;
        if (isAccessory) return 'other';
        namesOther = true;
      }
      if (isBeside(product, title) || isAnother(product, title)) return 'other';
      if (at < 0) return 'silent';
      const isEnd = at + 1 === end || words.does(title[at + 1] as number, ENDS_NAME);
      return !namesOther && (isHeld || isEnd) ? 'sure' : 'named';
    };
  }
}

/** Whether a word of English that no list has may be a thing: no step of a series (`plus`), nor what something does (`toilet keeps running`). */
const mayBeNoun = (word: string): boolean =>
  EnglishWords.standard().has(word) && !TIER_WORDS.has(word) && !word.endsWith('ing');

/** The name of a thing ends before it. */
const ENDS_NAME = TITLE_WORD.ending | TITLE_WORD.color;

/** A word for a thing with whatever else is a name of it, each as good as the word itself. */
const namesOf = (word: QueryGroup): QueryGroup => ({
  ...word,
  variants: word.variants.filter(({ weight }) => weight >= LEAST_NAME).map(asItself),
});

const asItself = ({ term }: { term: number }) => ({ term, weight: 1 });

/** The word that names the thing, where beside numbers and colours nothing else is asked for. */
export function namedAlone(query: ParsedQuery): QueryGroup | undefined {
  const words = query.groups.filter(
    (group) => isAsked(group) && !isNumber(group.text) && !COLOR_WORDS.has(group.text),
  );
  return words.length === 1 ? words[0] : undefined;
}

/** The word that names the thing: a kind of thing of the catalogue, else the nearest to where nouns stand. */
function nounOf(query: ParsedQuery): QueryGroup | undefined {
  const asked = namingIn(query);
  const head = asked.find(({ role }) => role === 'head');
  return head ?? (HEAD_FIRST.has(query.language) ? asked[0] : asked.at(-1));
}

/** The words that may name what is asked for: no numbers, and nothing that only says what it is like. */
const namingIn = ({ groups }: ParsedQuery): QueryGroup[] =>
  groups.filter((group) => isAsked(group) && !isNumber(group.text) && !namesNoThing(group.text));

/** Of some products those that are near enough to the middle of the sure ones. */
function likeThese(vectors: VectorTable, sure: readonly number[], products: readonly number[]): number[] {
  /** Of some products, the first of which are the core. */
  const near = (core: readonly number[], others: readonly number[]) => {
    const dots = vectors.dots(vectors.middleOf(core), Uint32Array.from(others));
    const among = dots.subarray(0, core.length).reduce((sum, dot) => sum + dot, 0) / core.length;
    return others.filter((_product, at) => (dots[at] as number) >= LEAST_NEAR * among);
  };
  let core = sure;
  for (let round = 0; round < ROUNDS; round++) core = near(core, core);
  const own = new Set(core);
  return near(core, [...core, ...products.filter((product) => !own.has(product))]);
}
