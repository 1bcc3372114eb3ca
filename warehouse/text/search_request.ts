import type { Measure } from '../../pipelines/domain/intent.ts';
import type { OfferFilter } from './offers.ts';
import type { Position } from './page.ts';
import type { QueryOptions } from './query.ts';

export const SORTS = ['relevance', 'price_asc', 'price_desc', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

export interface SearchRequest extends OfferFilter, QueryOptions {
  q: string;
  /** A node of the category tree; products below it count too. */
  category?: string;
  sort?: Sort;
  /** Default 20, at most 1,000. */
  limit?: number;
  /** The last position of the page before. */
  after?: Position;
  facets?: boolean;
  /** Also products with fewer of the words, behind the others; under a sort they stay out. */
  more?: boolean;
  /** Also whether all that is found only goes with the thing that is asked for, which then only follows. */
  things?: boolean;
  /** Of what is found equally well, what costs less first. */
  cheap?: boolean;
  /** Where few have words enough, among what follows also what is like the best of them. */
  alike?: boolean;
  /** What a variant must measure; each hit says how it stands to them (`fit`), and all that meet them are counted. */
  measures?: readonly Measure[];
  /** Measures of whose kind no record of what has the words states any amount are left out, and told (`unstated`). */
  leave?: 'unstated';
  /**
   * With `measures`: so many that meet them are wanted; where fewer are among the hits, what follows those behind the
   * last hit is told as well (`beyond`).
   */
  beyond?: number;
  /** With `measures`: the product behind which those that meet them go on, by the plain order; nothing else is found. */
  behind?: number;
  /** False leaves out what only orders the best anew: the plain score. */
  refined?: boolean;
}
