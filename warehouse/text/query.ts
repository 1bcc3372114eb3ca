import { COLOR_WORDS, EMPTY_WORDS, GRAMMAR_WORDS } from '../../pipelines/text/languages.ts';
import { equalMeasures, joinHalves, packCount } from '../../pipelines/text/measure_words.ts';
import { isNumber, type Word, wordsOf } from '../../pipelines/text/words.ts';
import { partsOf } from './compounds.ts';
import { havingForms } from './having_forms.ts';
import { isAccessory } from './kinds.ts';
import { frequency, known, type Lexicon } from './lexicon.ts';
import { type Misspellings, type Neighbour, SHORTEST } from './misspelling.ts';
import {
  isFitted,
  type KnownWords,
  languageOf,
  namesNoThing,
  nounOf,
  rolesOf,
  type WordRole,
} from './word_roles.ts';

/** Text beyond this is not read. */
const MAX_TEXT = 1_000;
/** Of more words the rarest are taken. */
export const MAX_WORDS = 12;
/** A word with less than this share of the query's mass is in most products and decides nothing. */
const LEAST_SHARE = 0.06;
/**
 * What a use counts of what its words tell, since it names another thing than the one that is wanted; and what all uses
 * count at most of what is asked for: less than being of the kind that is asked for (`KIND_BONUS`).
 */
const USE_SHARE = 0.5;
const USES_AT_MOST = 0.4;
const MAX_EXPANSIONS = 24;
const MAX_NEIGHBOURS = 8;
/** Longer words are taken while they are together in no more than this share of all products, or this many. */
const MOST_EXPANDED = { finished: 0.1, typing: 0.25, products: 10_000 };
/**
 * Of a text that is finished a shorter word is not taken for the beginning of another: too much begins so. Nor is a word
 * of English that few or none have: a bass is no bassinet.
 */
const SHORTEST_BEGINNING = 4;
/** Misspelt words looked up in one query. */
const MAX_MISSPELT = 4;
/** A word this rare may itself be somebody's mistake for one this many times as common. */
const RARE = 20;
const COMMONER = 20;

/** A term of the index that stands for a query word, and what it counts: 1 for the word itself. */
export interface Variant {
  term: number;
  weight: number;
}

/** One word of a query with all that may stand for it; a product is credited with its best one. */
export interface QueryGroup {
  text: string;
  /** What the word tells: its inverse document frequency; half of it for a use, less where it is only guessed. */
  mass: number;
  role: Exclude<WordRole, 'empty'>;
  variants: Variant[];
  /** Nothing is written so: what stands for it are words that are near to it, or begin with it. */
  isGuess: boolean;
}

export interface ParsedQuery {
  groups: QueryGroup[];
  /** Words that nothing in the index resembles. */
  unknown: string[];
  /** What the unknown words would tell of what is asked for, in the measure of `mass`. */
  unknownMass: number;
  /** Whether nothing is called as the thing that is named, and no other word is a kind of thing. */
  lacksThing: boolean;
  /** Whether words stand between others that only join them: a sentence says which of its words is the thing. */
  isSentence: boolean;
  /** ISO 639-1, as far as the words tell. */
  language: string;
  /** Solid words that were read as the two that they stand for. */
  parted: { word: string; as: string }[];
}

export interface QueryOptions {
  /** `typing`: the last word may be unfinished, and fitting longer words count almost as much. */
  typing?: boolean;
  /** Every word counts as written: the text is a title, not a question. */
  literal?: boolean;
  /** A further text whose words rank without being asked for. */
  uses?: string;
  /** ISO 639-1, where more than this text tells it. */
  language?: string;
  /** The same, only for what words mean that mean something else elsewhere: `latte`. */
  meaning?: string;
}

/** BM25's inverse document frequency, never negative. */
export function inverseFrequency(products: number, having: number): number {
  return Math.log(1 + (products - having + 0.5) / (having + 0.5));
}

const ENGLISH = EMPTY_WORDS.get('en') as ReadonlySet<string>;

const knownBy = (lexicon: Lexicon, language?: string): KnownWords => ({
  isKind: (word) =>
    lexicon.isKind(word) || lexicon.synonyms.of(word, language).some((other) => lexicon.isKind(other)),
  isBrand: (word) => {
    const term = known(word, lexicon);
    return term >= 0 && lexicon.isBrand(term);
  },
  isKnown: (word) => known(word, lexicon) >= 0,
  isCompound: (left, right) =>
    known(left + right, lexicon) >= 0 || lexicon.synonyms.of(`${left} ${right}`).length > 0,
  isPhrase: (left, right) => {
    const terms = [known(left, lexicon), known(right, lexicon)] as const;
    return Math.min(...terms) >= 0 && lexicon.areNeighbours(...terms);
  },
});

