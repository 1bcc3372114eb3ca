import type { Features } from '../titles/compare/features.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { partnerNats, partnerWeight } from '../titles/score/partners.ts';
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
  if (!partners) return pairs;
  const more = new Map<number, number>();
  const weight = pairs.weight.map((own, k) => {
    const place = pairs.left[k] as number;
    if (untied[pairs.right[k] as number] === 1) return own;
    let known = more.get(place);
    if (known === undefined) {
      known = partnerWeight(partners, partnerNats(partners.terms, features, place));
      more.set(place, known);
    }
    return own + known;
  });
  return { ...pairs, weight };
}
