import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import { CandidateSearch } from '../titles/candidates/candidate_search.ts';
import { COMPARISON_COUNT, Comparer } from '../titles/compare/comparison.ts';
import { recordConflictBits } from '../titles/compare/conflicts.ts';
import { type Features, featuresOf } from '../titles/compare/features.ts';
import type { HiddenScores } from '../titles/learn/learn_hidden.ts';
import type { PartnerChoice } from '../titles/learn/learn_partners.ts';
import type { MatchRecord } from '../titles/read/record.ts';
import { isOfTwoMakers } from '../titles/score/identification.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { type Partners, partnerNats, partnerWeight } from '../titles/score/partners.ts';
import { weighLevels } from '../titles/score/weights.ts';
import { inRecords, standings } from './likelihoods.ts';
import { CollectedPairs, concatPairs, type TitlePairs } from './pairs.ts';
import { Views } from './views.ts';

/** A listing whose code is hidden. */
export interface HiddenListing {
  record: MatchRecord;
  /** The first place of its true record in the index. */
  truth: number;
  /** The place at which that is known by the title of this very listing; null where there is none. */
  own: number | null;
  /** How many sellers carry it. */
  sellers: number;
  /** For how many listings like it it is asked. */
  stands_for: number;
}

export interface HiddenRequest {
  model: MatchModel;
  features: Features;
  index: CandidateIndex;
  /** First place of the record of each place. */
  heads: Uint32Array;
  listings: readonly HiddenListing[];
}

/** Less likely pairs teach nothing: nobody would be asked. */
const MIN_CHANCE = 0.02;

/** Pairs of a hidden listing (by its number) and a record (by its place), as the listing found them. */
export interface HiddenPairs {
  /** Seller of each listing, as the features number it. */
  sellers: Uint32Array;
  /** Log odds that each has a partner at another seller (score/partners.ts); 0 where nothing is known of that. */
  nats: Float64Array;
  pairs: TitlePairs;
}

/**
 * What listings would find if nobody had stated their codes; those that no other seller has find others. The left of a
 * pair is the number of the listing, `kind` 1 where something is stated differently: such a rival is one, but nobody
 * joins the two.
 */
export function scoreHidden(request: HiddenRequest): HiddenPairs {
  const { model, features: indexed, index, heads, listings } = request;
  const features = featuresOf(
    listings.map(({ record }) => ({ ...record, gtin: null })),
    model.vocabulary,
  );
  const search = new CandidateSearch(index);
  const comparer = new Comparer(model.vocabulary);
  const views = new Views(heads);
  const found = new CollectedPairs();
  listings.forEach(({ truth, own, sellers }, at) => {
    comparer.setLeft(features, at);
    search.find(features, at, indexed, features.seller[at]);
    // What no code places is of a seller, and whether it is the same is not known.
    const places = Array.from(search.places.subarray(0, search.count)).filter(
      (place) =>
        indexed.seller[place] === indexed.seller[truth] &&
        place !== own &&
        (sellers > 1 || heads[place] !== truth),
    );
    const compared = places.map((place) => {
      const levels = new Uint8Array(COMPARISON_COUNT);
      comparer.compare(indexed, place, levels);
      return levels;
    });
    const weights = compared.map((levels) => weighLevels(levels, 0, model.weights));
    const sum = weights.reduce((total, weight) => total + Math.exp(weight), 1);
    places.forEach((right, k) => {
      const weight = weights[k] as number;
      if (Math.exp(weight) / sum < MIN_CHANCE) return;
      const others = views.of(right).filter((place) => place !== own);
      const kind = recordConflictBits(features, [at], indexed, others) === 0 ? 0 : 1;
      found.add({ left: at, right, weight, kind, twin: 0, levels: compared[k] as Uint8Array });
    });
  });
  const { partners } = model;
  return {
    sellers: Uint32Array.from(features.seller.subarray(0, listings.length)),
    nats: Float64Array.from(listings, (_, at) => (partners ? partnerNats(partners.terms, features, at) : 0)),
    pairs: found.pairs(),
  };
}

/** What hidden listings stand among. */
export interface HiddenAmong {
  listings: readonly HiddenListing[];
  /** What the listings that no code places found. */
  pairs: TitlePairs;
  features: Pick<Features, 'seller' | 'count'>;
  /** First place of the record of each place. */
  heads: Uint32Array;
  /** Whether it is a mistake to take a listing of a seller for what stands at a place, and one that could be made. */
  tells: (place: number, seller: string) => boolean;
}

