import { answerOf, IndexError, type Schemas } from '../../client/client.ts';
import { badge, facts, h, note, section, table } from './element.ts';
import type { Page } from './page.ts';
import { hrefOf } from './route.ts';
import { index } from './session.ts';
import { age, channelInWords, count, percent, words } from './wording.ts';

type Trust = Schemas['GetSellerTrustAnswer'];

/** One seller: what it carries and how far it can be relied on. */
export const sellerPage: Page = async ({ parts, signal }) => {
  const id = parts[1] ?? '';
  const { sellers } = await answerOf(index().GET('/v1/sellers', { signal }));
  const seller = sellers.find((one) => one.id === id);
  if (!seller)
    return {
      title: 'Not found',
      content: [
        h('h1', {}, 'Not found'),
        note(`There is no seller ${id}. `, h('a', { href: '#/sellers' }, 'All sellers'), '.'),
      ],
    };
  const trust = await trustOf(id, signal);
  return {
    title: seller.name,
    content: [
      h('h1', {}, seller.name, ' ', h('small', {}, h('code', {}, id))),
      facts([
        ['Kind', words(seller.kind)],
        ['Access', channelInWords(seller.access)],
        ['Products', count(seller.products)],
        ['Known by', seller.identity === 'gtin' ? 'GTINs' : 'brand and title'],
        [
          'Age of its data',
          seller.median_age_minutes === null ? 'never read' : age(seller.median_age_minutes),
        ],
        ['First seen', trust?.first_seen?.slice(0, 10)],
      ]),
      h(
        'p',
        { class: 'row' },
        h('a', { class: 'button', href: hrefOf(['search'], { seller: id }) }, 'Its products'),
        h('a', { class: 'button', href: hrefOf(['runs'], { seller: id }) }, 'Its runs'),
      ),
      ...(trust ? trustSections(trust) : []),
    ],
  };
};

/** What is known of its reliability; null before its first feed was read. */
async function trustOf(id: string, signal: AbortSignal): Promise<Trust | null> {
  try {
    return await answerOf(index().GET('/v1/sellers/{id}/trust', { params: { path: { id } }, signal }));
  } catch (error) {
    if (error instanceof IndexError && error.problem.code === 'not_found') return null;
    throw error;
  }
}

const SEVERITIES = { high: 'bad', medium: 'warn', low: 'plain' } as const;
const STATUSES = { authorised: 'good', unauthorised: 'bad', unknown: 'plain' } as const;

function trustSections({ signals, brand_authorisation, flags }: Trust): Node[] {
  return [
    section(
      'Trust',
      flags.length === 0
        ? note('Nothing stands out.')
        : h(
            'ul',
            { class: 'flags' },
            flags.map(({ severity, detail }) =>
              h('li', {}, badge(`${severity} severity`, SEVERITIES[severity]), ' ', detail),
            ),
          ),
      facts(signalFacts(signals)),
    ),
    section('Brands it carries', brands(brand_authorisation)),
  ];
}

/** Brands that publish who may sell them as a table, the others in a sentence. */
function brands(carried: Trust['brand_authorisation']) {
  const [listed, unknown] = [true, false].map((isKnown) =>
    carried.filter(({ status }) => (status !== 'unknown') === isKnown),
  ) as [typeof carried, typeof carried];
  return [
    carried.length === 0 && note('None is known.'),
    listed.length > 0 &&
      table(
        'Whether it may sell them, by the lists that brands publish.',
        [{ label: 'Brand' }, { label: 'Status' }, { label: 'Note' }],
        listed.map(({ brand, status, note: told }) => [brand, badge(status, STATUSES[status]), told ?? '—']),
      ),
    unknown.length > 0 &&
      note('These publish no list of who may sell them: ', unknown.map(({ brand }) => brand).join(', '), '.'),
  ];
}

function signalFacts(signals: Trust['signals']): [string, string][] {
  const { listings_tracked, price_volatility_percentile, delist_rate_90d, stock_accuracy, feed_health } =
    signals;
  const share = (value: number | null) => (value === null ? 'not known' : percent(value));
  const { read, missed, failed, held } = feed_health;
  return [
    ['Listings', count(listings_tracked)],
    [
      'Prices steadier than',
      price_volatility_percentile === null
        ? 'not known'
        : `${percent(1 - price_volatility_percentile / 100)} of sellers`,
    ],
    ['Delisted in 90 days', share(delist_rate_90d)],
    ['Stock as it said', share(stock_accuracy)],
    ['Feeds that came as due', share(feed_health.share)],
    [
      'Observations in 90 days',
      `${count(read)} read, ${count(missed)} missed, ${count(failed)} failed, ${count(held)} held`,
    ],
  ];
}
