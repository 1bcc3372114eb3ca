import type { Json } from '@duckdb/node-api';
import { type Database, loadSql } from '../../warehouse/database.ts';
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

/** Each row is a set of audits: their names are its columns, their values the rows that break the rule. */
const AUDITS: { when: 'always' | 'identity'; step: string; sql: string }[] = [
  { when: 'always', step: 'audit history', sql: loadSql(import.meta.url, './sql/audit_changes.sql') },
  {
    when: 'identity',
    step: 'audit GTINs',
    sql: `select count(*) as valid_gtins from rows_to_identify
          where gtin is not null and (strlen(gtin) <> 14 or gtin_sum(gtin::bigint) <> 0)`,
  },
  {
    when: 'identity',
    step: 'audit offers',
    sql: 'select count(*) as every_listing_has_an_offer_row from assignments anti join offer_rows using (listing_no)',
  },
  { when: 'identity', step: 'audit variants', sql: loadSql(import.meta.url, './sql/audit_variants.sql') },
  { when: 'identity', step: 'audit redirects', sql: loadSql(import.meta.url, './sql/audit_redirects.sql') },
];

/** Runs the audits over the tables of the snapshot in the making; throws `AuditError` when one fails. */
export async function auditSnapshot(
  database: Database,
  options: { identityChanged: boolean; liveExpected: number },
): Promise<Audit[]> {
  const audits: Audit[] = [];
  const add = (rows: Record<string, Json>[]) => {
    for (const [name, violations] of Object.entries(rows[0] ?? {}))
      audits.push({ name, violations: Number(violations) });
  };
  for (const { when, step, sql } of AUDITS)
    if (when === 'always' || options.identityChanged) add(await database.rows(step, sql));
  if (options.identityChanged)
    add(
      await database.rows('audit listings', loadSql(import.meta.url, './sql/audit_listings.sql'), {
        live_expected: options.liveExpected,
      }),
    );
  if (audits.some((audit) => audit.violations > 0)) throw new AuditError(audits);
  return audits;
}
