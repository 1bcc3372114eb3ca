import type { Database } from '../../../warehouse/database.ts';
import { COMPARISON_COUNT } from '../titles/compare/comparison.ts';
import { type MeasuredPairs, type Population, repeatsOf } from '../titles/learn/learn_open_world.ts';
import { learnSureFrom, type SeenJoins } from '../titles/learn/learn_sure_from.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { CONTRADICTING, isContradictory, KINDS, type OpenWorld } from '../titles/score/open_world.ts';
import { contradictions } from './contradictions.ts';
import { type HiddenListing, hiddenScores } from './hidden.ts';
import type { PublishedIndex } from './learning.ts';
import { inRecords, likelihoods, type RecordPairs, ruleOutCarried } from './likelihoods.ts';
import { populationOf } from './measure.ts';
import type { TitlePairs } from './pairs.ts';
import type { TitleRecords } from './records.ts';
import { everyHiddenListing } from './samples.ts';

/** Less likely pairs are never joined without a person. */
const LEAST = 0.7;

const sureFrom = (chance: number): OpenWorld => ({
  sure_from: KINDS.map((_, kind) => (kind === CONTRADICTING ? null : chance)),
  calibrations: null,
});

/** The model as if any chance were enough, so that it is seen what would be joined then. */
export const trusting = (model: MatchModel): MatchModel => ({ ...model, open_world: sureFrom(LEAST) });

/**
 * From which chance on is joined what public sets weighed, by how often they are mistaken elsewhere and here; `found` is
 * what a `trusting` model found.
 */
export async function learnOwnMistakes(
  database: Database,
  published: PublishedIndex,
  found: TitlePairs,
): Promise<Pick<MatchModel, 'open_world'>> {
  const hidden = await everyHiddenListing(database, (key) => published.records.placeOf(key));
  return { open_world: sureFrom(learnSureFrom(await seenJoins(published, found, hidden))) };
}

/** An index, and what is asked of its records. */
export type SeenIndex = Omit<PublishedIndex, 'records'> & {
  records: Pick<TitleRecords, 'views' | 'untied' | 'looking' | 'share' | 'isNamed' | 'carries' | 'sellersOf'>;
};

/** What an index shows of a trusting model: what it would join and mistake, and what it makes of `hidden` listings. */
export async function seenJoins(
  published: SeenIndex,
  found: TitlePairs,
  hidden: readonly HiddenListing[],
): Promise<SeenJoins> {
  const { records } = published;
  const rivals = ruleOutCarried(found, (x, y) => records.share(x, y));
  return {
    joined: joinedBy(published, rivals),
    listings: meetings(published),
    decoys: await decoysOf(published),
    hidden: await hiddenFindings(published, rivals, hidden),
  };
}

/** Chances of the pairs that would be joined. */
function joinedBy({ model, features, records }: SeenIndex, found: TitlePairs): number[] {
  const pairs = inRecords(found, records.views.heads);
  const sellersOf = (place: number) => records.sellersOf(place);
  const agreed = likelihoods(model, features, pairs, records.untied, sellersOf);
  return chancesJoined(agreed, contradictions(features, model, records.views));
}

/** Chances of the pairs that nothing keeps apart and that are likely enough ever to be joined. */
export const chancesJoined = (
  { left, right, local, joinable }: Pick<RecordPairs, 'left' | 'right' | 'local' | 'joinable'>,
  contradicts: (one: number, other: number) => boolean,
): number[] =>
  Array.from(local).filter(
    (chance, k) =>
      chance >= LEAST && joinable[k] === 1 && !contradicts(left[k] as number, right[k] as number),
  );

const meetings = ({ records }: SeenIndex): number =>
  meetingsOf([...records.looking().values()], placedAmong(records.views.heads, records.untied));

/** How many records codes have placed, each counted at the first of its titles. */
export const placedAmong = (heads: Uint32Array, untied: Uint8Array): number =>
  heads.filter((head, place) => head === place && untied[place] === 0).length;

/**
 * In how many places the listings that look for one can find it, where each seller has so many of them: among the listings
 * of each other seller that look too, and among what codes have `placed`.
 */
export const meetingsOf = (looking: readonly number[], placed: number): number =>
  looking.reduce((sum, count, at) => {
    const others = looking.slice(0, at).reduce((among, other) => among + Math.min(count, other), 0);
    return sum + Math.min(count, placed) + others;
  }, 0);

async function decoysOf(published: SeenIndex): Promise<SeenJoins['decoys']> {
  const { model, features, index, records, threads } = published;
  const over = { model, features, index, untied: records.untied };
  const parts = await threads.split(features.count, (from, to) => ({ do: 'measure', ...over, from, to }));
  return decoysIn(parts, populationOf(model, features, records.untied));
}

/** The pairs of one seller that do not contradict themselves, as the open world counts them. */
export function decoysIn(parts: readonly MeasuredPairs[], population: Population): SeenJoins['decoys'] {
  const looking = [...population.listings.values()].reduce((sum, count) => sum + count, 0);
  return {
    chances: parts.flatMap(({ chances, kinds, abroad }) =>
      chances.filter((_, k) => abroad[k] === 0 && kinds[k] !== CONTRADICTING),
    ),
    // A pair of one seller is of two of its listings.
    listings: looking / 2,
    repeats: repeatsOf(population),
  };
}

/** What listings whose codes are hidden would be joined to. */
async function hiddenFindings(
  { model, features, index, records, threads }: SeenIndex,
  rivals: TitlePairs,
  listings: readonly HiddenListing[],
): Promise<SeenJoins['hidden']> {
  const { heads } = records.views;
  const { pairs, ...seen } = await threads.run(0, { do: 'hide', model, features, index, heads, listings });
  // What both state differently is joined no more than what `kind` says already.
  const kind = pairs.kind.map((own, k) => (isContradictory(pairs.levels, k * COMPARISON_COUNT) ? 1 : own));
  const { locals, matches } = hiddenScores(
    { ...seen, pairs: { ...pairs, kind } },
    {
      listings,
      heads,
      features,
      pairs: rivals,
      isNamed: (place) => records.isNamed(place),
      carries: (place, seller) => records.carries(place, seller),
      sellersOf: (place) => records.sellersOf(place),
    },
  );
  return findingsOf(locals, matches, listings.length);
}

/** The chances of what was rightly and of what was wrongly found for so many listings. */
export const findingsOf = (
  chances: readonly number[],
  matches: readonly number[],
  listings: number,
): SeenJoins['hidden'] => ({
  right: chances.filter((_, k) => matches[k] === 1),
  wrong: chances.filter((_, k) => matches[k] === 0),
  listings,
});
