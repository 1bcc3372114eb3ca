import { readFile, writeFile } from 'node:fs/promises';
import { nameOf } from '../../../warehouse/manifest.ts';
import type { Publication } from '../../publication.ts';
import { type CandidateLimits, DEFAULT_LIMITS } from '../titles/candidates/candidate_limits.ts';
import { NEVER } from '../titles/score/calibration.ts';
import { type MatchModel, MatchModelError, modelFromJson, modelToJson } from '../titles/score/model.ts';
import { findCutTitles, storeCutTitles } from './cut_titles.ts';
import { declaredColors, publicPlan, samplePairs, type TeachingPlan, teachingPlan } from './samples.ts';
import type { TitleThreads } from './threads.ts';

/** A catalogue that has grown so much is learned anew, … */
const GROWTH = 2;
/**
 * … and one of which sellers that no model has seen hold so much: of them neither prices, nor how their titles end, nor
 * how often they have a partner is known. While a catalogue grows seller by seller, each listing is matched by a new
 * model about ten times at most.
 */
const UNSEEN_SHARE = 0.1;

/** Larger catalogues look at fewer candidates each. */
const LARGE_CATALOGUE = 200_000;
const LARGE_LIMITS: CandidateLimits = {
  ...DEFAULT_LIMITS,
  candidates: 8,
  postings: 1_000,
  least: 0.25,
};

/**
 * The model that titles are weighed by. It is learned once and kept, so that the same listings always score the
 * same, until the catalogue has doubled, or a rebuild asks for it or cannot read it; null while the catalogue is too
 * small for any. `records` is how many records there are now.
 */
export async function matchModel(
  publication: Publication,
  records: number,
  threads: TitleThreads,
): Promise<TitleModel | null> {
  const sellers = await sellerListings(publication);
  const kept = await keptModel(publication, records, sellers);
  if (kept) {
    await storeCutTitles(publication.database, kept.model.cut_titles);
    return kept;
  }
  const cut_titles = await findCutTitles(publication.database);
  await storeCutTitles(publication.database, cut_titles);
  const plan = await teachingPlan(publication.database);
  if (plan.pairs.length === 0) {
    forgetModel(publication);
    return null;
  }
  // Frozen with the model: if they followed the catalogue, one new listing could move everybody's candidates.
  const limits = {
    ...(records > LARGE_CATALOGUE ? LARGE_LIMITS : DEFAULT_LIMITS),
    catalogue: records,
    by_price: plan.by === 'hidden_gtins',
  };
  const { folds, isSmall } = plan;
  const taught = await teach(publication, threads, { plan, limits, without: folds.length > 1 ? null : 0 });
  const seen = sellers.map(({ seller }) => seller);
  return { model: { ...taught, cut_titles }, limits, seen, name: null, folds, isSmall };
}

/** Whether small sellers' hidden codes show of nothing that it may be joined by title. */
export const isUnshown = ({ isSmall, model }: TitleModel): boolean =>
  isSmall &&
  model.taught.by === 'hidden_gtins' &&
  model.merge_from >= NEVER &&
  model.witnessed_from === undefined;

/** What public sets taught, in the place of a new model that shows nothing; null of sellers too small for that. */
export async function publicModel(
  publication: Publication,
  threads: TitleThreads,
  { model, limits, seen }: TitleModel,
): Promise<TitleModel | null> {
  const plan = await publicPlan(publication.database);
  if (plan.pairs.length === 0) {
    forgetModel(publication);
    return null;
  }
  const bounds = { ...limits, by_price: false };
  const taught = await teach(publication, threads, { plan, limits: bounds, without: null });
  const { folds, isSmall } = plan;
  return {
    model: { ...taught, cut_titles: model.cut_titles },
    limits: bounds,
    seen,
    name: null,
    folds,
    isSmall,
  };
}

