import { foldText } from './fold.ts';
import de from './languages/de.json' with { type: 'json' };
import el from './languages/el.json' with { type: 'json' };
import en from './languages/en.json' with { type: 'json' };
import es from './languages/es.json' with { type: 'json' };
import fr from './languages/fr.json' with { type: 'json' };
import he from './languages/he.json' with { type: 'json' };
import it from './languages/it.json' with { type: 'json' };
import nl from './languages/nl.json' with { type: 'json' };
import pl from './languages/pl.json' with { type: 'json' };
import pt from './languages/pt.json' with { type: 'json' };
import ru from './languages/ru.json' with { type: 'json' };
import { fromPlural } from './plural.ts';

/** Words that carry no thing of their own. */
export const FUNCTION_WORD_LISTS = [
  'articles',
  'prepositions',
  'pronouns',
  'questions',
  'polite',
  'conjunctions',
] as const;
export type FunctionWordList = (typeof FUNCTION_WORD_LISTS)[number];

/** The words of one language, as people write them; folded when they are read. Each list says what it is for. */
export type LanguageWords = Record<FunctionWordList, readonly string[]> & {
  /** Words that people put around what they ask for: `also`, `get`, `there`. Titles may have them in names: Just Dance. */
  asking: readonly string[];
  /** Words of these lists that name things too: the Xbox One, a can opener, a down jacket. */
  particles: readonly string[];
  denies_next: readonly string[];
  denies_before: readonly string[];
  /** What a title shouts before its name: `Hot Deal!` */
  shouts: readonly string[];
  /** Behind a word that may deny what stands before it, what a seller gives for nothing: `free returns`. */
  offered_free: readonly string[];
  between_denial: readonly string[];
  /** English name of a colour → its words. */
  colors: Readonly<Record<string, readonly string[]>>;
  /** Letter of a size → its words. */
  sizes: Readonly<Record<string, readonly string[]>>;
  packs: {
    units: readonly string[];
    holders: readonly string[];
    containers: readonly string[];
    links: readonly string[];
    counts: Readonly<Record<string, number>>;
  };
  editions: readonly string[];
  /** Words with a colour that name none: `blu_ray`. */
  colorless: readonly string[];
  /** English name of a scent or taste → its words. */
  tastes: Readonly<Record<string, readonly string[]>>;
  /** Whom a thing is for: `male`, `female`, `unisex`; `baby`, `child`, `adult`. */
  sexes: Readonly<Record<string, readonly string[]>>;
  ages: Readonly<Record<string, readonly string[]>>;
  /** Young pets, whose food and things are not for grown ones. */
  young_animals: readonly string[];
  /** `left`, `right`, `front`, `rear` → words. */
  sides: Readonly<Record<string, readonly string[]>>;
  /** `refurbished`, `used` → words. */
  conditions: Readonly<Record<string, readonly string[]>>;
  /** Words for one half before a unit: `half gallon`. */
  halves: readonly string[];
  /** Words before a letter of a size. */
  size_names: readonly string[];
  /** What stands behind these comes along with the thing. */
  along: readonly string[];
  /** Words beside what a thing is sold with: `battery included`. */
  included: readonly string[];
  /** Words behind what is sold by itself: `charger sold separately`. */
  apart: readonly string[];
  /** Words for two of a thing. */
  pairs: readonly string[];
  /** What says that a thing goes with another maker's, not that it is it. */
  compatible: readonly string[];
  for: readonly string[];
  /** English name of what a thing may be without → words that say so: `decaf`, `unsalted`. */
  lacks: Readonly<Record<string, readonly string[]>>;
  /** Nouns of what another thing uses up: `toner`. What stands behind `for` is what it must fit. */
  supplies: readonly string[];
  /** Nouns of what is made for another thing: `case`, `charger`. */
  accessories: readonly string[];
  /** Nouns of what is a part of another thing where a word for `for` is behind: `base for a car seat`. */
  parts: readonly string[];
  spare_parts: readonly string[];
  /** Words beside the number of a version, of a generation. */
  versions: readonly string[];
  generations: readonly string[];
  /** What a thing has, holds or serves so many of: `person`, `burner` → words for it; two words joined by `_`. */
  holds: Readonly<Record<string, readonly string[]>>;
  /** Words before a number of people: `sleeps 4`. */
  room_for: readonly string[];
  /** One, two, three and so on. */
  numerals: readonly string[];
  /** For a thing that nobody names: `something to drink`. */
  anything: readonly string[];
};

/** ISO 639-1 code → words. A language is added by a file of the same lists and a line here. */
export const LANGUAGES: Readonly<Record<string, LanguageWords>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pl,
  pt,
  he,
  el,
  ru,
};

const everywhere = Object.values(LANGUAGES);

function folded(listOf: (words: LanguageWords) => readonly string[]): ReadonlySet<string> {
  return new Set(everywhere.flatMap((words) => listOf(words).map(foldText)));
}

