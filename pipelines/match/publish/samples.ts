import { type Database, loadSql } from '../../../warehouse/database.ts';
import { MIN_KNOWN_MATCHES, type SellerPair } from '../titles/learn/teach_model.ts';
import type { MatchRecord } from '../titles/read/record.ts';
import type { MatchModel } from '../titles/score/model.ts';
import type { HiddenListing } from './hidden.ts';
import type { PartnerListing } from './task.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** So many pairs of sellers teach … */
const TEACHING_PAIRS = 4;
/** … and so many are asked, where there are no GTINs, how often listings look alike by chance; of no more listings. */
const ASKED_PAIRS = 10;
/** … with about so many listings each. */
const TEACHING_LISTINGS = 8_000;
/** Variants with a code lie in so many folds, of which one does not teach, so that it can say how right the model is … */
const FOLDS = 5;
/** … unless fewer GTINs are shared: then a fifth would be too few to say it, and each fold is asked in its turn … */
const CROSS_FITTED = 1_500;
/** … by about so many listings in all. */
const HIDDEN_LISTINGS = 8_000;
/** … and how often a listing has a partner by about so many. */
const PARTNER_LISTINGS = 40_000;
/** A word that more listings have draws nobody: it would bring a crowd that shares nothing else. */
const MOST_LISTINGS = 50;
/** Of more declared colours the rarest are left out. */
const MOST_COLORS = 5_000;
/**
 * Fewer shared GTINs teach large sellers' listings nothing reliable. Small ones' weights lean on public sets until their own
 * say more, so of them those that teach need share only as many as say anything with a fold left out …
 */
const MIN_SHARED_GTINS = 300;
/** … and without them, sellers with fewer listings do not either … */
const MIN_LISTINGS = 1_000;
/** … and are weighed by what public sets taught, which was not measured for fewer. */
const LEAST_LISTINGS = 50;
interface SellerPairRow {
  left_seller: string;
  right_seller: string;
  gtins: string;
  listings: string;
}

/** Who teaches: pairs of sellers, by what, and which folds of variants with a code say how right that is. */
export interface TeachingPlan {
  pairs: SellerPairRow[];
  by: MatchModel['taught']['by'];
  folds: readonly number[];
  /** Whether no two of these sellers have so many listings that what public sets taught would not do for them. */
  isSmall: boolean;
}

export async function teachingPlan(database: Database): Promise<TeachingPlan> {
  const rows = await sellerPairs(database);
  const isLarge = rows.some((row) => Number(row.listings) >= MIN_LISTINGS);
  const shared = sharedBy(rows);
  const pairs = rows.filter((row) => Number(row.gtins) > 0).slice(0, TEACHING_PAIRS);
  const isEnough = isLarge
    ? shared >= MIN_SHARED_GTINS
    : sharedBy(pairs) * (1 - 1 / FOLDS) >= MIN_KNOWN_MATCHES;
  if (!isEnough) return untaughtPlan(rows, isLarge);
  const folds = shared < CROSS_FITTED ? [...Array(FOLDS).keys()] : [0];
  return { pairs, by: 'hidden_gtins', folds, isSmall: !isLarge };
}

/** Of small sellers whose own codes show nothing: what public sets taught. */
export const publicPlan = async (database: Database): Promise<TeachingPlan> =>
  untaughtPlan(await sellerPairs(database), false);

function untaughtPlan(rows: readonly SellerPairRow[], isLarge: boolean): TeachingPlan {
  const least = isLarge ? MIN_LISTINGS : LEAST_LISTINGS;
  const pairs = affordable(rows.filter((row) => Number(row.listings) >= least));
  return { pairs, by: isLarge ? 'competition' : 'public_sets', folds: [], isSmall: !isLarge };
}

const sellerPairs = (database: Database): Promise<SellerPairRow[]> =>
  database.rows<SellerPairRow>('find sellers to learn from', sql('seller_pairs'), { pairs: ASKED_PAIRS });

const sharedBy = (rows: readonly SellerPairRow[]): number =>
  rows.reduce((sum, row) => sum + Number(row.gtins), 0);