/** What all variants but those of one fold teach, for the same catalogue. */
export async function taughtWithout(
  publication: Publication,
  threads: TitleThreads,
  fold: number,
  { model, limits }: TitleModel,
): Promise<MatchModel> {
  const plan = await teachingPlan(publication.database);
  const taught = await teach(publication, threads, { plan, limits, without: fold });
  return { ...taught, cut_titles: model.cut_titles };
}

interface Lesson {
  plan: TeachingPlan;
  limits: CandidateLimits;
  /** The fold of variants that does not teach; null where all do. */
  without: number | null;
}

async function teach(
  { database }: Publication,
  threads: TitleThreads,
  { plan, limits, without }: Lesson,
): Promise<MatchModel> {
  const pairs = await samplePairs(database, plan, without);
  const colors = await declaredColors(database);
  return threads.run(
    0,
    plan.by === 'public_sets' ? { do: 'general', pairs, colors } : { do: 'teach', pairs, limits, colors },
  );
}

/** Makes a new model part of the publication; returns its name. */
export async function keepModel(
  publication: Publication,
  { model, limits, seen }: TitleModel,
  records: number,
): Promise<string> {
  const text = JSON.stringify({ ...(JSON.parse(modelToJson(model)) as object), limits, seen });
  const draft = await publication.draft('match_model.json');
  await writeFile(draft, text);
  const key = `tables/match_model/${nameOf(text, records)}.json`;
  await publication.addPart('match_model', { draft, rows: records, key, replace: true });
  return key;
}

/** The model of the snapshot before, unless one is to be learned. */
async function keptModel(
  { tables, settings }: Publication,
  records: number,
  sellers: readonly SellerListings[],
): Promise<TitleModel | null> {
  const [part] = tables.match_model ?? [];
  if (!part || records >= part.rows * GROWTH || settings.relearn) return null;
  try {
    const kept = await readTitleModel(await settings.store.local(part.key), part.key);
    return isStrange(sellers, kept.seen) ? null : kept;
  } catch (error) {
    if (settings.rebuild && isUnreadable(error)) return null;
    throw error;
  }
}

interface SellerListings {
  seller: string;
  listings: number;
}

async function sellerListings({ database }: Publication): Promise<SellerListings[]> {
  const rows = await database.rows<{ seller: string; listings: string }>(
    'count listings of sellers',
    'select seller, count(*) as listings from identities join feed_names using (feed_no) group by seller order by seller',
  );
  return rows.map(({ seller, listings }) => ({ seller, listings: Number(listings) }));
}

/** Whether sellers that were not there when a model was learned have so many listings that it says too little of them. */
function isStrange(sellers: readonly SellerListings[], seen: readonly string[]): boolean {
  const known = new Set(seen);
  let [unseen, all] = [0, 0];
  for (const { seller, listings } of sellers) {
    all += listings;
    if (!known.has(seller)) unseen += listings;
  }
  return unseen > 0 && unseen >= UNSEEN_SHARE * all;
}

/** The file is lost, cut off or of another version: no other try would help. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof MatchModelError ||
    error instanceof SyntaxError ||
    (error as NodeJS.ErrnoException).code === 'ENOENT'
  );
}

/** Leaves the model out of the snapshot, and what was read by it. */
export function forgetModel({ tables }: Publication): void {
  delete tables.match_model;
  delete tables.titles;
}

/** A model with the limits that its candidates are searched within. */
export interface TitleModel {
  model: MatchModel;
  limits: CandidateLimits;
  /** Sellers that had listings when it was learned. */
  seen: readonly string[];
  /** What was found by another model is worth nothing to this one; null for a new one that is not kept yet. */
  name: string | null;
  /** Of a new one that GTINs teach: the folds of variants that say what it is worth, each by what the others taught. */
  folds: readonly number[];
  /** Of a new one: whether the sellers that teach are small (samples.ts). */
  isSmall: boolean;
}

async function readTitleModel(path: string, name: string): Promise<TitleModel> {
  const text = await readFile(path, 'utf8');
  const { limits, seen = [] } = JSON.parse(text) as { limits: CandidateLimits; seen?: string[] };
  return { model: modelFromJson(text), limits, seen, name, folds: [], isSmall: false };
}