function named<Value>(
  listsOf: (words: LanguageWords) => Readonly<Record<string, readonly string[]>>,
  value: (name: string) => Value,
): ReadonlyMap<string, Value> {
  return new Map(
    everywhere.flatMap((words) =>
      Object.entries(listsOf(words)).flatMap(([name, list]) =>
        list.map((word) => [foldText(word), value(name)] as const),
      ),
    ),
  );
}

/** Function words of one language, of these lists (all of them unless told). Throws RangeError for a language without words. */
export function functionWords(
  language: string,
  lists: readonly FunctionWordList[] = FUNCTION_WORD_LISTS,
): ReadonlySet<string> {
  const words = LANGUAGES[language];
  if (!words)
    throw new RangeError(`no words of language ${language}; there are ${Object.keys(LANGUAGES).join(', ')}`);
  return new Set(lists.flatMap((list) => words[list].map(foldText)));
}

/** Folded words, each also as an index of words holds it: `this` loses its last letter like a plural. */
const asIndexed = (words: Iterable<string>): ReadonlySet<string> =>
  new Set([...words].flatMap((word) => [word, fromPlural(word)]));

/** Words that say nothing of a thing by themselves, by language. */
export const EMPTY_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LANGUAGES).map(([language, { particles }]) => {
    const naming = asIndexed(particles.map(foldText));
    return [language, asIndexed(functionWords(language)).difference(naming)];
  }),
);
/**
 * What tells no other language by itself: small words of English (`in`), and common words of it that are small words elsewhere
 * (`car` is French, `door` Dutch, `hat` German), or of `car battery charger` the first word would be the thing, as in French.
 */
export const ENGLISH_TOO: ReadonlySet<string> = new Set([
  ...(EMPTY_WORDS.get('en') ?? []),
  ...'all car come door hat man over son'.split(' '),
]);
export const ANYTHING_WORDS: ReadonlySet<string> = folded(({ anything }) => anything);
/** `please`, `svp`: what a sentence may end with that says nothing. */
export const POLITE_WORDS: ReadonlySet<string> = folded(({ polite }) => polite);
/** Words that people put around what they ask for, by language; in a title they may be part of a name. */
export const ASKING_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LANGUAGES).map(([language, { asking }]) => [language, asIndexed(asking.map(foldText))]),
);
/** Words of any language's grammar, and for a half: whoever writes one has not misspelt another. */
export const GRAMMAR_WORDS: ReadonlySet<string> = new Set([
  ...Object.keys(LANGUAGES).flatMap((language) => [...functionWords(language)]),
  ...folded(({ halves }) => halves),
]);

/** Languages in which a noun stands before what tells more of it: `scarpe da corsa`, not `running shoes`. */
export const HEAD_FIRST: ReadonlySet<string> = new Set(['es', 'fr', 'he', 'it', 'pt']);

/** Words that deny what follows them, that deny what stands before them, what makes an offer of these (`free returns`), and what may stand between `no` and the thing. */
export const DENIES_NEXT = folded(({ denies_next }) => denies_next);
export const DENIES_BEFORE = folded(({ denies_before }) => denies_before);
export const SHOUTS = asIndexed(folded(({ shouts }) => shouts));
export const OFFERED_FREE = asIndexed(folded(({ offered_free }) => offered_free));
export const BETWEEN_DENIAL = folded(({ between_denial }) => between_denial);

/** Two words joined by `_` of which the first is no colour: `red_eye`. */
export const COLORLESS = folded(({ colorless }) => colorless);

/** Names of the colours, in the order of the bits that stand for them. */
export const COLORS = [
  'black',
  'white',
  'silver',
  'red',
  'blue',
  'green',
  'yellow',
  'pink',
  'purple',
  'orange',
  'brown',
  'gray',
  'gold',
  'beige',
  'cyan',
  'magenta',
  'clear',
  'ivory',
  'bronze',
  'navy',
] as const;

/** Folded word → name of its colour (one of COLORS). */
export const COLOR_WORDS = named(
  ({ colors }) => colors,
  (name) => name,
);

/** By language the folded names of colours that no other language has: `noire`, not `orange`. */
export const OWN_COLOR_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LANGUAGES).map(([language, words]) => {
    const others = Object.values(LANGUAGES).filter((other) => other !== words);
    return [language, colorsOf([words]).difference(colorsOf(others))];
  }),
);

function colorsOf(languages: readonly LanguageWords[]): ReadonlySet<string> {
  return asIndexed(languages.flatMap(({ colors }) => Object.values(colors).flat()).map(foldText));
}

/** Sizes by their letters, in any language; numbers are sizes only where something says so. */
export const LETTER_SIZES: ReadonlySet<string> = new Set('xxs xs xl xxl xxxl 2xl 3xl 4xl 5xl'.split(' '));
/** Folded word → letter of the size it names. */
export const SIZE_WORDS = named(
  ({ sizes }) => sizes,
  (name) => name,
);

