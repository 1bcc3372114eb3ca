import { exportDatasets } from '../agents/exports.ts';
import { checkout } from '../catalogue/checkout.ts';
import { match } from '../catalogue/match.ts';
import { media } from '../catalogue/media.ts';
import { offers } from '../catalogue/offers.ts';
import { product } from '../catalogue/product.ts';
import { resolve } from '../catalogue/resolve.ts';
import { decideOnReview, getReview, listReviews } from '../catalogue/reviews.ts';
import { compare } from '../intelligence/compare.ts';
import { context } from '../intelligence/context.ts';
import { history } from '../intelligence/history.ts';
import { categories } from '../search/categories.ts';
import { search } from '../search/search.ts';
import { sellers } from '../search/sellers.ts';
import { semantic } from '../search/semantic.ts';
import { suggest } from '../search/suggest.ts';
import type { Operation } from './operation.ts';

/** Every operation, in the order of the contract. HTTP, OpenAPI, MCP and the explorer are made from this list. */
export const OPERATIONS: readonly Operation[] = [
  // search
  search,
  semantic,
  sellers,
  suggest,
  categories,
  // catalogue
  resolve,
  match,
  product,
  media,
  offers,
  checkout,
  // intelligence
  compare,
  context,
  history,
  // agents
  exportDatasets,
  // beyond the contract, for whoever runs the index
  listReviews,
  getReview,
  decideOnReview,
];
