import { type Database, loadSql } from '../../warehouse/database.ts';
import type { StagedColumn } from '../../warehouse/run.ts';
import { CURRENCY_EXPONENTS, toDecimal } from '../domain/money.ts';
import type { RunComparison } from '../domain/run_measures.ts';
import type { Symptom } from '../domain/symptom.ts';

/** Measures the runs of a wave against the ones before, and finds the listings that show what is wrong with one. */

type ComparisonRow = Record<Exclude<keyof RunComparison, 'median_ratio' | 'scatter'> | 'feed_no', string> & {
  median_ratio: number | null;
  scatter: number;
};

/** By feed, how its new run differs from its last accepted one; of `wave_difference`. Feeds without an earlier one are not in it. */
export async function compareRuns(database: Database): Promise<Map<number, RunComparison>> {
  const rows = await database.rows<ComparisonRow>(
    'guard runs',
    loadSql(import.meta.url, './sql/wave_guard.sql'),
  );
  return new Map(
    rows.map(({ feed_no, median_ratio, scatter, ...counts }) => [
      Number(feed_no),
      {
        ...(Object.fromEntries(
          Object.entries(counts).map(([name, count]) => [name, Number(count)]),
        ) as unknown as Omit<RunComparison, 'median_ratio' | 'scatter'>),
        median_ratio,
        scatter,
      },
    ]),
  );
}

/** What of two rows of a listing shows a symptom. */
const KINDS: Record<Symptom['measure'], string | null> = {
  grown: 'appeared',
  appeared: 'appeared',
  shrunk: 'vanished',
  vanished: 'vanished',
  changed: 'price',
  leapt: 'price',
  far: 'price',
  both_ways: 'price',
  scatter: 'price',
  renamed: 'renamed',
  gtin: 'gtin',
  distinct_titles: 'title',
  readable_titles: 'title',
  in_stock: 'in_stock',
  usual_currency: 'currency',
  brand: 'brand',
  mpn: 'mpn',
  category: 'category',
  url: 'url',
  image_url: 'image_url',
  accepted: null,
  numbers: null,
  encoding: null,
  as_of: null,
};

interface ExampleRow {
  sku: string;
  title: string;
  price_before: string | null;
  price_after: string | null;
  currency_before: string | null;
  currency_after: string | null;
  text_before: string | null;
  text_after: string | null;
}

/** The staged rows of a run and of the one before, each as the body of a view with EXAMPLE_COLUMNS. */
export interface ComparedRows {
  before: string;
  after: string;
}

/** What examples are found by. */
export const EXAMPLE_COLUMNS = [
  'sku',
  'title',
  'brand',
  'gtin',
  'mpn',
  'category',
  'url',
  'image_url',
  'availability',
  'currency',
  'price_minor',
] as const satisfies readonly StagedColumn[];

/** The symptoms of a run, each with up to three of its worst listings. */
export async function withExamples(
  database: Database,
  rows: ComparedRows,
  symptoms: readonly Symptom[],
): Promise<Symptom[]> {
  const kinds = new Set(symptoms.flatMap(({ measure }) => KINDS[measure] ?? []));
  if (kinds.size === 0) return [...symptoms];
  await database.script(
    'open both runs',
    `create or replace temp view examples_before as ${rows.before}; create or replace temp view examples_after as ${rows.after};`,
  );
  const found = new Map<string, string[]>();
  for (const kind of kinds) {
    const examples = await database.rows<ExampleRow>(
      'find examples',
      loadSql(import.meta.url, './sql/wave_examples.sql'),
      { kind },
    );
    found.set(
      kind,
      examples.map((row) => spelled(kind, row)),
    );
  }
  return symptoms.map((one) => ({ ...one, examples: found.get(KINDS[one.measure] ?? '') ?? [] }));
}

function spelled(kind: string, row: ExampleRow): string {
  const { sku, title, text_before, text_after } = row;
  const before = amount(row.price_before, row.currency_before);
  const after = amount(row.price_after, row.currency_after);
  if (kind === 'vanished') return `${sku} (${title}, ${before})`;
  if (kind === 'appeared') return `${sku} (${title}, ${after})`;
  if (kind === 'price' || kind === 'currency') return `${sku}: ${before} → ${after}`;
  return `${sku}: ${short(text_before)} → ${short(text_after)}`;
}

function amount(minor: string | null, currency: string | null): string {
  if (minor === null || currency === null) return 'none';
  const decimal = CURRENCY_EXPONENTS.has(currency) ? toDecimal(Number(minor), currency) : minor;
  return `${decimal} ${currency}`;
}

const SHOWN_CHARACTERS = 60;

function short(text: string | null): string {
  if (text === null) return 'none';
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text;
}
