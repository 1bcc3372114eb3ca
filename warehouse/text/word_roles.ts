import {
  AGE_WORDS,
  ALONG_WORDS,
  ANYTHING_WORDS,
  ASKING_WORDS,
  COLOR_WORDS,
  CONTAINERS,
  EMPTY_WORDS,
  ENGLISH_TOO,
  FOR_WORDS,
  HEAD_FIRST,
  LETTER_SIZES,
  OWN_COLOR_WORDS,
  PACK_HOLDERS,
  PACK_LINKS,
  PACK_UNITS,
  SEX_WORDS,
  SIZE_NAME_WORDS,
  SUPPLY_WORDS,
  TIER_WORDS,
} from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { isNumber, type Word } from '../../pipelines/text/words.ts';
import { EnglishWords } from '../embedding/english_words.ts';
import { Synonyms } from './synonyms.ts';

/**
 * What a word does in a query. `empty`: nothing, it only joins others. `use`: it tells what the thing is for, or what
 * goes with it, and so ranks without being asked for. `head`: it names the kind of thing. `plain`: all others.
 */
export type WordRole = 'empty' | 'use' | 'head' | 'plain';

/** What the index knows of words. */
export interface KnownWords {
  /** Whether the word is the name of a category, or one of the words that head it. */
  isKind: (word: string) => boolean;
  /** Whether it heads one, and does not only say which things it holds: `blanket`, not `weighted`. */
  isHeading: (word: string) => boolean;
  /** Whether two words are written as one somewhere (`in ear`), or mean together what one does (`senza fili`). */
  isCompound: (left: string, right: string) => boolean;
  /** Whether two words stand side by side in a title: `just dance`. */
  isPhrase: (left: string, right: string) => boolean;
  /** Whether a word is a brand by itself. */
  isBrand: (word: string) => boolean;
  /** Whether some product has the word. */
  isKnown: (word: string) => boolean;
}

/** English words are in titles everywhere, so it wins where two languages are as likely. */
const FIRST_LANGUAGE = 'en';

/**
 * The language whose empty words a text has most of; words of asking count only beside others. Where it has none, the one
 * that alone names a colour so: `thé vert`.
 */
export function languageOf(words: readonly string[], accents: Accents = NO_ACCENTS): string {
  let best = FIRST_LANGUAGE;
  let most = 0;
  for (const [language, empty] of EMPTY_WORDS) {
    const isIn = (set: ReadonlySet<string> | undefined) =>
      words.filter((word) => set?.has(word) && mayBeOf(language, word, accents)).length;
    const isTold = words.some(
      (word) =>
        empty.has(word) && (language === FIRST_LANGUAGE || !ENGLISH_TOO.has(word) || accents.words.has(word)),
    );
    const own = isTold ? isIn(empty) : 0;
    const count = own === 0 ? 0 : own + isIn(ASKING_WORDS.get(language));
    if (count > most || (count === most && count > 0 && language === FIRST_LANGUAGE))
      [best, most] = [language, count];
  }
  if (most > 0) return best;
  const isOwn = (word: string, own: ReadonlySet<string>) =>
    own.has(word) && !EnglishWords.standard().has(word);
  const colored = [...OWN_COLOR_WORDS].filter(([, own]) => words.some((word) => isOwn(word, own)));
  return colored.length === 1
    ? (colored[0] as [string, unknown])[0]
    : ([...accents.names.values()][0] ?? best);
}

/** What the accents of a text tell that folding takes away. */
export interface Accents {
  /** The words that are written with one. */
  words: ReadonlySet<string>;
  /** Of these, folded, the names of things in one language alone, with that language: French of `thé`. */
  names: ReadonlyMap<string, string>;
}
const NO_ACCENTS: Accents = { words: new Set(), names: new Map() };

/**
 * Whether a word may be a small one of a language: `thé` is not `the`, nor `té` the French `te`, nor `pro` of `airpods pro
 * 2` the German one.
 */
const mayBeOf = (language: string, word: string, { words, names }: Accents): boolean =>
  !names.has(word) && (language === FIRST_LANGUAGE ? !words.has(word) : !TIER_WORDS.has(word));

