import type { Input } from './input.ts';

/** What a seller's delivery costs and how long it takes. */
export const shipping_rates: Input = {
  rows: 'one row per service and tier: where it goes, what it costs, how soon it leaves',
  by: 'seller',
  key: ['service', 'country', 'region', 'postal_codes', 'from_price'],
  keeps: 'newest',
  fields: {
    service: { type: 'text', required: true, means: 'Name of the service, such as standard.' },
    country: { type: 'country', means: 'Where it goes. Default the market’s.' },
    region: { type: 'code', means: 'State or province, such as CA; absent all of the country.' },
    postal_codes: {
      type: 'list',
      means: 'Postal codes or begins of them (99*) that it goes to; absent all.',
    },
    from_price: { type: 'amount', from: 0, means: 'Price of the item from which the tier holds. Default 0.' },
    cost: {
      type: 'amount',
      required: true,
      from: 0,
      means: 'What the delivery of one item costs.',
      spellings: ['price', 'rate'],
    },
    carrier: { type: 'text', means: 'Who brings it; names the rows of transit_times.' },
    origin_postal_code: { type: 'code', means: 'Where it leaves from.', spellings: ['origin'] },
    min_handling_days: {
      type: 'integer',
      from: 0,
      to: 90,
      means: 'Business days until it leaves, at least. Default 0.',
    },
    max_handling_days: {
      type: 'integer',
      from: 0,
      to: 90,
      means: 'Business days until it leaves, at most. Default 1.',
    },
    min_transit_days: { type: 'integer', from: 0, to: 90, means: 'Business days on its way, at least.' },
    max_transit_days: { type: 'integer', from: 0, to: 90, means: 'Business days on its way, at most.' },
    cutoff: { type: 'clock', means: 'Orders until then count as of the day.', spellings: ['cutoff_time'] },
    time_zone: {
      type: 'code',
      means: 'IANA time zone of the cutoff, such as America/New_York.',
      spellings: ['cutoff_timezone', 'timezone'],
    },
    po_box: { type: 'boolean', means: 'Whether it goes to post-office boxes. Default true.' },
  },
};
