import type { Publication } from '../../publication.ts';
import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import type { Features } from '../titles/compare/features.ts';
import { learnHidden } from '../titles/learn/learn_hidden.ts';
import { learnOpenWorld, learnUncoded } from '../titles/learn/learn_open_world.ts';
import { weighPartners } from '../titles/learn/learn_partners.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { hiddenScores, partnerChoices, sellerShares, weighHidden } from './hidden.ts';
import { populationOf } from './measure.ts';
import { hiddenListings, partnerListings } from './model.ts';
import type { TitlePairs } from './pairs.ts';
import { weighFound } from './partners.ts';
import type { TitleRecords } from './records.ts';
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

/**
 * Where GTINs taught: how often a listing has a partner at all, and how often titles alone would have led where the code
 * leads, beside what looks for a place too, which `found` its candidates already.
 */
export async function learnWorth(
  publication: Publication,
  { model, features, index, records, threads }: PublishedIndex,
  found: TitlePairs,
): Promise<Partial<MatchModel>> {
  const listings = await hiddenListings(publication, (key) => records.placeOf(key));
  const told = await partnerListings(publication);
  const terms = await threads.run(0, { do: 'partners', model, listings: told });
  const { heads } = records.views;
  const asking = { ...model, partners: { terms, ...NOTHING_LEARNED } };
  const seen = await threads.run(0, { do: 'hide', model: asking, features, index, heads, listings });
  const among = {
    listings,
    heads,
    shares: sellerShares(records.looking(), listings),
    tells: (place: number, seller: string) => records.tells(place, seller),
  };
  const partners = { terms, ...(weighPartners(partnerChoices(seen, among)) ?? NOTHING_LEARNED) };
  const pairs = weighFound({ partners }, features, found, records.untied);
  const scores = hiddenScores(weighHidden(seen, partners), { ...among, pairs, features });
  return { partners, ...learnHidden(scores) };
}
