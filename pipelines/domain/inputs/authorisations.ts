import type { Input } from './input.ts';

/** Whom a brand lets sell its things. */
export const authorisations: Input = {
  rows: 'one row per seller of a brand: whether the brand has authorised it',
  by: 'brand',
  key: ['brand', 'seller', 'country'],
  keeps: 'newest',
  fields: {
    brand: { type: 'text', means: 'The brand. Default the name of who publishes the list.' },
    seller: {
      type: 'text',
      required: true,
      means: 'The seller’s id, name or domain.',
      spellings: ['seller_id', 'retailer', 'domain'],
    },
    country: { type: 'country', means: 'Where it holds; absent everywhere.' },
    status: {
      type: 'code',
      readable: true,
      means: 'What the brand says. Default authorised.',
      values: {
        authorised: ['authorized', 'active'],
        revoked: ['unauthorised', 'unauthorized', 'terminated'],
      },
    },
    from: { type: 'date', means: 'The first day that it holds.', spellings: ['valid_from', 'since'] },
    to: { type: 'date', means: 'The last day that it holds.', spellings: ['valid_to', 'until'] },
  },
};
