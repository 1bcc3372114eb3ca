import { randomBytes } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { newWebhookSecret } from '../../exports/webhook_signature.ts';
import { firstState, lowestAt } from '../../pipelines/domain/watch.ts';
import { webAddressProblem } from '../../pipelines/domain/web_address.ts';
import { priceCondition, watchedOffers } from '../../pipelines/watch/teller.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { WatchStateRow } from '../../warehouse/state/events.ts';
import type { NewWatch } from '../../warehouse/state/watches.ts';
import {
  type ReferencedProduct,
  referencedProduct,
  requireSellers,
} from '../catalogue/referenced_product.ts';
import { closed, MatchRecord } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { ConditionSchema, Secret, TargetSchema, WatchRecord, watchRecord } from './watch_record.ts';

const body = Type.Object(
  {
    target: TargetSchema,
    condition: ConditionSchema,
    callback_url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'http or https, at a public address. Receives a signed POST for each event.',
    }),
    expires_at: Type.Optional(Type.String({ format: 'date-time' })),
  },
  closed,
);
type Body = Static<typeof body>;

/** Suggestions among which brands are looked for. */
const NEAR_BRANDS = 10;

export const createWatch: Operation = {
  group: 'monitoring',
  id: 'createWatch',
  method: 'POST',
  path: '/v1/watches',
  summary: 'Watch a product, seller, brand or category, with a signed callback',
  description:
    'Each publication is held against the watch. `price_below` tells once when the price falls below the value, and again only after it was back at or above it; what is below already when the watch is made is no crossing. A product’s id leads on to what it becomes. A seller, brand or category that nothing here has is refused with what is near it.',
  scope: 'watch',
  cost: 2,
  body,
  response: Type.Object({
    ...WatchRecord.properties,
    secret: Secret,
    match: Type.Optional(MatchRecord),
  }),
  idempotent: true,
  successStatus: 201,
  async run(deps, input) {
    const asked = input.body as Body;
    checkCondition(asked.condition);
    checkCallback(asked.callback_url, deps.allow_private_callbacks);
    const now = deps.now();
    const expires_at = asked.expires_at === undefined ? null : new Date(asked.expires_at).toISOString();
    if (expires_at !== null && Date.parse(expires_at) <= now.getTime())
      throw invalid('expires_at', `${asked.expires_at} is not in the future; it is ${now.toISOString()}`);
    const { target, found } = await targetOf(deps, asked.target, input.signal);
    const watch: NewWatch = {
      id: `wat_${randomBytes(10).toString('hex')}`,
      owner: input.caller.owner,
      ...target,
      condition: asked.condition.type,
      value_minor: asked.condition.value_minor ?? null,
      percent: asked.condition.percent ?? null,
      callback_url: asked.callback_url,
      event_parts: deps.snapshot.files('events').length,
      created_at: now.toISOString(),
      expires_at,
    };
    const secret = newWebhookSecret();
    if (!(await deps.state.watches.create(watch, secret, found ? beginning(deps, watch, found) : null)))
      throw new ApiError('unavailable', {
        detail: 'a newer snapshot has been published, which this process has not opened yet',
        headers: { 'retry-after': '1' },
      });
    const record = watchRecord({ ...watch, status: 'active', disabled_reason: null }, now);
    return { kind: 'json', status: 201, body: { ...record, secret, ...(found && { match: found.match }) } };
  },
};

/** What a price watch on one product begins with. */
function beginning(
  { snapshot }: Deps,
  watch: NewWatch,
  { product }: ReferencedProduct,
): Omit<WatchStateRow, 'watch_id'> | null {
  const condition = priceCondition(watch);
  if (!condition) return null;
  const at = Math.floor(Date.parse(snapshot.as_of) / 1000);
  const lowest = lowestAt(watchedOffers(watch, product.listings), at, snapshot.currency);
  const state = firstState(condition, lowest, at);
  return { ...state, is_crossed: state.is_crossed ? 1 : 0, scope: '' };
}

type Target = Pick<NewWatch, 'target_kind' | 'target' | 'target_seller'>;

