import type { Listing } from '../../../pipelines/domain/listing.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

const HEADPHONES = 'electronics.audio.over_ear_headphones';
export const phones = (sku: string, title: string, price_minor: number, parts: Partial<Listing> = {}) =>
  listing('alpha', sku, {
    title,
    brand: title.split(' ')[0] ?? null,
    category: HEADPHONES,
    price_minor,
    ...parts,
  });
export const wren = phones('wren', 'Larkbeat Wren over-ear headphones, noise cancelling, black', 10_000);
/** Five headphones, of which one is used and one dear, and a case. */
export const market = [
  wren,
  phones('halo', 'Aurivox Halo over-ear headphones, noise cancelling, black', 12_000),
  phones('fold', 'Tonefold Fold over-ear headphones, noise cancelling, wired', 16_000),
  phones('dear', 'Sonvire Studio over-ear headphones, noise cancelling, black', 30_000),
  phones('used', 'Sonvire Pulse over-ear headphones, noise cancelling', 2_000, { condition: 'used' }),
  listing('alpha', 'case', {
    title: 'Case for headphones',
    brand: 'Softy',
    category: 'electronics.audio.headphone_accessories',
    price_minor: 500,
  }),
];
