import { IS_ORDERABLE } from './orderable.ts';
import type { FeedProtocol } from './protocol.ts';

/** Version of the Universal Commerce Protocol whose schemas these are. */
const VERSION = '2026-04-08';

const STATUS = {
  in_stock: 'in_stock',
  low_stock: 'in_stock',
  preorder: 'preorder',
  backorder: 'backorder',
  out_of_stock: 'out_of_stock',
  discontinued: 'discontinued',
} as const;

/** Catalogue of the Universal Commerce Protocol: pages in the shape of a catalogue search's response. */
export const ucp: FeedProtocol = {
  formats: ['json'],
  page: { products: 100, most: 1000 },
  product: {
    id: { of: 'product', required: true },
    title: { of: 'title', required: true },
    description: { plain: { of: 'description', required: true } },
    price_range: {
      min: { amount: { of: 'least_minor', required: true }, currency: { of: 'currency', required: true } },
      max: { amount: { of: 'most_minor', required: true }, currency: { of: 'currency', required: true } },
    },
    categories: [
      { value: { of: 'category' }, taxonomy: 'merchant' },
      { value: { of: 'google_category' }, taxonomy: 'google_product_category' },
    ],
  },
  row: {
    id: { of: 'id', required: true },
    sku: { of: 'offer_id' },
    barcodes: { each: 'gtins', item: { type: 'GTIN', value: { item: 'value' } } },
    title: { of: 'title', required: true },
    description: { plain: { of: 'description', required: true } },
    url: { of: 'url' },
    price: { amount: { of: 'amount_minor', required: true }, currency: { of: 'currency', required: true } },
    list_price: { amount: { of: 'list_amount_minor' }, currency: { of: 'list_currency' } },
    availability: {
      available: { of: 'availability', as: IS_ORDERABLE },
      status: { of: 'availability', as: STATUS },
    },
    options: { each: 'options', item: { name: { item: 'name' }, label: { item: 'value' } } },
    media: [
      { each: 'pictures', item: { type: 'image', url: { item: 'url' } } },
      { each: 'videos', item: { type: 'video', url: { item: 'url' } } },
    ],
    seller: { name: { of: 'seller' } },
  },
  document: {
    head: `{"ucp":{"version":"${VERSION}","status":"success"},"products":[`,
    tail: (next) =>
      `],"pagination":${JSON.stringify(next === null ? { has_next_page: false } : { has_next_page: true, cursor: next })}}`,
  },
};
