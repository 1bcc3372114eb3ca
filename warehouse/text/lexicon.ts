import type { CompoundEnds } from './compound_ends.ts';
import type { Misspellings } from './misspelling.ts';
import type { Synonyms } from './synonyms.ts';
import type { TextList } from './text_list.ts';
import type { KnownWords } from './word_roles.ts';

/** What spellings other than the word's own count, as a share of it. */
export interface SpellingWeights {
  piece: number;
  synonym: number;
  /** The same amount in another unit. */
  measure: number;
  /** Longer words that begin with the last word, when it is a word itself and when it is none. */
  longer: number;
  unfinished: number;
  /** One mistake, two mistakes. */
  misspelt: readonly [number, number];
}

export const SPELLING_WEIGHTS: SpellingWeights = {
  piece: 0.5,
  synonym: 0.4,
  measure: 0.8,
  longer: 0.1,
  unfinished: 0.8,
  misspelt: [0.7, 0.5],
};

/** What a query is read against. */
export interface Lexicon {
  terms: TextList;
  postingStarts: Uint32Array;
  products: number;
  misspellings: Misspellings;
  compoundEnds: Pick<CompoundEnds, 'of'>;
  /** Whether a word, or one of the same meaning, is a kind of thing. */
  isKind: KnownWords['isKind'];
  isHeading: KnownWords['isHeading'];
  /** Whether sellers say what kinds their things are; else they were guessed of titles. */
  areKindsStated: boolean;
  /** Whether a term is the whole name of a brand. */
  isBrand: (term: number) => boolean;
  synonyms: Synonyms;
  /** Whether a word is English, and so no other word misspelt. */
  isEnglish: (word: string) => boolean;
  /** Whether some title has the two terms side by side. */
  areNeighbours: (left: number, right: number) => boolean;
  /** Whether they stand so for one thing, not for the end of one name and the begin of another. */
  areOne: (left: number, right: number) => boolean;
  /** Whether some product has the two terms, wherever. */
  areOfOneProduct: (left: number, right: number) => boolean;
  /** The smallest impact of a term among its products. */
  leastImpact: (term: number) => number;
  weights: SpellingWeights;
}

/** How many products have a term. */
export function frequency(term: number, { postingStarts }: Lexicon): number {
  return (postingStarts[term + 1] as number) - (postingStarts[term] as number);
}

/** The term of a text if any product has it, else -1. */
export function known(text: string, lexicon: Lexicon): number {
  const term = lexicon.terms.find(text);
  return term >= 0 && frequency(term, lexicon) > 0 ? term : -1;
}
