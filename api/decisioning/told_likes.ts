import { INTENT_LANGUAGES, inEveryLanguage, saysAny } from '../../pipelines/domain/intent/lexicon.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { COLOR_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { writtenWords } from '../../pipelines/text/written_words.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { ownedNames } from './exact_words.ts';

/** By language what says that somebody likes what stands beside it: German `will` wants, and English `will` does not. */
const LIKING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(INTENT_LANGUAGES).map(([language, { liking }]) => [language, new Set(liking.map(foldText))]),
);

/**
 * Goods that what is told of people names, which may tell for what another is wanted: a lock for whom `my last bike was gone`. It
 * ranks, and rules nothing out.
 */
export const toldThings = (asides: readonly string[]): string =>
  asides
    .flatMap((aside) => wordsOf(aside).map(({ text }) => text))
    .filter((word) => nameOfWord(word) !== null)
    .join(' ');

/**
 * What is told of people and may tell which of the things that meet a text is meant: the colours that somebody likes (`she
 * wants everything pink`), that somebody is left-handed (`je suis gauchère`), and names (`a friend who swears by Domo`). It
 * ranks, and rules nothing out.
 */
export function toldLikes({ asides, language }: Pick<ShopperConstraints, 'asides' | 'language'>): string {
  const liking = LIKING.get(language);
  const hand = asides.some((aside) => saysAny(aside, LEFT_HANDED)) ? ['left'] : [];
  const colors = asides.flatMap((aside) => {
    const words = writtenWords(aside).map(foldText);
    return words.some((word) => liking?.has(word)) ? words.filter((word) => COLOR_WORDS.has(word)) : [];
  });
  return [...colors, ...hand, ...ownedNames({ asides, language })].join(' ');
}

const LEFT_HANDED = inEveryLanguage('left_handed');
