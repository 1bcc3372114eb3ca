import { COLOR_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { ownedNames } from './exact_words.ts';

/** What says that somebody likes what stands beside it, in the languages that texts are read in. */
const LIKING: ReadonlySet<string> = new Set(
  (
    'want like love prefer adore favourite favorite everything ' +
    'will mag liebt liebling alles quiere gusta encanta favorito todo ' +
    'veut aime adore prefere tout vuole ama adora preferito tutto wil houdt mooi lievelings'
  ).split(' '),
);

/**
 * What is told of people and may tell which of the things that meet a text is meant: the colours that somebody likes (`she
 * wants everything pink`), and names (`a friend who swears by Domo`). It ranks, and rules nothing out.
 */
export function toldLikes({ asides, language }: Pick<ShopperConstraints, 'asides' | 'language'>): string {
  const colors = asides.flatMap((aside) => {
    const words = wordsOf(aside).map(({ text }) => text);
    return words.some((word) => LIKING.has(word)) ? words.filter((word) => COLOR_WORDS.has(word)) : [];
  });
  return [...colors, ...ownedNames({ asides, language })].join(' ');
}
