import { loadSql } from '../../../warehouse/database.ts';
import { prepareText } from '../prepare.ts';
import type { Format, Pages } from './format.ts';
import { arrayLines } from './lines_file.ts';
import { openProducts, PRODUCT_COLUMNS } from './products.ts';

/** A shop's products.json tells 250 products a page at most. */
const pages: Pages = {
  most: 1000,
  has: (url) => !url.searchParams.has('page'),
  address(url, page) {
    const address = new URL(url);
    if (!address.searchParams.has('limit')) address.searchParams.set('limit', '250');
    address.searchParams.set('page', String(page));
    return address;
  },
  isEmpty: (text) => /^\s*\{\s*"products"\s*:\s*\[\s*\]/.test(text),
};

/** A shop's products.json. */
export const shopify: Format = {
  columns: PRODUCT_COLUMNS,
  macros: loadSql(import.meta.url, './sql/shopify.sql'),
  pages,
  async open(file) {
    const lines = await arrayLines(await prepareText(file.prepare), file.prepare);
    return openProducts(file, lines, 'shopify_variants', storefront(file.seller.id, file.feed.url));
  },
};

/** Where a shop's product pages are: its own host, else the seller's id where that is a domain; empty where nobody says. */
function storefront(seller: string, url: string): string {
  if (/^https?:/.test(url)) return new URL(url).origin;
  return seller.includes('.') ? `https://${seller}` : '';
}
