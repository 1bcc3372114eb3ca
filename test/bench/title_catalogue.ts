import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hashText } from '../../pipelines/match/titles/read/hash.ts';
import { gtinOf } from '../pipelines/snapshot/numbered_gtin.ts';
import type { BenchCatalogue } from './catalogue.ts';
import { listingOf } from './match_catalogue.ts';

const HEADER = 'id,title,brand,gtin,price,availability,link,image_link,product_type,condition';
const LISTINGS_PER_WRITE = 2_000;

/** Half of the listings of `catalogue` state their GTIN, or all do. */
export type Coded = 'all' | 'half';

/** The item behind a listing's sku. */
export const itemOfSku = (sku: string) => Number(sku.slice(1));

/**
 * Writes one CSV per seller, its titles worded by that seller (match_catalogue.ts). Neighbouring sellers overlap by half,
 * so every item has two of them.
 */
export async function writeTitleCatalogue(
  { folder, sellers, listings }: BenchCatalogue,
  coded: Coded,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const perSeller = listings / sellers;
  const items = listings / 2;
  for (let seller = 0; seller < sellers; seller++) {
    const file = createWriteStream(join(folder, `seller_${seller}.csv`));
    let text = `${HEADER}\n`;
    for (let row = 0; row < perSeller; row++) {
      text += lineOf((row + (seller * perSeller) / 2) % items, seller, coded);
      if ((row + 1) % LISTINGS_PER_WRITE !== 0 && row + 1 < perSeller) continue;
      if (!file.write(text)) await once(file, 'drain');
      text = '';
    }
    file.end();
    await once(file, 'close');
  }
}

function lineOf(item: number, seller: number, coded: Coded): string {
  const { title, brand, price_minor } = listingOf(item, seller);
  const fields = [
    `I${item}`,
    title,
    brand ?? '',
    coded === 'all' || statesGtin(item, seller) ? gtinOf(item) : '',
    `${((price_minor ?? 0) / 100).toFixed(2)} USD`,
    'in stock',
    `https://bench${seller}.example.com/p/${item}`,
    `https://cdn.example.com/i/${item}.jpg`,
    'Goods > Things',
    'new',
  ];
  return `${fields.join(',')}\n`;
}

/** A coin that falls the same way every time. */
const statesGtin = (item: number, seller: number) => ((hashText(`${item} of ${seller}`) >>> 7) & 1) === 0;
