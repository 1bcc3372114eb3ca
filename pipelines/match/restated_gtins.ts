import { type Database, loadSql } from '../../warehouse/database.ts';
import { eachConflict } from '../domain/conflicts.ts';
import { STATED_KINDS } from '../text/statement.ts';
import { type Claimed, disputeGtins, type GtinClaim, LOOKED_AT, readClaim } from './gtin_claims.ts';

/** Of a seller that lists one thing under a code so many listings say what it is, so that more sellers are heard. */
const OF_A_WITNESS = 4;
/** Refurbished things keep the code that their maker gave them. */
const CONDITION = STATED_KINDS.indexOf('condition');
/** What one seller lists under a GTIN, and what the first of it say of themselves. */
interface SellersClaims {
  claims: readonly GtinClaim[];
  seen: readonly Claimed[];
}

/**
 * Adds to `gtin_conflicts` what `disputedClaims` finds: the GTINs that a seller states for several things. Reads
 * `identities`, `gtin_suspects`, `feed_names` and `catalogue_rows`.
 */
export const findRestatedGtins = (database: Database): Promise<void> =>
  disputeGtins(
    database,
    { what: 'find restated GTINs', sql: loadSql(import.meta.url, './sql/restated_gtins.sql') },
    disputedClaims,
  );

/**
 * Of the listings that state one GTIN, those for which it is no evidence. A seller that gives one code to listings which
 * state different sizes, amounts, packs or colours uses it for a family, so the code holds for that of them alone which
 * another seller, who gives it to one thing, lists under it too. Where other sellers do not agree which one
 * that is, it holds for none. Of a family's listings beyond `LOOKED_AT` it holds for none either, so that what a placeholder
 * costs grows as its listings do.
 */
export function disputedClaims(claims: readonly GtinClaim[]): GtinClaim[] {
  const sellers = [...Map.groupBy(claims, ({ seller }) => seller).values()].map(seenOf);
  const { families = [], single = [] } = Object.groupBy(sellers, ({ seen }) =>
    isOfSeveralThings(seen) ? 'families' : 'single',
  );
  if (families.length === 0) return [];
  const witnesses = single.flatMap(({ seen }) => seen.slice(0, OF_A_WITNESS)).slice(0, LOOKED_AT);
  if (isOfSeveralThings(witnesses)) return [...claims];
  return families.flatMap((family) => {
    const named = new Set(witnesses.flatMap((witness) => namedBy(witness, family.seen)));
    const kept = new Set(isOfSeveralThings([...named]) ? [] : [...named].map(({ claim }) => claim));
    return family.claims.filter((claim) => !kept.has(claim));
  });
}

const seenOf = (claims: readonly GtinClaim[]): SellersClaims => ({
  claims,
  seen: claims.slice(0, LOOKED_AT).map(readClaim),
});

/** The listings of a family that may be what another seller's listing is, where these are one thing. */
function namedBy(witness: Claimed, family: readonly Claimed[]): Claimed[] {
  const alike = family.filter((claim) => !statesOther(witness, claim));
  return isOfSeveralThings(alike) ? [] : alike;
}

/** Whether any two of some forty claims at most state something differently. */
function isOfSeveralThings(claims: readonly Claimed[]): boolean {
  return claims.some((one, at) => claims.slice(0, at).some((other) => statesOther(one, other)));
}

function statesOther(one: Claimed, other: Claimed): boolean {
  let differs = false;
  eachConflict(one.stated, other.stated, (kind) => {
    differs ||= kind !== CONDITION;
  });
  if (differs || one.claim.seller !== other.claim.seller) return differs;
  return one.columns.some((own, at) => {
    const others = other.columns[at] ?? null;
    return own !== null && others !== null && own !== others;
  });
}
