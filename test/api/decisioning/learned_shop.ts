import { LEAST_LEARNED } from '../../../api/decisioning/meant_chance.ts';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

/** A shelf in a shop that is large enough for evidence to say something: the rest are bolts. */
export const inLargeShop = (shelf: readonly Listing[]): Listing[] => [
  ...shelf,
  ...Array.from({ length: LEAST_LEARNED }, (_, at) =>
    listing('alpha', `bolt${at}`, {
      title: `Ferrum hex bolt no ${1_000 + at}, galvanised`,
      brand: null,
      category: 'hardware.bolts',
      price_minor: 300 + at,
    }),
  ),
];
