import type { AttributeReading, AttributeSource, AttributeValue } from '../domain/attribute.ts';
import type { Listing } from '../domain/listing.ts';
import { ATTRIBUTES } from './attributes.ts';
import { sameValue } from './value.ts';

/** A value of a product's attribute, and the variants that have it. */
export interface SettledAttribute {
  key: string;
  value: AttributeValue;
  unit: string | null;
  source: AttributeSource;
  /** Probability that these variants have this value, 0 to 1. */
  confidence: number;
  variant_ids: string[];
}

/** What is known of a product. */
export interface ProductAttributes {
  /** By key; of a key that varies one for each value. */
  attributes: SettledAttribute[];
  /** Keys that vary between variants. */
  axes: string[];
}

/** What of a listing its product's attributes are settled from. */
export type ReadListing = Pick<Listing, 'variant_id' | 'seller' | 'confidence' | 'readings'>;

/** What further sellers say counts half: they copy from the same sheet. */
const FURTHER_WEIGHT = 0.5;
/** Nothing that a shop writes is surer. */
const MOST_CONFIDENCE = 0.999;
const LEAST_CONFIDENCE = 0.001;
/** A value of which this is not reached is no ground for calling two variants different. */
const DIFFERS_FROM = 0.5;
/** Of what other variants say: one of them alone, or several that agree. */
const INFERRED_FROM_ONE = 0.9;
const INFERRED_FROM_SEVERAL = 0.97;
/** It names the variant itself, so it always varies. */
const MODEL_NUMBER = 'general.model_number';
/** Said of a seller's piece, not of the product. */
const CONDITION = 'general.condition';

interface Said {
  seller: string;
  reading: AttributeReading;
  confidence: number;
}

interface Candidate {
  value: AttributeValue;
  unit: string | null;
  source: AttributeSource;
  confidence: number;
  sellers: ReadonlySet<string>;
}

/**
 * Settles what the listings of a product say of it: for each variant and key the value that speaks loudest, by the odds
 * of the rules that read it, of sellers that agree and of those that do not; what differs between variants are axes;
 * what does not is inferred for variants that are silent. `known` are the product's axes where they were found already
 * (pipelines/variants, which pools go by): then no other is one. Pure: the order of listings does not matter.
 */
export function settleAttributes(
  listings: readonly ReadListing[],
  known?: ReadonlySet<string>,
): ProductAttributes {
  const variants = [...new Set(listings.map(({ variant_id }) => variant_id))].toSorted(ascending);
  const byVariant = Map.groupBy(listings, ({ variant_id }) => variant_id);
  const settled = new Map(variants.map((id) => [id, settleVariant(byVariant.get(id) ?? [])]));
  const keys = [...new Set([...settled.values()].flatMap((found) => [...found.keys()]))].toSorted(ascending);
  const attributes: SettledAttribute[] = [];
  const axes: string[] = [];
  for (const key of keys) {
    const values = variants.map((id) => ({ id, candidates: settled.get(id)?.get(key) ?? [] }));
    const isAxis = known ? known.has(key) : varies(key, values);
    if (isAxis) axes.push(key);
    attributes.push(...attributesOf(key, values, isAxis));
  }
  return { attributes, axes };
}

const ascending = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
const isMany = (key: string): boolean => ATTRIBUTES.get(key)?.many === true;

/** Of each key the candidate that wins; of a key that has many all of them. */
function settleVariant(listings: readonly ReadListing[]): Map<string, Candidate[]> {
  const said = listings.flatMap(({ seller, readings, confidence: match }) =>
    readings
      .filter(({ key }) => key !== CONDITION)
      .map((reading): Said => ({ seller, reading, confidence: reading.confidence * match })),
  );
  const found = new Map<string, Candidate[]>();
  for (const [key, all] of Map.groupBy(said, ({ reading }) => reading.key)) {
    const candidates = candidatesOf(key, all);
    found.set(key, isMany(key) ? candidates : candidates.slice(0, 1));
  }
  return found;
}

