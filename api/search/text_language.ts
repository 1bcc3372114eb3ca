import { INTENT_LANGUAGES } from '../../pipelines/domain/intent/lexicon.ts';
import { monthNames, weekdayNames } from '../../pipelines/domain/intent/stated_day.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { ASKING_WORDS, EMPTY_WORDS, ENGLISH_TOO, LANGUAGES } from '../../pipelines/text/languages.ts';
import table from '../../pipelines/text/units.json' with { type: 'json' };
import { wordsOf } from '../../pipelines/text/words.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { type Accents, languageOf } from '../../warehouse/text/word_roles.ts';

/** Letters by which the language of a text is told. */
const LONGEST_READ = 500;
/** Letters from which a word of a longer phrase tells a language: `cher` of `pas cher`. */
const TELLING_LETTERS = 4;

const synonyms = Synonyms.standard();

const textsOf = (phrase: string): string[] => wordsOf(phrase).map(({ text }) => text);
const stringsIn = (lists: unknown): string[] =>
  typeof lists === 'string'
    ? [lists]
    : typeof lists === 'object' && lists !== null
      ? Object.values(lists).flatMap(stringsIn)
      : [];

/** The single words of all lists of a language, and the longer words of its longer phrases. */
function listedWords(language: string): ReadonlySet<string> {
  const own = INTENT_LANGUAGES[language];
  const { colors, tastes, sizes, sexes, ages, packs, conditions, halves, size_names, lacks } = LANGUAGES[
    language
  ] as (typeof LANGUAGES)[string];
  const phrases = stringsIn([
    own,
    { colors, tastes, sizes, sexes, ages, packs, conditions, halves, size_names, lacks },
  ]);
  const units = Object.values(table as Record<string, { spellings?: Record<string, string> }>).flatMap(
    ({ spellings }) => spellings?.[language]?.split(' ') ?? [],
  );
  const named = [...weekdayNames(language), ...monthNames(language)].map(([name]) => name);
  const [single, longer] = [new Set<string>(), new Set<string>()];
  // Thousands of phrases are made of few words, each of which is read once.
  for (const phrase of new Set([...phrases, ...units, ...named])) {
    const pieces = foldText(phrase).replaceAll('_', ' ').split(/\s+/);
    if (pieces.length === 1 && !phrase.includes('-')) single.add(pieces[0] as string);
    else for (const piece of pieces) longer.add(piece);
  }
  return new Set([
    ...[...single].flatMap((piece) => {
      const words = textsOf(piece);
      return words.length === 1 ? words : words.filter(isLong);
    }),
    ...[...longer].flatMap((piece) => textsOf(piece).filter(isLong)),
  ]);
}

const isLong = (word: string): boolean => word.length >= TELLING_LETTERS;

/** By language, English first: the words that tell it, which English has not. */
const TELLING_WORDS: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const english = listedWords('en').union(EMPTY_WORDS.get('en') as ReadonlySet<string>);
  const others = Object.keys(INTENT_LANGUAGES)
    .filter((language) => language !== 'en')
    .map((language) => [language, listedWords(language)] as const);
  // What is written alike in English and elsewhere (`liter`) tells neither.
  const own = others.reduce((left, [, words]) => left.difference(words), english);
  return new Map([
    ['en', own],
    ...others.map(([language, words]) => [language, words.difference(english)] as const),
  ]);
})();

/**
 * The language of a text: that of its small words, unless the words of another's lists are more than those (`drei Kilo
 * Spaghetti`). English where none tells.
 */
export function languageIn(text: string): string {
  const read = text.slice(0, LONGEST_READ);
  const words = textsOf(read.replace(NAME_INSIDE, ' '));
  const language = likeliest(words, synonyms.accentsIn(read), read);
  const telling = words.filter((word) => tells(language, word));
  return telling.length > 0 && telling.every((word) => ENGLISH_TOO.has(word)) ? 'en' : language;
}

