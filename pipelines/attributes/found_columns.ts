import { type ColumnKey, type FeedColumn, isSameColumn } from '../domain/column_key.ts';
import { Agreement } from './agreement.ts';
import { ATTRIBUTES } from './attributes.ts';
import type { ColumnComparison, ColumnEvidence } from './column_evidence.ts';
import { ownKey } from './declared.ts';

/** Items that must be compared, and the share that must agree. */
const LEAST_COMPARED = 20;
const LEAST_SHARE = 0.9;
/** Of that, what chance does not explain. */
const LEAST_KAPPA = 0.8;
/** What was found stands until fewer agree than this: it does not come and go with every file. */
const KEPT_SHARE = 0.8;
/** A column that says one thing, or of one brand alone, proves nothing. */
const LEAST_VALUES = 2;
const LEAST_BRANDS = 2;
/** Two names that nobody has described have no type to tell them apart: yes and no agree with much. */
const LEAST_VALUES_UNDESCRIBED = 5;
/** Of the values that a column has of brands, those that other sellers state of them under the key. */
const LEAST_OVERLAP = 0.9;
/** So many items of one feed are enough to deny what others show. */
const LEAST_DENYING = 5;

/** What a name of sellers' own turned out to be. */
type Found = Pick<ColumnKey, 'key' | 'by' | 'confidence' | 'compared' | 'agreeing'>;

/**
 * What sellers' own columns are, as far as the evidence goes. A name means one thing at all who use it. Where items are
 * shared with other sellers, their values decide; where they are not, the sellers' own titles, if other sellers state
 * the same values of the same brands. What was found `before` stands while it holds. Columns that `configured` speaks of
 * are left to it. Pure: no order matters.
 */
export function foundColumns(
  evidence: ColumnEvidence,
  before: readonly ColumnKey[],
  configured: readonly FeedColumn[],
): ColumnKey[] {
  const isOpen = (column: FeedColumn) => !configured.some((one) => isSameColumn(one, column));
  const names = Map.groupBy(evidence.columns.filter(isOpen), ({ column }) => ownKey(column));
  const byName = Map.groupBy(
    evidence.comparisons.filter(({ column }) => isOpen(column)),
    ({ column }) => ownKey(column.column),
  );
  const found = new Map<string, Found>();
  for (const one of before) {
    const name = ownKey(one.column);
    if (one.by !== 'configuration' && isOpen(one) && stillHolds(one, byName.get(name) ?? []))
      found.set(name, one);
  }
  for (const [name, compared] of byName) {
    const [first] = found.has(name)
      ? []
      : byKey(compared)
          .flatMap((all) => describedAs(all, evidence))
          .toSorted(better);
    if (first) found.set(name, first);
  }
  findUndescribed(names, byName, found);
  return [...found]
    .flatMap(([name, { key, by, confidence, compared, agreeing }]) =>
      (names.get(name) ?? before.filter((one) => ownKey(one.column) === name)).map(
        ({ seller, feed, column }): ColumnKey => ({
          seller,
          feed,
          column,
          key,
          by,
          confidence,
          compared,
          agreeing,
        }),
      ),
    )
    .toSorted((a, b) => ascending(idOf(a), idOf(b)));
}

const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const idOf = ({ seller, feed, column }: FeedColumn): string => [seller, feed, column].join('\0');
const better = (a: Found, b: Found): number => b.agreeing - a.agreeing || ascending(a.key, b.key);

/** What was compared of one name, by key: of each key that of all feeds. */
const byKey = (compared: readonly ColumnComparison[]): ColumnComparison[][] => [
  ...Map.groupBy(compared, ({ key }) => key).values(),
];

function stillHolds(one: ColumnKey, compared: readonly ColumnComparison[]): boolean {
  const same = compared.filter(({ key }) => key === one.key);
  const now = Agreement.of(same.map(({ titled, shared }) => (one.by === 'titles' ? titled : shared)));
  return now.compared < LEAST_COMPARED || now.share >= KEPT_SHARE;
}

/** Whether the agreement of several feeds proves that two columns are one, and none of the feeds denies it. */
function proof(agreements: readonly Agreement[], leastValues: number): Agreement | null {
  const all = Agreement.of(agreements);
  const isDenied = agreements.some((one) => one.compared >= LEAST_DENYING && one.share < LEAST_SHARE);
  const isProven =
    all.compared >= LEAST_COMPARED &&
    all.share >= LEAST_SHARE &&
    all.kappa >= LEAST_KAPPA &&
    all.values >= leastValues &&
    all.brands >= LEAST_BRANDS;
  return isProven && !isDenied ? all : null;
}

/** What a name is of attributes.json, by all comparisons with one key. */
function describedAs(all: readonly ColumnComparison[], evidence: ColumnEvidence): Found[] {
  const [{ key }] = all as [ColumnComparison];
  if (!ATTRIBUTES.has(key)) return [];
  const shared = all.map((one) => one.shared);
  const seen = Agreement.of(shared);
  if (seen.compared >= LEAST_COMPARED) return told(key, 'variants', proof(shared, LEAST_VALUES));
  if (seen.compared > 0 && seen.share < LEAST_SHARE) return [];
  const titled = all.filter((one) => one.titled.compared > 0);
  if (!titled.every(({ column }) => overlaps(column, key, evidence))) return [];
  const agreements = titled.map((one) => one.titled);
  return told(key, 'titles', proof(agreements, LEAST_VALUES));
}

function overlaps(column: FeedColumn, key: string, evidence: ColumnEvidence): boolean {
  const { values, contained, brands } = evidence.brands.overlap(column, key);
  return brands >= LEAST_BRANDS && contained >= LEAST_OVERLAP * values;
}

function told(key: string, by: Found['by'], agreement: Agreement | null): Found[] {
  if (!agreement) return [];
  const { confidence, compared, agreeing } = agreement;
  return [{ key, by, confidence, compared, agreeing }];
}

/**
 * Adds names of different sellers for one thing that nobody has described: it goes by that of most sellers, among as
 * many by the first in the alphabet. A name that is itself read as another is none to go by.
 */
function findUndescribed(
  names: ReadonlyMap<string, readonly FeedColumn[]>,
  byName: ReadonlyMap<string, readonly ColumnComparison[]>,
  found: Map<string, Found>,
): void {
  const carriers = (name: string) => new Set(names.get(name)?.map(({ seller }) => seller)).size;
  const rank = (a: string, b: string): number => carriers(b) - carriers(a) || ascending(a, b);
  for (const name of [...byName.keys()].toSorted(rank)) {
    const open = byKey(byName.get(name) ?? []).filter(
      ([one]) => one && names.has(one.key) && !found.has(one.key) && rank(one.key, name) < 0,
    );
    const [first] = open
      .flatMap((all) =>
        told(
          (all[0] as ColumnComparison).key,
          'variants',
          proof(
            all.map(({ shared }) => shared),
            LEAST_VALUES_UNDESCRIBED,
          ),
        ),
      )
      .toSorted(better);
    if (first && !found.has(name)) found.set(name, first);
  }
}
