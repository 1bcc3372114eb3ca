import { readFile, writeFile } from 'node:fs/promises';
import { loadSql } from '../../../warehouse/database.ts';
import { nameOf } from '../../../warehouse/manifest.ts';
import type { Publication } from '../../publication.ts';
import { type CandidateLimits, DEFAULT_LIMITS } from '../titles/candidates/candidate_limits.ts';
import type { SellerPair } from '../titles/learn/teach_model.ts';
import type { MatchRecord } from '../titles/read/record.ts';
import { type MatchModel, MatchModelError, modelFromJson, modelToJson } from '../titles/score/model.ts';
import { findCutTitles, storeCutTitles } from './cut_titles.ts';
import type { HiddenListing } from './hidden.ts';
import type { PartnerListing } from './task.ts';
import type { TitleThreads } from './threads.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** So many pairs of sellers teach … */
const TEACHING_PAIRS = 4;
/** … and so many are asked, where there are no GTINs, how often listings look alike by chance; of no more listings. */
const ASKED_PAIRS = 10;
/** … with about so many listings each. */
const TEACHING_LISTINGS = 8_000;
/** Of so many variants with a code one does not teach, so that it can say how right the model is … */
const HELD_OUT = 5;
/** … by about so many listings. */
const HIDDEN_LISTINGS = 8_000;
/** … and how often a listing has a partner by about so many. */
const PARTNER_LISTINGS = 40_000;
/** A word that more listings have draws nobody: it would bring a crowd that shares nothing else. */
const MOST_LISTINGS = 50;
/** Fewer shared GTINs teach nothing reliable … */
const MIN_SHARED_GTINS = 200;
/** … and without them, sellers with fewer listings do not either … */
const MIN_LISTINGS = 1_000;
/** … and are weighed by what public sets taught, which was not measured for fewer. */
const LEAST_LISTINGS = 50;
/** A catalogue that has grown so much is learned anew. */
const GROWTH = 2;

/** Larger catalogues look at fewer candidates each. */
const LARGE_CATALOGUE = 200_000;
const LARGE_LIMITS: CandidateLimits = {
  ...DEFAULT_LIMITS,
  candidates: 8,
  postings: 1_000,
  least: 0.25,
};

interface SellerPairRow {
  left_seller: string;
  right_seller: string;
  gtins: string;
  listings: string;
}

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
  const kept = await keptModel(publication, records);
  if (kept) {
    await storeCutTitles(publication.database, kept.model.cut_titles);
    return kept;
  }
  const cut_titles = await findCutTitles(publication.database);
  await storeCutTitles(publication.database, cut_titles);
  const { pairs, teach } = await teachingPairs(publication);
  if (pairs.length === 0) {
    forgetModel(publication);
    return null;
  }
  // Frozen with the model: if they followed the catalogue, one new listing could move everybody's candidates.
  const limits = { ...(records > LARGE_CATALOGUE ? LARGE_LIMITS : DEFAULT_LIMITS), catalogue: records };
  const taught = await threads.run(0, teach ? { do: 'teach', pairs, limits } : { do: 'general', pairs });
  return { model: { ...taught, cut_titles }, limits, name: null };
}

/** Makes a new model part of the publication; returns its name. */
export async function keepModel(
  publication: Publication,
  { model, limits }: TitleModel,
  records: number,
): Promise<string> {
  const text = JSON.stringify({ ...(JSON.parse(modelToJson(model)) as object), limits });
  const draft = await publication.draft('match_model.json');
  await writeFile(draft, text);
  const key = `tables/match_model/${nameOf(text, records)}.json`;
  await publication.addPart('match_model', { draft, rows: records, key, replace: true });
  return key;
}

/** The model of the snapshot before, unless one is to be learned. */
async function keptModel({ tables, settings }: Publication, records: number): Promise<TitleModel | null> {
  const [part] = tables.match_model ?? [];
  if (!part || records >= part.rows * GROWTH || settings.relearn) return null;
  try {
    return await readTitleModel(await settings.store.local(part.key), part.key);
  } catch (error) {
    if (settings.rebuild && isUnreadable(error)) return null;
    throw error;
  }
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
  /** What was found by another model is worth nothing to this one; null for a new one that is not kept yet. */
  name: string | null;
}

export async function readTitleModel(path: string, name: string): Promise<TitleModel> {
  const text = await readFile(path, 'utf8');
  const { limits } = JSON.parse(text) as { limits: CandidateLimits };
  return { model: modelFromJson(text), limits, name };
}