/** Reads a query. Bounded: however long the text, at most `MAX_WORDS` groups come out. */
export function parseQuery(text: string, lexicon: Lexicon, options: QueryOptions = {}): ParsedQuery {
  const cut = text.slice(0, MAX_TEXT);
  const isKnown = (word: string) => known(word, lexicon) >= 0;
  const read = options.literal ? wordsOf(cut) : joinHalves(wordsOf(cut), isKnown);
  const isPlain = !options.literal && !options.typing;
  const parts = read.map((word) => ({
    word,
    parts: isPlain || known(word.text, lexicon) < 0 ? partsOf(word, lexicon) : [word],
  }));
  const all = distinct(parts.flatMap((each) => each.parts));
  const accents = lexicon.synonyms.accentsIn(cut);
  const texts = all.map(({ text: own }) => own);
  const language = options.language ?? options.meaning ?? languageOf(texts, accents);
  const roles =
    options.literal || options.typing
      ? all.map(() => 'plain' as const)
      : rolesOf(all, knownBy(lexicon, language), { told: options.language, accents });
  const further = distinct(wordsOf((options.uses ?? '').slice(0, MAX_TEXT))).filter(
    ({ text: own }) => !all.some((word) => word.text === own) && !ENGLISH.has(own),
  );
  const roleOf = new Map<Word, WordRole | undefined>([
    ...all.map((word, at) => [word, isPlain && isPackOf(word, all) ? 'use' : roles[at]] as const),
    ...further.map((word) => [word, 'use'] as const),
  ]);
  const asked = all.filter((word) => roleOf.get(word) !== 'empty');
  const words = [...asked, ...further];
  const last = /[\p{L}\p{N}]$/u.test(cut) ? asked.at(-1) : undefined;
  const groups: QueryGroup[] = [];
  const unknown: Word[] = [];
  let misspelt = 0;
  const others = joinedNeighbours(words, lexicon);
  for (const word of words) {
    const own = ownVariants(word, lexicon, { others: others.get(word) ?? [], language });
    const isWritten = own.size > 0;
    const isUse = roleOf.get(word) === 'use';
    if (word === last) addLonger(word, own, lexicon, options.typing === true);
    else if (isNumber(word.text)) addMeasures(word, own, lexicon);
    // What ranks without being asked for is not guessed at, nor what is spelt right.
    const maybeBent = !isUse && (options.typing || !isSpeltRight(word, lexicon));
    if (maybeBent && isRare(own, lexicon) && misspelt++ < MAX_MISSPELT)
      addNeighbours(word, own, lexicon, word === last && options.typing === true);
    if (own.size === 0 && !options.typing && lexicon.isEnglish(word.text)) addForms(word, own, lexicon);
    const isGuess = !isWritten && !options.typing && !isNumber(word.text);
    if (own.size === 0) unknown.push(word);
    else
      groups.push(
        groupOf(word.text, own, { role: roleOf.get(word) as QueryGroup['role'], isGuess }, lexicon),
      );
  }
  // Where nothing knows the thing itself, what it is for is all there is to find.
  const isAskedFor = groups.some(({ role }) => role !== 'use');
  const found = isAskedFor ? groups : asThing(groups, lexicon);
  // A word of grammar that nothing has tells nothing, unless there is nothing else.
  const asking = unknown.filter((word) => !further.includes(word));
  const told = groups.length === 0 ? asking : asking.filter(({ text: own }) => !GRAMMAR_WORDS.has(own));
  const missing = told.filter((word) => roleOf.get(word) !== 'use');
  // What goes with a thing is not the thing: where nothing is called a bag, `laptop bag` finds no laptops.
  const isQuestion = !options.literal && !options.typing;
  // Nor what fits another maker's where nothing is known of the one that is named: `toner for brother`.
  const isMain = (word: Word) => isAccessory(word.text) || isFitted(texts, all.indexOf(word));
  const lacksMain = isQuestion && missing.some(isMain);
  const noun = isQuestion ? nounOf(all, roles, language) : undefined;
  const { isKind } = knownBy(lexicon, language);
  return {
    groups: lacksMain ? [] : withoutSurplus(telling(found)),
    unknown: told.map(({ text: own }) => own),
    unknownMass: missing.length * inverseFrequency(lexicon.products, 0),
    lacksThing:
      noun !== undefined &&
      missing.includes(noun) &&
      !groups.some(({ text: own }) => isKind(own) && !namesNoThing(own)),
    isSentence: asked.length < all.length,
    language,
    parted: parts.flatMap(({ word, parts: own }) =>
      own.length < 2 ? [] : [{ word: word.text, as: own.map(({ text: part }) => part).join(' ') }],
    ),
  };
}

/** Uses as what is asked for, the last that is known as a kind of thing as its name. */
function asThing(groups: readonly QueryGroup[], lexicon: Lexicon): QueryGroup[] {
  const head = groups.findLast(({ text }) => knownBy(lexicon).isKind(text));
  return groups.map((group) => ({ ...group, role: group === head ? 'head' : 'plain' }));
}

