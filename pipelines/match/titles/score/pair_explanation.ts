import type { Listing } from '../../../domain/listing.ts';
import { itemOf } from '../../../domain/stated.ts';
import { COMPARISON_COUNT, COMPARISONS, Comparer } from '../compare/comparison.ts';
import { featuresOf } from '../compare/features.ts';
import { quantityColumnsOf } from '../read/quantity_columns.ts';
import type { MatchRecord } from '../read/record.ts';
import { evidenceOf } from './evidence.ts';
import { type Explanation, explain } from './explain.ts';
import type { MatchModel } from './model.ts';
import { heldBackAt } from './open_world.ts';
import { partnerNats, partnerWeight } from './partners.ts';

/**
 * The waterfall of a pair whose levels were kept: two hexadecimal digits a comparison, in the order of `COMPARISONS`.
 * Throws for levels of another version of the comparisons.
 */
export function explainLevels(model: MatchModel, levels: string, probability: number): Explanation {
  return explain(model, readLevels(levels), 0, probability);
}

function readLevels(text: string): Uint8Array {
  const levels = new Uint8Array(Buffer.from(text, 'hex'));
  const fits =
    levels.length === COMPARISON_COUNT &&
    text.length === 2 * COMPARISON_COUNT &&
    levels.every((level, at) => level < (COMPARISONS[at]?.levels.length ?? 0));
  if (!fits)
    throw new Error(
      `the comparison levels ${JSON.stringify(text)} are of another version; run \`commerce-index rebuild\``,
    );
  return levels;
}

/**
 * The waterfall of two listings as they are now. `probability` is what their match was found to be worth among its
 * rivals; without it, what the pair says alone.
 */
export function explainListings(
  model: MatchModel,
  left: Listing,
  right: Listing,
  probability?: number,
): Explanation {
  const features = featuresOf([recordOf(model, left), recordOf(model, right)], model.vocabulary);
  const comparer = new Comparer(model.vocabulary);
  const levels = new Uint8Array(COMPARISON_COUNT);
  comparer.setLeft(features, 0);
  comparer.compare(features, 1, levels);
  const alone = explain(model, levels, 0, 0);
  return { ...alone, probability: probability ?? alone.probability_alone };
}

/** What a person reads of two listings beside their waterfall, and last what it comes to. */
export function explainInWords(
  model: MatchModel,
  left: Listing,
  right: Listing,
  explanation: Explanation,
): string[] {
  const { probability_alone } = explanation;
  const records = [recordOf(model, left), recordOf(model, right)] as const;
  return [
    ...evidenceOf(model, ...records, explanation),
    ...partnersInWords(model, records),
    `together ${percent(probability_alone)} likely to be one item by themselves, ${besideOthers(model, explanation)}`,
  ];
}

/** What a pair is worth beside its rivals, and whether that is less than it looks because it is held back. */
function besideOthers(model: MatchModel, { probability_alone, probability }: Explanation): string {
  if (probability === probability_alone) return 'not weighed beside what else either could be';
  const found = `${percent(probability)} beside all else that either could be`;
  if (Math.abs(probability - heldBackAt(model)) > SAME) return found;
  return `and ${percent(probability)} at most beside all else: nothing shows that 98 of 100 pairs like it are right`;
}

/** Probabilities that differ by less are one. */
const SAME = 1e-9;

/** How often what is like a listing without a code is found at another seller, where the other one has a code. */
function partnersInWords({ partners, vocabulary }: MatchModel, records: readonly MatchRecord[]): string[] {
  const alone = records.filter(({ seller }) => seller !== '*');
  const [record] = alone;
  if (!partners || !record || alone.length > 1) return [];
  const nats = partnerNats(partners.terms, featuresOf([record], vocabulary), 0);
  const bits = partnerWeight(partners, nats) / Math.LN2;
  const share = Math.round(100 / (1 + Math.exp(-nats)));
  return [
    `of what ${record.seller} lists like it ${share} in 100 are found at another seller (${bits > 0 ? 'for' : 'against'}, ${Math.abs(bits).toFixed(1)} bits)`,
  ];
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const TIED: ReadonlySet<string> = new Set(['gtin_exact', 'brand_mpn']);

/** A served listing as publication shows it to the matcher (publish/sql/records.sql): its price is the first one seen. */
export function recordOf({ cut_titles }: Pick<MatchModel, 'cut_titles'>, listing: Listing): MatchRecord {
  const { offer_id, mpn, category, gtin, changes, method, feed } = listing;
  const cut = cut_titles.find((one) => one.seller === listing.seller && one.feed === feed);
  // What a code made is of no one seller.
  const seller = TIED.has(method) ? '*' : listing.seller;
  const price_minor = changes[0]?.price_minor ?? null;
  return {
    key: offer_id,
    seller,
    price_seller: listing.seller,
    cut_at: cut?.characters ?? null,
    mpn,
    category,
    gtin,
    price_minor,
    own_quantity: ownQuantityOf(listing),
    ...itemOf(listing),
  };
}

/** What the feed's own columns say of how much there is (publish/quantity_columns.ts says the same in SQL). */
function ownQuantityOf({ attributes }: Listing): string | null {
  const [column] = quantityColumnsOf(Object.keys(attributes));
  if (!column) return null;
  const unit = column.units.map((name) => attributes[name]).find((text) => text);
  return [attributes[column.amount], unit].filter((text) => text).join(' ');
}
