import type { Input } from './input.ts';

/** What is in stock at the seller's shops: the fields of Google's local inventory feed. */
export const local_inventory: Input = {
  rows: 'one row per listing and store: its stock and price there',
  by: 'seller',
  key: ['store_code', 'sku'],
  keeps: 'newest',
  fields: {
    store_code: { type: 'code', required: true, means: 'The store.', spellings: ['store_id'] },
    sku: { type: 'code', required: true, means: 'The listing.', spellings: ['id', 'item_id'] },
    availability: {
      type: 'code',
      required: true,
      means: 'Whether it can be had there.',
      values: {
        in_stock: ['available'],
        limited_availability: ['low_stock', 'limited'],
        out_of_stock: ['sold_out'],
        on_display_to_order: ['on_display'],
      },
    },
    quantity: {
      type: 'integer',
      from: 0,
      means: 'Pieces in the store; answers show bands of it, never the number.',
    },
    price: { type: 'amount', from: 1, means: 'Its price there, where it differs.' },
    sale_price: { type: 'amount', from: 1, means: 'Its reduced price there.' },
    pickup_method: {
      type: 'code',
      means: 'How it can be fetched.',
      values: { buy: [], reserve: [], ship_to_store: [], not_supported: [] },
    },
    pickup_sla: {
      type: 'code',
      means: 'When it can be fetched after the order.',
      values: {
        same_day: [],
        next_day: [],
        '2_day': ['2-day'],
        '3_day': ['3-day'],
        '4_day': ['4-day'],
        '5_day': ['5-day'],
        '6_day': ['6-day'],
        multi_week: ['7-day'],
      },
    },
  },
};
