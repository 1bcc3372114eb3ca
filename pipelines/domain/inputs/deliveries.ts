import type { Input } from './input.ts';

/** What became of orders. */
export const deliveries: Input = {
  rows: 'one row per item of an order: when it was ordered, sent and delivered, or why not',
  by: 'seller',
  key: ['order_id', 'sku'],
  keeps: 'all',
  fields: {
    order_id: { type: 'code', required: true, means: 'The seller’s id of the order.' },
    sku: {
      type: 'code',
      required: true,
      means: 'The listing that was ordered.',
      spellings: ['item_id', 'product_id'],
    },
    ordered_at: { type: 'time', required: true, means: 'When it was ordered.', spellings: ['order_date'] },
    shipped_at: { type: 'time', means: 'When it left the seller.', spellings: ['ship_date'] },
    delivered_at: { type: 'time', means: 'When it arrived.', spellings: ['delivery_date'] },
    promised_date: { type: 'date', means: 'The day that was promised.' },
    postal_code: {
      type: 'code',
      means: 'Where it went to.',
      spellings: ['zip', 'postcode', 'destination_postal_code'],
    },
    country: { type: 'country', means: 'Where it went to. Default the market’s.' },
    carrier: { type: 'text', means: 'Who brought it.' },
    service: { type: 'text', means: 'The carrier’s or seller’s service, such as standard.' },
    status: {
      type: 'code',
      required: true,
      means: 'What became of it.',
      values: {
        delivered: ['completed', 'complete'],
        shipped: ['in_transit', 'open'],
        cancelled: ['canceled'],
        lost: [],
        returned: ['refused'],
      },
    },
    cancel_reason: {
      type: 'code',
      means: 'Why it was cancelled.',
      values: {
        out_of_stock: ['no_stock', 'unavailable', 'oos'],
        customer: ['buyer', 'changed_mind'],
        other: [],
      },
    },
  },
};
