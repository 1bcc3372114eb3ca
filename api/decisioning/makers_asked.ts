import { inEveryLanguage } from '../../pipelines/domain/intent/lexicon.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { isPlainWord } from '../../pipelines/equivalence/plain_words.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { foldKey, foldText } from '../../pipelines/text/fold.ts';
import {
  AGE_WORDS,
  COMPATIBLE_WORDS,
  FOR_WORDS,
  functionWords,
  LANGUAGES,
  SEX_WORDS,
} from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { writtenWords } from '../../pipelines/text/written_words.ts';
import { catalogueMakers } from '../../warehouse/reads/catalogue_makers.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { OWNERS, PREPOSITIONS_OF } from './asked_nouns.ts';
import { CAPITAL_NOUNS } from './exact_words.ts';

type Text = Pick<ShopperConstraints, 'words' | 'pieces' | 'language' | 'ranOut'>;

/** Words of the longest name. */
const MOST_WORDS = 4;
/** Letters of the shortest name that is known in small letters, wherever it stands. */
const LEAST_SMALL = 3;
/** A word of English names a maker in small letters too, where so many of the titles that have it are of one maker. */
const LEAST_SHARE = 0.8;

/**
 * The makers of which a text asks for something, as it writes them: a name that some listing declares (`Makita lawn mower`),
 * and whatever name stands behind what says who made a thing (`shoes from Merrell`). What the thing is for, like or with is
 * none of it, and what is refused or only wished for is no part of these words. Of several one is enough: a thing has one maker.
 */
export async function makersAsked(snapshot: Snapshot, text: Text): Promise<string[]> {
  if (text.ranOut !== null) return [];
  const [index, makerCalled] = [await snapshot.searchIndex(), await catalogueMakers(snapshot)];
  const named = (text.pieces.length > 0 ? text.pieces : [text.words]).flatMap((piece) =>
    namesIn(piece, { index, language: text.language, isMaker: (key) => makerCalled(key) !== null }),
  );
  return [...new Set(named)];
}

/** A text without these names and what says that they made it; '' where they are all of it. */
export function withoutMakers(text: string, makers: readonly string[]): string {
  const names = new Set(makers.flatMap((maker) => writtenWords(maker)));
  const words = text.split(/\s+/);
  const isName = (at: number) => writtenWords(words[at] ?? '').some((word) => names.has(word));
  return words
    .filter((word, at) => !isName(at) && !(MADE_BY.has(foldText(word)) && isName(at + 1)))
    .join(' ');
}

/** Whether the record of a product has one of these names. */
export function isMadeBy(product: Product, makers: readonly string[]): boolean {
  if (makers.length === 0) return true;
  const words = productWords(product);
  const brands = new Set(product.listings.flatMap(({ brand }) => (brand === null ? [] : [foldKey(brand)])));
  return makers.some(
    (maker) => brands.has(foldKey(maker)) || wordsOf(maker).every(({ text }) => words.has(text)),
  );
}

interface Known {
  index: SearchIndex;
  language: string;
  isMaker: (key: string) => boolean;
}

function namesIn(piece: string, known: Known): string[] {
  const all = writtenWords(piece);
  const folded = all.map((word) => foldText(word).replace(/['’]s$/u, ''));
  const use = folded.findIndex((word, at) => at > 0 && saysUse(word) && !isOfPeople(folded[at + 1]));
  const words = use < 0 ? all : all.slice(0, use);
  const names: string[] = [];
  for (let from = 0; from < words.length; from++) {
    const place = placeOf(folded, from, known.language);
    if (place === 'apart') continue;
    for (let next = Math.min(words.length, from + MOST_WORDS); next > from; next--) {
      const name = words.slice(from, next);
      if (!isNamed(name, { isFirst: from === 0, isTold: place === 'made by' }, known)) continue;
      names.push(name.join(' '));
      from = next - 1;
      break;
    }
  }
  return names;
}

const saysUse = (word: string): boolean => FOR_WORDS.has(word) || COMPATIBLE_WORDS.has(word);
/** `shoes for men from Merrell` */
const isOfPeople = (word = ''): boolean => SEX_WORDS.has(word) || AGE_WORDS.has(word);

/** Where a word stands: behind what says who made a thing, behind what tells of another, or free of both. */
function placeOf(folded: readonly string[], at: number, language: string): 'made by' | 'apart' | 'free' {
  const articles = functionWords(language, ['articles']);
  const before = folded.slice(0, at).findLast((word) => !articles.has(word)) ?? '';
  if (MADE_BY.has(before)) return 'made by';
  return OWNERS.has(before) || ALL_BUT.has(before) || PREPOSITIONS_OF.get(language)?.has(before)
    ? 'apart'
    : 'free';
}
const MADE_BY = inEveryLanguage('made_by');

/** A colour, taste, size or condition in the language of the text: `miele` is honey in Italian alone. */
const saysHow = (word: string, language: string): boolean =>
  [language, 'en'].some((code) => HOW.get(code)?.has(word));
const HOW: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LANGUAGES).map(([language, { colors, tastes, sizes, conditions }]) => [
    language,
    new Set(
      [colors, tastes, sizes, conditions]
        .flatMap((lists) => Object.values(lists).flat())
        .map((word) => foldText(word)),
    ),
  ]),
);

/** `any tablet but samsung` */
const ALL_BUT = inEveryLanguage('all_but');

function isNamed(
  name: readonly string[],
  { isFirst, isTold }: { isFirst: boolean; isTold: boolean },
  { index, language, isMaker }: Known,
): boolean {
  const key = foldKey(name.join(''));
  const isWrittenAsName = name.every((word) => /^\p{Lu}/u.test(word));
  const isCapital = isWrittenAsName && !CAPITAL_NOUNS.has(language);
  if (/^\d*$/.test(key)) return false;
  if (!isMaker(key)) return isTold && isCapital && name.length === 1;
  const folded = name.map(foldText);
  if ((isCapital && !isFirst) || name.every((word) => /^\p{Lu}{2,}$/u.test(word))) return true;
  if (folded.every((word) => saysHow(word, language))) return isTold && isWrittenAsName;
  if (isTold) return true;
  if (!folded.every((word) => isPlainWord(word) || nameOfWord(word) !== null))
    return isFirst || key.length >= LEAST_SMALL;
  return folded.every((word) => index.shareNamed(word) >= LEAST_SHARE);
}
