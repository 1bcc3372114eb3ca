import { type Database, loadSql } from '../../warehouse/database.ts';
import { eachConflict, numbersOf, type StatedNumbers } from '../domain/conflicts.ts';
import { statementsOfItem } from '../domain/stated.ts';
import { foldText } from '../text/fold.ts';
import { STATED_KINDS } from '../text/statement.ts';

/** A listing that states a GTIN, and what it says of itself. */
export interface GtinClaim {
  gtin_key: string;
  listing_key: string;
  seller: string;
  title: string;
  brand: string | null;
  quantity: string | null;
  color: string | null;
  size: string | null;
  gender: string | null;
  age_group: string | null;
}

/** Of a placeholder that thousands of listings state, so many of each seller are held against each other. */
const LOOKED_AT = 40;
/** Refurbished things keep the code that their maker gave them. */
const CONDITION = STATED_KINDS.indexOf('condition');
/** What one seller writes differently in these is different, in whatever words: it is its own vocabulary. */
const OWN_COLUMNS = ['color', 'size'] as const;

interface Claimed extends GtinClaim {
  stated: StatedNumbers;
  columns: readonly (string | null)[];
}

/**
 * Adds to `gtin_conflicts` what `disputedClaims` finds: the GTINs that a seller states for several things. Reads
 * `identities`, `gtin_suspects`, `feed_names` and `catalogue_rows`.
 */
export async function findRestatedGtins(database: Database): Promise<void> {
  const sql = loadSql(import.meta.url, './sql/restated_gtins.sql');
  const disputed: GtinClaim[] = [];
  let claims: GtinClaim[] = [];
  for await (const batch of database.batches<GtinClaim>('find restated GTINs', sql))
    for (const claim of batch) {
      if (claims[0] && claims[0].gtin_key !== claim.gtin_key) {
        disputed.push(...disputedClaims(claims));
        claims = [];
      }
      claims.push(claim);
    }
  disputed.push(...disputedClaims(claims));
  const appender = await database.connection.createAppender('gtin_conflicts');
  for (const { gtin_key, listing_key } of disputed) {
    appender.appendUBigInt(BigInt(gtin_key));
    appender.appendUBigInt(BigInt(listing_key));
    appender.endRow();
  }
  appender.closeSync();
}

/**
 * Of the listings that state one GTIN, those for which it is no evidence. A seller that gives one code to listings which
 * state different sizes, amounts, packs or colours uses it for a family, so the code holds for that of them alone which
 * another seller, who gives it to one thing, lists under it too. Where other sellers do not agree which one
 * that is, it holds for none.
 */
export function disputedClaims(claims: readonly GtinClaim[]): GtinClaim[] {
  const bySeller = Map.groupBy(claims.map(read), ({ seller }) => seller);
  const families = [...bySeller.values()].filter(isOfSeveralThings);
  if (families.length === 0) return [];
  const witnesses = [...bySeller.values()]
    .filter((own) => !families.includes(own))
    .flatMap((own) => own.slice(0, LOOKED_AT));
  if (isOfSeveralThings(witnesses)) return [...claims];
  const disputed: GtinClaim[] = [];
  for (const family of families) {
    const named = new Set(witnesses.flatMap((witness) => namedBy(witness, family)));
    const kept = isOfSeveralThings([...named]) ? new Set<Claimed>() : named;
    disputed.push(...family.filter((claim) => !kept.has(claim)));
  }
  return disputed;
}

/** The listings of a family that may be what another seller's listing is, where these are one thing. */
function namedBy(witness: Claimed, family: readonly Claimed[]): Claimed[] {
  const alike = family.filter((claim) => !statesOther(witness, claim));
  return isOfSeveralThings(alike) ? [] : alike;
}

function isOfSeveralThings(claims: readonly Claimed[]): boolean {
  const some = claims.slice(0, LOOKED_AT);
  return some.some((one, at) => some.slice(0, at).some((other) => statesOther(one, other)));
}

function statesOther(one: Claimed, other: Claimed): boolean {
  let differs = false;
  eachConflict(one.stated, other.stated, (kind) => {
    differs ||= kind !== CONDITION;
  });
  if (differs || one.seller !== other.seller) return differs;
  return one.columns.some((own, at) => {
    const others = other.columns[at] ?? null;
    return own !== null && others !== null && own !== others;
  });
}

function read(claim: GtinClaim): Claimed {
  const { title, brand, quantity } = claim;
  const columns = OWN_COLUMNS.map((name) => (claim[name] ? foldText(claim[name]) : null));
  const attributes = Object.fromEntries(
    (['color', 'size', 'gender', 'age_group'] as const).flatMap((name) =>
      claim[name] ? [[name, claim[name]] as const] : [],
    ),
  );
  return { ...claim, columns, stated: numbersOf(statementsOfItem({ title, brand, quantity, attributes })) };
}
