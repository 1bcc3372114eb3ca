import { exportDatasets } from '../agents/exports.ts';
import { feed } from '../agents/feed.ts';
import { attributes } from '../catalogue/attributes.ts';
import { checkout } from '../catalogue/checkout.ts';
import { facets } from '../catalogue/facets.ts';
import { match } from '../catalogue/match.ts';
import { media } from '../catalogue/media.ts';
import { offers } from '../catalogue/offers.ts';
import { product } from '../catalogue/product.ts';
import { resolve } from '../catalogue/resolve.ts';
import { decideOnReview, getReview, listReviews } from '../catalogue/reviews.ts';
import { decideOnRun, getRun, listRejects, listRuns } from '../catalogue/runs.ts';
import { decide } from '../decisioning/decide.ts';
import { equivalence } from '../decisioning/equivalence.ts';
import { substitutes } from '../decisioning/substitutes.ts';
import { totalCost } from '../decisioning/total_cost.ts';
import { estimate } from '../fulfilment/estimate.ts';
import { nearby } from '../fulfilment/nearby.ts';
import { offerReturns } from '../fulfilment/returns.ts';
import { availability } from '../intelligence/availability.ts';
import { compare } from '../intelligence/compare.ts';
import { context } from '../intelligence/context.ts';
import { forecast } from '../intelligence/forecast.ts';
import { history } from '../intelligence/history.ts';
import { deleteMemory, deleteNamespace } from '../memory/delete.ts';
import { listMemory } from '../memory/list.ts';
import { queryMemory } from '../memory/query.ts';
import { storeMemory } from '../memory/store.ts';
import { createWatch } from '../monitoring/create_watch.ts';
import { listDeliveries, redeliver } from '../monitoring/deliveries.ts';
import { listEvents } from '../monitoring/events.ts';
import { streamEvents } from '../monitoring/stream.ts';
import {
  deleteWatch,
  getWatch,
  listWatches,
  pauseWatch,
  resumeWatch,
  rotateWatchSecret,
} from '../monitoring/watches.ts';
import { categories } from '../search/categories.ts';
import { search } from '../search/search.ts';
import { sellers } from '../search/sellers.ts';
import { semantic } from '../search/semantic.ts';
import { suggest } from '../search/suggest.ts';
import { offerRisk } from '../trust/offer_risk.ts';
import { productReviews } from '../trust/product_reviews.ts';
import { sellerTrust } from '../trust/seller_trust.ts';
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
  attributes,
  facets,
  offers,
  checkout,
  // intelligence
  compare,
  context,
  history,
  forecast,
  availability,
  // memory
  deleteMemory,
  deleteNamespace,
  storeMemory,
  queryMemory,
  // monitoring
  listEvents,
  createWatch,
  streamEvents,
  // agents
  feed,
  exportDatasets,
  // decisioning
  equivalence,
  substitutes,
  decide,
  totalCost,
  // fulfilment
  estimate,
  nearby,
  offerReturns,
  // trust
  sellerTrust,
  offerRisk,
  productReviews,
  // beyond the contract, for whoever runs the index
  listReviews,
  getReview,
  decideOnReview,
  listMemory,
  listWatches,
  getWatch,
  deleteWatch,
  pauseWatch,
  resumeWatch,
  rotateWatchSecret,
  listDeliveries,
  redeliver,
  listRuns,
  getRun,
  listRejects,
  decideOnRun,
];
