import type { MatchDecision } from '../../../domain/match_decision.ts';
import type { Publication } from '../../../publication.ts';

/** A listing that a person decided about, as it is now. */
interface DecidedListing {
  listing_key: string;
  content_hash: string;
  record_key: string;
}

/** A decision that still speaks of both listings as they are, and the records they belong to. */
export interface StandingDecision {
  decision: MatchDecision;
  left_record: bigint;
  right_record: bigint;
}

/** The decisions that stand. Reads `title_members`; leaves `title_decided`, the listings decided about. */
export async function standingDecisions({ database, settings }: Publication): Promise<StandingDecision[]> {
  const decisions = settings.matchDecisions ?? [];
  await database.run('forget decided', 'create or replace temp table title_decided (listing_key ubigint)');
  if (decisions.length === 0) return [];
  const keys = await database.connection.createAppender('title_decided');
  for (const key of new Set(decisions.flatMap(({ left, right }) => [left, right]))) {
    keys.appendUBigInt(key);
    keys.endRow();
  }
  keys.closeSync();
  const rows = await database.rows<DecidedListing>(
    'find decided listings',
    'select listing_key, content_hash, record_key from title_members semi join title_decided using (listing_key)',
  );
  const listings = new Map(rows.map((row) => [row.listing_key, row]));
  return decisions.flatMap((decision) => {
    const [left, right] = [listings.get(String(decision.left)), listings.get(String(decision.right))];
    if (left?.content_hash !== String(decision.left_content)) return [];
    if (right?.content_hash !== String(decision.right_content)) return [];
    return [{ decision, left_record: BigInt(left.record_key), right_record: BigInt(right.record_key) }];
  });
}
