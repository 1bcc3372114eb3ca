import { newWebhookSecret } from '../../../exports/webhook_signature.ts';
import { formatId, listingKey } from '../../../pipelines/domain/key.ts';
import type { State } from '../../../warehouse/state/state.ts';
import type { NewWatch } from '../../../warehouse/state/watches.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';

/**
 * A market of one seller whose every price has moved with its last publication, of which nothing is told yet, and
 * watches on it: one on the seller, which is told everything, and others on single products.
 */
export async function watchedPrices(
  state: State,
  { listings, watches, callback }: { listings: number; watches: number; callback: string },
): Promise<TestMarket> {
  const market = await TestMarket.open('alpha');
  const rows = (price: string) =>
    Array.from({ length: listings }, (_, sku) => ({ sku: `s${sku}`, price, title: `Thing number ${sku}` }));
  await market.observe('alpha', '2026-01-01', rows('10.00'));
  await market.publish({ now: () => new Date('2026-01-01T06:00:00Z') });
  for (let number = 0; number < watches; number++) await addWatch(state, number, callback);
  // a feed is seen at any part of a second; what stands in the history and the event must mean the same moment
  await market.observe('alpha', '2026-01-02T00:00:00.600Z', rows('9.00'));
  await market.publish({ now: () => new Date('2026-01-02T06:00:00Z') });
  return market;
}

/** Id of the watch with this number. */
export const watchId = (number: number): string => `wat_${String(number).padStart(20, '0')}`;

async function addWatch(state: State, number: number, callback: string): Promise<void> {
  const onPrice = number % 2 === 0;
  const watch: NewWatch = {
    id: watchId(number),
    owner: 'ada',
    target_kind: number === 0 ? 'seller' : 'product',
    target: number === 0 ? 'alpha' : formatId('product', listingKey('alpha', `s${number}`)),
    target_seller: null,
    condition: number === 0 || !onPrice ? 'price_changed' : 'price_below',
    value_minor: number !== 0 && onPrice ? 950 : null,
    percent: null,
    callback_url: `${callback}/${number}`,
    event_parts: 0,
    created_at: '2026-01-01T12:00:00.000Z',
    expires_at: null,
  };
  await state.watches.create(watch, newWebhookSecret(), null);
}
