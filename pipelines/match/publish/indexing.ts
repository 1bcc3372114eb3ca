import { rm } from 'node:fs/promises';
import { literal } from '../../../warehouse/database.ts';
import { nameOf } from '../../../warehouse/manifest.ts';
import type { Publication } from '../../publication.ts';
import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import { concatFeatures, type Features } from '../titles/compare/features.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { TitleChange } from './change.ts';
import { readTitleIndex, type TitleIndex, writeTitleIndex } from './index.ts';
import { type HiddenFold, learnWorld, learnWorth, type PublishedIndex } from './learning.ts';
import { isUnshown, keepModel, type TitleModel, taughtWithout } from './model.ts';
import { learnOwnMistakes, trusting } from './own_mistakes.ts';
import { concatPairs, inOrder, type TitlePairs } from './pairs.ts';
import type { TitleRecords } from './records.ts';
import { lineStarts } from './task.ts';
import type { TitleThreads } from './threads.ts';

/** The index of a publication, and the model it was made by; of a new one, what pairs are worth was measured on it. */
export interface IndexedTitles {
  index: TitleIndex;
  model: TitleModel;
}

/** Makes the index of a publication, of the one before as far as nothing changed. */
export class TitleIndexing {
  readonly #publication: Publication;
  #model: TitleModel;
  readonly #threads: TitleThreads;

  constructor(publication: Publication, model: TitleModel, threads: TitleThreads) {
    this.#publication = publication;
    this.#model = model;
    this.#threads = threads;
  }

  /** Reads, indexes and scores what is new or changed or touched by it; the rest is as the snapshot before had it. */
  async index(records: TitleRecords, path: string): Promise<IndexedTitles> {
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
    if (isLearning) this.#addToModel(await this.#worldOf(published));
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
    const pairs = inOrder(concatPairs([...kept, found]));
    return { index: { keys, fingerprints, features, index, pairs }, model: this.#model };
  }

  /** From where on pairs are joined of which no GTIN tells. */
  async #worldOf(published: PublishedIndex): Promise<Partial<MatchModel>> {
    const { model, index, features, records } = published;
    if (model.taught.by !== 'public_sets') return learnWorld(published);
    const trusted = { ...published, model: trusting(model) };
    const found = await this.#score(trusted.model, index, { features, asks: records.untied });
    return learnOwnMistakes(this.#publication.database, trusted, found);
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
}

/** The listings without a code whose candidates are not known. */
function asking(untied: Uint8Array, touched: Uint8Array | null): Uint8Array {
  if (!touched) return untied;
  const asks = new Uint8Array(new SharedArrayBuffer(untied.length));
  for (let place = 0; place < untied.length; place++)
    asks[place] = (untied[place] as number) & (touched[place] as number);
  return asks;
}

/** Keeps the index for the next publication and for bulk match; `name` is of the model that it was made by. */
export async function keepTitleIndex(
  publication: Publication,
  index: TitleIndex,
  name: string,
): Promise<void> {
  const draft = await publication.draft('titles.columns');
  await writeTitleIndex(draft, index);
  await publication.addPart('titles', {
    draft,
    rows: index.keys.length,
    key: `serving/titles/${nameOf(name)}-${publication.name}.columns`,
    replace: true,
  });
}
