import { Type } from 'typebox';
import { SELLER_KINDS } from '../../pipelines/domain/settings/publisher_settings.ts';
import { feedHealth, type HealthRun } from '../../pipelines/domain/trust/feed_health.ts';
import { SELLER_FLAG_CODES, sellerFlags } from '../../pipelines/domain/trust/seller_flags.ts';
import { SIGNAL_DAYS, TrustSignals } from '../../warehouse/reads/trust_signals.ts';
import { requireSellers } from '../catalogue/referenced_product.ts';
import { nullable, oneOf } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import type { Operation } from '../http/operation.ts';
import { gapsOf, knownUntil, timestamp } from '../intelligence/seller_history.ts';
import { placeOf } from './authorisation_place.ts';
import { Flag } from './flag_schema.ts';

const Share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }));

const FeedHealthRecord = Type.Object(
  {
    read: Type.Integer({ description: 'Observations that were taken.' }),
    missed: Type.Integer({ description: 'Observations due in silences of more than three intervals.' }),
    failed: Type.Integer({ description: 'Failures to read a feed, each with all its tries.' }),
    held: Type.Integer({
      description: 'Observations that strayed from their feed and were held, whatever a person said then.',
    }),
    share: Share('`read` of all four; null where there are none.'),
  },
  { description: 'Whether its feeds came when they were due and as usual, in 90 days.' },
);

const Signals = Type.Object({
  listings_tracked: Type.Integer({ description: 'Listings that it carries now.' }),
  price_volatility_percentile: nullable(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        'Where its volatility stands among all sellers: the share with less, and half of those with as much. Volatility is the standard deviation of the logarithm of a listing’s price over the time of 90 days in which it was seen and could be bought, averaged over its listings by that time; null without prices.',
    }),
  ),
  delist_rate_90d: Share(
    'Of the listings that it carried at any time of 90 days, the share that it carries no longer; null without any.',
  ),
  stock_accuracy: Share(
    '1 less the share of orders that its deliveries report cancelled for want of stock; null under 20 orders.',
  ),
  feed_health: FeedHealthRecord,
});

/** In the order in which brands are told; of one status those with most listings first. */
const STATUSES = ['unauthorised', 'authorised', 'unknown'] as const;

const BrandAuthorisation = Type.Object({
  brand: Type.String(),
  status: oneOf(STATUSES, 'By the brand’s published list; `unknown` where it publishes none.'),
  note: nullable(Type.String()),
});

const MOST_BRANDS = 100;

const FLAGS = [
  '`unauthorised_brand`: it carries a brand whose published list does not authorise it: names others alone, or revokes or ends what it had.',
  '`below_minimum_price`: offers below the least price that a brand publishes.',
  '`reference_prices_inflated`: a twentieth or more of 20 listings or more name a list price that it did not ask before, medium from a quarter on; where the policy is configured.',
  '`stock_inaccurate`: a stock accuracy under .95, medium under .9.',
  '`feed_unreliable`: under .9 of the observations due were taken, medium under .7, of five or more.',
  '`delists_often`: a quarter or more of 20 listings or more delisted in 90 days, medium from a half on.',
  '`new_seller`: known for less than 30 days, in an index that is 30 days older.',
  '`prices_volatile`: a percentile of 95 or more, among ten sellers or more, of 20 listings or more.',
].join(' ');

/** What became of the runs of a seller's feeds of offers in the window, those that wait included. */
async function runsOf(
  { runs }: Deps,
  { seller, feeds }: { seller: string; feeds: ReadonlySet<string> },
  from: number,
): Promise<HealthRun[]> {
  const since = timestamp(from);
  const found: HealthRun[] = [];
  for await (const { state, as_of, feed } of runs.list({ seller })) {
    const isLogged = !['waiting', 'held', 'late'].includes(state);
    if (isLogged && as_of < since) break;
    if (feeds.has(feed)) found.push({ state, as_of });
  }
  return found;
}

async function healthOf(deps: Deps, seller: string, now: number) {
  const { snapshot } = deps;
  const facts = snapshot.sellers().find(({ id }) => id === seller);
  const ofOffers = facts?.feeds ?? [];
  const names = new Set(ofOffers.map(({ feed }) => feed));
  const runs = await runsOf(deps, { seller, feeds: names }, now - SIGNAL_DAYS * 86_400);
  const feeds = ofOffers.map(({ feed, interval_minutes }) => ({
    interval_minutes,
    gaps: gapsOf(snapshot, { seller, feed }),
  }));
  return feedHealth(runs, feeds, { now, days: SIGNAL_DAYS });
}

const rounded = (value: number | null, places: number): number | null =>
  value === null ? null : Number(value.toFixed(places));

export const sellerTrust: Operation = {
  group: 'trust',
  id: 'getSellerTrust',
  method: 'GET',
  path: '/v1/sellers/:id/trust',
  summary: 'What is known of a seller’s reliability',
  description:
    'Signals from its prices, listings and runs, as of the newest observation. Flags are observations and accuse nobody.',
  scope: 'read',
  cost: 1,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Seller id, as GET /v1/sellers.' }) }),
  response: Type.Object({
    seller: Type.String(),
    kind: oneOf(SELLER_KINDS),
    first_seen: nullable(
      Type.String({ format: 'date', description: 'Of its oldest observation; null before there is one.' }),
    ),
    signals: Signals,
    brand_authorisation: Type.Array(BrandAuthorisation, {
      description:
        'Brands that it carries, unauthorised and authorised ones first, then those with most listings; a hundred at most.',
    }),
    flags: Type.Array(Flag(SELLER_FLAG_CODES, FLAGS), { description: 'Gravest first.' }),
  }),
  async run(deps, { params }) {
    const { snapshot } = deps;
    const id = params['id'] ?? '';
    requireSellers(snapshot, [id], 'id');
    const seller = snapshot.sellers().find((one) => one.id === id);
    if (!seller) throw new Error(`seller ${id} left the directory while it was read`);
    const trust = await snapshot.hold(TrustSignals.open);
    const now = knownUntil(snapshot);
    const signals = trust.seller(id);
    const feed_health = await healthOf(deps, id, now);
    const lists = trust.authorisations(placeOf(snapshot, deps.market));
    const brands = (signals?.brands ?? [])
      .map(({ brand }) => ({ brand, ...lists.of(seller, brand) }))
      .toSorted((a, b) => STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status));
    const delist_rate = signals && signals.carried > 0 ? signals.delisted / signals.carried : null;
    const flags = signals
      ? sellerFlags({
          ...signals,
          index_first_seen: trust.first_seen ?? signals.first_seen,
          now,
          delist_rate,
          sellers: trust.size,
          feed_health,
          unauthorised_brands: brands
            .filter(({ status }) => status === 'unauthorised')
            .map(({ brand }) => brand),
        })
      : [];
    return {
      kind: 'json',
      body: {
        seller: id,
        kind: seller.kind,
        first_seen: signals && timestamp(signals.first_seen).slice(0, 10),
        signals: {
          listings_tracked: signals?.listings_tracked ?? 0,
          price_volatility_percentile: rounded(signals?.volatility_percentile ?? null, 2),
          delist_rate_90d: rounded(delist_rate, 4),
          stock_accuracy: rounded(signals?.stock_accuracy ?? null, 4),
          feed_health: { ...feed_health, share: rounded(feed_health.share, 4) },
        },
        brand_authorisation: brands
          .slice(0, MOST_BRANDS)
          .map(({ brand, status, note }) => ({ brand, status, note })),
        flags,
      },
    };
  },
};
