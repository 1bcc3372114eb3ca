import { SHADES } from '../attributes/shades.ts';
import { foldedParts } from '../text/fold.ts';
import { COLOR_WORDS, GRAMMAR_WORDS, PACK_UNITS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { titleWords, WORD } from '../text/reading.ts';
import type { ComparedItem } from './compared_item.ts';
import { isPlainWord } from './plain_words.ts';
import { SAID_OTHERWISE } from './said_otherwise.ts';
import { readTitle } from './title_reading.ts';
import { isNoun } from './title_stretches.ts';
import { type Rarity, saidByTitles, unsaid } from './wording.ts';

/** Words of a title that the other item says nowhere, by what they are, in the rarity of a word that nobody else has. */
export interface LeftOver {
  /** Words for things. */
  things: number;
  /** Other words of English. */
  plain: number;
  /** How many are neither: names, or words of another language. */
  names: number;
  /** What all telling words of that title weigh. */
  total: number;
}

/** What two items' titles have in common. */
export interface SharedWords {
  things: number;
  words: number;
  /** The rarity of the names among them. */
  names: number;
}

const MOST_TITLES = 6;
/** Letters of the longest abbreviation, of the shortest, and by how many it is shorter. */
const SHORT = { from: 3, to: 5, less: 2 };
/** A word that no catalogue has: as rare as any. */
const NOBODYS = 'zzqxnothing';

/** Words of a title that may tell which thing it is, in the singular: no brand, colour, size, pack, number or praise. */
export function tellingWords(title: string, brands: ReadonlySet<string>): string[] {
  return titleWords(readTitle(title)).flatMap(({ text, kind }) => {
    const word = fromPlural(text);
    const isTelling =
      kind === WORD &&
      !brands.has(text) &&
      !GRAMMAR_WORDS.has(text) &&
      ![text, word].some((one) => SAID_OTHERWISE.has(one) || COLOR_WORDS.has(one) || SHADES.has(one)) &&
      !PACK_UNITS.has(word);
    return isTelling ? [word] : [];
  });
}

export const brandsOf = (...items: readonly ComparedItem[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ brand }) => foldedParts(brand ?? '')));

/** What the title leaves over that leaves least: sellers add praise. */
export function leftOver(own: ComparedItem, other: ComparedItem, rarity: Rarity): LeftOver {
  const brands = brandsOf(own, other);
  const said = saidByTitles(other, own);
  const unit = rarity(NOBODYS);
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + rarity(word), 0) / unit;
  let best: LeftOver | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const title of own.titles.slice(0, MOST_TITLES)) {
    const words = tellingWords(title, brands);
    const missing = unsaid(words, said);
    const left = words.filter((word) => missing.has(word) && !isCutShort(word, said));
    const total = weigh(words);
    const share = total === 0 ? 0 : weigh(left) / total;
    if (share >= least) continue;
    least = share;
    best = {
      things: weigh(left.filter(isNoun)),
      plain: weigh(left.filter((word) => isPlainWord(word) && !isNoun(word))),
      names: left.filter(isName).length,
      total,
    };
  }
  return best ?? { things: 0, plain: 0, names: 0, total: 0 };
}

const isName = (word: string): boolean => !isPlainWord(word) && !isNoun(word);

/** Whether a word is one of the others cut short or written out: `kybd` and `keyboard`, `mtrs` and `matters`. */
const isCutShort = (word: string, said: ReadonlySet<string>): boolean =>
  [...said].some((one) => (word.length < one.length ? isShortFor(word, one) : isShortFor(one, word)));

function isShortFor(short: string, whole: string): boolean {
  const isOfLength =
    short.length >= SHORT.from && short.length <= SHORT.to && whole.length >= short.length + SHORT.less;
  if (!isOfLength || short[0] !== whole[0]) return false;
  if (whole.startsWith(short)) return true;
  if (isPlainWord(short) || /[aeiou]/.test(short.slice(1))) return false;
  let at = 0;
  for (const letter of whole) if (letter === short[at]) at++;
  return at === short.length;
}

export function sharedWords(a: ComparedItem, b: ComparedItem, rarity: Rarity): SharedWords {
  const brands = brandsOf(a, b);
  const [left, right] = [a, b].map(
    ({ titles }) => new Set(titles.flatMap((title) => tellingWords(title, brands))),
  ) as [Set<string>, Set<string>];
  const shared = [...left.intersection(right)];
  const names = shared.filter(isName).reduce((sum, word) => sum + rarity(word), 0);
  return { things: shared.filter(isNoun).length, words: shared.length, names: names / rarity(NOBODYS) };
}

/** Whether right behind their maker, where lines stand, each title has a word that the other says nowhere: `Kestrix Talon 14` and `Kestrix Nest 14`. */
export function haveSwappedWord(a: ComparedItem, b: ComparedItem): boolean {
  const brands = brandsOf(a, b);
  const [left, right] = [lonelyWords(a, b, brands), lonelyWords(b, a, brands)];
  return !left.isDisjointFrom(right);
}

/** The words of the maker behind which an item's title has one that the other says nowhere. */
function lonelyWords(own: ComparedItem, other: ComparedItem, brands: ReadonlySet<string>): Set<string> {
  const said = saidByTitles(other, own);
  const telling = tellingWords(own.title, brands);
  const missing = unsaid(telling, said);
  const parts = foldedParts(own.title).map(fromPlural);
  return new Set(
    parts.flatMap((word, at) => {
      const before = parts[at - 1];
      const isLine = before !== undefined && brands.has(before) && missing.has(word);
      return isLine && !isCutShort(word, said) ? [before] : [];
    }),
  );
}
