import { shifted } from './calibration.ts';
import type { MatchModel } from './model.ts';
import { HELD_BACK, heldBackAt, mergedFrom } from './open_world.ts';

/**
 * The probability of a pair of a seller's listing without a code, where its seller's are so many nats likelier than others'
 * (learn/learn_seller_nats.ts). What is joined without a person is not touched, nor does anything become sure enough for it.
 */
export function asOfSeller(
  model: Pick<MatchModel, 'open_world' | 'merge_from' | 'witnessed_from'>,
  probability: number,
  nats: number,
): number {
  const joined = mergedFrom(model);
  if (nats === 0 || probability >= joined) return probability;
  const own = shifted(probability, nats);
  const most = Math.min(heldBackAt(model), joined - HELD_BACK);
  return own <= probability ? own : Math.max(probability, Math.min(own, most));
}
