import type { Input } from './input.ts';

/** The seller's shops. */
export const stores: Input = {
  rows: 'one row per store',
  by: 'seller',
  key: ['store_code'],
  keeps: 'newest',
  fields: {
    store_code: {
      type: 'code',
      required: true,
      means: 'The seller’s code of the store.',
      spellings: ['store_id', 'code'],
    },
    name: { type: 'text', required: true, means: 'Its name.', spellings: ['business_name', 'store_name'] },
    address: { type: 'text', means: 'Street and number.', spellings: ['address_line_1', 'street'] },
    city: { type: 'text', means: 'Town.', spellings: ['locality', 'town'] },
    region: { type: 'text', means: 'State or province.', spellings: ['administrative_area', 'state'] },
    postal_code: { type: 'code', means: 'Postal code.', spellings: ['zip', 'postcode'] },
    country: { type: 'country', means: 'Default the market’s.', spellings: ['country_code'] },
    latitude: { type: 'number', from: -90, to: 90, means: 'Degrees north.', spellings: ['lat'] },
    longitude: { type: 'number', from: -180, to: 180, means: 'Degrees east.', spellings: ['lng', 'lon'] },
    phone: { type: 'text', means: 'Telephone.', spellings: ['primary_phone'] },
    hours: { type: 'text', means: 'Opening hours, as shown.', spellings: ['opening_hours'] },
    pickup: { type: 'boolean', means: 'Whether orders can be fetched there.' },
  },
};
