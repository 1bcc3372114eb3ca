import type { Product } from '../../pipelines/domain/listing.ts';
import type { Catalogue } from '../../warehouse/reads/snapshot.ts';
import { SCOPES } from '../http/operation.ts';
import type { OpenedIndex } from './opened_index.ts';

/** Products looked at to find one that shows what an index is for. */
const SAMPLE = 256;

/** The key to show: one just made at the first start, `$API_KEY` where the environment gives it, else null. */
export async function keyToShow({ config, state }: OpenedIndex): Promise<string | null> {
  if (config.apiKey !== null) return '$API_KEY';
  if ((await state.keys.list()).length > 0) return null;
  return (await state.keys.create({ owner: 'operator', label: 'first start', scopes: SCOPES })).token;
}

/** Three calls to paste into a shell, about a real product that several sellers offer at prices that moved. */
export async function curlLines(catalogue: Catalogue, url: string, key: string): Promise<string[]> {
  const product = await showpiece(catalogue);
  if (!product) return [];
  const call = `curl -sS -H "Authorization: Bearer ${key}"`;
  const json = `-H 'Content-Type: application/json'`;
  const reference = product.gtin ?? product.product_id;
  return [
    `${call} ${url}/v1/products/${product.product_id}`,
    `${call} '${url}/v1/products/${product.product_id}/context?days=120'`,
    `${call} ${json} -d '{"ref": "${reference}"}' ${url}/v1/compare`,
  ];
}

async function showpiece(catalogue: Catalogue): Promise<Product | undefined> {
  const held = catalogue.acquire();
  const { snapshot } = held;
  try {
    const step = Math.max(1, Math.floor(snapshot.product_count / SAMPLE));
    const numbers = Array.from(
      { length: Math.min(SAMPLE, snapshot.product_count) },
      (_, index) => index * step,
    );
    const products = await snapshot.products(numbers);
    return products.toSorted((a, b) => worth(b) - worth(a))[0];
  } finally {
    held.release();
  }
}

/** More sellers first, then a code to look up by, then a longer history. */
function worth({ listings, gtin }: Product): number {
  const sellers = new Set(
    listings.filter((listing) => listing.availability !== 'gone').map((listing) => listing.seller),
  );
  const longest = Math.max(0, ...listings.map((listing) => listing.changes.length));
  return sellers.size * 1000 + (gtin === null ? 0 : 500) + Math.min(longest, 400);
}
