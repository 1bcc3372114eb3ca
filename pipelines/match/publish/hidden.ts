import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import { CandidateSearch } from '../titles/candidates/candidate_search.ts';
import { isOfOtherAmount } from '../titles/compare/amounts.ts';
import { COMPARISON_COUNT, Comparer } from '../titles/compare/comparison.ts';
import { recordConflictBits } from '../titles/compare/conflicts.ts';
import { isToldApart } from '../titles/compare/contrasts.ts';
import { isDenied } from '../titles/compare/denials.ts';
import { type Features, featuresOf } from '../titles/compare/features.ts';
import { isOfOtherShade } from '../titles/compare/shades.ts';
import type { HiddenScores } from '../titles/learn/learn_hidden.ts';
import type { PartnerChoice } from '../titles/learn/learn_partners.ts';
import type { MatchRecord } from '../titles/read/record.ts';
import { isOfTwoMakers } from '../titles/score/identification.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { isContradictory } from '../titles/score/open_world.ts';
import { type Partners, partnerNats, partnerWeight } from '../titles/score/partners.ts';
import { weighLevels } from '../titles/score/weights.ts';
import { type LeftOverAmong, leftOver } from './left_over.ts';
import { inRecords, ruleOutCarried, standings } from './likelihoods.ts';
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
  /** Whether its seller lists it again, under the code: then what it would find without its own is another thing. */
  repeated: boolean;
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
  const lent = lentTitles(listings);
  listings.forEach(({ truth, record, sellers }, at) => {
    const own = lent.get(record.seller);
    comparer.setLeft(features, at);
    search.find(features, at, indexed, features.seller[at]);
    // What no code places is of a seller, and whether it is the same is not known.
    const places = Array.from(search.places.subarray(0, search.count)).filter(
      (place) =>
        indexed.seller[place] === indexed.seller[truth] &&
        !own?.has(place) &&
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
      const others = views.of(right).filter((place) => !own?.has(place));
      const isOther = isOfOtherAmount(features, at, indexed, others);
      const { contrasts, shades } = model.vocabulary;
      const isApart =
        isToldApart(contrasts, [features, [at]], [indexed, others]) ||
        isDenied([features, [at]], [indexed, others]) ||
        isOfOtherShade(shades, [features, [at]], [indexed, others]);
      const kind = isOther || isApart || recordConflictBits(features, [at], indexed, others) !== 0 ? 1 : 0;
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

/** By seller, the places of titles that only its hidden listings lend: were they without codes, nobody would know these. */
function lentTitles(listings: readonly HiddenListing[]): Map<string, Set<number>> {
  const lent = new Map<string, Set<number>>();
  for (const { own, record } of listings)
    if (own !== null) lent.set(record.seller, (lent.get(record.seller) ?? new Set()).add(own));
  return lent;
}

/** What hidden listings stand among. */
export interface HiddenAmong {
  listings: readonly HiddenListing[];
  /** What the listings that no code places found. */
  pairs: TitlePairs;
  features: Pick<Features, 'seller' | 'count'>;
  /** First place of the record of each place. */
  heads: Uint32Array;
  /** Whether a GTIN names what stands at a place, so that another GTIN is another item. */
  isNamed: (place: number) => boolean;
  /** Whether a seller carries what stands at a place. */
  carries: (place: number, seller: string) => boolean;
  /** How many sellers carry what stands at a place. */
  sellersOf: (place: number) => number;
  /** What tells of the listings that no code places beside them; they are not looked at where it is left out. */
  leftOver?: LeftOverAmong;
}

/** What a hidden listing could be taken for, by its number and the place of a record. */
interface Openness {
  /** Its seller states the code of that on another listing, so it cannot be it. */
  isRuledOut: (at: number, place: number) => boolean;
  /** Whether it is right to take it for that; null where it is not known. */
  isRight: (at: number, place: number) => boolean | null;
}

/**
 * What its own seller carries a listing cannot be, unless the listing that carries it is hidden as well: then nobody would
 * know. Of what no GTIN names it is not known: a brand and a part number may name the same item.
 */
function opennessOf({
  listings,
  isNamed,
  carries,
}: Pick<HiddenAmong, 'listings' | 'isNamed' | 'carries'>): Openness {
  const hidden = new Map<string, Set<number>>();
  for (const { truth, record, repeated, sellers } of listings)
    if (!repeated && sellers > 1)
      hidden.set(record.seller, (hidden.get(record.seller) ?? new Set()).add(truth));
  const isRuledOut = (at: number, place: number) => {
    const { truth, record, repeated } = listings[at] as HiddenListing;
    if (place === truth) return repeated;
    return carries(place, record.seller) && hidden.get(record.seller)?.has(place) !== true;
  };
  const isRight = (at: number, place: number) => {
    if (isRuledOut(at, place)) return null;
    if (place === (listings[at] as HiddenListing).truth) return true;
    return isNamed(place) ? false : null;
  };
  return { isRuledOut, isRight };
}

/** What hidden listings could choose, to learn what is to be made of how often such have a partner. */
export function partnerChoices(
  { nats, pairs }: HiddenPairs,
  among: Pick<HiddenAmong, 'listings' | 'heads' | 'isNamed' | 'carries'> & {
    /** By seller: for how many of the listings that look for a place each of its hidden ones stands. */
    shares: ReadonlyMap<string, number>;
  },
): PartnerChoice[] {
  const { listings, heads, shares } = among;
  const { isRight } = opennessOf(among);
  const found = listings.map(() => new Map<number, number>());
  pairs.left.forEach((at, k) => {
    const place = heads[pairs.right[k] as number] as number;
    if (isRight(at, place) === null) return;
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
 * index that is published. What is known to be none of it is no rival either. Each counts for those that it stands for,
 * whoever's it is: how sellers differ in what has a partner is in the weights already.
 */
export function hiddenScores(
  { sellers, pairs }: Pick<HiddenPairs, 'sellers' | 'pairs'>,
  among: HiddenAmong,
): HiddenScores {
  const { listings, pairs: others, features, heads } = among;
  const { isRuledOut, isRight } = opennessOf(among);
  const beyond = features.count;
  const seller = new Uint32Array(beyond + sellers.length);
  seller.set(features.seller.subarray(0, beyond));
  seller.set(sellers, beyond);
  const free = ruleOutCarried(pairs, (at, place) => isRuledOut(at, heads[place] as number));
  const hidden = { ...free, left: pairs.left.map((at) => beyond + at) };
  const all = inRecords(concatPairs([others, hidden]), heads);
  const standing = standings(seller, all);
  const { edges, low, high, chances, locals, doubted, witnessed } = standing;
  const found: HiddenScores = {
    scores: [],
    locals: [],
    matches: [],
    counts: [],
    sellers: [],
    two_makers: [],
    lone: [],
    doubted: [],
    witnessed: [],
    left_over: leftOver(standing, all.levels, among),
    contradicted: { scores: [], matches: [], counts: [] },
  };
  edges.forEach((edge, k) => {
    const at = (high[k] as number) - beyond;
    const listing = listings[at];
    const isContradicted = pairs.kind[edge - others.left.length] === 1;
    if (!listing) return;
    const { record, stands_for } = listing;
    const place = low[k] as number;
    const right = isRight(at, place);
    if (right === null) return;
    if (isContradicted) {
      found.contradicted.scores.push(chances[k] as number);
      found.contradicted.matches.push(right ? 1 : 0);
      found.contradicted.counts.push(stands_for);
      return;
    }
    found.scores.push(chances[k] as number);
    found.locals.push(locals[k] as number);
    found.matches.push(right ? 1 : 0);
    found.counts.push(stands_for);
    found.sellers.push(record.seller);
    found.two_makers.push(isOfTwoMakers(all.levels, edge * COMPARISON_COUNT));
    // By a listing of its own, which nobody knows to be of that.
    const own = among.carries(place, record.seller) ? 1 : 0;
    found.lone.push(among.sellersOf(place) - own === 1);
    found.doubted.push(doubted[k] === true);
    found.witnessed.push(witnessed[k] === true && !isContradictory(all.levels, edge * COMPARISON_COUNT));
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
