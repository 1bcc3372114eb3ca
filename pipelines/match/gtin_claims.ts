import type { Database } from '../../warehouse/database.ts';
import { statementsOfItem } from '../domain/stated.ts';
import { numbersOf, type StatedNumbers } from '../domain/stated_numbers.ts';
import { foldText } from '../text/fold.ts';

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

/** Of a placeholder that thousands of listings state, so many of a seller are held against each other. */
export const LOOKED_AT = 40;
/** What one seller writes differently in these is different, in whatever words: it is its own vocabulary. */
const OWN_COLUMNS = ['color', 'size'] as const;

/** A claim as it is read. */
export interface Claimed {
  claim: GtinClaim;
  stated: StatedNumbers;
  columns: readonly (string | null)[];
}

/** Adds to `gtin_conflicts` those of the claims of one GTIN, rows of `sql` in order of it, that `disputed` says. */
export async function disputeGtins<Claim extends GtinClaim>(
  database: Database,
  { what, sql }: { what: string; sql: string },
  disputed: (claims: readonly Claim[]) => readonly GtinClaim[],
): Promise<void> {
  const found: GtinClaim[] = [];
  let claims: Claim[] = [];
  for await (const batch of database.batches<Claim>(what, sql))
    for (const claim of batch) {
      if (claims[0] && claims[0].gtin_key !== claim.gtin_key) {
        found.push(...disputed(claims));
        claims = [];
      }
      claims.push(claim);
    }
  found.push(...disputed(claims));
  const appender = await database.connection.createAppender('gtin_conflicts');
  for (const { gtin_key, listing_key } of found) {
    appender.appendUBigInt(BigInt(gtin_key));
    appender.appendUBigInt(BigInt(listing_key));
    appender.endRow();
  }
  appender.closeSync();
}

/** Reads what a listing says of itself. */
export function readClaim(claim: GtinClaim): Claimed {
  const { title, brand, quantity } = claim;
  const columns = OWN_COLUMNS.map((name) => (claim[name] ? foldText(claim[name]) : null));
  const attributes = Object.fromEntries(
    (['color', 'size', 'gender', 'age_group'] as const).flatMap((name) =>
      claim[name] ? [[name, claim[name]] as const] : [],
    ),
  );
  return { claim, columns, stated: numbersOf(statementsOfItem({ title, brand, quantity, attributes })) };
}
