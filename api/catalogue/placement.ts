import { type Static, Type } from 'typebox';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import type { MatchModel } from '../../pipelines/match/titles/score/model.ts';
import { openMatchModel } from '../../pipelines/match/titles/score/model_file.ts';
import { explainInWords, explainListings } from '../../pipelines/match/titles/score/pair_explanation.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { ExplanationRecord } from './explanation.ts';
import { MatchRecord, nullable, recordOf } from './schema.ts';

/** How a listing came to its variant, as endpoints answer with it. */
export const PlacementRecord = recordOf('Placement', {
  offer_id: Type.String(),
  seller: Type.String(),
  sku: Type.String(),
  ...MatchRecord.properties,
  against: nullable(
    Type.String({ description: 'Offer id of the listing that names the variant, for `title_fuzzy`.' }),
  ),
  waterfall: nullable(ExplanationRecord),
});

/** How these listings of a product came to their variants; a match by title with its waterfall, made now. */
export async function placementsOf(
  snapshot: Snapshot,
  product: Product,
  listings: readonly Listing[],
): Promise<Static<typeof PlacementRecord>[]> {
  const path = snapshot.matchModel();
  const byTitle = listings.some(({ method }) => method === 'title_fuzzy');
  const model = path !== null && byTitle ? await openMatchModel(path) : null;
  return listings.map((listing) => {
    const { offer_id, seller, sku, method, confidence } = listing;
    const against = method === 'title_fuzzy' && model ? namingListing(product, listing, model) : null;
    const waterfall = against && model ? explainListings(model, listing, against, confidence) : null;
    return {
      offer_id,
      seller,
      sku,
      method,
      confidence,
      against: against?.offer_id ?? null,
      waterfall:
        waterfall && against && model
          ? { ...waterfall, words: explainInWords(model, listing, against, waterfall) }
          : null,
    };
  });
}

/**
 * The listing by which its variant was found to be alike (pipelines/match/publish/sql/members.sql): of those that a code
 * placed the one most like it; where no code did, the first of all others.
 */
function namingListing(product: Product, listing: Listing, model: MatchModel): Listing | null {
  const others = product.listings
    .filter(({ variant_id, offer_id }) => variant_id === listing.variant_id && offer_id !== listing.offer_id)
    .sort((a, b) => (a.offer_id < b.offer_id ? -1 : 1));
  const coded = others.filter(({ method }) => method !== 'title_fuzzy');
  const bits = new Map(coded.map((other) => [other, explainListings(model, listing, other).total_bits]));
  coded.sort((a, b) => (bits.get(b) as number) - (bits.get(a) as number));
  return coded[0] ?? others[0] ?? null;
}
