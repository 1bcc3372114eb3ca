import type { Database } from '../../warehouse/database.ts';
import type { Audit } from '../../warehouse/manifest.ts';

/** A snapshot broke a rule: it is not published and the one before stays live. */
export class AuditError extends Error {
  readonly audits: Audit[];

  constructor(audits: Audit[]) {
    const failed = audits.filter((audit) => audit.violations > 0);
    super(
      `the new snapshot failed ${failed.map((audit) => `${audit.name} (${audit.violations} rows)`).join(', ')}; nothing was published`,
    );
    this.name = 'AuditError';
    this.audits = audits;
  }
}

/** Each counts the rows that break a rule. `identity` ones hold as long as no identity changed, so they run only then. */
const AUDITS: Record<string, { when: 'always' | 'identity'; sql: string }> = {
  unique_change_points: {
    when: 'always',
    sql: 'select count(*) from (select 1 from new_changes group by listing_key, from_at having count(*) > 1)',
  },
  positive_prices: {
    when: 'always',
    sql: 'select count(*) from new_changes where price_minor is null or price_minor <= 0',
  },
  changes_of_known_listings: {
    when: 'always',
    sql: 'select count(*) from new_changes anti join assignments using (listing_key)',
  },
  unique_listings: {
    when: 'identity',
    sql: 'select count(*) from (select 1 from catalogue_rows group by listing_key having count(*) > 1)',
  },
  unique_listing_numbers: {
    when: 'identity',
    sql: 'select count(*) from (select 1 from assignments group by listing_no having count(*) > 1)',
  },
  every_listing_assigned: {
    when: 'identity',
    sql: 'select count(*) from catalogue_rows anti join assignments using (listing_key)',
  },
  no_orphan_assignments: {
    when: 'identity',
    sql: 'select count(*) from assignments anti join catalogue_rows using (listing_key)',
  },
  one_gtin_per_variant: {
    when: 'identity',
    sql: `select count(*) from (
            select 1 from assignments join identities using (listing_key)
            where not assignments.gtin_conflict
            group by assignments.variant_key having min(identities.gtin_key) <> max(identities.gtin_key))`,
  },
  valid_gtins: {
    when: 'identity',
    sql: `select count(*) from rows_to_identify where gtin is not null and gtin_status(gtin) <> 'valid'`,
  },
  one_product_per_variant: {
    when: 'identity',
    sql: 'select count(*) from (select 1 from assignments group by variant_key having min(product_key) <> max(product_key))',
  },
  redirects_lead_somewhere: {
    when: 'identity',
    sql: `select count(*) from redirects
          anti join (select variant_key as new_key from assignments union select product_key from assignments) as living using (new_key)`,
  },
};

/** Runs the audits over the tables of the snapshot in the making; throws `AuditError` when one fails. */
export async function auditSnapshot(
  database: Database,
  options: { identityChanged: boolean; listings: number; liveExpected: number },
): Promise<Audit[]> {
  const audits: Audit[] = [];
  for (const [name, { when, sql }] of Object.entries(AUDITS)) {
    if (when === 'identity' && !options.identityChanged) continue;
    audits.push({ name, violations: await database.count(`audit ${name}`, sql) });
  }
  const live = await database.count('count live listings', 'select count(*) from live_listings');
  audits.push({ name: 'live_listings_as_accepted', violations: Math.abs(live - options.liveExpected) });
  if (audits.some((audit) => audit.violations > 0)) throw new AuditError(audits);
  return audits;
}
