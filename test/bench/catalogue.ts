import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import { Database, literal, loadSql } from '../../warehouse/database.ts';

/** The made-up catalogue of the benchmarks. */
export interface BenchCatalogue {
  folder: string;
  sellers: number;
  /** Over all sellers; each GTIN is carried by two sellers. */
  listings: number;
}

/** Seller ids `bench0` …, each with one plain Google feed `catalogue`. */
export function benchConfiguration({ folder, sellers }: BenchCatalogue): Configuration {
  return {
    market: { country: 'US', currency: 'USD', locale: 'en-US' },
    memory_limit: '1GiB',
    sellers: Array.from({ length: sellers }, (_, index) => ({
      id: `bench${index}`,
      name: `Bench ${index}`,
      kind: 'retailer' as const,
      access: 'merchant_feed' as const,
      feeds: [{ name: 'catalogue', url: join(folder, `seller_${index}.csv`), format: 'google' as const }],
    })),
  };
}

/** Writes one CSV per seller. `repriced` changes the price of that share of the listings (0 to 1). */
export async function writeCatalogue(catalogue: BenchCatalogue, repriced = 0): Promise<void> {
  await mkdir(catalogue.folder, { recursive: true });
  await using database = await Database.open({ memoryLimit: '2GiB', spill: join(catalogue.folder, 'spill') });
  const perSeller = catalogue.listings / catalogue.sellers;
  for (let seller = 0; seller < catalogue.sellers; seller++) {
    await database.run(
      'define seller',
      `create or replace temp table rows_wanted as ${loadSql(import.meta.url, './sql/catalogue.sql')}`,
      {
        seller,
        listings: perSeller,
        items: catalogue.listings / 2,
        repriced: Math.round(repriced * 1_000_000),
      },
    );
    await database.run(
      'write seller',
      `copy (from rows_wanted) to ${literal(join(catalogue.folder, `seller_${seller}.csv`))} (format csv, header)`,
    );
  }
}
