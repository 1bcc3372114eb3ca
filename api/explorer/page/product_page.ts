import { answerOf, IndexError, type Schemas } from '../../client/client.ts';
import { attributeTable } from './attribute_table.ts';
import { badge, h, note, section } from './element.ts';
import { type Forecast, forecastWords } from './forecast.ts';
import { matchTable } from './match_table.ts';
import { offerTable } from './offer_table.ts';
import type { Page } from './page.ts';
import { pictures } from './pictures.ts';
import { priceHistory } from './price_history.ts';
import { reviewSummary } from './review_summary.ts';
import { hrefOf, productHref } from './route.ts';
import { index } from './session.ts';
import { stockTable } from './stock_table.ts';
import { axesInWords, categoryPath, percent, plural, VERDICT_KINDS, words } from './wording.ts';

type Product = Schemas['GetProductAnswer'];
type Context = Schemas['GetPriceContextAnswer'];

/** One product: what it is, what it costs and cost, and how its listings were found to be one. */
export const productPage: Page = async ({ parts, query, signal }) => {
  const id = parts[1] ?? '';
  const product = await answerOf(index().GET('/v1/products/{id}', { params: { path: { id } }, signal }));
  const path = { id: product.product_id };
  const pool = poolShown(product, query.get('variant'));
  const about = pool?.variant_id ?? product.product_id;
  const [media, attributes, offers, context, forecast, availability, reviews] = await Promise.all([
    answerOf(index().GET('/v1/products/{id}/media', { params: { path }, signal })),
    answerOf(index().GET('/v1/products/{id}/attributes', { params: { path }, signal })),
    allOffers(product.product_id, signal),
    priceContext(about, signal),
    priceForecast(about, signal),
    stock(about, signal),
    answerOf(index().GET('/v1/products/{id}/reviews', { params: { path }, signal })),
  ]);
  const shown = new Set(pool?.pooled_variants ?? product.variant_list.map(({ variant_id }) => variant_id));
  const inPool = offers.filter(
    ({ variant_id, condition }) => shown.has(variant_id) && (!pool || condition === pool.condition),
  );
  const variant = product.variant_list.find(({ variant_id }) => variant_id === pool?.variant_id);
  return {
    title: variant?.title ?? product.title,
    content: [
      h('h1', {}, variant?.title ?? product.title),
      identity(product, variant),
      h(
        'div',
        { class: 'product' },
        pictures(media.media, shown),
        h('div', {}, price(product.product_id, pool, context), forecast && forecastWords(forecast)),
      ),
      product.pools.length > 1 && variants(product, pool),
      section('Offers', offerTable(inPool, product.variant_list)),
      await priceHistory({ product_id: product.product_id, variants: shown, context, forecast, signal }),
      availability && section('Stock', stockTable(availability)),
      section('What buyers say', reviewSummary(reviews)),
      section('Attributes', attributeTable(attributes, product.variant_list, shown)),
      section('How each listing was matched', matchTable(product, offers)),
    ].filter((node) => node instanceof Node),
  };
};

/** The pool that the address asks for, else the one with most offers. */
function poolShown({ pools }: Product, variant: string | null): Schemas['Pool'] | undefined {
  const named = pools.find(({ pooled_variants }) => variant !== null && pooled_variants.includes(variant));
  return named ?? pools.toSorted((a, b) => b.offers - a.offers)[0];
}

function identity(
  { product_id, brand, category, gtin, sellers, pools }: Product,
  variant?: { gtin: string | null },
) {
  const code = variant ? variant.gtin : gtin;
  return h(
    'p',
    { class: 'note' },
    brand && [h('a', { href: hrefOf(['search'], { q: brand }) }, brand), ' · '],
    category && [h('a', { href: hrefOf(['search'], { category }) }, categoryPath(category)), ' · '],
    code ? ['GTIN ', h('code', {}, code), ' · '] : 'no GTIN · ',
    h('code', {}, product_id),
    // Of the variant that is shown the line with its price tells how many.
    pools.length > 1 && ` · ${plural(sellers, 'seller')} over all its variants`,
  );
}