/** Listings of pairs of sellers, and whether they are enough to teach. */
async function teachingPairs({ database }: Publication): Promise<{ pairs: SellerPair[]; teach: boolean }> {
  const rows = await database.rows<SellerPairRow>('find sellers to learn from', sql('seller_pairs'), {
    pairs: ASKED_PAIRS,
  });
  const shared = rows.reduce((sum, row) => sum + Number(row.gtins), 0);
  const isCoded = shared >= MIN_SHARED_GTINS;
  const isLarge = rows.some((row) => Number(row.listings) >= MIN_LISTINGS);
  const least = isLarge ? MIN_LISTINGS : LEAST_LISTINGS;
  const chosen = isCoded
    ? rows.filter((row) => Number(row.gtins) > 0).slice(0, TEACHING_PAIRS)
    : affordable(rows.filter((row) => Number(row.listings) >= least));
  const pairs: SellerPair[] = [];
  for (const { left_seller, right_seller, listings } of chosen) {
    const stride = Math.max(1, Math.floor(Number(listings) / TEACHING_LISTINGS));
    const sellers = { left: left_seller, right: right_seller, stride };
    const sampled =
      isCoded || stride === 1
        ? await database.rows<SampledListing>('sample listings to learn from', sql('sample'), {
            ...sellers,
            held_out: isCoded ? HELD_OUT : 0,
          })
        : await database.rows<SampledListing>('sample listings that share words', sql('sample_words'), {
            ...sellers,
            most: MOST_LISTINGS,
            wanted: 2 * TEACHING_LISTINGS,
          });
    const records = sampled.map(recordOf);
    pairs.push({
      left: records.filter(({ seller }) => seller === left_seller),
      right: records.filter(({ seller }) => seller === right_seller),
    });
  }
  return { pairs, teach: isCoded || isLarge };
}

/** The first of the pairs, as many as have no more listings in all than pairs that teach. */
function affordable(rows: readonly SellerPairRow[]): SellerPairRow[] {
  let listings = 0;
  return rows.filter((row, at) => {
    listings += Math.min(TEACHING_LISTINGS, Number(row.listings));
    return at === 0 || listings <= TEACHING_PAIRS * TEACHING_LISTINGS;
  });
}

/** Listings whose code is hidden, to see what publication would make of their titles; none of them taught. */
export async function hiddenListings(
  { database }: Publication,
  placeOf: (key: bigint) => number,
): Promise<HiddenListing[]> {
  const coded = await database.count(
    'count coded listings',
    'select count(*) from title_members where variant_key is not null',
  );
  const rows = await database.rows<HiddenRow>('hide codes', sql('hidden'), {
    stride: Math.max(1, Math.floor(coded / HELD_OUT / HIDDEN_LISTINGS)),
    held_out: HELD_OUT,
  });
  return rows.map(({ record_key, sellers, is_view, stands_for, ...row }) => ({
    record: recordOf(row),
    truth: placeOf(BigInt(record_key)),
    own: is_view ? placeOf(BigInt(row.key)) : null,
    sellers: Number(sellers),
    stands_for,
  }));
}

/** Listings with a code, of which is known whether another seller has it too; none of them is hidden. */
export async function partnerListings({ database }: Publication): Promise<PartnerListing[]> {
  const coded = await database.count(
    'count coded listings',
    'select count(*) from title_members where variant_key is not null',
  );
  const rows = await database.rows<PartnerRow>('list partners', sql('partners'), {
    stride: Math.max(1, Math.floor(coded / PARTNER_LISTINGS)),
    held_out: HELD_OUT,
  });
  return rows.map(({ is_shared, ...row }) => ({ record: recordOf(row), shared: is_shared }));
}

interface PartnerRow extends SampledListing {
  is_shared: boolean;
}

interface HiddenRow extends SampledListing {
  record_key: string;
  sellers: string;
  is_view: boolean;
  stands_for: number;
}

interface SampledListing {
  key: string;
  seller: string;
  title: string;
  brand: string | null;
  mpn: string | null;
  price_minor: string | null;
  category: string | null;
  color: string | null;
  size: string | null;
  quantity: string | null;
  own_quantity: string | null;
  price_seller: string;
  cut_at: string | null;
  gtin: string | null;
  condition: string | null;
  gender: string | null;
  age_group: string | null;
}

function recordOf(listing_row: SampledListing): MatchRecord {
  const { color, size, gender, age_group, price_minor, cut_at, ...listing } = listing_row;
  return {
    ...listing,
    price_minor: price_minor === null ? null : Number(price_minor),
    cut_at: cut_at === null ? null : Number(cut_at),
    attributes: {
      ...(color !== null && { color }),
      ...(size !== null && { size }),
      ...(gender !== null && { gender }),
      ...(age_group !== null && { age_group }),
    },
  };
}
