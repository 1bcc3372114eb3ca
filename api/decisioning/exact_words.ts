import { isThing } from '../../pipelines/categories/things.ts';
import { wantedOf } from '../../pipelines/domain/claims.ts';
import { INTENT_LANGUAGES, inEveryLanguage } from '../../pipelines/domain/intent/lexicon.ts';
import { monthNames, weekdayNames } from '../../pipelines/domain/intent/stated_day.ts';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import {
  ACCESSORY_WORDS,
  COMPATIBLE_WORDS,
  FOR_WORDS,
  GRAMMAR_WORDS,
  SPARE_PART_WORDS,
  SUPPLY_WORDS,
} from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { writtenWords } from '../../pipelines/text/written_words.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { type Fact, factMentioning } from '../search/product_facts.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { OWNERS } from './asked_nouns.ts';
import { packedAmounts, packsAsked } from './packed_amounts.ts';

type Asked = Pick<ShopperConstraints, 'words' | 'pieces' | 'language' | 'quantity' | 'parts' | 'numbers'>;

/** Languages in which every noun begins with a capital letter. */
export const CAPITAL_NOUNS: ReadonlySet<string> = new Set(['de']);

/**
 * Words that an answer's record must have, because nobody means them about so: numbers and codes that no constraint took
 * (`a 9`, `six`, `PA32`, `HL-2030`), and names that nothing here is called (`a Sony camera`). How many are wanted is told apart.
 */
export function exactWords(
  { words, pieces, language, quantity, parts, numbers }: Asked,
  index: SearchIndex,
): string[] {
  const counted = new Set([quantity?.text ?? '', parts?.text ?? ''].flatMap((text) => text.split(/\s+/)));
  const used = new Set(pieces.flatMap((piece) => usedWith(piece, index)));
  // `1 washing machine` is a washing machine.
  const ones = new Set(pieces.some((piece) => writtenWords(piece)[0] === '1') ? ['1'] : []);
  // `24 x 330 ml`, which is held to as an amount.
  const packed = new Set(packsAsked(words).flatMap((amount) => amount.words));
  const written = writtenWords(packedAmounts(words).length > 0 ? words : withSides(words)).filter(
    (word) =>
      /\d/.test(word) &&
      !counted.has(word) &&
      !used.has(foldText(word)) &&
      !ones.has(word) &&
      !packed.has(foldText(word)),
  );
  const coded = [...written, ...numbers];
  if (CAPITAL_NOUNS.has(language)) return [...new Set(coded)];
  const unknown = new Set(index.parse(words, { meaning: language }).unknown);
  const names = pieces
    .flatMap((piece) => namesIn(writtenWords(piece)))
    .filter(
      (word) =>
        unknown.has(foldText(word)) ||
        unknown.has(fromPlural(foldText(word))) ||
        index.parse(word).unknown.includes(foldText(word)),
    );
  return [...new Set([...coded, ...names])];
}

/**
 * What a thing is used with and nothing here is called (`a television for the ps5`): it is told as what was left aside.
 * What somebody owns is a must (`my ps5`), and what is made for another thing must name that (`fittedNames`).
 */
function usedWith(piece: string, index: SearchIndex): string[] {
  const texts = wordsOf(piece).map(({ text }) => text);
  const use = texts.findIndex((text) => FOR_WORDS.has(text));
  if (use < 1 || OWNERS.has(texts[use + 1] ?? '')) return [];
  const { unknown } = index.parse(piece);
  return texts.slice(use + 1).filter((text) => unknown.includes(text) && /\p{L}/u.test(text));
}

/**
 * What somebody says that they have (`I've got a Trivo machine`), which what is used up must fit: names and codes in
 * what was left aside, but for the words that begin it.
 */
