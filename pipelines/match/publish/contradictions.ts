import { isOfOtherAmount } from '../titles/compare/amounts.ts';
import { NONE_TOLERATED, recordConflictBits, weightyBits } from '../titles/compare/conflicts.ts';
import { isToldApart } from '../titles/compare/contrasts.ts';
import { isDenied } from '../titles/compare/denials.ts';
import type { Features } from '../titles/compare/features.ts';
import { isOfOtherShade } from '../titles/compare/shades.ts';
import type { MatchModel } from '../titles/score/model.ts';
import type { Views } from './views.ts';

/** Whether two records state differently what, as far as was learned, no seller merely states wrongly. */
export function contradictions(features: Features, { tolerated, vocabulary }: MatchModel, views: Views) {
  const sellerOf = (place: number) => features.seller[place] as number;
  return (x: number, y: number) => {
    const [one, other] = [views.of(x), views.of(y)];
    if (one.length === 1 && isOfOtherAmount(features, x, features, other)) return true;
    if (other.length === 1 && isOfOtherAmount(features, y, features, one)) return true;
    if (isToldApart(vocabulary.contrasts, [features, one], [features, other])) return true;
    if (isDenied([features, one], [features, other])) return true;
    if (isOfOtherShade(vocabulary.shades, [features, one], [features, other])) return true;
    const bits = recordConflictBits(features, one, features, other);
    return weightyBits(bits, tolerated ?? NONE_TOLERATED, sellerOf(x), sellerOf(y)) !== 0;
  };
}
