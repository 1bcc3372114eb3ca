import type { FeedProtocol } from './protocol.ts';

/** Spaces, not underscores, are the catalogue's own. */
const AVAILABILITY = {
  in_stock: 'in stock',
  low_stock: 'in stock',
  preorder: 'preorder',
  backorder: 'available for order',
  out_of_stock: 'out of stock',
  discontinued: 'discontinued',
} as const;

/** Meta catalogue (developers.facebook.com/docs/marketing-api/catalog/reference): text with tabs, or RSS. */
export const meta: FeedProtocol = {
  formats: ['tsv', 'xml'],
  xml: { prefix: 'g:', namespace: 'http://base.google.com/ns/1.0' },
  oneOf: ['brand', 'mpn', 'gtin'],
  row: {
    id: { of: 'id', required: true, most: 100 },
    title: { of: 'title', required: true, most: 200, cut: true },
    description: { of: 'description', required: true, most: 5000, cut: true },
    availability: { of: 'availability', required: true, as: AVAILABILITY },
    condition: { of: 'condition', required: true },
    price: { of: 'price', required: true },
    link: { of: 'url', required: true },
    image_link: { of: 'image', required: true },
    brand: { of: 'brand', most: 100 },
    gtin: { of: 'gtin' },
    mpn: { of: 'mpn', most: 100 },
    additional_image_link: { of: 'more_images', most: 20 },
    sale_price: { of: 'sale_price' },
    item_group_id: { of: 'group_id', most: 100 },
    google_product_category: { of: 'google_category' },
    product_type: { of: 'category', most: 750 },
    color: { of: 'color', most: 200 },
    size: { of: 'size', most: 200 },
    gender: { of: 'gender' },
    material: { of: 'material', most: 200 },
    pattern: { of: 'pattern', most: 100 },
  },
};
