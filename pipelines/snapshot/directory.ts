import { loadSql } from '../../warehouse/database.ts';
import type { CategoryFacts, SellerFacts } from '../../warehouse/reads/snapshot.ts';
import type { Publication } from '../publication.ts';

/** The sellers of the configuration with what they carry now. */
export async function sellerFacts(publication: Publication): Promise<SellerFacts[]> {
  const rows = await publication.database.rows<{
    feed_no: number;
    listings: number;
    listings_with_gtin: number;
    products: number;
  }>('describe sellers', loadSql(import.meta.url, './sql/seller_facts.sql'));
  const byFeed = new Map(rows.map((row) => [row.feed_no, row]));
  return publication.settings.sellers.map((seller) => {
    const states = publication.feeds.filter((state) => state.seller === seller.id && state.configured);
    const counts = states.flatMap((state) => byFeed.get(state.feed_no) ?? []);
    return {
      id: seller.id,
      name: seller.name,
      kind: seller.kind,
      access: seller.access,
      products: counts[0]?.products ?? 0,
      listings: counts.reduce((sum, row) => sum + row.listings, 0),
      listings_with_gtin: counts.reduce((sum, row) => sum + row.listings_with_gtin, 0),
      feeds: feedFacts(publication, seller.id),
    };
  });
}

/** When each feed of a seller was last seen; moves with every run, even one that changed nothing. */
export function feedFacts(publication: Publication, seller: string): SellerFacts['feeds'] {
  return publication.feeds.flatMap((state) =>
    state.seller === seller && state.configured && state.current
      ? [
          {
            feed: state.feed,
            last_as_of: state.current.as_of,
            interval_minutes: state.interval_minutes,
            listings: state.current.listings,
          },
        ]
      : [],
  );
}

/** The category tree: every node that holds a product, and all above it, with products counted upwards. */
export async function categoryFacts(publication: Publication): Promise<CategoryFacts[]> {
  const rows = await publication.database.rows<{ category: string; products: number }>(
    'count categories',
    loadSql(import.meta.url, './sql/category_counts.sql'),
  );
  const products = new Map<string, number>();
  for (const row of rows) {
    const levels = row.category.split('.');
    for (let depth = 1; depth <= levels.length; depth++) {
      const id = levels.slice(0, depth).join('.');
      products.set(id, (products.get(id) ?? 0) + row.products);
    }
  }
  return [...products]
    .map(([id, count]) => ({
      id,
      parent: id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : null,
      products: count,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