/** Letters that of the languages read here these alone write; a folded text has lost them. */
const LETTERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[êëôûîâçœ]|(?<!\p{L})à(?!\p{L})|è\p{L}|é[es]?(?!\p{L})/u, ['fr']],
  [/[ñ¿¡]|ó[nrs]?(?!\p{L})|á[\p{L}]/u, ['es']],
  [/[äöß]/u, ['de']],
  [/[ìòù](?!\p{L})|(?<!\p{L})è(?!\p{L})|(?<=\p{L})à(?!\p{L})/u, ['it']],
];

/** Of languages that words tell alike the one whose letters a text has; null where that is none, or more. */
function byLetters(languages: readonly string[], text: string): string | null {
  const written = text.toLowerCase();
  const told = LETTERS.flatMap(([letters, own]) => (letters.test(written) ? own : []));
  const [one, ...others] = languages.filter((language) => told.includes(language));
  return one !== undefined && others.length === 0 ? one : null;
}

/**
 * Of those whose small words a text has the one of which it has most words that are read: `tra 7 e 10 euro` is Italian,
 * though Spanish has `tras`.
 */
function byLists(languages: readonly string[], words: readonly string[]): string | null {
  const small = languages.filter((language) => words.some((word) => EMPTY_WORDS.get(language)?.has(word)));
  const counts = small.map((language) => {
    const listed = TELLING_WORDS.get(language);
    return { language, count: words.filter((word) => listed?.has(word)).length };
  });
  const most = Math.max(...counts.map(({ count }) => count));
  const [one, ...others] = counts.filter(({ count }) => count === most);
  return one !== undefined && others.length === 0 ? one.language : null;
}

/** A word with a capital before another one, of which it may be the name: `Le Creuset Topf bis 200 Euro`. */
const NAME_BEGUN = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?=\s+\p{Lu}\p{Ll})/gu;

/** `Oral-B iO`: a name, and no word of Italian. */
const NAME_INSIDE = /(?<![\p{L}\p{N}])\p{Ll}+\p{Lu}\p{L}*/gu;

function likeliest(words: readonly string[], accents: Accents, text: string): string {
  const names = new Set((text.match(NAME_BEGUN) ?? []).flatMap(textsOf));
  const small = languageOf(words, accents);
  const scores = [...TELLING_WORDS.keys()].map((language) => ({
    language,
    // `à` is no English article
    score: scoreOf(
      language === 'en' ? words.filter((word) => !accents.words.has(word)) : words,
      language,
      names,
    ),
  }));
  const best = scores.reduce((most, one) => (one.score > most.score ? one : most));
  const alike = scores.filter(({ score }) => score === best.score && score > 0);
  const lettered =
    alike.length > 1
      ? byLetters(
          alike.map(({ language }) => language),
          text,
        )
      : null;
  if (lettered !== null) return lettered;
  const listed = byLists(
    alike.map(({ language }) => language),
    words,
  );
  if (listed !== null) return listed;
  const own = scores.find(({ language }) => language === small);
  if (own) return own.score >= best.score ? small : best.language;
  // Of a language that nothing reads its small words are all that is known.
  return scoreOf(words, small, names) > best.score ? small : best.language;
}

const tells = (language: string, word: string): boolean =>
  [EMPTY_WORDS, ASKING_WORDS, TELLING_WORDS].some((lists) => lists.get(language)?.has(word));

/** How many of the words tell a language; a small word of it counts twice, unless a name may begin with it. */
function scoreOf(words: readonly string[], language: string, names: ReadonlySet<string>): number {
  const [empty, asking] = [EMPTY_WORDS.get(language), ASKING_WORDS.get(language)];
  const telling = TELLING_WORDS.get(language);
  return words.reduce(
    (sum, word) =>
      sum +
      (empty?.has(word) && word.length > 1 && !names.has(word)
        ? 2
        : [empty, asking, telling].some((list) => list?.has(word))
          ? 1
          : 0),
    0,
  );
}

/** The language of a text of which two words tell it, or more. */
export function toldLanguage(text: string): { toldLanguage?: string } {
  const words = textsOf(text.slice(0, LONGEST_READ));
  const language = languageIn(text);
  return words.filter((word) => tells(language, word)).length > 1 ? { toldLanguage: language } : {};
}
