import { foldText } from '../../text/fold.ts';
import { ASKING_WORDS, functionWords } from '../../text/languages.ts';
import { INGREDIENTS } from '../ingredient.ts';
import type { Condition } from '../listing.ts';
import { comparedPhrases } from './comparison.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import { phrasesOf } from './phrase_pattern.ts';
import { PhraseTree } from './phrase_tree.ts';
import { monthNames, type Period, weekdayNames } from './stated_day.ts';
import { tokenise } from './tokens.ts';
import { type IntentWords, LISTS, type ListName } from './word_lists.ts';

/** A part of a language file with every pattern as the phrases that it stands for. */
const written = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.flatMap((pattern: string) => phrasesOf(pattern));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, own]) => [key, written(own)]));
};
const writtenOut = (words: IntentWords): IntentWords => written(words) as IntentWords;

/** ISO 639-1 code → words. A language is added by a file of the same lists and a line here. */
export const INTENT_LANGUAGES: Readonly<Record<string, IntentWords>> = {
  en: writtenOut(en),
  de: writtenOut(de),
  es: writtenOut(es),
  fr: writtenOut(fr),
  it: writtenOut(it),
  nl: writtenOut(nl),
};

/** Words and phrases of these lists in every language, folded. */
export const inEveryLanguage = (...lists: readonly Exclude<ListName, 'than'>[]): ReadonlySet<string> =>
  new Set(
    Object.values(INTENT_LANGUAGES).flatMap((words) => lists.flatMap((list) => words[list].map(foldText))),
  );

/** Whether a text has one of some folded phrases, as whole words. */
export const saysAny = (text: string, phrases: ReadonlySet<string>): boolean => {
  const folded = ` ${foldText(text)} `;
  return phrases.values().some((phrase) => folded.includes(` ${phrase} `));
};

/** What a record says of a thing where a phrase stands. */
export interface Property {
  /** The first is what it is called, the others say as much: `high yield`, `hy`. */
  names: readonly string[];
  /** How many tokens of the phrase say so. */
  length: number;
  /** Folded words of which one must stand in the text; none for any text. */
  beside: readonly string[];
}

export interface Lexicon {
  lists: Readonly<Record<ListName, PhraseTree<true>>>;
  property: PhraseTree<Property>;
  /** Names of what some people must not have. */
  ingredient: PhraseTree<true>;
  /** Words of people who must not have one. */
  ailment: PhraseTree<true>;
  condition: PhraseTree<Condition>;
  /** Words that name a condition only beside another: `new or refurbished`. */
  conditionBeside: PhraseTree<Condition>;
  /** Currency words, with the ISO 4217 codes they may mean, the commonest first. */
  currency: PhraseTree<readonly string[]>;
  /** The wanted thing stands last in `no leather shoes` (English), not first (Spanish). */
  headLast: boolean;
  /** Days from today. */
  dayNamed: PhraseTree<number>;
  period: PhraseTree<Period>;
  /** As `feastDay` reads it. */
  feast: PhraseTree<string>;
  /** How many days one of them is. */
  dayUnit: PhraseTree<number>;
  number: PhraseTree<number>;
  /** 0 is Sunday. */
  weekday: PhraseTree<number>;
  /** 1 is January. */
  month: PhraseTree<number>;
  pluralEnds: readonly string[];
  freeEnds: readonly string[];
  /** Words of grammar and of asking, which are no part of a name. */
  small: ReadonlySet<string>;
  articles: ReadonlySet<string>;
  prepositions: ReadonlySet<string>;
}

/** Lists that hold in every language, because what is said of health is never missed for the words around it. */
const OF_HEALTH = [
  'safety',
  'allergic',
  'allergic_behind',
  'allergic_alone',
  'forbidden',
] as const satisfies readonly ListName[];

const compiled = new Map<string, Lexicon>();

/** The words of several languages as one, compiled once; the first decides the order of words. */
export function lexiconOf(languages: readonly string[]): Lexicon {
  const key = languages.join(' ');
  const lexicon = compiled.get(key) ?? compiledOf(languages);
  compiled.set(key, lexicon);
  return lexicon;
}