/** The role of each word of a query; `told` is the language where more than these words tell it. */
export function rolesOf(
  words: readonly Word[],
  known: KnownWords,
  { told, accents = NO_ACCENTS }: { told?: string | undefined; accents?: Accents } = {},
): WordRole[] {
  const texts = words.map(({ text }) => text);
  const language = told ?? languageOf(texts, accents);
  const empty = EMPTY_WORDS.get(language) as ReadonlySet<string>;
  const asking = ASKING_WORDS.get(language) as ReadonlySet<string>;
  const isBeside = (at: number, holds: (left: string, right: string) => boolean) =>
    (at > 0 && holds(texts[at - 1] as string, texts[at] as string)) ||
    (at + 1 < texts.length && holds(texts[at] as string, texts[at + 1] as string));
  const isSmall = (text: string) => (empty.has(text) || asking.has(text)) && mayBeOf(language, text, accents);
  // Two small words name nothing, whatever is written solid as they are: `do i`, beside the Polish `doi`.
  const areSmall = (left: string, right: string) => isSmall(left) && isSmall(right);
  const isNamed = (left: string, right: string) => !areSmall(left, right) && known.isPhrase(left, right);
  const isCompound = (left: string, right: string) => !areSmall(left, right) && known.isCompound(left, right);
  // `secador de pelo`: one thing by two words, whatever joins them, though `pelo` is a small word of Portuguese.
  const isPart = (at: number) =>
    (at > 1 &&
      isSmall(texts[at - 1] as string) &&
      isCompound(texts[at - 2] as string, texts[at] as string)) ||
    (at + 2 < texts.length &&
      isSmall(texts[at + 1] as string) &&
      isCompound(texts[at] as string, texts[at + 2] as string));
  const isSure = told !== undefined || language === FIRST_LANGUAGE || texts.filter(isSmall).length > 1;
  const isEmpty = (text: string, at: number) =>
    isSmall(text) &&
    (empty.has(text) || (asking.has(text) && !isBeside(at, isNamed))) &&
    !isBeside(at, isCompound) &&
    !isPart(at) &&
    (isSure || (isJoining(texts, at, accents) && !known.isKind(text)));
  const roles = words.map(
    ({ text, joined }, at): WordRole => (joined === null && isEmpty(text, at) ? 'empty' : 'plain'),
  );
  // All there is: "The Who".
  if (roles.every((role) => role === 'empty')) return roles.map(() => 'plain');
  if (!HEAD_FIRST.has(language)) markHolders(texts, roles);
  markUses(words, roles, known);
  markHead(texts, roles, HEAD_FIRST.has(language), known);
  return roles;
}

/**
 * A single word of another language may be anything (`PS4 pro`, `D battery`): it joins only what stands on both sides, and
 * is a kind of thing where that is called so here (`laundry pods purlin`, though `pod` is Polish for under). A single letter
 * with an accent is no name: `machine à coudre`.
 */
const isJoining = (texts: readonly string[], at: number, accents: Accents): boolean =>
  at > 0 &&
  at + 1 < texts.length &&
  ((texts[at] as string).length > 1 || accents.words.has(texts[at] as string));

/** What is used up in another thing. */
const SUPPLIES = new Set([...SUPPLY_WORDS].map(fromPlural));

/** Whether a word names what is used up in another thing. */
export const isSupply = (word: string): boolean => SUPPLIES.has(word);

/** What a thing is packed in. */
const HOLDERS = new Set([...PACK_HOLDERS, ...CONTAINERS, ...PACK_UNITS].map(fromPlural));

/** What holds the thing is not the thing: `bag of chips`. In Romance languages the same words may say what it is made of. */
function markHolders(texts: readonly string[], roles: WordRole[]): void {
  for (const [at, text] of texts.entries()) {
    const link = texts[at + 1] ?? '';
    const isLinked = roles[at + 1] === 'empty' && PACK_LINKS.has(link) && !ALONG_WORDS.has(link);
    if (HOLDERS.has(text) && isLinked && roles.indexOf('plain', at + 2) >= 0) roles[at] = 'use';
  }
}

/** Small words before what the thing comes in, in English, German, Dutch, Italian, French and Spanish. */
const IN_WORDS: ReadonlySet<string> = new Set(['in', 'en']);

/**
 * What stands behind `for` is a use, where something stands before it; but a name behind what is used up in other things
 * is what it must fit: `toner for brother`.
 */
