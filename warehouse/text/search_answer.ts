import type { SearchFacets } from './facet_counter.ts';
import type { Fit } from './measured_fit.ts';
import type { Position } from './page.ts';

/** A product of an answer. `key` is what it is sorted by: score, price in minor units (descending: its negative) or age. */
export interface Hit extends Position {
  /** Comparable within one answer; 0 where the query has no words. */
  score: number;
  /** It has too little of the words and follows for being like the best. */
  alike?: true;
  /** How it stands to the measures that were asked for, and whether it has several variants that may. */
  fit?: Fit;
  several?: true;
  /** Where measures were asked for: it is the thing that the query names, not what goes with it. */
  isThing?: true;
}

export interface SearchAnswer {
  hits: Hit[];
  /** All products that match. */
  total: number;
  /** Those of them that meet the measures that were asked for. */
  met?: number;
  /** What meets them behind the hits, by the plain order, where `beyond` asked for more than these are. */
  beyond?: Position[];
  /** The places of those measures that were left out, since nothing that is asked for states such an amount. */
  unstated?: readonly number[];
  /** Products that follow them with fewer of the words or for being alike; 0 unless they were asked for. */
  further: number;
  facets: SearchFacets | null;
  /** Query words that nothing in the index resembles. */
  unknown: string[];
  /** What is missing tells so much that nothing has enough of the words, whatever the filters. */
  lacks?: true;
  /** A name of which only others of its series are here: `golf 6`. */
  missing?: string;
  /** Query words that nothing is written as, and what they were taken for, the likeliest first. */
  readAs: ReadAs[];
  /** The thing that is asked for, where nothing here is it and all that follows only goes with it. */
  beside?: string;
  /** False where the query has no letter or digit to search by. */
  hasWords: boolean;
}

/** A word that was asked for, and words of the index that stand for it. */
export interface ReadAs {
  word: string;
  as: string[];
}
