import { COLOR_WORDS, GRAMMAR_WORDS } from '../../pipelines/text/languages.ts';
import { equalMeasures, packCount } from '../../pipelines/text/measure_words.ts';
import { isNumber, type Word } from '../../pipelines/text/words.ts';
import { baseForms, inflectedForms } from './base_forms.ts';
import { isSide } from './crossed_sizes.ts';
import { havingForms } from './having_forms.ts';
import { frequency, known, type Lexicon } from './lexicon.ts';
import { type Misspellings, type Neighbour, SHORTEST } from './misspelling.ts';

const MAX_EXPANSIONS = 24;
const MAX_NEIGHBOURS = 8;
/** Longer words are taken while they are together in no more than this share of all products, or this many. */
const MOST_EXPANDED = { finished: 0.1, typing: 0.25, products: 10_000 };
/**
 * Of a text that is finished a shorter word is not taken for the beginning of another: too much begins so. Nor is a word
 * of English: a bass is no bassinet, and a stand is not standard.
 */
const SHORTEST_BEGINNING = 4;
/** Misspelt words looked up in one query. */
const MAX_MISSPELT = 4;
/** A word this rare may itself be somebody's mistake for one this many times as common. */
const RARE = 20;
const COMMONER = 20;

/** How a query's words are read. */
interface Reading {
  /** The last word may be unfinished. */
  typing?: boolean;
  /** It is a question, neither a title nor being typed. */
  isPlain: boolean;
  language: string;
  /** The last word of the text, where nothing stands behind it. */
  last: Word | undefined;
}

/** Tells what may stand for the words of one query. */
export class WordVariants {
  readonly #lexicon: Lexicon;
  readonly #reading: Reading;
  readonly #others: ReadonlyMap<Word, readonly string[]>;
  /** By itself a number may be the beginning of any. */
  readonly #isAlone: boolean;
  #misspelt = 0;

  constructor(words: readonly Word[], lexicon: Lexicon, reading: Reading) {
    this.#lexicon = lexicon;
    this.#reading = reading;
    this.#others = joinedNeighbours(words, lexicon);
    this.#isAlone = words.length === 1;
  }