export const ownedNames = ({ asides, language }: Pick<ShopperConstraints, 'asides' | 'language'>): string[] =>
  asides.flatMap((aside) =>
    writtenWords(aside)
      .slice(1)
      .filter((word) => !CAPITAL_NOUNS.has(language) && /\p{Lu}.*\p{L}/u.test(word) && !/^I['’]/.test(word)),
  );

/** What says what a thing must fit. */
const FITS: ReadonlySet<string> = new Set([...FOR_WORDS, ...COMPATIBLE_WORDS, ...inEveryLanguage('fits')]);
const GOES_IN: ReadonlySet<string> = new Set(
  [...SUPPLY_WORDS, ...ACCESSORY_WORDS, ...SPARE_PART_WORDS].map(fromPlural),
);

/**
 * What something that goes with another thing must fit, as far as it is named: makers and codes behind `for` (`toner for
 * my Papyra printer`), and what nothing here is called, behind it or before what is used up (`brother ink`).
 */
export function fittedNames(
  { pieces, words }: Pick<Asked, 'pieces' | 'words'>,
  index: SearchIndex,
): string[] {
  return (pieces.length > 0 ? pieces : [words]).flatMap((piece) => {
    const texts = wordsOf(piece).map(({ text }) => text);
    const takes = texts.findIndex((text) => FITS.has(text));
    const taken = texts.findIndex((text) => GOES_IN.has(text) || PORTIONS.has(text));
    if (takes > 0 && takes < taken) return namedSupplies(piece, takes, taken);
    // `a stand mixer` is a mixer
    const noun = texts.findIndex(
      (text, at) => (GOES_IN.has(text) || PORTIONS.has(text)) && !isThing(texts[at + 1] ?? ''),
    );
    if (noun < 0) return [];
    const fits = texts.findIndex((text, at) => at > noun && FITS.has(text));
    const { groups, unknown } = index.parse(piece);
    const isMaker = (text: string) => groups.some((group) => group.text === text && group.role === 'plain');
    // `keeps flashing toner low`: what it does is no name, nor is how it is wanted (`a sturdy case`)
    const isUnknown = (text: string) =>
      unknown.includes(text) && !GRAMMAR_WORDS.has(text) && !/^\p{Ll}+ing$/u.test(text) && !UNNAMED.has(text);
    // `brother ink`; what stands apart says something else: `it is complaining about ink`
    const name = texts.slice(0, noun).findLastIndex((text) => GRAMMAR_WORDS.has(text)) + 1;
    const isPortion = PORTIONS.has(texts[noun] as string);
    const before = isPortion ? [] : texts.slice(name, noun).filter(isUnknown);
    const behind = fits < 0 ? [] : texts.slice(fits + 1).filter((text) => isMaker(text) || isUnknown(text));
    return [...before, ...behind];
  });
}

/** How a thing is wanted, whatever it is (`a sturdy case`), and what somebody or something does (`it says replace toner`). */
const UNNAMED = inEveryLanguage('wish', 'praise', 'predicate', 'asks');

/** What a machine takes one of at a time. */
const PORTIONS = inEveryLanguage('portion');

/** `a machine for Domo pods`: the names between what says that it takes something and that, by their capital letters. */
const namedSupplies = (piece: string, takes: number, noun: number): string[] =>
  writtenWords(piece)
    .slice(takes + 1, noun)
    .filter((word) => /^\p{Lu}/u.test(word))
    .flatMap(withoutSupply);

/** `Trivo-Kapseln` as `Trivo`: what they are called in the text's language is in no record. */
function withoutSupply(name: string): string[] {
  const parts = name.split('-');
  const last = fromPlural(foldText(parts.at(-1) ?? ''));
  return parts.length > 1 && (GOES_IN.has(last) || PORTIONS.has(last)) ? parts.slice(0, -1) : [name];
}

/**
 * What somebody has the supplies of (`I have Trivo capsules left`), or whose batteries (`i already have makita batteries`),
 * which the thing itself must take.
 */
export const suppliedNames = (
  { asides, language }: Pick<ShopperConstraints, 'asides' | 'language'>,
  index: SearchIndex,
): string[] => [
  ...ownedNames({
    asides: asides.filter((aside) => wordsOf(aside).some(({ text }) => SUPPLIES.has(text))),
    language,
  }),
  ...asides.flatMap((aside) => poweredBy(aside, index)),
];

/** The makers right before batteries: `makita 18v batteries`. */
function poweredBy(aside: string, index: SearchIndex): string[] {
  const texts = wordsOf(aside).map(({ text }) => text);
  const power = texts.findIndex((text) => POWERS.has(text));
  const before = texts.slice(Math.max(0, power - MOST_BEFORE), Math.max(0, power));
  return before.filter((text) => !/\d/.test(text) && index.isBrand(text));
}
const POWERS: ReadonlySet<string> = new Set(
  [...inEveryLanguage('powers')].flatMap((word) => [word, fromPlural(word)]),
);
/** `makita 18 v lxt batteries` */
const MOST_BEFORE = 4;
const SUPPLIES: ReadonlySet<string> = new Set([...SUPPLY_WORDS].map(fromPlural));

/** Words with a capital letter before what the thing is for, and of what the thing is for where somebody owns that. */
function namesIn(words: readonly string[]): string[] {
  const use = words.findIndex((word) => FOR_WORDS.has(foldText(word)));
  const end = use < 0 ? words.length : use;
  const isOwned = use >= 0 && OWNERS.has(foldText(words[use + 1] ?? ''));
  return [
    ...words.slice(0, end).filter((word, at) => (at > 0 && !isPlace(words, at)) || IN_NAME.test(word)),
    ...(isOwned ? words.slice(use + 2) : []),
  ].filter((word) => /\p{Lu}/u.test(word) && !SUBJECTS.has(foldText(word)));
}
/** `but I want it`: who asks is no maker. */
const SUBJECTS: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ subject }) => subject.map(foldText)),
);
/** `I fly to Tokyo`, `in October`: a place or a time that tells of people, as no maker stands behind these. */
const isPlace = (words: readonly string[], at: number): boolean =>
  TO_PLACES.has(foldText(words[at - 1] ?? '')) || MONTHS.has(foldText(words[at] as string));
