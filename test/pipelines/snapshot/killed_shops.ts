import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gtinOf } from './numbered_gtin.ts';

/** Three shops for tests that kill a process: their configuration, and a file of each a day. */
export const SHOPS = ['alpha', 'beta', 'gamma'];
const LISTINGS = 150;
/** One in so many has a GTIN that others have too. Few teach nothing: kills fall on what is written, not on what is learned. */
const SHARED_EVERY = 4;

export async function writeConfiguration(folder: string): Promise<void> {
  const sellers = SHOPS.map(
    (shop) => `  - { id: ${shop}, name: ${shop}, kind: retailer, access: merchant_feed, feeds: [
      { name: catalogue, url: "./feeds/${shop}_*.csv", format: google, as_of: "${shop}_{YYYY-MM-DD}" }] }`,
  );
  await writeFile(
    join(folder, 'commerce-index.yaml'),
    `market: { country: US, currency: USD }\nsellers:\n${sellers.join('\n')}\n`,
  );
}

/** A day's files: some GTINs are shared, prices move, listings come and go. */
export async function writeDay(feeds: string, day: number): Promise<void> {
  await mkdir(feeds, { recursive: true });
  for (const [number, shop] of SHOPS.entries()) {
    const rows = Array.from({ length: LISTINGS }, (_, item) => item)
      .filter((item) => (item + day + number) % 17 !== 0)
      .map((item) => {
        const code = item % SHARED_EVERY === 0 ? item * (number + 1) : item + 1_000 * (number + 1);
        return `S${item},Thing number ${item},Maker,${gtinOf(code)},${10 + ((item * day + number) % 7)}.50`;
      });
    await writeFile(
      join(feeds, `${shop}_2026-01-0${day}.csv`),
      `id,title,brand,gtin,price\n${rows.join('\n')}\n`,
    );
  }
}
