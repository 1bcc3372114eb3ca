import type { Features } from '../titles/compare/features.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { type Partners, partnerNats, partnerWeight } from '../titles/score/partners.ts';
import type { TitlePairs } from './pairs.ts';

/**
 * The pairs with what is known of how often what looks for a place has a partner at all, where it meets a variant that
 * codes made: of that alone hidden codes tell. What is kept from publication to publication are the pairs without it.
 */
export function weighFound(
  { partners }: Pick<MatchModel, 'partners'>,
  features: Features,
  pairs: TitlePairs,
  untied: Uint8Array,
): TitlePairs {
  return partners ? weighByNats(partners, pairs, foundNats(partners.terms, features, pairs, untied)) : pairs;
}

/** Log odds that what looks for a place has a partner, for each pair; NaN where it meets a listing without a code. */
export function foundNats(
  terms: Partners['terms'],
  features: Features,
  pairs: TitlePairs,
  untied: Uint8Array,
): Float64Array {
  const known = new Map<number, number>();
  return Float64Array.from(pairs.left, (place, k) => {
    if (untied[pairs.right[k] as number] === 1) return Number.NaN;
    const nats = known.get(place) ?? partnerNats(terms, features, place);
    known.set(place, nats);
    return nats;
  });
}

/** The pairs with as much of that as it is worth. */
export function weighByNats(
  partners: Pick<Partners, 'base' | 'share'>,
  pairs: TitlePairs,
  nats: Float64Array,
): TitlePairs {
  const weight = pairs.weight.map((own, k) => {
    const known = nats[k] as number;
    return Number.isNaN(known) ? own : own + partnerWeight(partners, known);
  });
  return { ...pairs, weight };
}