/** Listings of those pairs of sellers. */
export async function samplePairs(
  database: Database,
  { pairs, by, folds }: TeachingPlan,
  without: number | null,
): Promise<SellerPair[]> {
  const isCoded = by === 'hidden_gtins';
  const sampled: SellerPair[] = [];
  for (const { left_seller, right_seller, listings } of pairs) {
    const stride = Math.max(1, Math.floor(Number(listings) / TEACHING_LISTINGS));
    const sellers = { left: left_seller, right: right_seller, stride };
    const rows =
      isCoded || stride === 1
        ? await database.rows<SampledListing>('sample listings to learn from', sql('sample'), {
            ...sellers,
            folds: FOLDS,
            without: isCoded ? without : null,
            all_shared: folds.length > 1,
          })
        : await database.rows<SampledListing>('sample listings that share words', sql('sample_words'), {
            ...sellers,
            most: MOST_LISTINGS,
            wanted: 2 * TEACHING_LISTINGS,
          });
    const records = rows.map((row) => recordOf(isCoded ? row : { ...row, gtin: null }));
    sampled.push({
      left: records.filter(({ seller }) => seller === left_seller),
      right: records.filter(({ seller }) => seller === right_seller),
    });
  }
  return sampled;
}

/** The colours that feeds declare, the commonest first. */
export async function declaredColors(database: Database): Promise<string[]> {
  const rows = await database.rows<{ color: string }>(
    'list declared colours',
    `select color from title_listings where color is not null
     group by color order by count(*) desc, color limit ${MOST_COLORS}`,
  );
  return rows.map(({ color }) => color);
}

/** The first of the pairs, as many as have no more listings in all than pairs that teach. */
function affordable(rows: readonly SellerPairRow[]): SellerPairRow[] {
  let listings = 0;
  return rows.filter((row, at) => {
    listings += Math.min(TEACHING_LISTINGS, Number(row.listings));
    return at === 0 || listings <= TEACHING_PAIRS * TEACHING_LISTINGS;
  });
}

/** Listings of a fold of variants whose code is hidden, to see what publication would make of their titles; none of them taught. */
export async function hiddenListings(
  database: Database,
  placeOf: (key: bigint) => number,
  fold: number,
  isCrossFitted: boolean,
): Promise<HiddenListing[]> {
  const asked = isCrossFitted ? HIDDEN_LISTINGS : HIDDEN_LISTINGS * FOLDS;
  const rows = await database.rows<HiddenRow>('hide codes', sql('hidden'), {
    stride: Math.max(1, Math.floor((await codedListings(database)) / asked)),
    folds: FOLDS,
    fold,
    all_shared: isCrossFitted,
  });
  return rows.map(({ record_key, sellers, is_view, is_repeated, stands_for, ...row }) => ({
    record: recordOf(row),
    truth: placeOf(BigInt(record_key)),
    own: is_view ? placeOf(BigInt(row.key)) : null,
    sellers: Number(sellers),
    repeated: is_repeated,
    stands_for,
  }));
}

/** Of a small catalogue the listings of all folds, none of which taught. */
export async function everyHiddenListing(
  database: Database,
  placeOf: (key: bigint) => number,
): Promise<HiddenListing[]> {
  const listings: HiddenListing[] = [];
  for (let fold = 0; fold < FOLDS; fold++)
    listings.push(...(await hiddenListings(database, placeOf, fold, true)));
  return listings;
}

/** Listings with a GTIN, of which is known whether another seller has it too; `without` a fold of variants, or with all. */
export async function partnerListings(database: Database, without: number | null): Promise<PartnerListing[]> {
  const rows = await database.rows<PartnerRow>('list partners', sql('partners'), {
    stride: Math.max(1, Math.floor((await codedListings(database)) / PARTNER_LISTINGS)),
    folds: FOLDS,
    without,
  });
  return rows.map(({ is_shared, ...row }) => ({ record: recordOf(row), shared: is_shared }));
}

const codedListings = (database: Database) =>
  database.count('count coded listings', 'select count(*) from title_members where variant_key is not null');

interface PartnerRow extends SampledListing {
  is_shared: boolean;
}

interface HiddenRow extends SampledListing {
  record_key: string;
  sellers: string;
  is_view: boolean;
  is_repeated: boolean;
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