/** Words for a pack: behind a number (`6 pack`, `6er-Pack`) or before it with a small word between (`pack of 6`). */
export const PACK_UNITS = folded(({ packs }) => packs.units);
/** Words for what holds several pieces, a pack where a small word and a number follow: `box of 24`. */
export const PACK_HOLDERS = folded(({ packs }) => packs.holders);
/** Words for single pieces, a pack between their number and contents: `6 bottles of 500 ml`. */
export const CONTAINERS = folded(({ packs }) => packs.containers);
/** Small words between a pack word and its number. */
export const PACK_LINKS = folded(({ packs }) => packs.links);
/** Words that say how many are in the pack by themselves. */
export const PACK_COUNTS: ReadonlyMap<string, number> = new Map(
  everywhere.flatMap(({ packs }) =>
    Object.entries(packs.counts).map(([word, count]) => [foldText(word), count] as const),
  ),
);

/** Words of an edition. */
export const EDITION_WORDS = folded(({ editions }) => editions);

/** Folded word, or two joined by `_`, → the scent or taste it names. */
export const TASTE_WORDS = named(
  ({ tastes }) => tastes,
  (name) => name,
);

/** Names behind each folded word of lists whose words may name several: `boys` is male and a child. */
function severally(
  listsOf: (words: LanguageWords) => Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, Set<string>>();
  for (const words of everywhere)
    for (const [name, list] of Object.entries(listsOf(words)))
      for (const word of list) names.set(foldText(word), (names.get(foldText(word)) ?? new Set()).add(name));
  return new Map([...names].map(([word, found]) => [word, [...found]]));
}

export const SEX_WORDS = severally(({ sexes }) => sexes);
export const AGE_WORDS = severally(({ ages }) => ages);
export const YOUNG_ANIMAL_WORDS = folded(({ young_animals }) => young_animals);
export const SIDE_WORDS = severally(({ sides }) => sides);
export const CONDITION_WORDS = severally(({ conditions }) => conditions);
export const SIZE_NAME_WORDS = folded(({ size_names }) => size_names);
export const HALF_WORDS = folded(({ halves }) => halves);
export const ALONG_WORDS = folded(({ along }) => along);
export const INCLUDED_WORDS = folded(({ included }) => included);
export const APART_WORDS = folded(({ apart }) => apart);
export const PAIR_WORDS = folded(({ pairs }) => pairs);
export const COMPATIBLE_WORDS = folded(({ compatible }) => compatible);
export const FOR_WORDS = folded((words) => words.for);
/** Folded word → what it says that a thing has not: `decaf` caffeine. */
export const LACKING_WORDS = named(
  ({ lacks }) => lacks,
  (name) => name,
);
export const SUPPLY_WORDS = folded(({ supplies }) => supplies);
export const ACCESSORY_WORDS = folded(({ accessories }) => accessories);
/** Of languages that put what a thing is first: `funda iPhone 15`. */
export const LEADING_ACCESSORIES: ReadonlySet<string> = new Set(
  [...HEAD_FIRST].flatMap((language) => LANGUAGES[language]?.accessories ?? []).map(foldText),
);
export const PART_WORDS = folded(({ parts }) => parts);
export const SPARE_PART_WORDS = folded(({ spare_parts }) => spare_parts);
export const VERSION_WORDS = folded(({ versions }) => versions);
export const GENERATION_WORDS = folded(({ generations }) => generations);

export const HOLD_WORDS = severally(({ holds }) => holds);
export const ROOM_FOR_WORDS = folded(({ room_for }) => room_for);
/** Folded word → the number it names, wherever it is no article. */
export const NUMERAL_WORDS: ReadonlyMap<string, number> = new Map(
  everywhere.flatMap(({ numerals, articles }) =>
    numerals.flatMap((word, at) => (articles.includes(word) ? [] : [[foldText(word), at + 1] as const])),
  ),
);
/** `zweisitzer`, `tweepersoons` → what is counted, as `HOLD_WORDS` has it, and how many. */
export const NUMBERED_WORDS: ReadonlyMap<string, readonly [things: readonly string[], count: number]> =
  new Map(
    everywhere.flatMap(({ numerals, holds }) =>
      Object.values(holds)
        .flat()
        .map(foldText)
        .flatMap((word) =>
          numerals.map(
            (numeral, at) => [foldText(numeral) + word, [HOLD_WORDS.get(word) ?? [], at + 1]] as const,
          ),
        ),
    ),
  );

/** Steps of a series, which makers write alike in every language: with and without one are two things. */
export const TIER_WORDS: ReadonlySet<string> = new Set(
  'pro max plus mini lite ultra se fe ti nano air'.split(' '),
);
