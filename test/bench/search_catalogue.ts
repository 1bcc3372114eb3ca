import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gtinOf } from '../pipelines/snapshot/numbered_gtin.ts';
import { SearchCorpus } from './search_corpus.ts';

const HEADER =
  'id,title,description,brand,gtin,mpn,price,availability,link,image_link,product_type,condition,color,size,material';
const LISTINGS_PER_WRITE = 2_000;
/** Two of five products have a second seller. */
const SHARED = 0.4;

/** Writes the products of the search corpus as one CSV per seller, with a GTIN each; returns the number of listings. */
export async function writeSearchCatalogue(
  folder: string,
  sellers: number,
  products: number,
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const corpus = new SearchCorpus(products);
  let listings = 0;
  for (let seller = 0; seller < sellers; seller++) {
    const file = createWriteStream(join(folder, `seller_${seller}.csv`));
    let text = `${HEADER}\n`;
    for (let no = 0; no < products; no++) {
      const isSecond = no % sellers !== seller;
      if (isSecond && !((no + 1) % sellers === seller && (no * 7_919) % 1_000 < SHARED * 1_000)) continue;
      text += lineOf(corpus, no, seller);
      if (++listings % LISTINGS_PER_WRITE !== 0) continue;
      if (!file.write(text)) await once(file, 'drain');
      text = '';
    }
    file.end(text);
    await once(file, 'close');
  }
  return listings;
}

function lineOf(corpus: SearchCorpus, no: number, seller: number): string {
  const { title, description, rest, brand, mpn, category, attributes } = corpus.line(no);
  const price = 500 + ((no * 7_919 + seller * 131) % 200_000);
  return `${[
    `P${no}`,
    title,
    `${description}${rest}`,
    brand,
    gtinOf(no),
    mpn,
    `${(price / 100).toFixed(2)} USD`,
    (no + seller) % 5 === 0 ? 'out of stock' : 'in stock',
    `https://bench${seller}.example.com/p/${no}`,
    `https://cdn.example.com/i/${no}.jpg`,
    (category ?? '').replaceAll('.', ' > '),
    'new',
    attributes?.['general.color'],
    attributes?.['general.size'],
    attributes?.['general.material'],
  ].join(',')}\n`;
}
