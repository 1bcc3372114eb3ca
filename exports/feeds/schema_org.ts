import type { FeedProtocol } from './protocol.ts';

const AVAILABILITY = {
  in_stock: 'https://schema.org/InStock',
  low_stock: 'https://schema.org/LimitedAvailability',
  preorder: 'https://schema.org/PreOrder',
  backorder: 'https://schema.org/BackOrder',
  out_of_stock: 'https://schema.org/OutOfStock',
  discontinued: 'https://schema.org/Discontinued',
} as const;
const CONDITION = {
  new: 'https://schema.org/NewCondition',
  refurbished: 'https://schema.org/RefurbishedCondition',
  used: 'https://schema.org/UsedCondition',
} as const;

/** schema.org JSON-LD as Google's merchant listings want it: a Product a line, with its Offer. */
export const schemaOrg: FeedProtocol = {
  formats: ['jsonl'],
  row: {
    '@context': 'https://schema.org',
    '@type': 'Product',
    productID: { of: 'id', required: true },
    name: { of: 'title', required: true },
    description: { of: 'description' },
    image: { of: 'images', required: true },
    sku: { of: 'id' },
    gtin: { of: 'gtin14' },
    mpn: { of: 'mpn' },
    brand: { '@type': 'Brand', name: { of: 'brand' } },
    category: { of: 'category' },
    color: { of: 'color' },
    size: { of: 'size' },
    material: { of: 'material' },
    pattern: { of: 'pattern' },
    inProductGroupWithID: { of: 'group_id' },
    offers: {
      '@type': 'Offer',
      url: { of: 'url' },
      price: { of: 'amount', required: true },
      priceCurrency: { of: 'currency', required: true },
      availability: { of: 'availability', as: AVAILABILITY },
      itemCondition: { of: 'condition', as: CONDITION },
      seller: { '@type': 'Organization', name: { of: 'seller' } },
    },
  },
};
