import type { FeedProtocol } from './protocol.ts';

/** `preorder` and `backorder` want an availability_date, which sellers do not tell: such offers are left out. */
const AVAILABILITY = {
  in_stock: 'in_stock',
  low_stock: 'in_stock',
  out_of_stock: 'out_of_stock',
} as const;

/** Google Merchant product data (support.google.com/merchants/answer/7052112): text with tabs, or RSS 2.0. */
export const google: FeedProtocol = {
  formats: ['tsv', 'xml'],
  xml: { prefix: 'g:', namespace: 'http://base.google.com/ns/1.0' },
  row: {
    id: { of: 'id', required: true, most: 50 },
    title: { of: 'title', required: true, most: 150, cut: true },
    description: { of: 'description', required: true, most: 5000, cut: true },
    link: { of: 'url', required: true, most: 2000 },
    image_link: { of: 'image', required: true, most: 2000 },
    additional_image_link: { of: 'more_images', most: 10 },
    video_link: { of: 'video', most: 2000 },
    availability: { of: 'availability', required: true, as: AVAILABILITY },
    price: { of: 'price', required: true },
    sale_price: { of: 'sale_price' },
    brand: { of: 'brand', most: 70 },
    gtin: { of: 'gtin' },
    mpn: { of: 'mpn', most: 70 },
    identifier_exists: { of: 'has_identifiers' },
    condition: { of: 'condition' },
    google_product_category: { of: 'google_category' },
    product_type: { of: 'category', most: 750 },
    item_group_id: { of: 'group_id', most: 50 },
    color: { of: 'color', most: 100 },
    size: { of: 'size', most: 100 },
    gender: { of: 'gender' },
    age_group: { of: 'age_group' },
    material: { of: 'material', most: 200 },
    pattern: { of: 'pattern', most: 100 },
    product_detail: {
      each: 'details',
      most: 100,
      item: {
        section_name: { item: 'section' },
        attribute_name: { item: 'name' },
        attribute_value: { item: 'value' },
      },
    },
    shipping: {
      country: { of: 'shipping_country' },
      region: '',
      service: '',
      price: { of: 'shipping_price' },
    },
  },
};
