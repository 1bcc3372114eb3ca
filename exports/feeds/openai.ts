import type { FeedProtocol } from './protocol.ts';

const AVAILABILITY = {
  in_stock: 'in_stock',
  low_stock: 'in_stock',
  preorder: 'pre_order',
  backorder: 'backorder',
  out_of_stock: 'out_of_stock',
  discontinued: 'out_of_stock',
  unknown: 'unknown',
} as const;

/**
 * OpenAI's file upload of products (developers.openai.com/commerce/specs/file-upload/products), flat, a record a
 * line or text with tabs; at most 500,000 rows a file.
 */
export const openai: FeedProtocol = {
  formats: ['jsonl', 'tsv'],
  rowsOfFile: 500_000,
  row: {
    item_id: { of: 'id', required: true, most: 100 },
    title: { of: 'title', required: true, most: 150, cut: true },
    description: { of: 'description', required: true, most: 5000, cut: true },
    url: { of: 'url', required: true },
    brand: { of: 'brand', required: true, most: 70 },
    seller_name: { of: 'seller', required: true, most: 70 },
    image_url: { of: 'image', required: true },
    availability: { of: 'availability', required: true, as: AVAILABILITY },
    price: { of: 'price', required: true },
    is_eligible_search: 'true',
    is_eligible_checkout: 'false',
    seller_url: { of: 'seller_url' },
    target_countries: { of: 'country' },
    store_country: { of: 'country' },
    group_id: { of: 'group_id', most: 70 },
    listing_has_variations: { of: 'has_variations' },
    offer_id: { of: 'offer_id' },
    gtin: { of: 'gtin' },
    mpn: { of: 'mpn', most: 70 },
    condition: { of: 'condition' },
    product_category: { of: 'category' },
    color: { of: 'color', most: 40 },
    size: { of: 'size', most: 20 },
    material: { of: 'material', most: 100 },
    gender: { of: 'gender' },
    age_group: { of: 'age_group' },
    additional_image_urls: { of: 'more_images' },
    sale_price: { of: 'sale_price' },
    shipping: { of: 'shipping' },
  },
};
