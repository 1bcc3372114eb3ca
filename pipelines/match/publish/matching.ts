import { availableParallelism } from 'node:os';
import { loadSql } from '../../../warehouse/database.ts';
import type { Publication } from '../../publication.ts';
import { COMPARISON_COUNT, Comparer } from '../titles/compare/comparison.ts';
import type { Features } from '../titles/compare/features.ts';
import { clusterTitles, pairName } from '../titles/decide/clusters.ts';
import { DEFAULT_DECISION } from '../titles/decide/decide.ts';
import { type StandingDecision, standingDecisions } from '../titles/decide/decisions.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { weighLevels } from '../titles/score/weights.ts';
import { doubtContradicted, likestOf, rivalsOf } from './asked.ts';
import { contradictions } from './contradictions.ts';
import { keepTitleIndex, TitleIndexing } from './indexing.ts';
import { inRecords, ruleOutCarried } from './likelihoods.ts';
import { forgetModel, matchModel, publicModel, type TitleModel } from './model.ts';
import type { TitlePairs } from './pairs.ts';
import { weighFound } from './partners.ts';
import { quantityColumns, quantitySql } from './quantity_columns.ts';
import { TitleRecords } from './records.ts';
import { type QueueRecords, reviewQueue } from './review_queue.ts';
import { hearPairs } from './said_pairs.ts';
import { TitleThreads } from './threads.ts';
import { EMPTY_TABLES, storeTitles } from './title_tables.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** A catalogue smaller than this is matched in one thread, before others would stand. */
const THREADED_RECORDS = 20_000;

export interface TitleSummary {
  /** Listings placed by their title. */
  placed: number;
  /** Pairs left to people. */
  reviews: number;
}

/**
 * Places listings that no code places by what their titles and prices say. Reads `identities`, `mpn_variants`,
 * `gtin_conflicts` and the catalogue; makes `title_variants` (listing_key, variant_key, confidence) and the part
 * `reviews`. A function of the catalogue, the model and what people said.
 */
export async function placeByTitle(publication: Publication): Promise<TitleSummary> {
  const { database, settings } = publication;
  const quantities = await quantityColumns(database);
  await database.script(
    'prepare title matching',
    `create or replace temp macro own_quantity(attributes) as ${quantitySql(quantities)};\n${CUT_TITLES};\n${sql('listings')};\n${sql('members')};\n${EMPTY_TABLES}`,
  );
  const records = await database.count('count records', 'select count(*) from title_members where is_view');
  const sellers = await database.count('count sellers', 'select count(distinct seller) from feed_names');
  let summary: TitleSummary = { placed: 0, reviews: 0 };
  if (publication.isUpgrade) forgetModel(publication);
  if (sellers > 1) {
    const threads = settings.threads ?? availableParallelism();
    await using workers = new TitleThreads(records >= THREADED_RECORDS ? threads : 0);
    const decisions = await standingDecisions(publication);
    const model = await matchModel(publication, records, workers);
    if (model) {
      const matching: Matching = { publication, threads: workers, count: records, decisions };
      const match = (by: TitleModel | null) => by && matchTitles(matching, by);
      summary =
        (await match(model)) ?? (await match(await publicModel(publication, workers, model))) ?? summary;
    }
  }
  await publication.writePart('reviews', 'title_reviews', { folder: 'tables/reviews', replace: true });
  await database.run('forget members', 'drop table title_members');
  return summary;
}

const CUT_TITLES =
  'create or replace temp table cut_titles (seller varchar, feed varchar, characters integer)';

/** What the listings of a catalogue are matched by: a kept or a new model, in threads. */
interface Matching {
  publication: Publication;
  threads: TitleThreads;
  /** How many titles there are. */
  count: number;
  decisions: readonly StandingDecision[];
}

/** Places listings by a model. Null, and nothing done, where a new one shows of nothing that it may be joined. */
async function matchTitles(
  { publication, threads, count, decisions }: Matching,
  by: TitleModel,
): Promise<TitleSummary | null> {
  const { database, settings } = publication;
  const path = await publication.draft('title_records.tsv');
  await database.run('list records', `create or replace temp table title_records as ${sql('records')}`);
  const records = await TitleRecords.read(database, count);
  const { index, model: taught } = await new TitleIndexing(publication, by, threads).index(records, path);
  if (taught.name === null) return null;
  const { features } = index;
  const { model } = taught;
  const pairs = weighFound(model, features, rivals(model, index.pairs, records), records.untied);
  const levelsOf = levelsReader(features, model);
  const { views } = records;
  const said = saidOf(decisions, records);
  const contradicts = contradictions(features, model, views);
  const heard = hearPairs(model, features, inRecords(pairs, views.heads), {
    untied: records.untied,
    sellersOf: (place) => records.sellersOf(place),
    said,
    least: settings.trustThreshold ?? DEFAULT_DECISION.trust,
    contradicts,
  });
  const { likely, trust } = heard;
  const { placed, reviews } = clusterTitles((place) => records.at(place), likely, {
    trust,
    said,
    clash: (x, y) => records.share(x, y),
    contradicts,
    probabilityOf: (x, y) => 1 / (1 + Math.exp(-weighLevels(levelsOf(x, y), 0, model.weights))),
  });
  const doubted = doubtContradicted(
    reviews,
    model.contradicted,
    (x, y) => !said.has(pairName(x, y)) && contradicts(x, y),
  );
  const asked = reviewQueue(doubted, heard, queueRecords(records), placed);
  const areTwo = (one: number, other: number) => areTwoItems(records, one, other);
  const likest = likestOf(likely, pairs, views);
  await storeTitles(
    database,
    placed,
    { asked, likest, rivals: rivalsOf(asked, likely, areTwo) },
    records,
    levelsOf,
  );
  await keepTitleIndex(publication, index, taught.name);
  return { placed: placed.length, reviews: asked.length };
}

/** The pairs as they compete; hidden codes tell what that is worth, so only where these teach. */
function rivals(model: MatchModel, pairs: TitlePairs, records: TitleRecords): TitlePairs {
  if (model.taught.by === 'competition') return pairs;
  return ruleOutCarried(pairs, (x, y) => records.share(x, y));
}

/** Whether two records are known to be two items: both are made by codes, or some seller lists both. */
const areTwoItems = (records: TitleRecords, one: number, other: number): boolean =>
  records.share(one, other) || (records.untied[one] === 0 && records.untied[other] === 0);

/** What the queue asks of records. */
const queueRecords = (records: TitleRecords): QueueRecords => ({
  untied: records.untied,
  at: (place) => records.at(place),
  placeOf: (key) => records.placeOf(key),
  share: (left, right) => records.share(left, right),
  sellersOf: (place) => records.sellersOf(place),
});

/** What people said, by places. */
function saidOf(decisions: readonly StandingDecision[], records: TitleRecords): Map<string, 0 | 1> {
  return new Map(
    decisions.map(({ decision, left_record, right_record }) => [
      pairName(records.placeOf(left_record), records.placeOf(right_record)),
      decision.verdict === 'same' ? 1 : 0,
    ]),
  );
}

/** Compares a pair; the array is reused. */
function levelsReader(features: Features, model: MatchModel) {
  const comparer = new Comparer(model.vocabulary);
  const levels = new Uint8Array(COMPARISON_COUNT);
  return (x: number, y: number) => {
    comparer.setLeft(features, x);
    comparer.compare(features, y, levels, 0);
    return levels;
  };
}
