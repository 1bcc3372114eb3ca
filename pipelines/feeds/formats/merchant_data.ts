import type { KnownColumns } from '../columns.ts';

/** The columns of Google Merchant product data, OpenAI's flat file, Meta, and how else shops call them. */
export const MERCHANT_DATA: KnownColumns = {
  spellings: {
    sku: ['sku', 'id', 'item_id', 'offer_id', 'product_id'],
    title: ['title', 'name', 'product_title', 'product_name'],
    brand: ['brand', 'manufacturer', 'vendor'],
    gtin: ['gtin', 'gtin13', 'gtin14', 'ean', 'upc', 'isbn', 'barcode'],
    upc_e: ['upc_e', 'upce'],
    asin: ['asin'],
    mpn: ['mpn', 'manufacturer_part_number'],
    item_group_id: ['item_group_id', 'group_id'],
    category: ['product_type', 'category', 'product_category', 'google_product_category'],
    url: ['link', 'url', 'product_url'],
    image_url: ['image_link', 'image_url', 'image'],
    image_urls: ['additional_image_link', 'additional_image_links', 'additional_image_urls', 'image_urls'],
    video_url: ['video_link', 'video_url', 'video'],
    description: ['description'],
    condition: ['condition'],
    availability: ['availability', 'stock_status'],
    // Not `quantity`: lists of groceries tell by it how much is in a pack.
    stock_quantity: [
      'stock_quantity',
      'inventory_quantity',
      'quantity_to_sell_on_facebook',
      'inventory',
      'stock_level',
      'quantity_available',
      'available_quantity',
      'qty_available',
      'quantity_in_stock',
      'qty_in_stock',
      'stock_qty',
    ],
    currency: ['currency', 'currency_code'],
    price: ['price'],
    sale_price: ['sale_price'],
    sale_price_effective_date: ['sale_price_effective_date'],
    list_price: ['list_price', 'msrp', 'compare_at_price'],
    delivery: ['shipping', 'delivery', 'shipping_price'],
  },
  attributes: [
    'color',
    'size',
    'material',
    'pattern',
    'gender',
    'age_group',
    'size_type',
    'size_system',
    'capacity',
    'unit_pricing_measure',
    'net_content',
    'subscription_cost',
  ],
  // OpenAI's flat file: what is not to be found is to be taken out.
  deleted: { is_eligible_search: 'false', enable_search: 'false' },
  taxonomy: 'google_product_category',
  details: 'product_detail',
  // Google's, Amazon's (one to five columns or more), and how else shops call them.
  highlights:
    /^(?:product_)?(?:highlights?|bullet_?points?|bullets?|(?:key_|product_)?features?|feature_bullets?|selling_points?)(?:_?\d{1,2})?$/,
};