async function targetOf(
  deps: Deps,
  { product, seller, brand, category }: Body['target'],
  signal: AbortSignal,
): Promise<{ target: Target; found: ReferencedProduct | null }> {
  const kinds = [product, brand, category].filter((one) => one !== undefined).length;
  if (
    kinds > 1 ||
    (kinds === 0 && seller === undefined) ||
    (seller !== undefined && kinds === 1 && product === undefined)
  )
    throw invalid(
      'target',
      'names exactly one of product, seller, brand and category; seller may stand beside product',
    );
  if (seller !== undefined) requireSellers(deps.snapshot, [seller], 'target.seller');
  if (product !== undefined) {
    const found = await referencedProduct(deps.snapshot, product, { param: 'target.product', signal });
    requireTrust(deps, found, product);
    const { product_id } = found.product;
    return { target: { target_kind: 'product', target: product_id, target_seller: seller ?? null }, found };
  }
  if (category !== undefined && !deps.snapshot.categories().some(({ id }) => id === category))
    throw notFound('target.category', `there is no category ${category}; GET /v1/categories lists them`, []);
  if (brand !== undefined) await requireBrand(deps.snapshot, brand);
  const target: Target =
    brand !== undefined
      ? { target_kind: 'brand', target: brand, target_seller: null }
      : category !== undefined
        ? { target_kind: 'category', target: category, target_seller: null }
        : { target_kind: 'seller', target: seller as string, target_seller: null };
  return { target, found: null };
}

/** A watch stands for long: words that may mean another product are not enough. */
function requireTrust(
  { trust_threshold }: Deps,
  { match, product }: ReferencedProduct,
  reference: string,
): void {
  if (match.method !== 'title_fuzzy' || match.confidence >= trust_threshold) return;
  const { product_id, title } = product;
  throw notFound(
    'target.product',
    `${JSON.stringify(reference.slice(0, 200))} names a product with confidence ${match.confidence}, below ${trust_threshold}; name it by an id or a GTIN`,
    [{ ref: product_id, product_id, title }],
  );
}

/** Throws `not_found` for a brand that no product has, since a misspelt one would never tell anything. */
async function requireBrand(snapshot: Snapshot, brand: string): Promise<void> {
  const browser = await snapshot.browser();
  if (browser.hasBrand(brand)) return;
  const searcher = await snapshot.searcher();
  const near = (await searcher.suggest({ q: brand, limit: NEAR_BRANDS })).flatMap((found) =>
    found.kind === 'brand' ? [{ brand: found.text, products: found.products }] : [],
  );
  throw notFound(
    'target.brand',
    `no product is of the brand ${JSON.stringify(brand.slice(0, 200))}; GET /v1/search/suggest tells brands`,
    near,
  );
}

function checkCondition({ type, value_minor, percent }: Body['condition']): void {
  const needs = { price_below: 'value_minor', price_drop_percent: 'percent' } as Record<string, string>;
  const needed = needs[type];
  const given = { value_minor, percent };
  for (const [name, value] of Object.entries(given)) {
    if (name === needed && value === undefined)
      throw invalid(`condition.${name}`, `is missing; ${type} needs it`);
    if (name !== needed && value !== undefined)
      throw invalid(`condition.${name}`, `is ${value}; ${type} takes none`);
  }
}

function checkCallback(url: string, allowPrivate: boolean): void {
  const problem = allowPrivate
    ? /^https?:\/\//i.test(url) && URL.canParse(url)
      ? null
      : 'not an http address'
    : webAddressProblem(url);
  if (problem !== null)
    throw invalid(
      'callback_url',
      `is ${JSON.stringify(url.slice(0, 200))}: ${problem}; give a public http(s) address`,
    );
}

function invalid(param: string, detail: string): ApiError {
  return new ApiError('invalid_request', { detail: `${param} ${detail}`, errors: [{ param, detail }] });
}

function notFound(param: string, detail: string, suggestions: object[]): ApiError {
  return new ApiError('not_found', { detail, param, errors: [{ param, detail }], extras: { suggestions } });
}
