import { foldedParts, foldText } from '../text/fold.ts';
import { COMPATIBLE_WORDS, CONDITION_WORDS, FOR_WORDS, LANGUAGES, SIZE_WORDS } from '../text/languages.ts';
import type { ComparedItem } from './compared_item.ts';
import { isPlainWord } from './plain_words.ts';
import { UNSAYING } from './roles.ts';
import { SAID_OTHERWISE } from './said_otherwise.ts';
import { isNoun } from './title_stretches.ts';

/** The maker that some listing of the catalogue declares under these letters and digits (`foldKey`), as it spells the name; null of none. */
export type MakerCalled = (key: string) => string | null;

/** Words of the longest name. */
const MOST_WORDS = 4;
/** Letters of the shortest name that may stand anywhere but at the beginning. */
const LEAST_INSIDE = 4;

/** An item of which nobody declares the maker, under the one that its titles name: another listing here declares that maker. */
export function withMaker(item: ComparedItem, makerCalled: MakerCalled): ComparedItem {
  if (item.brand !== null) return item;
  for (const title of item.titles) {
    const brand = makerNamed(title, makerCalled);
    if (brand !== null)
      return { ...item, brand, stated: item.stated.map((one) => ({ ...one, brand: one.brand ?? brand })) };
  }
  return item;
}

/**
 * The first name of a maker in a title, before it says what the thing goes with. At the beginning and behind praise (`NEW!
 * Apple iPhone`) any name may stand but a colour, a size or praise alone (`New Balance`); further inside a word of English
 * is more often the thing.
 */
function makerNamed(title: string, makerCalled: MakerCalled): string | null {
  const parts = foldedParts(title);
  const end = parts.findIndex((word, at) => at > 0 && (FOR_WORDS.has(word) || COMPATIBLE_WORDS.has(word)));
  const words = end > 0 ? parts.slice(0, end) : parts;
  const first = words.findIndex((word) => !PRAISE.has(word));
  for (let from = 0; from < words.length; from++)
    for (let next = Math.min(words.length, from + MOST_WORDS); next > from; next--) {
      const name = words.slice(from, next);
      const maker = makerCalled(name.join(''));
      if (maker !== null && (from <= first ? mayBegin(name) : mayStandInside(name))) return maker;
    }
  return null;
}

const PRAISE: ReadonlySet<string> = new Set([...UNSAYING, ...CONDITION_WORDS.keys()]);

const ENGLISH_COLORS: ReadonlySet<string> = new Set(
  Object.values(LANGUAGES['en']?.colors ?? {})
    .flat()
    .map(foldText),
);

/** `Braun` is a colour in German, `Apple` a taste; `blue` is no maker of what begins with it, nor is `original`. */
const mayBegin = (name: readonly string[]): boolean =>
  !name.every(
    (word) => /^\d+$/.test(word) || ENGLISH_COLORS.has(word) || SIZE_WORDS.has(word) || PRAISE.has(word),
  );

const mayStandInside = (name: readonly string[]): boolean =>
  name.join('').length >= LEAST_INSIDE &&
  !name.every((word) => isPlainWord(word) || isNoun(word) || SAID_OTHERWISE.has(word) || /^\d+$/.test(word));
