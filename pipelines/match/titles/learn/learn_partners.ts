import type { Features } from '../compare/features.ts';
import { type Lexicon, lexiconOf, newTerms } from '../compare/lexicon.ts';
import { partnerTerms, partnerWeight } from '../score/partners.ts';

/** Ridge penalty of a term's weight, in observations. */
const RIDGE = 2;
const ROUNDS = 60;
/** All terms of a listing move together, so each takes this part of the step it would take alone. */
const DAMPING = 0.07;

/**
 * What sellers, brands and words say of whether a listing has a partner at another seller, by logistic regression over
 * listings with a code, of which that is known. `shared` is 1 for what another seller has too.
 */
export function learnPartnerTerms(features: Features, shared: ArrayLike<number>): Lexicon {
  const places = new Map<number, number>();
  const terms = newTerms();
  const starts = new Uint32Array(features.count + 1);
  const known: number[] = [];
  for (let place = 0; place < features.count; place++) {
    partnerTerms(features, place, terms);
    for (let at = 0; at < terms.count; at++) {
      const key = terms.keys[at] as number;
      if (!places.has(key)) places.set(key, places.size);
      known.push(places.get(key) as number);
    }
    starts[place + 1] = known.length;
  }
  const listed = Uint32Array.from(known);
  const weights = new Float64Array(places.size);
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = new Float64Array(places.size);
    const curvature = new Float64Array(places.size);
    for (let place = 0; place < features.count; place++) {
      const own = listed.subarray(starts[place], starts[place + 1]);
      let nats = 0;
      for (const term of own) nats += weights[term] as number;
      const chance = 1 / (1 + Math.exp(-nats));
      const error = chance - (shared[place] as number);
      for (const term of own) {
        gradient[term]! += error;
        curvature[term]! += chance * (1 - chance);
      }
    }
    for (let term = 0; term < weights.length; term++) {
      const slope = (gradient[term] as number) + RIDGE * (weights[term] as number);
      weights[term]! -= (DAMPING * slope) / ((curvature[term] as number) + RIDGE);
    }
  }
  return lexiconOf([...places].map(([key, at]) => [key, weights[at] as number] as const));
}

/** A listing of which is known whether one of its candidates is the partner that it has elsewhere. */
export interface PartnerChoice {
  /** Log odds that it has a partner at all. */
  nats: number;
  /** Log of the sum of what its candidates' odds are. */
  weight: number;
  /** Whether its partner is among them. */
  found: boolean;
  /** For how many listings it stands. */
  count: number;
}

/** Fewer choices teach nothing. */
const MIN_CHOICES = 300;
const STEPS = 40;
/** Newton's steps are halved: the weights of candidates reach far. */
const STEP = 0.5;

/**
 * How much what is known of partners adds to the weight of a pair, by conditional logit: each listing chooses among its
 * candidates and "none". Null where too few choose.
 */
export function weighPartners(choices: readonly PartnerChoice[]): { base: number; share: number } | null {
  if (choices.length < MIN_CHOICES) return null;
  const learned = { base: 0, share: 0 };
  for (let step = 0; step < STEPS; step++) {
    // Gradient and curvature of the log likelihood, with one observation of ridge each.
    let [ofBase, ofShare] = [learned.base, learned.share];
    let [base2, both, share2] = [1, 0, 1];
    for (const { nats, weight, found, count } of choices) {
      const chance = 1 / (1 + Math.exp(-weight - partnerWeight(learned, nats)));
      const error = count * (chance - (found ? 1 : 0));
      const spread = count * chance * (1 - chance);
      ofBase += error;
      ofShare += error * nats;
      base2 += spread;
      both += spread * nats;
      share2 += spread * nats * nats;
    }
    const determinant = base2 * share2 - both * both;
    learned.base -= (STEP * (share2 * ofBase - both * ofShare)) / determinant;
    learned.share -= (STEP * (base2 * ofShare - both * ofBase)) / determinant;
  }
  return learned;
}