function compiledOf(languages: readonly string[]): Lexicon {
  const lists = Object.fromEntries(LISTS.map((name) => [name, new PhraseTree<true>()])) as Lexicon['lists'];
  const condition = new PhraseTree<Condition>();
  const conditionBeside = new PhraseTree<Condition>();
  const currency = new PhraseTree<readonly string[]>();
  const property = new PhraseTree<Property>();
  for (const language of languages) {
    const words = INTENT_LANGUAGES[language];
    if (!words)
      throw new RangeError(
        `No intent words for language ${language}; there are ${Object.keys(INTENT_LANGUAGES).join(', ')}.`,
      );
    const own: Record<ListName, readonly string[]> = { ...words, than: [] };
    for (const name of LISTS) for (const phrase of own[name]) lists[name].add(phrase, true);
    for (const [name, phrases] of Object.entries(comparedPhrases(words)))
      for (const phrase of phrases) lists[name as ListName].add(phrase, true);
    for (const article of functionWords(language, ['articles'])) lists.skipped.add(article, true);
    for (const [name, phrases] of Object.entries(words.condition))
      for (const phrase of phrases) condition.add(phrase, name as Condition);
    for (const [name, phrases] of Object.entries(words.condition_beside_another))
      for (const phrase of phrases) conditionBeside.add(phrase, name as Condition);
    for (const [phrase, value] of propertiesOf(words)) property.add(phrase, value);
    for (const [codes, phrases] of Object.entries(words.currency))
      for (const phrase of phrases) currency.add(phrase, codes.split(' '));
  }
  for (const words of Object.values(INTENT_LANGUAGES))
    for (const name of OF_HEALTH) for (const phrase of words[name]) lists[name].add(phrase, true);
  const [ingredient, ailment] = [new PhraseTree<true>(), new PhraseTree<true>()];
  for (const { words, ailments } of INGREDIENTS.values()) {
    for (const word of words) ingredient.add(word, true);
    for (const word of ailments) ailment.add(word, true);
  }
  const calendar = calendarOf(languages);
  const headLast = INTENT_LANGUAGES[languages[0] ?? 'en']?.head_last ?? true;
  return {
    lists,
    property,
    ingredient,
    ailment,
    condition,
    conditionBeside,
    currency,
    headLast,
    small: new Set(languages.flatMap(smallWords)),
    articles: new Set(languages.flatMap((language) => [...functionWords(language, ['articles'])])),
    prepositions: new Set(languages.flatMap((language) => [...functionWords(language, ['prepositions'])])),
    ...calendar,
  };
}

const smallWords = (language: string): string[] => [
  ...functionWords(language),
  ...(ASKING_WORDS.get(language) ?? []),
];

/** The phrases of `property`, each with what it says, and the words beside it together. */
function propertiesOf({ property = {} }: IntentWords): Map<string, Property> {
  const found = new Map<string, Property>();
  for (const [name, phrases] of Object.entries(property))
    for (const pattern of phrases) {
      const [, phrase = '', others] = /^(.*?)(?:\s*<(.*)>)?$/.exec(pattern) ?? [];
      const [own = ''] = phrase.split('[');
      const beside = [
        ...(found.get(phrase)?.beside ?? []),
        ...(others === undefined ? [] : others.split(' ').map(foldText)),
      ];
      found.set(phrase, { names: name.split('|'), length: tokenise(own).length, beside });
    }
  return new Map([...found].map(([phrase, value]) => [phrase.replaceAll(/[[\]]/g, ''), value]));
}

/** Words for days and numbers; the names of weekdays and months are those of the Unicode CLDR. */
function calendarOf(languages: readonly string[]) {
  const keyed = <Value>(entries: Iterable<readonly [string, Value]>): PhraseTree<Value> => {
    const phrases = new PhraseTree<Value>();
    for (const [phrase, value] of entries) phrases.add(phrase, value);
    return phrases;
  };
  const words = languages.flatMap((language) => INTENT_LANGUAGES[language] ?? []);
  const listed = (
    name: 'day_named' | 'period' | 'feast' | 'day_unit' | 'number' | 'weekday_short' | 'month_short',
  ) =>
    words.flatMap((own) =>
      Object.entries<readonly string[]>(own[name]).flatMap(([key, phrases]) =>
        phrases.map((phrase) => [phrase, key] as const),
      ),
    );
  const counted = (name: 'day_named' | 'day_unit' | 'number' | 'weekday_short' | 'month_short') =>
    listed(name).map(([phrase, key]) => [phrase, Number(key)] as const);
  return {
    dayNamed: keyed(counted('day_named')),
    period: keyed(listed('period').map(([phrase, key]) => [phrase, key as Period] as const)),
    feast: keyed(listed('feast')),
    dayUnit: keyed(counted('day_unit')),
    number: keyed(counted('number')),
    weekday: keyed([...languages.flatMap((language) => weekdayNames(language)), ...counted('weekday_short')]),
    month: keyed([...languages.flatMap((language) => monthNames(language)), ...counted('month_short')]),
    pluralEnds: [...new Set(words.flatMap(({ plural_ends }) => plural_ends))],
    freeEnds: [...new Set(words.flatMap(({ free_ends }) => free_ends))],
  };
}