/** Values that say the same together, the surest first. Values of one that has many do not speak against each other. */
function candidatesOf(key: string, all: readonly Said[]): Candidate[] {
  const groups: Said[][] = [];
  for (const one of all.toSorted(bySureness)) {
    const group = groups.find(([first]) => sameValue(key, (first as Said).reading.value, one.reading.value));
    if (!group) groups.push([one]);
    else if (
      !group.some(({ seller, reading }) => seller === one.seller && reading.source === one.reading.source)
    )
      group.push(one);
  }
  const odds = groups.map(oddsOf);
  const total = odds.reduce((sum, one) => sum + one, 1);
  return groups
    .map((group, at): Candidate => {
      const [{ reading }] = group as [Said];
      const own = odds[at] as number;
      return {
        value: reading.value,
        unit: reading.unit,
        source: group.some((one) => one.reading.source === 'declared') ? 'declared' : 'parsed',
        confidence: Math.min(MOST_CONFIDENCE, own / (isMany(key) ? 1 + own : total)),
        sellers: new Set(group.map(({ seller }) => seller)),
      };
    })
    .toSorted((left, right) => right.confidence - left.confidence);
}

/** Odds that a value is right, from all that say so: the surest wholly, the others by half. */
function oddsOf(group: readonly Said[]): number {
  const sum = group.reduce((total, { confidence }, at) => {
    const bounded = Math.min(MOST_CONFIDENCE, Math.max(LEAST_CONFIDENCE, confidence));
    const logit = Math.log(bounded / (1 - bounded));
    return total + (at === 0 ? logit : Math.max(0, logit) * FURTHER_WEIGHT);
  }, 0);
  return Math.exp(sum);
}

/** Declared before parsed, then by confidence; the value decides the rest, so that the order of listings does not. */
function bySureness(left: Said, right: Said): number {
  if (left.reading.source !== right.reading.source) return left.reading.source === 'declared' ? -1 : 1;
  if (left.confidence !== right.confidence) return right.confidence - left.confidence;
  return ascending(JSON.stringify(left.reading.value), JSON.stringify(right.reading.value));
}

interface OfVariant {
  id: string;
  candidates: readonly Candidate[];
}

/**
 * Whether variants differ in an attribute: of what we compare by type whoever says so, of a seller's own words only
 * where one seller tells the two apart, since another may only write otherwise.
 */
function varies(key: string, values: readonly OfVariant[]): boolean {
  if (isMany(key) || key === MODEL_NUMBER) return false;
  const known = values.flatMap(({ candidates: [first] }) =>
    first && first.confidence >= DIFFERS_FROM ? [first] : [],
  );
  const isCompared = ATTRIBUTES.has(key) && ATTRIBUTES.get(key)?.type !== 'text';
  return known.some((left, at) =>
    known
      .slice(at + 1)
      .some(
        (right) =>
          !sameValue(key, left.value, right.value) &&
          (isCompared || [...left.sellers].some((seller) => right.sellers.has(seller))),
      ),
  );
}

/** Equal values of several variants as one, and what they tell of the variants that say nothing. */
function attributesOf(key: string, values: readonly OfVariant[], isAxis: boolean): SettledAttribute[] {
  const found: SettledAttribute[] = [];
  for (const { id, candidates } of values)
    for (const { value, unit, source, confidence } of candidates) {
      const same = found.find((one) => sameValue(key, one.value, value));
      if (!same) found.push({ key, value, unit, source, confidence, variant_ids: [id] });
      else {
        same.variant_ids.push(id);
        same.confidence = Math.min(same.confidence, confidence);
        if (source === 'declared') same.source = source;
      }
    }
  const [only] = found;
  const silent = values.filter(({ candidates }) => candidates.length === 0).map(({ id }) => id);
  if (isAxis || key === MODEL_NUMBER || !only || found.length > 1 || silent.length === 0) return found;
  const share = only.variant_ids.length > 1 ? INFERRED_FROM_SEVERAL : INFERRED_FROM_ONE;
  return [only, { ...only, source: 'inferred', confidence: only.confidence * share, variant_ids: silent }];
}
