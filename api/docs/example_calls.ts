/** What calls need of the answers before them. */
export type Answers = Readonly<Record<string, Record<string, unknown>>>;

/** A call that makes an example; calls are made in the order of the list. */
export interface ExampleCall {
  /** The operation's id. */
  id: string;
  /** `/v1/…`, or made from the answers before. */
  url: string | ((answers: Answers) => string);
  body?: object | ((answers: Answers) => object);
  headers?: (answers: Answers) => Record<string, string>;
}

const LAPTOP = '00990530000451';
const PRODUCT = `/v1/products/${LAPTOP}`;
const NAMESPACE = 'household-7';

const text = (answer: Record<string, unknown> | undefined, name: string): string => String(answer?.[name]);
const first = (answer: Record<string, unknown> | undefined, list: string): Record<string, unknown> =>
  (answer?.[list] as Record<string, unknown>[] | undefined)?.[0] ?? {};
const watch = (answers: Answers): string => `/v1/watches/${text(answers['createWatch'], 'id')}`;
const review = (answers: Answers): string =>
  `/v1/reviews/${text(first(answers['listReviews'], 'reviews'), 'id')}`;
const run = (answers: Answers): string => `/v1/runs/${text(first(answers['listRuns'], 'runs'), 'run_id')}`;
const offer = (answers: Answers): string =>
  `/v1/offers/${text(first(answers['listOffers'], 'offers'), 'id')}`;

/** One call of each operation, about things of the demo. */
export const EXAMPLE_CALLS: readonly ExampleCall[] = [
  { id: 'search', url: '/v1/search?q=laptop%2016%20gb&in_stock=true&max_price=120000&limit=2' },
  {
    id: 'searchByIntent',
    url: '/v1/search/semantic',
    body: { intent: 'quiet coffee machine for a small kitchen', constraints: { budget_minor: 30_000 } },
  },
  { id: 'listSellers', url: '/v1/sellers' },
  { id: 'suggest', url: '/v1/search/suggest?q=runn&limit=2' },
  { id: 'listCategories', url: '/v1/categories?parent=electronics&limit=2' },
  { id: 'resolve', url: '/v1/resolve', body: { ref: LAPTOP } },
  {
    id: 'match',
    url: '/v1/match',
    body: {
      rows: [
        { id: 'row 1', gtin: LAPTOP },
        { id: 'row 2', brand: 'Nobody', title: 'A thing that is not there' },
      ],
    },
  },
  { id: 'getProduct', url: PRODUCT },
  { id: 'getProductMedia', url: '/v1/products/prd_14868557320f034f/media?role=primary' },
  { id: 'listProductAttributes', url: `${PRODUCT}/attributes?min_confidence=0.9` },
  { id: 'listFacets', url: '/v1/facets?category=electronics.computers.laptops' },
  { id: 'listOffers', url: `${PRODUCT}/offers?in_stock=true&limit=2` },
  { id: 'checkout', url: '/v1/checkout', body: {} },
  { id: 'compare', url: '/v1/compare', body: { ref: 'voltcity:12121' } },
  { id: 'getPriceContext', url: `${PRODUCT}/context?days=90` },
  { id: 'getHistory', url: `${PRODUCT}/history?seller=voltcity&days=120&limit=2` },
  { id: 'getForecast', url: `${PRODUCT}/forecast?horizon_days=30` },
  { id: 'getAvailability', url: `${PRODUCT}/availability?days=90` },
  {
    id: 'storeMemory',
    url: '/v1/memory',
    body: { namespace: NAMESPACE, text: 'Never buys anything with wool', constraints: { avoid: ['wool'] } },
  },
  { id: 'queryMemory', url: '/v1/memory/query', body: { namespace: NAMESPACE, query: 'which jumper?' } },
  { id: 'listMemory', url: `/v1/memory?namespace=${NAMESPACE}` },
  { id: 'deleteMemory', url: (answers) => `/v1/memory/${text(answers['storeMemory'], 'id')}` },
  { id: 'deleteNamespace', url: `/v1/memory?namespace=${NAMESPACE}` },
  { id: 'listEvents', url: '/v1/events?type=price.changed&limit=2' },
  {
    id: 'streamEvents',
    url: '/v1/stream?type=price.changed',
    headers: (answers) => ({ 'last-event-id': text(first(answers['listEvents'], 'events'), 'id') }),
  },
  {
    id: 'createWatch',
    url: '/v1/watches',
    body: {
      target: { product: LAPTOP },
      condition: { type: 'price_below', value_minor: 90_000 },
      callback_url: 'https://example.com/hooks/prices',
    },
  },
  { id: 'listWatches', url: '/v1/watches?limit=1' },
  { id: 'getWatch', url: watch },
  { id: 'pauseWatch', url: (answers) => `${watch(answers)}/pause` },
  { id: 'resumeWatch', url: (answers) => `${watch(answers)}/resume` },
  { id: 'rotateWatchSecret', url: (answers) => `${watch(answers)}/rotate-secret` },
  { id: 'listDeliveries', url: (answers) => `${watch(answers)}/deliveries` },
  { id: 'redeliver', url: (answers) => `${watch(answers)}/redeliver`, body: {} },
  { id: 'deleteWatch', url: watch },
  { id: 'exportDatasets', url: '/v1/exports' },
  { id: 'getFeed', url: '/v1/feed/schema_org?report=1' },
  { id: 'relateReferences', url: '/v1/equivalence', body: { a: 'voltcity:12121', b: 'techmart:TM-14977' } },
  { id: 'findSubstitutes', url: '/v1/substitutes', body: { ref: LAPTOP, must_keep: ['general.memory'] } },
  {
    id: 'decide',
    url: '/v1/decide',
    body: { intent: 'a laptop with 16 GB for travelling', constraints: { budget_minor: 110_000 } },
  },
  { id: 'totalCost', url: '/v1/products/prd_1b771d5bdb0f9bef/total-cost?horizon_months=24' },
  {
    id: 'estimateDelivery',
    url: '/v1/fulfillment/estimate',
    body: { ref: LAPTOP, destination: { postal_code: '94103', country: 'US' }, options: true },
  },
  {
    id: 'findNearby',
    url: '/v1/fulfillment/nearby',
    body: { ref: '01390521000894', near: { postal_code: '94103' } },
  },
  { id: 'getOfferReturns', url: (answers) => `${offer(answers)}/returns` },
  { id: 'getSellerTrust', url: '/v1/sellers/voltcity/trust' },
  { id: 'getOfferRisk', url: (answers) => `${offer(answers)}/risk` },
  { id: 'getProductReviews', url: `${PRODUCT}/reviews` },
  { id: 'listReviews', url: '/v1/reviews?undecided=true&limit=1' },
  { id: 'getReview', url: review },
  {
    id: 'decideReview',
    url: review,
    body: (answers) => ({
      verdict: 'same',
      revision: text(answers['getReview'], 'revision'),
      note: 'the same capsules, by their pictures',
    }),
  },
  { id: 'listRuns', url: '/v1/runs?seller=mp_bargainbay&state=accepted&limit=1' },
  { id: 'getRun', url: run },
  { id: 'listRunRejects', url: (answers) => `${run(answers)}/rejects?limit=2` },
  {
    id: 'decideRun',
    url: (answers) => `${run(answers)}/decision`,
    body: { decision: 'retracted', reason: 'prices without tax' },
  },
];
