import { inEveryLanguage } from '../../pipelines/domain/intent/lexicon.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { phrase, type WantedPhrase } from '../search/wanted_phrase.ts';
import { OCCASIONS, smallIn } from './asked_nouns.ts';
import { isSpoken } from './unread.ts';

/** Words for what a property is of, which records that state it leave out: `sensitive skin`, `german layout`. */
export const ASPECTS = inEveryLanguage('aspect');

/** Whether any of some musts may be held by fewer words than it has. */
export const mayBeUnspoken = (musts: ShopperConstraints['must_have']): boolean =>
  musts.some(({ text }) => wordsOf(text).some(({ text: word }) => OCCASIONS.has(word) || ASPECTS.has(word)));

/**
 * What records of a kind are held to: a must that names people alone (`with the grandparents`) is none where no record of
 * the kind speaks of them, and what a property is of (`sensitive skin`) may be left out of it where none does.
 */
export function spokenMusts(
  { must_have, language }: Pick<ShopperConstraints, 'must_have' | 'language'>,
  index: SearchIndex,
  spoken: ReadonlySet<string>,
): WantedPhrase[] {
  const isSmall = smallIn(language);
  const isSaid = (text: string) => isSpoken(text, { index, language, spoken });
  return must_have.flatMap((must) => {
    const words = wordsOf(must.text).map(({ text }) => text);
    const own = words.filter((word) => !isSmall(word) || OCCASIONS.has(word));
    if (own.length > 0 && own.every((word) => OCCASIONS.has(word) && !isSaid(word))) return [];
    const told = own.filter((word) => !ASPECTS.has(word) || isSaid(word));
    const isCut = told.length > 0 && told.length < own.length && told.every(isSaid);
    return [isCut ? { ...phrase(told.join(' ')), text: must.text } : must];
  });
}
