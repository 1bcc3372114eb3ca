import { INTENT_LANGUAGES, inEveryLanguage, saysAny } from '../../pipelines/domain/intent/lexicon.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { GRAMMAR_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { OCCASIONS, smallIn } from './asked_nouns.ts';
import { GOES_WITH } from './goes_with.ts';
import { thingAsked } from './thing_asked.ts';

/** What of a text was not understood. */
export interface NotUnderstood {
  /** What may be a must, so nothing is recommended. */
  musts: string[];
  /** What was doubted and is left aside, since nothing of the kind speaks of it: `doesn't smear`. */
  unspoken: string[];
}

/**
 * What of a text was not understood: what the reader says, what a clause about the thing says (`that shut out an office`)
 * in words that nothing in the index resembles, for it may be a must in other words, and what was doubted and some of the
 * candidates that may be what is asked for speak of.
 */
export async function notUnderstoodOf(
  snapshot: Snapshot,
  constraints: ShopperConstraints,
  candidates: readonly { product: Product }[],
): Promise<NotUnderstood> {
  const { doubted, language } = constraints;
  const index = await snapshot.searchIndex();
  if (doubted.length === 0) return { musts: unreadIn(constraints, index), unspoken: [] };
  const spoken = await wordsSpoken(snapshot, constraints, candidates);
  const unspoken = doubted.filter((text) => !isSpoken(text, { index, language, spoken }));
  const isTold = (text: string) => doubted.some((own) => own.includes(text) || text.includes(own));
  const rest = doubted.filter((text) => !unspoken.includes(text));
  const others = unreadIn(constraints, index).filter((text) => !isTold(text));
  return { musts: [...rest, ...others], unspoken };
}

/** Every word of the records of those of some products that may be what is asked for. */
export async function wordsSpoken(
  snapshot: Snapshot,
  constraints: ShopperConstraints,
  candidates: readonly { product: Product }[],
): Promise<ReadonlySet<string>> {
  const { isAnswer } = await thingAsked(snapshot, constraints);
  const kind = candidates.filter(({ product }) => isAnswer(product));
  return new Set(kind.flatMap(({ product }) => [...productWords(product)]));
}

/** Whether the words of a text, but for numbers and small ones, are said of some of the kind. */
export function isSpoken(
  text: string,
  { index, language, spoken }: { index: SearchIndex; language: string; spoken: ReadonlySet<string> },
): boolean {
  const isSmall = smallIn(language);
  return index
    .parse(text, { meaning: language })
    .groups.some(
      (group) =>
        !GRAMMAR_WORDS.has(group.text) &&
        !/^\p{L}{1,2}$/u.test(group.text) &&
        (!isSmall(group.text) || OCCASIONS.has(group.text)) &&
        !NUMBER_WORDS.has(group.text) &&
        group.variants.some(
          ({ term, weight }) => weight >= SPELLING_WEIGHTS.synonym && spoken.has(index.term(term)),
        ),
    );
}

const NUMBER_WORDS: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ number }) => Object.values(number).flat().map(foldText)),
);

function unreadIn(
  { unread, clauses }: Pick<ShopperConstraints, 'unread' | 'clauses'>,
  index: SearchIndex,
): string[] {
  const isUnknown = (clause: string) =>
    index.parse(clause).unknown.some((word) => !GOES_WITH.has(word) && !GRAMMAR_WORDS.has(word));
  // What it goes with, and a code, the record must have anyway; what it must do, nobody leaves aside.
  const goesWith = (clause: string) =>
    !saysAny(clause, OBLIGES) && wordsOf(clause).some(({ text }) => GOES_WITH.has(text) || /\d/.test(text));
  const isTold = (clause: string) => unread.some((text) => text.includes(clause));
  return [
    ...unread,
    ...clauses.filter((clause) => !isTold(clause) && !goesWith(clause) && isUnknown(clause)),
  ];
}

const OBLIGES = inEveryLanguage('obliges');
const OF_HEALTH = inEveryLanguage('safety');

/** Whether what was not understood may not be left aside: what tells of health or faith, and what the thing must do. */
export const isNeverLeft = (text: string): boolean => tellsOfHealth(text) || saysAny(text, OBLIGES);

/** Whether a piece of a text speaks of health or faith, which nobody is told to leave aside. */
export const tellsOfHealth = (text: string): boolean => saysAny(text, OF_HEALTH);
