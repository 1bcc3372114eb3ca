import { VARCHAR } from '@duckdb/node-api';
import { type Database, fileList, loadSql } from '../../warehouse/database.ts';
import { scalarFunction } from '../../warehouse/scalar_function.ts';
import type { ChangePoint } from '../domain/listing.ts';
import { DEFAULT_POLICIES } from '../domain/policy.ts';
import { inflatedReference } from '../domain/risk/reference_price.ts';
import { AuthorisationLists, type AuthorisationRow } from '../domain/trust/brand_authorisation.ts';
import type { Publication } from '../publication.ts';

/** Columns of the table `violations`, as `create table` takes them. */
const COLUMNS = 'policy varchar, listing_key ubigint, brand varchar, since timestamp, detail varchar';
/** What is kept of it. */
const STORED = 'policy, listing_key, brand, since, detail';

const sql = (name: string): string => loadSql(import.meta.url, `./sql/${name}.sql`);

/**
 * Makes and writes the table `violations` (what stands against a policy of the configuration) and makes
 * `violation_events`, with the columns of `events`, of those that did not stand before; returns how many these are.
 * Wants the assignments and histories of this publication.
 */
export async function findViolations(publication: Publication): Promise<number> {
  const { database, settings } = publication;
  const policies = settings.policies ?? DEFAULT_POLICIES;
  const newest = publication.feeds
    .flatMap(({ configured, current }) => (configured && current ? [current.as_of] : []))
    .toSorted()
    .at(-1);
  const before = await publication.paths('violations');
  const lists = await publication.paths('input_authorisations');
  const minimums = await publication.paths('input_minimum_prices');
  if (newest === undefined) return 0;
  await database.script(
    'open violations',
    `create or replace temp table standing (${COLUMNS});
     create or replace temp table violations_before (${COLUMNS});
     ${before.length > 0 ? `insert into violations_before by name select ${STORED} from read_parquet(${fileList(before)});` : ''}`,
  );
  if (lists.length > 0 || minimums.length > 0) await database.run('find brands', sql('brands_carried'));
  if (policies.includes('minimum_price') && minimums.length > 0) {
    await database.run(
      'open minimum prices',
      `create or replace temp view minimum_prices as from read_parquet(${fileList(minimums)})`,
    );
    await database.run('find prices below', sql('below_minimum'), { today: newest.slice(0, 10) });
  }
  if (policies.includes('unauthorised_seller') && lists.length > 0)
    await findUnauthorised(publication, lists, newest);
  if (policies.includes('reference_price_inflated')) await findInflated(publication, newest);
  await database.run('settle violations', sql('violations'));
  await database.run('tell violations', sql('violation_events'), { created_at: newest });
  const standing = await database.count('count violations', 'select count(*) from violations');
  if (standing > 0 || before.length > 0)
    await publication.writePart(
      'violations',
      `(select ${STORED} from violations order by policy, listing_key)`,
      { folder: 'tables/violations', replace: true },
    );
  return database.count('count new violations', 'select count(*) from violation_events');
}

interface ListRow extends AuthorisationRow {
  as_of: string;
}

/** Which sellers carry a brand that has not authorised them: few pairs, judged by the rule itself. */
async function findUnauthorised(
  { database, settings }: Publication,
  paths: readonly string[],
  newest: string,
): Promise<void> {
  const rows = await database.rows<ListRow>(
    'read authorisations',
    `select brand, seller, country, status, "from", "to", strftime(as_of, '%Y-%m-%dT%H:%M:%SZ') as as_of from read_parquet(${fileList(paths)})`,
  );
  const lists = new AuthorisationLists(rows, {
    country: settings.market.country,
    today: newest.slice(0, 10),
  });
  const listed = rows
    .map((row) => row.as_of)
    .toSorted()
    .at(-1);
  const carried = await database.rows<{ seller: string; brand: string }>(
    'find who carries what',
    'select distinct seller, brand from branded',
  );
  const unauthorised = carried.flatMap(({ seller: id, brand }) => {
    const seller = settings.sellers.find((one) => one.id === id);
    const found = seller && lists.of(seller, brand);
    return found?.status === 'unauthorised'
      ? [{ seller: id, brand, since: found.since ?? listed ?? newest, note: found.note }]
      : [];
  });
  await database.run(
    'note who is not authorised',
    `create or replace temp table unauthorised as
     select unnest(from_json($pairs, '[{"seller":"VARCHAR","brand":"VARCHAR","since":"TIMESTAMP","note":"VARCHAR"}]'), recursive := true)`,
    { pairs: JSON.stringify(unauthorised) },
  );
  await database.run('find unauthorised offers', sql('unauthorised'));
}

async function findInflated({ database, feeds }: Publication, newest: string): Promise<void> {
  defineInflatedReference(database);
  const silences = feeds.map(({ feed_no, gaps }) => ({ feed_no, gaps: JSON.stringify(gaps) }));
  await database.run(
    'note silences',
    `create or replace temp table silences as
     select unnest(from_json($silences, '[{"feed_no":"USMALLINT","gaps":"VARCHAR"}]'), recursive := true)`,
    { silences: JSON.stringify(silences) },
  );
  const now = Math.ceil(Date.parse(newest) / 1000);
  await database.run('find inflated reference prices', sql('inflated_references'), { now });
}

/** The rule as a function of SQL: JSON with `since` (epoch seconds) and `detail`, or null. */
function defineInflatedReference({ connection }: Database): void {
  const read = (list_price: string, points = '[]', gaps = '[]', now = '0'): string | null => {
    const changes = (JSON.parse(points) as [string, string, string, ChangePoint['availability']][]).map(
      ([from, currency, price_minor, availability]) => ({
        from: Number(from),
        currency,
        price_minor: Number(price_minor),
        landed_minor: null,
        availability,
      }),
    );
    const found = inflatedReference({
      list_price_minor: Number(list_price),
      changes,
      now: Number(now),
      gaps: JSON.parse(gaps) as { from: number; to: number }[],
    });
    if (!found) return null;
    const last = changes.at(-1);
    return JSON.stringify({
      since: String(found.reduced_at ?? last?.from ?? now),
      detail: {
        list_price_minor: Number(list_price),
        prior_minor: found.prior_minor,
        price_minor: last?.price_minor,
        currency: last?.currency,
      },
    });
  };
  connection.registerScalarFunction(scalarFunction('inflated_reference', read, 4, VARCHAR));
}
