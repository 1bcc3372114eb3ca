import type { Schemas } from '../../client/client.ts';
import { badge, note, table } from './element.ts';
import { moment, percent, plural, stateKind, words } from './wording.ts';

/** Who takes an order now, since when, and how often it was sold out. */
export function stockTable({ sellers, variants_out, days }: Schemas['GetAvailabilityAnswer']) {
  if (sellers.length === 0) return note('Nobody carries it.');
  return [
    table(
      `Each seller over ${days} days.`,
      [
        { label: 'Seller' },
        { label: 'Now' },
        { label: 'Since (UTC)' },
        { label: 'Sold out', numeric: true },
        { label: 'Share of time', numeric: true },
        { label: 'Usual length', numeric: true },
      ],
      sellers.map(({ seller, state, since, stockouts, stockout_share, median_outage_days }) => [
        seller,
        badge(words(state), stateKind(state)),
        moment(since),
        plural(stockouts, 'time'),
        stockout_share === null ? '—' : percent(stockout_share),
        median_outage_days === null ? '—' : plural(Math.round(median_outage_days * 10) / 10, 'day'),
      ]),
    ),
    variants_out.length > 0 &&
      note(`Nobody takes an order now for: ${variants_out.map(({ title }) => title).join('; ')}.`),
  ];
}
