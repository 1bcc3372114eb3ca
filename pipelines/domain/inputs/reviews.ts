import type { Input } from './input.ts';

/** What buyers said of an item. */
export const reviews: Input = {
  rows: 'one row per review of an item',
  by: 'seller',
  key: ['review_id'],
  keeps: 'all',
  any_of: ['gtin', 'sku', 'url'],
  fields: {
    review_id: { type: 'code', required: true, means: 'The seller’s id of the review.', spellings: ['id'] },
    sku: { type: 'code', means: 'The listing that it is of.', spellings: ['product_id', 'item_id'] },
    gtin: {
      type: 'gtin',
      means: 'The item’s GTIN, where the seller names it.',
      spellings: ['ean', 'upc', 'barcode'],
    },
    url: { type: 'url', means: 'The listing’s page.', spellings: ['product_url', 'link'] },
    rating: {
      type: 'number',
      required: true,
      means: 'Stars or points, between worst_rating and best_rating.',
      spellings: ['rating_value', 'stars', 'score'],
    },
    best_rating: { type: 'number', means: 'The most there can be. Default 5.' },
    worst_rating: { type: 'number', means: 'The least there can be. Default 1.' },
    title: { type: 'text', means: 'Its headline.', spellings: ['headline'] },
    text: { type: 'text', means: 'What it says.', spellings: ['content', 'body', 'review_body', 'review'] },
    author: { type: 'text', means: 'Who wrote it, as shown.', spellings: ['reviewer', 'reviewer_name'] },
    created_at: {
      type: 'time',
      required: true,
      means: 'When it was written.',
      spellings: ['date', 'date_published', 'review_timestamp'],
    },
    language: { type: 'code', means: 'BCP 47 tag of its language.' },
    verified: {
      type: 'boolean',
      means: 'True where the seller knows that its author bought the item.',
      spellings: ['is_verified_purchase', 'verified_purchase'],
    },
    source: { type: 'text', means: 'Where it was first published, where the seller took it over.' },
    helpful: {
      type: 'integer',
      means: 'Readers who found it helpful.',
      from: 0,
      spellings: ['helpful_votes'],
    },
  },
};
