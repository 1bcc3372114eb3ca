import type { Input } from './input.ts';

/** What a supplemental feed says of listings that another feed brings: after Google's supplemental data sources. */
export const supplements: Input = {
  rows: 'one row per listing of the feed it supplements: what is laid over it',
  by: 'seller',
  key: ['sku'],
  keeps: 'newest',
  fields: {
    sku: {
      type: 'code',
      required: true,
      means: 'The listing, as the supplemented feed names it.',
      spellings: ['id', 'item_id', 'offer_id', 'product_id'],
    },
    title: {
      type: 'text',
      means: 'What it is called.',
      spellings: ['name', 'product_title', 'product_name'],
    },
    brand: { type: 'text', means: 'Its brand.', spellings: ['manufacturer', 'vendor'] },
    gtin: {
      type: 'gtin',
      means: 'Its GTIN.',
      spellings: ['gtin13', 'gtin14', 'ean', 'upc', 'isbn', 'barcode'],
    },
    mpn: { type: 'code', means: 'The manufacturer’s part number.', spellings: ['manufacturer_part_number'] },
    item_group_id: {
      type: 'code',
      means: 'What variants of one product have in common.',
      spellings: ['group_id'],
    },
    description: { type: 'text', means: 'What the seller says of it.' },
    image_url: { type: 'url', means: 'Its main picture.', spellings: ['image_link', 'image'] },
    image_urls: {
      type: 'list',
      means: 'Further pictures, instead of those it has.',
      spellings: ['additional_image_link', 'additional_image_links', 'additional_image_urls'],
    },
    video_url: { type: 'url', means: 'A video.', spellings: ['video_link', 'video'] },
    availability: {
      type: 'availability',
      means: 'Its stock, in the spellings of many shops.',
      spellings: ['stock_status'],
    },
    price: {
      type: 'amount',
      from: 1,
      means: 'What it costs, in the currency that the supplemented feed prices it in.',
    },
    sale_price: { type: 'amount', from: 1, means: 'What it costs while on sale; below the price.' },
    sale_price_effective_date: {
      type: 'period',
      readable: true,
      means: 'When it is on sale: start/end in ISO 8601. Always, where there is none.',
    },
    list_price: {
      type: 'amount',
      from: 1,
      means: 'The price that the seller crosses out.',
      spellings: ['msrp', 'compare_at_price'],
    },
    delivery: { type: 'amount', from: 0, means: 'What delivery costs.', spellings: ['shipping_price'] },
  },
};
