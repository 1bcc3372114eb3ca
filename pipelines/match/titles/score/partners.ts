import type { Features } from '../compare/features.ts';
import { FULL_SHARE, type Lexicon, newTerms, type Terms, weighTerms } from '../compare/lexicon.ts';
import { hashPair, mix } from '../read/hash.ts';

/**
 * How often what a seller lists has a partner at another seller at all. A chain's own label has none, however alike
 * another chain's is.
 */
export interface Partners {
  /** What the seller, the brand and each word of a listing say of that, in nats; learned from listings with a code. */
  terms: Lexicon;
  /** A pair of such a listing and a variant that codes made weighs `base + share * nats` more. */
  base: number;
  share: number;
}

const ANY = 0x7f4a7c15;
const SELLER_SALT = 0x68e31da4;
const WORD_SALT = 0x1f83d9ab;
const BRAND_SALT = 0x5be0cd19;

/** Fills `into` with what a listing is known by: anything, its seller, its brand and words, and both at its seller. */
export function partnerTerms(features: Features, place: number, into: Terms): void {
  into.count = 0;
  const seller = features.seller[place] as number;
  const push = (key: number) => {
    for (let at = 0; at < into.count; at++) if (into.keys[at] === key) return;
    if (into.count === into.keys.length) return;
    into.keys[into.count] = key;
    into.shares[into.count++] = FULL_SHARE;
  };
  const both = (key: number) => {
    push(key);
    push(hashPair(key, seller));
  };
  push(ANY);
  push(mix(seller ^ SELLER_SALT));
  both(mix((features.brand[place] as number) ^ BRAND_SALT));
  const to = features.word_start[place + 1] as number;
  for (let at = features.word_start[place] as number; at < to; at++)
    both(mix((features.word_id[at] as number) ^ WORD_SALT));
}

/** Log odds that what stands at a place, of the seller that is named there, has a partner at another seller. */
export function partnerNats(terms: Lexicon, features: Features, place: number): number {
  partnerTerms(features, place, scratch);
  return weighTerms(terms, scratch);
}
const scratch = newTerms();

/** What a pair of such a listing and a variant that codes made weighs more, in nats. */
export const partnerWeight = ({ base, share }: Pick<Partners, 'base' | 'share'>, nats: number): number =>
  base + share * nats;