/** What hidden listings could choose, to learn what is to be made of how often such have a partner. */
export function partnerChoices(
  { nats, pairs }: HiddenPairs,
  {
    listings,
    heads,
    shares,
    tells,
  }: Omit<HiddenAmong, 'pairs' | 'features'> & {
    /** By seller: for how many of the listings that look for a place each of its hidden ones stands. */
    shares: ReadonlyMap<string, number>;
  },
): PartnerChoice[] {
  const found = listings.map(() => new Map<number, number>());
  pairs.left.forEach((at, k) => {
    const { truth, record } = listings[at] as HiddenListing;
    const place = heads[pairs.right[k] as number] as number;
    if (place !== truth && !tells(place, record.seller)) return;
    const titles = found[at] as Map<number, number>;
    titles.set(place, Math.max(titles.get(place) ?? -Infinity, pairs.weight[k] as number));
  });
  return found.flatMap((titles, at) => {
    const { truth, record, stands_for } = listings[at] as HiddenListing;
    if (titles.size === 0) return [];
    const odds = [...titles.values()].reduce((sum, weight) => sum + Math.exp(weight), 0);
    const count = stands_for * (shares.get(record.seller) ?? 0);
    return [{ nats: nats[at] as number, weight: Math.log(odds), found: titles.has(truth), count }];
  });
}

/** The pairs of hidden listings with what is known of their partners (publish/partners.ts does it for all others). */
export function weighHidden(hidden: HiddenPairs, partners: Pick<Partners, 'base' | 'share'>): HiddenPairs {
  const { pairs, nats } = hidden;
  const weight = pairs.weight.map(
    (own, k) => own + partnerWeight(partners, nats[pairs.left[k] as number] as number),
  );
  return { ...hidden, pairs: { ...pairs, weight } };
}

/**
 * The pairs of hidden listings that could be joined, as scores: their chances beside all that looks for a place on the
 * index that is published. What the listing's own seller carries it cannot be, and of what no GTIN names it is not known. Each counts for those that it stands for,
 * whoever's it is: how sellers differ in what has a partner is in the weights already.
 */
export function hiddenScores(
  { sellers, pairs }: Pick<HiddenPairs, 'sellers' | 'pairs'>,
  { listings, pairs: others, features, heads, tells }: HiddenAmong,
): HiddenScores {
  const beyond = features.count;
  const seller = new Uint32Array(beyond + sellers.length);
  seller.set(features.seller.subarray(0, beyond));
  seller.set(sellers, beyond);
  const hidden = { ...pairs, left: pairs.left.map((at) => beyond + at) };
  const all = inRecords(concatPairs([others, hidden]), heads);
  const { edges, low, high, chances, doubted } = standings(seller, all);
  const found: HiddenScores = { scores: [], matches: [], counts: [], two_makers: [], doubted: [] };
  edges.forEach((edge, k) => {
    const listing = listings[(high[k] as number) - beyond];
    const isContradicted = pairs.kind[edge - others.left.length] === 1;
    if (!listing || isContradicted) return;
    const { truth, stands_for, record } = listing;
    const place = low[k] as number;
    if (place !== truth && !tells(place, record.seller)) return;
    found.scores.push(chances[k] as number);
    found.matches.push(place === truth ? 1 : 0);
    found.counts.push(stands_for);
    found.two_makers.push(isOfTwoMakers(all.levels, edge * COMPARISON_COUNT));
    found.doubted.push(doubted[k] === 1);
  });
  return found;
}

/**
 * For how many listings that look for a place each hidden one of a seller stands, so that all of them together are as
 * many as are hidden. A seller of which none is hidden is stood for by the others.
 */
export function sellerShares(
  looking: ReadonlyMap<string, number>,
  listings: readonly HiddenListing[],
): Map<string, number> {
  const hidden = new Map<string, number>();
  for (const { record } of listings) hidden.set(record.seller, (hidden.get(record.seller) ?? 0) + 1);
  const asked = [...looking].reduce((sum, [seller, count]) => sum + (hidden.has(seller) ? count : 0), 0);
  if (asked === 0) return new Map([...hidden.keys()].map((seller) => [seller, 1]));
  return new Map(
    [...hidden].map(([seller, count]) => [
      seller,
      ((looking.get(seller) ?? 0) / asked) * (listings.length / count),
    ]),
  );
}
