import type { SearchFacets } from '../../warehouse/text/facet_counter.ts';
import type { Position } from '../http/cursor.ts';
import type { ReadProduct } from './read_search.ts';

/** A page of them, and the place in all behind it. */
export interface HeldPage {
  products: ReadProduct[];
  next: number;
}

/** Products that were held to what was read of a text, in their order. */
export interface HeldProducts {
  /** How many meet all of it with words enough. */
  readonly total: number;
  /** These, and what follows them. */
  readonly count: number;
  readonly facets: SearchFacets | null;
  /** Of those that have words enough and lack part of it: what. */
  readonly relaxed: readonly (readonly string[])[];
  /** Those behind a position, or the first. */
  page(after: Position | null, limit: number): Promise<HeldPage>;
}
