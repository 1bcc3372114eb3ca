import { CONTAINERS, EMPTY_WORDS, GRAMMAR_WORDS } from '../../pipelines/text/languages.ts';
import { joinHalves, packCount } from '../../pipelines/text/measure_words.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { isNumber, type Word, wordsOf } from '../../pipelines/text/words.ts';
import { partsOf } from './compounds.ts';
import { sidesOf } from './crossed_sizes.ts';
import { isAccessory } from './kinds.ts';
import { frequency, known, type Lexicon } from './lexicon.ts';
import {
  isFitted,
  type KnownWords,
  languageOf,
  namesNoThing,
  nounOf,
  rolesOf,
  supplyIn,
  type WordRole,
} from './word_roles.ts';
import { WordVariants } from './word_variants.ts';

/** Text beyond this is not read. */
const MAX_TEXT = 1_000;
/** Of more words the rarest are taken. */
export const MAX_WORDS = 12;
/** Words that are held against titles in the order in which they stand. */
const MOST_WRITTEN = 24;
/** A word with less than this share of the query's mass is in most products and decides nothing. */
const LEAST_SHARE = 0.06;
/**
 * What a use counts of what its words tell, since it names another thing than the one that is wanted; and what all uses
 * count at most of what is asked for: less than being of the kind that is asked for (`KIND_BONUS`).
 */
const USE_SHARE = 0.5;
const USES_AT_MOST = 0.4;
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

/** Two words side by side. */
export type Pair = readonly [before: string, word: string];

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
  /** The word that most likely names what is wanted, whether or not anything here is called so. */
  noun: string | undefined;
  /** The word for what is used up in another thing, where that is what is asked for. */
  supply: string | undefined;
  /** ISO 639-1, as far as the words tell. */
  language: string;
  /** Words that are asked for, each right behind another one: `golf 8` of `mats golf 8`. */
  pairs: readonly Pair[];
  /** All words as they stand, where one is written twice and so meant twice: `usb-c to usb-c`; else empty. */
  written: readonly Pick<QueryGroup, 'variants'>[];
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
  isHeading: (word) =>
    lexicon.isHeading(word) || lexicon.synonyms.of(word, language).some((other) => lexicon.isHeading(other)),
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
  const isPlain = !options.literal && !options.typing;
  const parts = wordsRead(cut, lexicon, options).map((word) => ({
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
  const reader = new WordVariants(words, lexicon, { ...options, isPlain, language, last });
  for (const word of words) {
    const role = roleOf.get(word) as QueryGroup['role'];
    const { variants, isGuess } = reader.of(word, role === 'use');
    if (variants.size === 0) unknown.push(word);
    else groups.push(groupOf(word.text, variants, { role, isGuess }, lexicon));
  }
  // Where nothing knows the thing itself, what it is for is all there is to find.
  const isAskedFor = groups.some(({ role }) => role !== 'use');
  const found = isAskedFor ? groups : asThing(groups, lexicon);
  // A word of grammar that nothing has tells nothing, unless there is nothing else.
  const asking = unknown.filter((word) => !further.includes(word));
  const told = groups.length === 0 ? asking : asking.filter(({ text: own }) => !GRAMMAR_WORDS.has(own));
  const missing = told.filter(
    (word) => roleOf.get(word) !== 'use' && !isCounting(word, all.indexOf(word), all),
  );
  // What goes with a thing is not the thing: where nothing is called a bag, `laptop bag` finds no laptops.
  const isQuestion = !options.literal && !options.typing;
  // Nor what fits another maker's where nothing is known of the one that is named: `toner for brother`.
  // Where another accessory is known it is what is asked for: `spare battery`, where nothing is called spare.
  const isOther = groups.some(({ text: own, role }) => role !== 'use' && isAccessory(own));
  const isMain = (word: Word) => (isAccessory(word.text) && !isOther) || isFitted(texts, all.indexOf(word));
  const lacksMain = isQuestion && missing.some(isMain);
  const noun = isQuestion ? nounOf(all, roles, language) : undefined;
  const knows = knownBy(lexicon, language);
  return {
    groups: lacksMain ? [] : withoutSurplus(telling(found)),
    unknown: told.map(({ text: own }) => own),
    unknownMass: missing.length * inverseFrequency(lexicon.products, 0),
    lacksThing:
      noun !== undefined &&
      missing.includes(noun) &&
      !groups.some(({ text: own }) => knows.isKind(own) && !namesNoThing(own)),
    isSentence: asked.length < all.length,
    noun: noun?.text,
    supply: isQuestion ? supplyIn(all, roles, { ...knows, told: language }) : undefined,
    language,
    pairs: pairsOf(all, (word) => isPlaced(roleOf.get(word))),
    written: isPlain
      ? writtenOf(
          parts.flatMap((each) => each.parts),
          groups,
          lexicon,
        )
      : [],
    parted: parts.flatMap(partedOf),
  };
}

/** The words of a text; of a question with halves as amounts and sizes by their sides, unless it is a size alone. */
function wordsRead(text: string, lexicon: Lexicon, { literal, typing }: QueryOptions): Word[] {
  if (literal) return wordsOf(text);
  const words = joinHalves(wordsOf(text), (word) => known(word, lexicon) >= 0);
  return typing || words.length < 2 ? words : sidesOf(words);
}

/** What stands for each word of a text in which one that tells something is written twice; else empty. */
function writtenOf(
  words: readonly Word[],
  groups: readonly QueryGroup[],
  lexicon: Lexicon,
): Pick<QueryGroup, 'variants'>[] {
  const byText = new Map(groups.map((group) => [group.text, group]));
  const isAgain = ({ text }: Word, at: number) =>
    byText.has(text) && words.findIndex((word) => word.text === text) < at;
  if (!words.some(isAgain)) return [];
  return words.slice(0, MOST_WRITTEN).map(({ text }) => {
    const term = known(text, lexicon);
    return byText.get(text) ?? { variants: term < 0 ? [] : [{ term, weight: 1 }] };
  });
}

/** A solid word and the two that it stands for; none of a word that stands for itself. */
const partedOf = ({ word, parts }: { word: Word; parts: readonly Word[] }): ParsedQuery['parted'] =>
  parts.length < 2 ? [] : [{ word: word.text, as: parts.map(({ text }) => text).join(' ') }];

/** Each word behind another one, of those that are asked for. */
const pairsOf = (words: readonly Word[], isOne: (word: Word) => boolean): Pair[] =>
  words.slice(1).flatMap((word, at) => {
    const before = words[at] as Word;
    return isOne(before) && isOne(word) ? [[before.text, word.text] as const] : [];
  });

const isPlaced = (role: WordRole | undefined): boolean => role === 'plain' || role === 'head';

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

const CONTAINER_WORDS = new Set([...CONTAINERS].map(fromPlural));

/** Whether a word only says in what a number counts something: `24 cans` of beer, not the case for a `phone 15`. */
const isCounting = ({ text }: Word, at: number, words: readonly Word[]): boolean =>
  CONTAINER_WORDS.has(text) && !isAccessory(text) && words.length > 2 && isNumber(words[at - 1]?.text ?? '');

function distinct(words: readonly Word[]): Word[] {
  return [...new Map(words.map((word) => [word.text, word])).values()];
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
