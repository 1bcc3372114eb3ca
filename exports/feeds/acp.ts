import { IS_ORDERABLE } from './orderable.ts';
import type { FeedProtocol } from './protocol.ts';

/** What the protocol calls each state of stock; ACP 2026-04-17. */
const STATUS = {
  in_stock: 'in_stock',
  low_stock: 'limited_stock',
  preorder: 'preorder',
  backorder: 'backorder',
  out_of_stock: 'out_of_stock',
  discontinued: 'discontinued',
} as const;

/**
 * Product feed of the Agentic Commerce Protocol, version 2026-04-17 (schema.feed.json): a Product a line. It has no
 * field for a brand or part number, so they are an option and a barcode.
 */
export const acp: FeedProtocol = {
  formats: ['jsonl'],
  product: { id: { of: 'product', required: true }, title: { of: 'title' } },
  row: {
    id: { of: 'id', required: true },
    title: { of: 'title', required: true },
    description: { plain: { of: 'description' } },
    url: { of: 'url' },
    barcodes: { each: 'codes', item: { type: { item: 'name' }, value: { item: 'value' } } },
    price: { amount: { of: 'amount_minor' }, currency: { of: 'currency' } },
    list_price: { amount: { of: 'list_amount_minor' }, currency: { of: 'list_currency' } },
    availability: {
      available: { of: 'availability', as: IS_ORDERABLE },
      status: { of: 'availability', as: STATUS },
    },
    categories: [
      { value: { of: 'category' }, taxonomy: 'merchant' },
      { value: { of: 'google_category' }, taxonomy: 'google_product_category' },
    ],
    condition: [{ of: 'condition' }],
    variant_options: { each: 'options', item: { name: { item: 'name' }, value: { item: 'value' } } },
    media: [
      { each: 'pictures', item: { type: 'image', url: { item: 'url' } } },
      { each: 'videos', item: { type: 'video', url: { item: 'url' } } },
    ],
    seller: { name: { of: 'seller' } },
  },
};
