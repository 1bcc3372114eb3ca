import type { Input } from './input.ts';

/** On what terms a seller takes things back. */
export const return_terms: Input = {
  rows: 'one row per scope: the terms on which its offers can be returned',
  by: 'seller',
  key: ['sku', 'category', 'condition'],
  keeps: 'newest',
  fields: {
    sku: { type: 'code', means: 'The listing that it is of; absent all.' },
    category: {
      type: 'text',
      means: 'The category that it is of, in the seller’s words or the taxonomy’s; absent all.',
    },
    condition: {
      type: 'code',
      means: 'The condition that it is of; absent all.',
      values: { new: [], refurbished: [], used: [] },
    },
    returnable: { type: 'boolean', means: 'False of what is never taken back.' },
    window_days: {
      type: 'integer',
      from: 0,
      to: 3650,
      means: 'Days after delivery.',
      spellings: ['days', 'return_days'],
    },
    fee: { type: 'amount', from: 0, means: 'What a return costs the buyer.', spellings: ['return_fee'] },
    restocking_pct: {
      type: 'number',
      from: 0,
      to: 100,
      means: 'Share of the price that is kept, per cent.',
      spellings: ['restocking_fee_pct'],
    },
    restocking_applies_to: {
      type: 'list',
      means: 'What that is kept of, such as opened; absent whatever is returned.',
    },
    free_return: { type: 'boolean', means: 'True where the seller pays the way back.' },
    method: {
      type: 'code',
      means: 'How it goes back.',
      values: { mail: ['by_mail'], store: ['in_store'], any: ['both'] },
    },
    exchange_only: { type: 'boolean', means: 'True where the money is not given back.' },
    warranty_months: {
      type: 'integer',
      from: 0,
      to: 1200,
      means: 'Months of the seller’s or maker’s warranty.',
      spellings: ['warranty'],
    },
    warranty_by: { type: 'text', means: 'Who gives the warranty.' },
    holiday_from: { type: 'date', means: 'Bought from then on, the holiday window counts.' },
    holiday_to: { type: 'date', means: 'Bought until then.' },
    holiday_until: { type: 'date', means: 'The last day of the holiday window.' },
  },
};
