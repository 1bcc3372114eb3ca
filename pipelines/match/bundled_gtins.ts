import { type Database, loadSql } from '../../warehouse/database.ts';
import { eachConflict } from '../domain/conflicts.ts';
import { median } from '../domain/median.ts';
import { STATED_KINDS, type StatedKind } from '../text/statement.ts';
import { type Claimed, disputeGtins, type GtinClaim, LOOKED_AT, readClaim } from './gtin_claims.ts';

/** A listing that states a GTIN, and what was first asked for it. */
export interface PricedClaim extends GtinClaim {
  currency: string;
  price_minor: number;
}

const placesOf = (kinds: readonly StatedKind[]): ReadonlySet<number> =>
  new Set(kinds.map((kind) => STATED_KINDS.indexOf(kind)));
/** How much of a thing there is, and of these how many. */
const AMOUNTS = placesOf(['weight', 'volume', 'count', 'pack']);
const NUMBERS = placesOf(['count', 'pack']);
/** A multiple of what another states but for rounding and units. */
const NEARLY = 0.02;

/**
 * Adds to `gtin_conflicts` what `bundledClaims` finds: the GTINs of one piece that stand on several of it. Reads
 * `identities`, `feed_names`, `catalogue_rows` and `all_changes`.
 */
export const findBundledGtins = (database: Database): Promise<void> =>
  disputeGtins(
    database,
    { what: 'find bundled GTINs', sql: loadSql(import.meta.url, './sql/bundled_gtins.sql') },
    bundledClaims,
  );

/**
 * Of the listings that state one GTIN, those that are several of what others list under it: that state a multiple of it, a
 * pack of six beside a single one, at a price that is nearer to as many times the other's than to the same. What is sold by
 * the pack is a trade item of its own (GS1 General Specifications, GTIN management standard), so its code is that of one
 * piece, or the other way round; the code is what more sellers list, of as many the lesser one, since a seller that
 * packs things itself has no code for it.
 */
export function bundledClaims(claims: readonly PricedClaim[]): GtinClaim[] {
  const seen = claims.slice(0, LOOKED_AT).map((claim) => ({ ...readClaim(claim), claim }));
  const isBundle = (one: Priced, other: Priced) => isSeveralOf(one, other, seen);
  const bundles = seen.filter((one) => seen.some((other) => isBundle(one, other)));
  if (bundles.length === 0) return [];
  const pieces = seen.filter((one) => bundles.some((bundle) => isBundle(bundle, one)));
  const sellers = (some: readonly Priced[]) => new Set(some.map(({ claim }) => claim.seller)).size;
  return (sellers(bundles) > sellers(pieces) ? pieces : bundles).map(({ claim }) => claim);
}

interface Priced extends Claimed {
  claim: PricedClaim;
}

/**
 * Whether a listing is a multiple of another seller's, by what it states and by what it costs beside the median of all that
 * may be the same as that: one that is cheap and silent makes nothing a bundle.
 */
function isSeveralOf(one: Priced, other: Priced, all: readonly Priced[]): boolean {
  const times = timesOf(one, other);
  if (times === null || one.claim.seller === other.claim.seller) return false;
  const alike = all.filter(
    (claim) =>
      claim.claim.currency === one.claim.currency &&
      claim !== one &&
      timesOf(claim, other) === null &&
      timesOf(other, claim) === null,
  );
  if (!alike.includes(other)) return false;
  const ratio = one.claim.price_minor / median(alike.map(({ claim }) => claim.price_minor));
  return Math.abs(Math.log(ratio / times)) < Math.abs(Math.log(ratio));
}

/** How many times as much a listing states as another; null where it does not, or not a whole number of times. */
function timesOf(one: Priced, other: Priced): number | null {
  let several: number | null = null;
  eachConflict(one.stated, other.stated, (kind, left, right) => {
    if (!AMOUNTS.has(kind) || left < 0) return;
    const times =
      (one.stated.values[left] as number) / (right < 0 ? 1 : (other.stated.values[right] as number));
    const whole = Math.round(times);
    if (whole >= 2 && Math.abs(times / whole - 1) <= NEARLY && !countsOut(other, whole)) several = whole;
  });
  return several;
}

/** Whether a listing says itself that it is so many (`6 x 1.5 l`). */
function countsOut({ stated: { kinds, values, from, to } }: Priced, times: number): boolean {
  for (let at = from; at < to; at++)
    if (NUMBERS.has(kinds[at] as number) && values[at] === times) return true;
  return false;
}
