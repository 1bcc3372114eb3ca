import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { literal, loadSql } from '../../../warehouse/database.ts';
import { nameOf } from '../../../warehouse/manifest.ts';
import type { Publication } from '../../publication.ts';
import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import { isOfOtherAmount } from '../titles/compare/amounts.ts';
import { COMPARISON_COUNT, Comparer } from '../titles/compare/comparison.ts';
import { NONE_TOLERATED, recordConflictBits, weightyBits } from '../titles/compare/conflicts.ts';
import { isToldApart } from '../titles/compare/contrasts.ts';
import { concatFeatures, type Features } from '../titles/compare/features.ts';
import { isOfOtherShade } from '../titles/compare/shades.ts';
import { clusterTitles, type Placed, pairName } from '../titles/decide/clusters.ts';
import { DEFAULT_DECISION } from '../titles/decide/decide.ts';
import { type StandingDecision, standingDecisions } from '../titles/decide/decisions.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { weighLevels } from '../titles/score/weights.ts';
import { type Asked, doubtContradicted, likestOf, rivalsOf } from './asked.ts';
import { TitleChange } from './change.ts';
import { readTitleIndex, type TitleIndex, writeTitleIndex } from './index.ts';
import { type HiddenFold, learnWorld, learnWorth } from './learning.ts';
import { inRecords, ruleOutCarried } from './likelihoods.ts';
import {
  forgetModel,
  isUnshown,
  keepModel,
  matchModel,
  publicModel,
  type TitleModel,
  taughtWithout,
} from './model.ts';
import { concatPairs, inOrder, type TitlePairs } from './pairs.ts';
import { weighFound } from './partners.ts';
import { quantityColumns, quantitySql } from './quantity_columns.ts';
import { TitleRecords } from './records.ts';
import { type QueueRecords, reviewQueue } from './review_queue.ts';
import { hearPairs } from './said_pairs.ts';
import { lineStarts } from './task.ts';
import { TitleThreads } from './threads.ts';
import type { Views } from './views.ts';

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
      const match = (by: TitleModel | null) =>
        by && new TitleMatching(publication, by, workers).run(records, decisions);
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

const EMPTY_TABLES = `create or replace temp table title_variants (listing_key ubigint, variant_key ubigint, confidence float);
  create or replace temp table title_reviews (left_listing_key ubigint, right_listing_key ubigint, probability float, reason varchar, levels varchar, rival_key ubigint, in_the_way_key ubigint, queue_rank uinteger);`;

class TitleMatching {
  readonly #publication: Publication;
  #model: TitleModel;
  readonly #threads: TitleThreads;

  constructor(publication: Publication, model: TitleModel, threads: TitleThreads) {
    this.#publication = publication;
    this.#model = model;
    this.#threads = threads;
  }