function price(id: string, pool: Schemas['Pool'] | undefined, context: Context | null) {
  return h(
    'div',
    { class: 'headline' },
    h(
      'p',
      {},
      pool?.best
        ? [
            h('strong', {}, pool.best.price),
            ' at ',
            h('a', { href: hrefOf(['sellers', pool.best.seller]) }, pool.best.seller),
          ]
        : pool?.offers
          ? 'No offer in the market’s currency to buy now'
          : 'Nobody sells it now',
      ' ',
      context && badge(context.verdict, VERDICT_KINDS[context.verdict] ?? 'plain'),
    ),
    pool &&
      pool.offers > 1 &&
      note(
        `${plural(pool.offers, 'offer')} from ${plural(pool.sellers, 'seller')}`,
        pool.spread !== null && `, ${pool.spread} apart`,
        '.',
      ),
    context && contextWords(context),
    h('p', {}, h('a', { href: hrefOf(['watches'], { product: id }) }, 'Watch this product')),
  );
}

function contextWords(context: Context) {
  const { verdict, seller, percentile, covered_days, days, low, median, high, last_seen_lower } = context;
  const known =
    covered_days < days
      ? `the ${plural(covered_days, 'day')} that ${covered_days === 1 ? 'is' : 'are'} known of the last ${days}`
      : `the last ${plural(days, 'day')}`;
  return note(
    verdict === 'flat'
      ? `Its price at ${seller} did not move in ${known}. `
      : `Its price at ${seller} was lower than this ${percent(percentile / 100)} of ${known}, equal ones counted half: between ${low} and ${high}, half of the time at most ${median}. `,
    last_seen_lower ? `It was last lower on ${last_seen_lower}.` : 'It was never seen lower.',
  );
}

function variants({ product_id, pools }: Product, shown: Schemas['Pool'] | undefined) {
  return section(
    'Variants',
    h(
      'ul',
      { class: 'variants' },
      pools.map((pool) => {
        const name = axesInWords(pool.axes);
        const condition = pool.condition === 'new' ? '' : ` (${pool.condition})`;
        const label = name === '' ? words(pool.condition) : `${name}${condition}`;
        return h(
          'li',
          {},
          h(
            'a',
            { href: productHref(product_id, pool.variant_id), 'aria-current': pool === shown && 'true' },
            label,
            ' ',
            h(
              'span',
              { class: 'beside' },
              pool.best ? pool.best.price : 'not sold now',
              ` · ${plural(pool.offers, 'offer')}`,
            ),
          ),
        );
      }),
    ),
  );
}

const MAX_PAGES = 5;
const PAGE = 100;

async function allOffers(id: string, signal: AbortSignal): Promise<Schemas['Offer'][]> {
  const found: Schemas['Offer'][] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await answerOf(
      index().GET('/v1/products/{id}/offers', {
        params: { path: { id }, query: { limit: PAGE, ...(cursor && { cursor }) } },
        signal,
      }),
    );
    found.push(...answer.offers);
    if (answer.next_cursor === null) break;
    cursor = answer.next_cursor;
  }
  return found;
}

/** The price in context; null where nobody sells it now. */
async function priceContext(id: string, signal: AbortSignal): Promise<Context | null> {
  const params = { path: { id }, query: { days: 90 } };
  return orNull(answerOf(index().GET('/v1/products/{id}/context', { params, signal })));
}

/** What is expected of the price; null where nobody sells it now. */
async function priceForecast(id: string, signal: AbortSignal): Promise<Forecast | null> {
  return orNull(answerOf(index().GET('/v1/products/{id}/forecast', { params: { path: { id } }, signal })));
}

/** Who can send it; null where nobody carries it now. */
async function stock(id: string, signal: AbortSignal): Promise<Schemas['GetAvailabilityAnswer'] | null> {
  return orNull(
    answerOf(index().GET('/v1/products/{id}/availability', { params: { path: { id } }, signal })),
  );
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof IndexError && error.problem.code === 'not_found') return null;
    throw error;
  }
}