/** The groups that decide, at most `MAX_WORDS`, in the order of the query. */
function telling(groups: readonly QueryGroup[]): QueryGroup[] {
  const rarest = new Set([...groups].sort((a, b) => b.mass - a.mass).slice(0, MAX_WORDS));
  const sum = (all: readonly QueryGroup[]) => all.reduce((total, group) => total + group.mass, 0);
  const total = sum([...rarest]);
  // Where everything is a cable, `cable 2 m` still asks for cables, though the length tells far more.
  const asked = sum([...rarest].filter(({ role }) => role !== 'use'));
  const isTelling = ({ role, mass }: QueryGroup) => mass >= LEAST_SHARE * (role === 'use' ? total : asked);
  return groups.filter((group) => rarest.has(group) && isTelling(group));
}

/** Uses together no heavier than they may be. */
function withoutSurplus(groups: QueryGroup[]): QueryGroup[] {
  const sum = (isUse: boolean) =>
    groups.reduce((total, { role, mass }) => total + ((role === 'use') === isUse ? mass : 0), 0);
  const most = USES_AT_MOST * sum(false);
  const share = Math.min(1, most / sum(true));
  return groups.map((group) => (group.role === 'use' ? { ...group, mass: group.mass * share } : group));
}

/** How many a pack of something holds says nothing of what it is: it ranks without being asked for. */
const isPackOf = ({ text }: Word, words: readonly Word[]): boolean =>
  packCount(text) !== null && words.length > 1;

function distinct(words: readonly Word[]): Word[] {
  return [...new Map(words.map((word) => [word.text, word])).values()];
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
  // A colour is the same in every language, and short.
  const isSameColor = (other: string) => sameColor(word.text, other);
  for (const other of [...meant, ...lexicon.synonyms.widerOf(word.text)])
    add(variants, known(other, lexicon), isSameColor(other) ? 1 : synonym);
  // In its own language it means that, whatever is called so here: `latte`.
  for (const other of lexicon.synonyms.own(word.text, language)) add(variants, known(other, lexicon), 1);
  if (variants.size === 0 && !isSpeltRight(word, lexicon))
    for (const other of lexicon.synonyms.ofAnyLanguage(word.text)) add(variants, known(other, lexicon), 1);
  for (const measure of equalMeasures(word.text))
    add(variants, known(measure, lexicon), lexicon.weights.measure);
  addPacks(word, variants, lexicon);
  return variants;
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
    // As other phrases have it, where nothing here is called so: `máquina de café`.
    const phrases = lexicon.synonyms.phrasesOf(both).map((phrase) => phrase.split(' '));
    const inPhrases = ({ text }: Word, at: number) =>
      known(text, lexicon) >= 0 ? [] : phrases.map((words) => words[at] ?? '');
    others.set(before, [...(others.get(before) ?? []), ...found, ...inPhrases(before, 0)]);
    others.set(word, [...(others.get(word) ?? []), ...found, ...inPhrases(word, 1)]);
  }
  return others;
}

/** The most common terms that begin with the word. */
function addLonger(word: Word, variants: Map<number, number>, lexicon: Lexicon, typing: boolean): void {
  const { longer, unfinished } = lexicon.weights;
  const weight = typing || variants.size === 0 ? unfinished : longer;
  const isNoBeginning =
    (isSpeltRight(word, lexicon) && isRare(variants, lexicon)) ||
    (variants.size === 0 && word.text.length < SHORTEST_BEGINNING);
  if (weight === 0 || (!typing && isNoBeginning)) return;
  const share = typing ? MOST_EXPANDED.typing : MOST_EXPANDED.finished;
  for (const term of commonest(word.text, lexicon, share, () => true)) add(variants, term, weight);
}

/** `128` finds `128gb`. */
function addMeasures(word: Word, variants: Map<number, number>, lexicon: Lexicon): void {
  const isMeasure = (term: number) => lexicon.terms.hasNoDigitAfter(term, word.text.length);
  for (const term of commonest(word.text, lexicon, MOST_EXPANDED.finished, isMeasure))
    add(variants, term, lexicon.weights.piece);
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
const isSpeltRight = ({ text }: Word, lexicon: Lexicon): boolean =>
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
function nearWhole(text: string, misspellings: Misspellings): Neighbour[] {
  const near = misspellings.near(text);
  return near.length > 0 || text.length < SHORTEST ? near : misspellings.near(`${text}s`);
}

function groupOf(
  text: string,
  variants: ReadonlyMap<number, number>,
  { role, isGuess }: Pick<QueryGroup, 'role' | 'isGuess'>,
  lexicon: Lexicon,
): QueryGroup {
  const list = [...variants].map(([term, weight]) => ({ term, weight }));
  list.sort((a, b) => b.weight - a.weight || a.term - b.term);
  const best = list[0]?.weight ?? 1;
  // By another name a thing is no rarer than by the one that most have here.
  const names = list.filter(({ weight }) => weight === best || weight === lexicon.weights.synonym);
  const having = Math.max(...names.map(({ term }) => frequency(term, lexicon)));
  const mass = inverseFrequency(lexicon.products, having);
  const share = (role === 'use' ? USE_SHARE : 1) * (isGuess ? best : 1);
  return { text, mass: mass * share, role, variants: list, isGuess };
}