  /** The terms that stand for a word, by what they count; none where nothing here does. */
  of(word: Word, isUse: boolean): { variants: Map<number, number>; isGuess: boolean } {
    const lexicon = this.#lexicon;
    const { typing = false, isPlain, language, last } = this.#reading;
    const own = ownVariants(word, lexicon, { others: this.#others.get(word) ?? [], language });
    const isWritten = own.size > 0;
    if (word === last && (typing || this.#isAlone || !isNumber(word.text)))
      addLonger(word, own, lexicon, typing);
    else if (isNumber(word.text)) addMeasures(word.text, own, lexicon, lexicon.weights.piece);
    if (isSide(word)) addMeasures(word.joined as string, own, lexicon, 1);
    // What ranks without being asked for is not guessed at, nor what is spelt right.
    const maybeBent = !isUse && (typing || !isSpeltRight(word, lexicon));
    if (maybeBent && isRare(own, lexicon) && this.#misspelt++ < MAX_MISSPELT)
      addNeighbours(word, own, lexicon, word === last && typing);
    if (own.size === 0 && isPlain && lexicon.isEnglish(word.text)) addForms(word, own, lexicon);
    return { variants: own, isGuess: !isWritten && !typing && !isNumber(word.text) };
  }
}

function add(variants: Map<number, number>, term: number, weight: number): void {
  if (term >= 0 && weight > (variants.get(term) ?? 0)) variants.set(term, weight);
}

/** The word itself, its compound, what else it is written as, and words of the same meaning. */
function ownVariants(
  word: Word,
  lexicon: Lexicon,
  { others, language }: { others: readonly string[]; language: string },
): Map<number, number> {
  const variants = new Map<number, number>();
  add(variants, known(word.text, lexicon), 1);
  if (word.joined !== null) add(variants, known(word.joined, lexicon), 1);
  for (const other of others) add(variants, known(other, lexicon), 1);
  for (const piece of word.pieces) add(variants, known(piece, lexicon), lexicon.weights.piece);
  // What nobody here calls so, as in another language, is meant by its other name alone.
  const synonym = variants.size === 0 ? 1 : lexicon.weights.synonym;
  // What is written here is no form of another word.
  const meant =
    variants.size === 0
      ? lexicon.synonyms.of(word.text, language)
      : (lexicon.synonyms.listed(word.text, language) ?? []);
  // A colour is the same in every language, and short. Whoever writes a maker's name means no colour: `Braun`.
  const own = known(word.text, lexicon);
  const isMaker = own >= 0 && COLOR_WORDS.has(word.text) && lexicon.isBrand(own);
  const isSameColor = (other: string) => sameColor(word.text, other);
  for (const other of isMaker ? [] : [...meant, ...lexicon.synonyms.widerOf(word.text)])
    for (const written of [other, ...(lexicon.isEnglish(other) ? [] : inflectedForms(other))])
      add(variants, known(written, lexicon), isSameColor(other) ? 1 : synonym);
  // In its own language it means that, whatever is called so here: `latte`.
  for (const other of lexicon.synonyms.own(word.text, language)) add(variants, known(other, lexicon), 1);
  if (variants.size === 0 && !isSpeltRight(word, lexicon))
    for (const other of lexicon.synonyms.ofAnyLanguage(word.text)) add(variants, known(other, lexicon), 1);
  for (const ordinal of ordinals(word.text)) add(variants, known(ordinal, lexicon), lexicon.weights.measure);
  for (const measure of equalMeasures(word.text))
    add(variants, known(measure, lexicon), lexicon.weights.measure);
  if (variants.size === 0 && !isSpeltRight(word, lexicon))
    for (const base of baseForms(word.text).filter((one) => !lexicon.isEnglish(one)))
      add(variants, known(base, lexicon), 1);
  addPacks(word, variants, lexicon);
  for (const term of compoundsOf(word, lexicon)) add(variants, term, 1);
  return variants;
}

/**
 * The commonest German and Dutch compounds that end with the word and count as it does, as `bike helmet` has a helmet and
 * `fietshelm` is a `helm`: the word is none of English and no maker's name, nor is the whole one of English, and what
 * stands before it is a word here or of some list.
 */
function compoundsOf({ text, joined }: Word, lexicon: Lexicon): number[] {
  if (joined !== null || isSpeltRight({ text }, lexicon)) return [];
  const ends = lexicon.compoundEnds.of(text);
  const own = known(text, lexicon);
  if (ends.length === 0 || (own >= 0 && lexicon.isBrand(own))) return [];
  const isWord = (part: string) => known(part, lexicon) >= 0 || lexicon.synonyms.ofPart(part).length > 0;
  return ends
    .filter(({ term, firsts }) => firsts.some(isWord) && !lexicon.isEnglish(lexicon.terms.text(term)))
    .toSorted((a, b) => frequency(b.term, lexicon) - frequency(a.term, lexicon) || a.term - b.term)
    .slice(0, MAX_EXPANSIONS)
    .map(({ term }) => term);
}

/** `2nd` and `2e` of a second generation, which people call `pro 2`. */
function ordinals(text: string): string[] {
  const number = /^[1-9]\d?$/.test(text) ? Number(text) : 0;
  if (number === 0) return [];
  const isTeen = number > 10 && number < 20;
  const end = (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th';
  return [end, 'e', 'a'].map((one) => text + one);
}

const sameColor = (word: string, other: string): boolean =>
  COLOR_WORDS.has(word) && COLOR_WORDS.get(word) === COLOR_WORDS.get(other);

/** `6pk` finds `6x1l`, and the number by itself of `6 x 200 ml`. */
function addPacks({ text }: Word, variants: Map<number, number>, lexicon: Lexicon): void {
  const count = packCount(text);
  if (count === null) return;
  const isContent = (term: number) => /^\d+x\d/.test(lexicon.terms.text(term));
  for (const term of commonest(`${count}x`, lexicon, MOST_EXPANDED.finished, isContent))
    add(variants, term, lexicon.weights.measure);
  add(variants, known(count, lexicon), lexicon.weights.piece);
}

/** For each word what it makes with its neighbour: written solid (`play station`), or a synonym of the two. */
function joinedNeighbours(words: readonly Word[], lexicon: Lexicon): Map<Word, string[]> {
  const others = new Map<Word, string[]>();
  for (const [index, word] of words.slice(1).entries()) {
    const before = words[index] as Word;
    const both = `${before.text} ${word.text}`;
    const found = [before.text + word.text, ...lexicon.synonyms.of(both)];
    if (before.joined !== null && before.joined === word.joined) found.shift();
    // As other phrases have it, where nothing here is called so: `máquina de café`; nor by the two together, which are
    // other things apart: a `balance cuisine` is no plank to balance.
    const phrases = phrasesHere(both, lexicon);
    const isCalled =
      phrases.length > 0 && lexicon.areNeighbours(known(before.text, lexicon), known(word.text, lexicon));
    const inPhrases = ({ text }: Word, at: number) =>
      known(text, lexicon) >= 0 && isCalled
        ? []
        : phrases.flatMap((phrase) =>
            // A `laser` of an `imprimante laser` stays one, and is no printer.
            known(text, lexicon) >= 0 && phrase.includes(text) ? [] : (phrase[at] ?? ''),
          );
    others.set(before, [...(others.get(before) ?? []), ...found, ...inPhrases(before, 0)]);
    others.set(word, [...(others.get(word) ?? []), ...found, ...inPhrases(word, 1)]);
  }
  for (const [at] of words.entries())
    for (let count = 2; count <= MOST_RUN; count++) {
      const run = words.slice(at, at + count);
      const digits = run.map(({ text }) => text.replaceAll(/\D/g, '')).join('');
      if (run.length < count || digits.length < LEAST_RUN || !run.every(({ text }) => /\d/.test(text)))
        continue;
      for (const word of run) others.set(word, [...(others.get(word) ?? []), digits]);
    }
  return others;
}

/** Numbers that some write in one piece (`2055516` of `205/55 R16`): so many words at most, so many digits at least. */
const MOST_RUN = 3;
const LEAST_RUN = 6;

/**
 * What means the same as two words and stands so in a title. Apart its words are other things: of a `kitchen machine`, for a
 * `stand mixer`, any machine, and the `desk` of a `desk chair` where there are no chairs.
 */
function phrasesHere(both: string, lexicon: Lexicon): string[][] {
  return lexicon.synonyms
    .phrasesOf(both)
    .map((phrase) => phrase.split(' '))
    .filter((words) => {
      const terms = words.map((one) => known(one, lexicon));
      return terms.every(
        (term, at) => term >= 0 && (at === 0 || lexicon.areNeighbours(terms[at - 1] as number, term)),
      );
    });
}

/** The most common terms that begin with the word. */
function addLonger(word: Word, variants: Map<number, number>, lexicon: Lexicon, typing: boolean): void {
  const { longer, unfinished } = lexicon.weights;
  const weight = typing || variants.size === 0 ? unfinished : longer;
  const isNoBeginning =
    isSpeltRight(word, lexicon) || (variants.size === 0 && word.text.length < SHORTEST_BEGINNING);
  if (weight === 0 || (!typing && isNoBeginning)) return;
  const share = typing ? MOST_EXPANDED.typing : MOST_EXPANDED.finished;
  for (const term of commonest(word.text, lexicon, share, () => true)) add(variants, term, weight);
}

/** `128` finds `128gb`. */
function addMeasures(number: string, variants: Map<number, number>, lexicon: Lexicon, weight: number): void {
  const isMeasure = (term: number) => lexicon.terms.hasNoDigitAfter(term, number.length);
  for (const term of commonest(number, lexicon, MOST_EXPANDED.finished, isMeasure))
    add(variants, term, weight);
}

function commonest(
  prefix: string,
  lexicon: Lexicon,
  share: number,
  fits: (term: number) => boolean,
): number[] {
  const { from, to } = lexicon.terms.range(prefix);
  const best: { term: number; count: number }[] = [];
  let least = 0;
  for (let term = from; term < to; term++) {
    const count = frequency(term, lexicon);
    if (count <= least || !fits(term)) continue;
    if (best.length === MAX_EXPANSIONS) best.pop();
    let place = best.length;
    while (place > 0 && (best[place - 1] as { count: number }).count < count) place--;
    best.splice(place, 0, { term, count });
    if (best.length === MAX_EXPANSIONS) least = (best.at(-1) as { count: number }).count;
  }
  let sum = 0;
  return best
    .filter(({ count }, index) => {
      sum += count;
      return index === 0 || sum <= Math.max(MOST_EXPANDED.products, share * lexicon.products);
    })
    .map(({ term }) => term);
}

/** Whoever writes a word of grammar or of English has not misspelt another: `bean` is no bran. */
const isSpeltRight = ({ text }: Pick<Word, 'text'>, lexicon: Lexicon): boolean =>
  GRAMMAR_WORDS.has(text) || lexicon.isEnglish(text);

/** Whether so few products have it that guesses at it would outnumber them. */
function isRare(variants: ReadonlyMap<number, number>, lexicon: Lexicon): boolean {
  let most = 0;
  for (const term of variants.keys()) most = Math.max(most, frequency(term, lexicon));
  return most <= RARE;
}

/** Adds English words that say the same of a thing: `salt` where nothing here is written `salted`. */
function addForms({ text }: Word, variants: Map<number, number>, lexicon: Lexicon): void {
  for (const form of havingForms(text))
    if (lexicon.isEnglish(form)) add(variants, known(form, lexicon), lexicon.weights.misspelt[0]);
}

/** Adds what a misspelt word may have meant; never so much that it counts as much as the word as written. */
function addNeighbours(word: Word, variants: Map<number, number>, lexicon: Lexicon, asPrefix: boolean): void {
  const { misspellings, weights } = lexicon;
  const whole = nearWhole(word.text, misspellings);
  const found = whole.length === 0 && asPrefix ? misspellings.near(word.text, true) : whole;
  let least = 255;
  let most = 0;
  for (const [term, weight] of variants) {
    least = Math.min(least, lexicon.leastImpact(term) * weight);
    most = Math.max(most, frequency(term, lexicon));
  }
  const highest = variants.size === 0 ? 1 : (least - 1) / 255;
  const near = found
    .map(({ term, distance }) => ({ term, distance, count: frequency(term, lexicon) }))
    .filter(({ term, count }) => !variants.has(term) && count >= most * COMMONER)
    .sort((a, b) => a.distance - b.distance || b.count - a.count || a.term - b.term)
    .slice(0, MAX_NEIGHBOURS);
  for (const { term, distance } of near)
    add(variants, term, Math.min(highest, weights.misspelt[distance === 1 ? 0 : 1]));
}

/** Of `wireles` the last letter was taken for a plural's: a word that nothing is near to is tried with it. */
function nearWhole(text: string, misspellings: Misspellings): readonly Neighbour[] {
  const near = misspellings.near(text);
  return near.length > 0 || text.length < SHORTEST ? near : misspellings.near(`${text}s`);
}