function markUses(words: readonly Word[], roles: WordRole[], { isBrand, isKnown, isKind }: KnownWords): void {
  const texts = words.map(({ text }) => text);
  const named = roles.indexOf('plain');
  // Of `ET-2820` each part is of the name. What means a kind of thing is none: `Tinte für Drucker`.
  const isFit = (text: string, at: number) =>
    /\d/.test(words[at]?.joined ?? text) ||
    isBrand(text) ||
    (!isKnown(text) && !isKind(text) && isFitted(texts, at));
  let isUse = false;
  let isSupplied = false;
  for (const [at, role] of roles.entries()) {
    const text = texts[at] as string;
    // What comes in a colour is the thing, not what it is for: `planner for 2026 in black`.
    if (role === 'empty' && IN_WORDS.has(text) && COLOR_WORDS.has(texts[at + 1] ?? '')) isUse = false;
    else if (role === 'empty') isUse ||= at > named && FOR_WORDS.has(text);
    else if (!isUse) isSupplied ||= isSupply(text);
    else if (!isSupplied || !isFit(text, at)) roles[at] = 'use';
  }
}

/** The last word and bare behind `for`: behind what is used up in other things that is a maker, not `my sister`. */
export const isFitted = (texts: readonly string[], at: number): boolean =>
  at === texts.length - 1 && FOR_WORDS.has(texts[at - 1] ?? '');

/** What stands behind a verb, and not behind the thing: `watch the game`. */
const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/**
 * The noun of the first group of words that is known as a kind of thing. What only tells categories apart is a noun where
 * one is looked for first, but for words that nothing here has (`toner goes in`), and else says what the thing is like: of
 * `piano weighted keys`, where blankets are weighted.
 */
function markHead(
  texts: readonly string[],
  roles: WordRole[],
  isFirst: boolean,
  { isKind, isHeading, isKnown }: KnownWords,
): void {
  const isVerb = (at: number) => ARTICLES.has(texts[at + 1] ?? '');
  const names = nouns(texts, roles, isFirst);
  const place = names.find((at) => isKnown(texts[at] as string));
  const isHead = (text: string, at: number) =>
    at === place || !isKnown(text) ? isKind(text) : isHeading(text);
  const head = names.find((at) => isHead(texts[at] as string, at) && !isVerb(at));
  if (head !== undefined) roles[head] = 'head';
}

/**
 * The word for what is used up in another thing, where it is the likeliest noun but for the name of that one: of `toner
 * brother hl-l2350dw` and of `brother printer toner` the toner is the thing.
 */
export function supplyIn(
  words: readonly Word[],
  roles: readonly WordRole[],
  { isKnown, isBrand, told }: Pick<KnownWords, 'isKnown' | 'isBrand'> & { told: string },
): string | undefined {
  const texts = words.map(({ text }) => text);
  const noun = nouns(texts, roles, HEAD_FIRST.has(told))
    .map((at) => words[at] as Word)
    .find(
      ({ text, joined }) => (isKnown(text) || isSupply(text)) && !/\d/.test(joined ?? text) && !isBrand(text),
    );
  return noun !== undefined && isSupply(noun.text) ? noun.text : undefined;
}

/** Whom a thing is for (`mens`), what size and colour it has and what it is like: words of things that name none of them. */
export const namesNoThing = (word: string): boolean =>
  Synonyms.standard().isQuality(word) ||
  [SEX_WORDS, AGE_WORDS, SIZE_NAME_WORDS, LETTER_SIZES, COLOR_WORDS].some((words) => words.has(word));

/** Where the words of the first group stand, the likeliest noun first; no numbers, and what names no thing last. */
function nouns(texts: readonly string[], roles: readonly WordRole[], isFirst: boolean): number[] {
  const from = roles.findIndex((role) => role !== 'empty' && role !== 'use');
  const end = roles.findIndex((role, at) => at > from && (role === 'empty' || role === 'use'));
  const group = [...roles.keys()].slice(from, end < 0 ? roles.length : end);
  const words = (isFirst ? group : group.toReversed()).filter((at) => !isNumber(texts[at] as string));
  const isName = (at: number) => !namesNoThing(texts[at] as string);
  return [...words.filter(isName), ...words.filter((at) => !isName(at))];
}

/** The word of a query that most likely names what is wanted, whether or not the index knows it. */
export function nounOf(words: readonly Word[], roles: readonly WordRole[], told?: string): Word | undefined {
  const texts = words.map(({ text }) => text);
  if (texts.some((text) => ANYTHING_WORDS.has(text))) return undefined;
  const [at] = nouns(texts, roles, HEAD_FIRST.has(told ?? languageOf(texts)));
  return at === undefined ? undefined : words[at];
}
