import type { Input } from './input.ts';

/** How long carriers take by distance. */
export const transit_times: Input = {
  rows: 'one row per carrier, service and distance: business days on the way',
  by: 'seller',
  key: ['carrier', 'service', 'up_to_km'],
  keeps: 'newest',
  fields: {
    carrier: { type: 'text', required: true, means: 'Who brings it.' },
    service: { type: 'text', means: 'The carrier’s service.' },
    up_to_km: {
      type: 'number',
      required: true,
      from: 1,
      means: 'Great-circle distance up to which it holds, km.',
    },
    min_days: { type: 'integer', required: true, from: 0, to: 90, means: 'Business days, at least.' },
    max_days: { type: 'integer', required: true, from: 0, to: 90, means: 'Business days, at most.' },
  },
};