  /** Null, and nothing done, where a new model shows of nothing that it may be joined. */
  async run(count: number, decisions: readonly StandingDecision[]): Promise<TitleSummary | null> {
    const { database, settings } = this.#publication;
    const path = await this.#publication.draft('title_records.tsv');
    await database.run('list records', `create or replace temp table title_records as ${sql('records')}`);
    const records = await TitleRecords.read(database, count);
    const index = await this.#index(records, path);
    if (this.#model.name === null) return null;
    const { features } = index;
    const { model } = this.#model;
    const pairs = weighFound(model, features, this.#rivals(index.pairs, records), records.untied);
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
    const likest = likestOf(likely, pairs, views);
    await this.#store(placed, { asked, likest, rivals: rivalsOf(asked, likely) }, records, levelsOf);
    await this.#keep(index);
    return { placed: placed.length, reviews: asked.length };
  }

  /** The pairs as they compete; hidden codes tell what that is worth, so only where these teach. */
  #rivals(pairs: TitlePairs, records: TitleRecords): TitlePairs {
    if (this.#model.model.taught.by !== 'hidden_gtins') return pairs;
    return ruleOutCarried(pairs, (x, y) => records.share(x, y));
  }

  /** Reads, indexes and scores what is new or changed or touched by it; the rest is as the snapshot before had it. */
  async #index(records: TitleRecords, path: string): Promise<TitleIndex> {
    const { keys, fingerprints } = records;
    const then = await this.#before();
    const change = then && new TitleChange(then, { keys, fingerprints });
    const fresh = change?.fresh() ?? Uint32Array.from(keys.keys());
    const read = await this.#read(fresh, records, path);
    const features = then && change ? change.features(then.features, read) : read;
    const { model, limits } = this.#model;
    const { heads } = records.views;
    const index = await this.#threads.run(0, { do: 'index', model, features, heads, limits });
    const isLearning = this.#model.name === null;
    const isTaught = model.taught.by === 'hidden_gtins';
    const published = { model, features, index, records, threads: this.#threads };
    if (isLearning && model.taught.by !== 'public_sets') this.#addToModel(await learnWorld(published));
    const touched = then && change ? change.touched(then, { features, index }) : null;
    const found = await this.#score(this.#model.model, index, {
      features,
      asks: asking(records.untied, touched),
    });
    if (isLearning && isTaught) {
      const now = { ...published, model: this.#model.model };
      const { folds, isSmall } = this.#model;
      const occasion = { isCrossFitted: folds.length > 1, isSmall };
      this.#addToModel(
        await learnWorth(this.#publication, now, this.#folds({ ...now, found }, path), occasion),
      );
    }
    await rm(path);
    if (isLearning && !isUnshown(this.#model)) await this.#nameModel(records);
    const kept = then && change && touched ? [change.kept(then.pairs, touched)] : [];
    return { keys, fingerprints, features, index, pairs: inOrder(concatPairs([...kept, found])) };
  }

  /** The folds of variants that vouch for a new model: the one that did not teach it, or each by what the others taught. */
  async *#folds(published: Omit<HiddenFold, 'fold'>, path: string): AsyncIterable<HiddenFold> {
    const { folds, limits } = this.#model;
    if (folds.length === 1) yield { ...published, fold: folds[0] as number };
    else
      for (const fold of folds) {
        const { records, threads } = published;
        const model = await taughtWithout(this.#publication, threads, fold, this.#model);
        const features = await this.#featuresOf(model, path);
        const index = await threads.run(0, {
          do: 'index',
          model,
          features,
          heads: records.views.heads,
          limits,
        });
        const found = await this.#score(model, index, { features, asks: records.untied });
        yield { records, threads, fold, model, features, index, found };
      }
  }

  /** What pairs are worth is measured on the index itself. */
  #addToModel(measured: Partial<MatchModel>): void {
    this.#model = { ...this.#model, model: { ...this.#model.model, ...measured } };
  }

  /** Keeps the model that nothing more is learned for. */
  async #nameModel(records: TitleRecords): Promise<void> {
    const name = await keepModel(this.#publication, this.#model, records.count);
    this.#model = { ...this.#model, name };
  }

  /** The index of the snapshot before, where it was made by the same model. */
  async #before(): Promise<TitleIndex | null> {
    const { tables, settings, anew } = this.#publication;
    const [part] = tables.titles ?? [];
    const { name } = this.#model;
    if (!part || anew || name === null || !part.key.includes(nameOf(name))) return null;
    return readTitleIndex(await settings.store.local(part.key));
  }

  async #read(places: Uint32Array, records: TitleRecords, path: string): Promise<Features> {
    const { database } = this.#publication;
    const all = places.length === records.count;
    if (!all) await this.#listFresh(places, records);
    await database.run(
      'write records',
      `copy (select * exclude (fingerprint) from title_records ${all ? '' : 'semi join title_fresh using (listing_key)'} order by listing_key)
       to ${literal(path)} (format csv, header false, delimiter '\t', quote '', escape '')`,
    );
    // They hold every title: their memory is needed for what follows.
    await database.run('forget records', 'drop table title_records');
    return this.#featuresOf(this.#model.model, path);
  }

  async #featuresOf(model: MatchModel, path: string): Promise<Features> {
    const starts = await lineStarts(path, this.#threads.count);
    const parts = await Promise.all(
      starts
        .slice(1)
        .map((to, thread) =>
          this.#threads.run(thread, { do: 'features', model, path, from: starts[thread] as number, to }),
        ),
    );
    return concatFeatures(parts);
  }

