import { type CandidateIndex, CandidateSearch } from '../titles/candidates/candidates.ts';
import { COMPARISON_COUNT, Comparer } from '../titles/compare/comparison.ts';
import { type Features, featuresOf } from '../titles/compare/features.ts';
import type { HiddenScores } from '../titles/learn/learn_hidden.ts';
import type { MatchRecord } from '../titles/read/record.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { weighLevels } from '../titles/score/weights.ts';

/** A listing whose code is hidden: the place of its true record in the index, and how many sellers carry that. */
export interface HiddenListing {
  record: MatchRecord;
  truth: number;
  sellers: number;
}

export interface HiddenRequest {
  model: MatchModel;
  features: Features;
  index: CandidateIndex;
  listings: readonly HiddenListing[];
}

/** Less likely pairs teach nothing: nobody would be asked. */
const MIN_CHANCE = 0.02;

/** Pairs of a hidden listing (by its number) and a record (by its place), by chance. */
export interface HiddenPairs {
  listing: number[];
  place: number[];
  chance: number[];
}

/** What publication would make of listings if nobody had stated their codes; those that no other seller has find others. */
export function scoreHidden({ model, features: indexed, index, listings }: HiddenRequest): HiddenPairs {
  const features = featuresOf(
    listings.map(({ record }) => ({ ...record, gtin: null })),
    model.vocabulary,
  );
  const search = new CandidateSearch(index);
  const comparer = new Comparer(model.vocabulary);
  const levels = new Uint8Array(COMPARISON_COUNT);
  const found: HiddenPairs = { listing: [], place: [], chance: [] };
  listings.forEach(({ truth, sellers }, at) => {
    comparer.setLeft(features, at);
    search.find(features, at, indexed, features.seller[at]);
    // What no code places is of a seller, and whether it is the same is not known.
    const places = Array.from(search.places.subarray(0, search.count)).filter(
      (place) => indexed.seller[place] === indexed.seller[truth] && (sellers > 1 || place !== truth),
    );
    const odds = places.map((place) => {
      comparer.compare(indexed, place, levels);
      return Math.exp(weighLevels(levels, 0, model.weights));
    });
    const sum = odds.reduce((total, odd) => total + odd, 1);
    places.forEach((place, k) => {
      const chance = (odds[k] as number) / sum;
      if (chance < MIN_CHANCE) return;
      found.listing.push(at);
      found.place.push(place);
      found.chance.push(chance);
    });
  });
  return found;
}

/**
 * The pairs that could be joined, as scores: what the listing's own seller carries it cannot be. Of a record's k sellers
 * one stands for it and is not asked, so each other counts k / (k - 1) times.
 */
export function hiddenScores(
  { listing, place, chance }: HiddenPairs,
  listings: readonly HiddenListing[],
  carries: (place: number, seller: string) => boolean,
): HiddenScores {
  const found: HiddenScores = { scores: [], matches: [], counts: [] };
  listing.forEach((at, k) => {
    const { truth, sellers, record } = listings[at] as HiddenListing;
    const isRight = place[k] === truth;
    if (!isRight && carries(place[k] as number, record.seller)) return;
    found.scores.push(chance[k] as number);
    found.matches.push(isRight ? 1 : 0);
    found.counts.push(sellers > 1 ? sellers / (sellers - 1) : 1);
  });
  return found;
}
