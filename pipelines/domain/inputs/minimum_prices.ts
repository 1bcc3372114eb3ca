import type { Input } from './input.ts';

/** The least prices that a brand wants its things advertised at. */
export const minimum_prices: Input = {
  rows: 'one row per item of a brand: the least price that it is to be advertised at',
  by: 'brand',
  key: ['brand', 'gtin', 'mpn', 'from'],
  keeps: 'newest',
  any_of: ['gtin', 'mpn'],
  fields: {
    brand: { type: 'text', means: 'The brand. Default the name of who publishes the list.' },
    gtin: { type: 'gtin', means: 'The item’s GTIN.', spellings: ['ean', 'upc', 'barcode'] },
    mpn: { type: 'code', means: 'The item’s part number.', spellings: ['model', 'part_number'] },
    price: {
      type: 'amount',
      required: true,
      from: 1,
      means: 'The least price.',
      spellings: ['minimum_price', 'map', 'map_price'],
    },
    from: { type: 'date', means: 'The first day that it holds.', spellings: ['valid_from', 'since'] },
    to: { type: 'date', means: 'The last day that it holds.', spellings: ['valid_to', 'until'] },
  },
};
