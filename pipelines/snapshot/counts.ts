import type { Manifest } from '../../warehouse/manifest.ts';
import type { Publication } from '../publication.ts';

/** What a snapshot holds, once its products are counted. */
export async function catalogueCounts(
  publication: Publication,
  listings: number,
): Promise<Manifest['counts']> {
  const { database } = publication;
  const live = await database.count('count live listings', 'select count(*) from assignments where is_live');
  const [row] = await database.rows<{ products: string; variants: string }>(
    'count products',
    'select count(*) as products, coalesce(sum(variants), 0)::bigint as variants from products',
  );
  return {
    listings,
    live_listings: live,
    variants: Number(row?.variants ?? 0),
    products: Number(row?.products ?? 0),
  };
}

/** Live listings in other currencies than the market's, by currency. */
export async function foreignCurrencies({
  database,
  settings,
}: Publication): Promise<Record<string, number>> {
  const rows = await database.rows<{ currency: string; listings: string }>(
    'count foreign currencies',
    'select currency, count(*) as listings from catalogue_rows where gone_since is null and currency <> $currency group by currency order by currency',
    { currency: settings.market.currency },
  );
  return Object.fromEntries(rows.map(({ currency, listings }) => [currency, Number(listings)]));
}

/** Listings by what they were matched by. */
export async function methodCounts(publication: Publication): Promise<Record<string, number>> {
  const rows = await publication.database.rows<{ method: string; listings: string }>(
    'count methods',
    'select method, count(*) as listings from assignments group by method order by method',
  );
  return Object.fromEntries(rows.map((row) => [row.method, Number(row.listings)]));
}
