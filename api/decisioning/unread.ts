import { INTENT_LANGUAGES } from '../../pipelines/domain/intent/lexicon.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { COMPATIBLE_WORDS, GRAMMAR_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';

/** Verbs that say that a thing goes with another, which is named behind them. */
export const GOES_WITH: ReadonlySet<string> = new Set(
  [
    ...COMPATIBLE_WORDS,
    ...'work works fit fits go goes suit suits passt passen funktioniert sirve funciona va convient marche adatto werkt'.split(
      ' ',
    ),
    // As the index holds them.
  ].flatMap((word) => [word, fromPlural(word)]),
);

/**
 * What of a text was not understood and must not be left aside: what the reader says, and what a clause about the thing
 * says (`that shut out an office`) in words that nothing in the index resembles, for it may be a must in other words.
 */
export function unreadIn(
  { unread, clauses }: Pick<ShopperConstraints, 'unread' | 'clauses'>,
  index: SearchIndex,
): string[] {
  const isUnknown = (clause: string) =>
    index.parse(clause).unknown.some((word) => !GOES_WITH.has(word) && !GRAMMAR_WORDS.has(word));
  // What it goes with, and a code, the record must have anyway.
  const goesWith = (clause: string) =>
    wordsOf(clause).some(({ text }) => GOES_WITH.has(text) || /\d/.test(text));
  const isTold = (clause: string) => unread.some((text) => text.includes(clause));
  return [
    ...unread,
    ...clauses.filter((clause) => !isTold(clause) && !goesWith(clause) && isUnknown(clause)),
  ];
}

const OF_HEALTH: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ safety }) => safety.map(foldText)),
);

/** Whether a piece of a text speaks of health or faith, which nobody is told to leave aside. */
export const tellsOfHealth = (text: string): boolean => {
  const folded = ` ${foldText(text)} `;
  return [...OF_HEALTH].some((word) => folded.includes(` ${word} `));
};
