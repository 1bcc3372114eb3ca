import type { Publication } from '../../publication.ts';
import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import type { Features } from '../titles/compare/features.ts';
import { type HiddenScores, learnHidden } from '../titles/learn/learn_hidden.ts';
import { learnOpenWorld, learnUncoded } from '../titles/learn/learn_open_world.ts';
import { weighPartners } from '../titles/learn/learn_partners.ts';
import type { MatchModel } from '../titles/score/model.ts';
import type { Partners } from '../titles/score/partners.ts';
import { contradictions } from './contradictions.ts';
import {
  type HiddenAmong,
  type HiddenPairs,
  hiddenScores,
  partnerChoices,
  sellerShares,
  weighHidden,
} from './hidden.ts';
import { type LeftOverAmong, listingCounts } from './left_over.ts';
import { ruleOutCarried } from './likelihoods.ts';
import { populationOf } from './measure.ts';
import type { TitlePairs } from './pairs.ts';
import { foundNats, weighByNats } from './partners.ts';
import type { TitleRecords } from './records.ts';
import { hiddenListings, partnerListings } from './samples.ts';
import type { TitleThreads } from './threads.ts';

/** The index that is published, on which a new model measures what pairs are worth. */
export interface PublishedIndex {
  model: MatchModel;
  features: Features;
  index: CandidateIndex;
  records: TitleRecords;
  threads: TitleThreads;
}

const NOTHING_LEARNED = { base: 0, share: 0 };

/** Of pairs of which no GTIN tells: how often what looks like a partner is none. */
export async function learnWorld({
  model,
  features,
  index,
  records: { untied },
  threads,
}: PublishedIndex): Promise<Pick<MatchModel, 'open_world' | 'uncoded'>> {
  const over = { model, features, index, untied };
  const parts = await threads.split(features.count, (from, to) => ({ do: 'measure', ...over, from, to }));
  const population = populationOf(model, features, untied);
  return model.taught.by === 'hidden_gtins'
    ? { uncoded: learnUncoded(parts, population) }
    : { open_world: learnOpenWorld(parts, population) };
}

/** A fold of variants whose codes are hidden, the index by what the others taught, and what all listings found in it. */
export interface HiddenFold extends PublishedIndex {
  fold: number;
  found: TitlePairs;
}

/** What is left of a fold once its index is gone. */
interface SeenFold extends Pick<HiddenAmong, 'listings' | 'pairs' | 'features'> {
  seen: HiddenPairs;
  /** What all other variants say of partners. */
  terms: Partners['terms'];
  leftOver: LeftOverAmong;
  /** Of each of `pairs`, as `foundNats` has it. */
  nats: Float64Array;
}

/** What a model is learned on. */
interface Occasion {
  /** Whether each of several folds is seen by what the others taught. */
  isCrossFitted: boolean;
  /** Whether no two of the sellers that teach have many listings (samples.ts). */
  isSmall: boolean;
}

/**
 * Where GTINs taught: how often a listing has a partner at all, and how often titles alone would have led where the code
 * leads, beside what looks for a place too. Of several folds each is seen by what the others taught, and all of them
 * together vouch for the model that all taught (cross-fitting: Stone 1974).
 */
export async function learnWorth(
  publication: Publication,
  { model, records, threads }: PublishedIndex,
  folds: AsyncIterable<HiddenFold>,
  { isCrossFitted, isSmall }: Occasion,
): Promise<Partial<MatchModel>> {
  const seen: SeenFold[] = [];
  for await (const fold of folds) seen.push(await lookAt(publication, fold, isCrossFitted));
  const among = {
    heads: records.views.heads,
    isNamed: (place: number) => records.isNamed(place),
    carries: (place: number, seller: string) => records.carries(place, seller),
    sellersOf: (place: number) => records.sellersOf(place),
  };
  const shares = sellerShares(
    records.looking(),
    seen.flatMap(({ listings }) => listings),
  );
  const choices = seen.flatMap((fold) => partnerChoices(fold.seen, { ...fold, ...among, shares }));
  const learned = weighPartners(choices) ?? NOTHING_LEARNED;
  const scores = seen.map((fold) => {
    const pairs = weighByNats(learned, fold.pairs, fold.nats);
    return hiddenScores(weighHidden(fold.seen, learned), { ...fold, ...among, pairs });
  });
  const [only, ...others] = seen;
  const terms =
    only && others.length === 0
      ? only.terms
      : await threads.run(0, {
          do: 'partners',
          model,
          listings: await partnerListings(publication.database, null),
        });
  const listings = listingCounts(
    records.looking(),
    seen.flatMap((fold) => fold.listings),
  );
  const about = { isSmall, rounds: seen.length, listings };
  return { partners: { terms, ...learned }, ...learnHidden(together(scores), about) };
}

async function lookAt(
  publication: Publication,
  { fold, model, features, index, records, threads, found }: HiddenFold,
  isCrossFitted: boolean,
): Promise<SeenFold> {
  const listings = await hiddenListings(
    publication.database,
    (key) => records.placeOf(key),
    fold,
    isCrossFitted,
  );
  const told = await partnerListings(publication.database, fold);
  const terms = await threads.run(0, { do: 'partners', model, listings: told });
  const { heads } = records.views;
  const asking = { ...model, partners: { terms, ...NOTHING_LEARNED } };
  const seen = await threads.run(0, { do: 'hide', model: asking, features, index, heads, listings });
  return {
    listings,
    seen,
    terms,
    pairs: ruleOutCarried(found, (x, y) => records.share(x, y)),
    nats: foundNats(terms, features, found, records.untied),
    features: { seller: features.seller, count: features.count },
    leftOver: {
      untied: records.untied,
      sellerAt: (place) => records.at(place).seller,
      contradicts: contradictions(features, model, records.views),
    },
  };
}

const together = (parts: readonly HiddenScores[]): HiddenScores => ({
  scores: parts.flatMap(({ scores }) => scores),
  locals: parts.flatMap(({ locals }) => locals),
  matches: parts.flatMap(({ matches }) => matches),
  counts: parts.flatMap(({ counts }) => counts),
  sellers: parts.flatMap(({ sellers }) => sellers),
  two_makers: parts.flatMap(({ two_makers }) => two_makers),
  lone: parts.flatMap(({ lone }) => lone),
  doubted: parts.flatMap(({ doubted }) => doubted),
  witnessed: parts.flatMap(({ witnessed }) => witnessed),
  left_over: {
    scores: parts.flatMap(({ left_over }) => left_over.scores),
    sellers: parts.flatMap(({ left_over }) => left_over.sellers),
    lone: parts.flatMap(({ left_over }) => left_over.lone),
  },
  contradicted: {
    scores: parts.flatMap(({ contradicted }) => contradicted.scores),
    matches: parts.flatMap(({ contradicted }) => contradicted.matches),
    counts: parts.flatMap(({ contradicted }) => contradicted.counts),
  },
});