  async #listFresh(places: Uint32Array, records: TitleRecords): Promise<void> {
    const { database } = this.#publication;
    await database.run('forget fresh', 'create or replace temp table title_fresh (listing_key ubigint)');
    const fresh = await database.connection.createAppender('title_fresh');
    for (const place of places) {
      fresh.appendUBigInt(records.keys[place] as bigint);
      fresh.endRow();
    }
    fresh.closeSync();
  }

  async #score(
    model: MatchModel,
    index: CandidateIndex,
    { features, asks }: { features: Features; asks: Uint8Array },
  ): Promise<TitlePairs> {
    const over = { model, features, index, untied: asks };
    const parts = await this.#threads.split(features.count, (from, to) => ({
      do: 'score',
      ...over,
      from,
      to,
    }));
    return concatPairs(parts);
  }

  /** Keeps the index for the next publication and for bulk match. */
  async #keep(index: TitleIndex): Promise<void> {
    const draft = await this.#publication.draft('titles.columns');
    await writeTitleIndex(draft, index);
    await this.#publication.addPart('titles', {
      draft,
      rows: index.keys.length,
      key: `serving/titles/${nameOf(this.#model.name ?? '')}-${this.#publication.name}.columns`,
      replace: true,
    });
  }

  async #store(
    placed: readonly Placed[],
    { asked, likest, rivals }: Asked,
    records: TitleRecords,
    levelsOf: (x: number, y: number) => Uint8Array,
  ): Promise<void> {
    const { connection } = this.#publication.database;
    const variants = await connection.createAppender('title_variants');
    for (const { listing_key, variant_key, confidence } of placed) {
      variants.appendUBigInt(listing_key);
      variants.appendUBigInt(variant_key);
      variants.appendFloat(confidence);
      variants.endRow();
    }
    variants.closeSync();
    const queue = await connection.createAppender('title_reviews');
    const appendRecord = (place: number | undefined) => {
      if (place === undefined) queue.appendNull();
      else queue.appendUBigInt(records.at(place).key);
    };
    for (const [at, review] of asked.entries()) {
      const { probability, reason, in_the_way } = review;
      const [left, right] = likest(review.left, review.right);
      queue.appendUBigInt(records.at(left).key);
      queue.appendUBigInt(records.at(right).key);
      queue.appendFloat(probability);
      queue.appendVarchar(reason);
      queue.appendVarchar(Buffer.from(levelsOf(left, right)).toString('hex'));
      appendRecord(rivals.get(review));
      appendRecord(in_the_way);
      queue.appendUInteger(at + 1);
      queue.endRow();
    }
    queue.closeSync();
  }
}

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

/** The listings without a code whose candidates are not known. */
function asking(untied: Uint8Array, touched: Uint8Array | null): Uint8Array {
  if (!touched) return untied;
  const asks = new Uint8Array(new SharedArrayBuffer(untied.length));
  for (let place = 0; place < untied.length; place++)
    asks[place] = (untied[place] as number) & (touched[place] as number);
  return asks;
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

/** Whether two records state differently what, as far as was learned, no seller merely states wrongly. */
function contradictions(features: Features, { tolerated, vocabulary }: MatchModel, views: Views) {
  const sellerOf = (place: number) => features.seller[place] as number;
  return (x: number, y: number) => {
    const [one, other] = [views.of(x), views.of(y)];
    if (one.length === 1 && isOfOtherAmount(features, x, features, other)) return true;
    if (other.length === 1 && isOfOtherAmount(features, y, features, one)) return true;
    if (isToldApart(vocabulary.contrasts, [features, one], [features, other])) return true;
    if (isOfOtherShade(vocabulary.shades, [features, one], [features, other])) return true;
    const bits = recordConflictBits(features, one, features, other);
    return weightyBits(bits, tolerated ?? NONE_TOLERATED, sellerOf(x), sellerOf(y)) !== 0;
  };
}