const TO_PLACES = inEveryLanguage('to_place');
const MONTHS: ReadonlySet<string> = new Set(
  Object.keys(INTENT_LANGUAGES).flatMap((language) =>
    [...monthNames(language), ...weekdayNames(language)].map(([name]) => foldText(name)),
  ),
);
/** A capital letter behind others says a name wherever it stands: `ThinkPad battery`. */
const IN_NAME = /\p{Ll}\p{Lu}/u;

/** `140 x 70 cm` as `140x70 cm`: the sides of one thing are one code. */
const withSides = (text: string): string =>
  text.replaceAll(/(?<=\d)\s*[x×]\s*(?=\d)/giu, (sign) => sign.trim().toLowerCase());

/** Those of the words that a record does not have as they are written. */
export function lackingOf(
  exact: readonly string[],
  { product, facts }: { product: Product; facts: readonly Fact[] },
): string[] {
  if (exact.length === 0) return [];
  const own = productWords(product);
  return exact.filter(
    (word) =>
      factMentioning(facts, wantedOf(word)) === undefined &&
      !wordsOf(word).every(({ text }) => own.has(text)) &&
      !(SIDES.test(word) && product.listings.some((listing) => statesSides(listing, word))) &&
      !(YEAR.test(word) && product.listings.some((listing) => statesYear(listing, Number(word)))),
  );
}
/** `160x200`, which titles and attributes write as `160 x 200 cm` too. */
const SIDES = /^\d+(?:[.,]\d+)?(?:[x×]\d+(?:[.,]\d+)?){1,2}$/iu;
const solid = (text: string): string =>
  foldText(text)
    .replaceAll(/(?<=\d)(?:\s*(?:cm|mm|m|in|inch|"))?\s*[x×]\s*(?=\d)/g, 'x')
    .replaceAll(/(?<=\d),(?=\d)/g, '.');
const statesSides = ({ title, attributes }: Listing, sides: string): boolean =>
  [title, ...Object.values(attributes)].some((text) =>
    new RegExp(`(?<![\\d.])${RegExp.escape(solid(sides))}(?![\\d.])`, 'u').test(solid(text)),
  );

const YEAR = /^(?:19|20)\d{2}$/;
const YEARS = /(?<!\d)((?:19|20)\d{2})\s?[-–]\s?((?:19|20)\d{2})(?!\d)/g;
/** `for 2018-2021 Honda Accord`: what fits the years of a range fits each of them. */
const statesYear = ({ title, attributes }: Listing, year: number): boolean =>
  [title, ...Object.values(attributes)].some((text) =>
    [...text.matchAll(YEARS)].some(([, from, to]) => year >= Number(from) && year <= Number(to)),
  );
