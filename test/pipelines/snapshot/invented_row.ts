import { listingOf } from '../../bench/match_catalogue.ts';
import type { Row } from './market.ts';
import { gtinOf } from './numbered_gtin.ts';

/** What a seller of the invented catalogue lists of an item, with its GTIN where it is coded. */
export function inventedRow(item: number, seller: number, isCoded: boolean): Row {
  const { title, brand, price_minor } = listingOf(item, seller);
  return {
    sku: `I${item}`,
    title,
    brand: brand ?? '',
    price: ((price_minor ?? 1000) / 100).toFixed(2),
    ...(isCoded && { gtin: gtinOf(item) }),
  };
}
