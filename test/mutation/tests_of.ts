import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Tests of files whose own test has another name, or that need more than it. */
const NAMED: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    ['local_offers', 'nearby', 'pickup_options', 'returns'].map((part) => [
      `api/fulfilment/${part}.ts`,
      ['test/api/fulfilment/fulfilment.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['estimate', 'shipping_options'].map((part) => [
      `api/fulfilment/${part}.ts`,
      [`test/api/fulfilment/${part}.test.ts`, 'test/api/fulfilment/fulfilment.test.ts'],
    ]),
  ),
  'api/decisioning/repriced_options.ts': ['test/api/decisioning/decide_properties.test.ts'],
  'pipelines/domain/decision_flips.ts': ['test/pipelines/domain/decision.test.ts'],
  ...Object.fromEntries(
    ['left_aside', 'named_thing'].map((part) => [
      `api/decisioning/${part}.ts`,
      ['test/api/decisioning/second_look.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['binned_rows', 'grown_tree'].map((part) => [
      `pipelines/forecast/${part}.ts`,
      ['test/pipelines/forecast/boosted_trees.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['numbers', 'factors', 'unit_spans', 'doubts', 'packs', 'units', 'tokens'].map((part) => [
      `pipelines/text/${part}.ts`,
      ['test/pipelines/text/amounts.test.ts', 'test/pipelines/text/reading.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['agreement', 'brand_values', 'column_evidence', 'column_value'].map((part) => [
      `pipelines/attributes/${part}.ts`,
      ['test/pipelines/attributes/found_columns.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['domain/column_key', 'attributes/feed_columns'].map((part) => [
      `pipelines/${part}.ts`,
      ['test/pipelines/attributes/equate_columns.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    [
      'about',
      'amount',
      'bound',
      'clause',
      'deadline',
      'freed',
      'health',
      'limit',
      'marked_text',
      'must_have',
      'named_condition',
      'named_seller',
      'noun_group',
      'numbered_pack',
      'phrase_list',
      'phrases',
      'quantity',
      'rate',
      'reading',
      'refusal',
      'remaining_words',
      'size',
      'sold_by_number',
      'stated_limit',
      'whole_number',
    ].map((part) => [`pipelines/domain/intent/${part}.ts`, ['test/pipelines/domain/intent.test.ts']]),
  ),
  ...Object.fromEntries(
    ['brand_spellings', 'category_tree', 'facet_counter', 'result_order', 'selection'].map((part) => [
      `warehouse/text/${part}.ts`,
      ['test/warehouse/text/search_index.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['adjacency', 'brand_names', 'refinement'].map((part) => [
      `warehouse/text/${part}.ts`,
      ['test/warehouse/text/refinement.test.ts', 'test/warehouse/text/search_index.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['compounds', 'query'].map((part) => [
      `warehouse/text/${part}.ts`,
      ['test/warehouse/text/query.test.ts', 'test/warehouse/text/search_index.test.ts'],
    ]),
  ),
  'warehouse/text/answers.ts': [
    'test/warehouse/text/answers.test.ts',
    'test/warehouse/text/called_otherwise.test.ts',
    'test/warehouse/text/search_index.test.ts',
  ],
  'warehouse/text/word_variants.ts': [
    'test/warehouse/text/word_variants.test.ts',
    'test/warehouse/text/query.test.ts',
  ],
  ...Object.fromEntries(
    [
      'deadline_read',
      'identified_product',
      'market_reader',
      'meant_search',
      'read_search',
      'records_found',
      'refusals',
      'search_parameters',
      'titled_text',
      'what_to_drop',
    ].map((part) => [`api/search/${part}.ts`, ['test/api/search/search.test.ts']]),
  ),
  'pipelines/domain/delivery_history.ts': [
    'test/pipelines/domain/delivery_history.test.ts',
    'test/pipelines/domain/learned_service.test.ts',
  ],
  'pipelines/domain/intent/stated_day.ts': ['test/pipelines/domain/stated_day.test.ts'],
  'pipelines/variants/sql/pooled_assignments.sql': ['test/pipelines/variants/pools.test.ts'],
  'pipelines/variants/sql/pooled_variants.sql': ['test/pipelines/variants/pools.test.ts'],
  'pipelines/variants/sql/price_contrasts.sql': ['test/pipelines/variants/pools.test.ts'],
  'pipelines/variants/sql/product_categories.sql': ['test/pipelines/variants/pools.test.ts'],
  'pipelines/variants/sql/siblings.sql': ['test/pipelines/variants/pools.test.ts'],
  'pipelines/variants/sql/traits.sql': ['test/pipelines/variants/pools.test.ts'],
  'pipelines/variants/sql/traits_kept.sql': [
    'test/pipelines/variants/pools.test.ts',
    'test/pipelines/attributes/equate_columns.test.ts',
  ],
  'pipelines/variants/sql/traits_new.sql': ['test/pipelines/variants/pools.test.ts'],
  'pipelines/variants/sql/variant_axes.sql': ['test/pipelines/variants/pools.test.ts'],
  'pipelines/variants/sql/variant_values.sql': ['test/pipelines/variants/pools.test.ts'],
  'pipelines/variants/traits.ts': ['test/pipelines/variants/pools.test.ts'],
  ...Object.fromEntries(
    ['bundled_gtins', 'restated_gtins', 'stated_columns'].map((name) => [
      `pipelines/match/sql/${name}.sql`,
      ['test/pipelines/match/gtin_claims.test.ts'],
    ]),
  ),
  'pipelines/match/titles/compare/shades.ts': [
    'test/pipelines/match/titles/compare/shades.test.ts',
    'test/pipelines/match/titles/learn/learn_shades.test.ts',
    'test/pipelines/match/restated_mpns.test.ts',
  ],
  'pipelines/match/sql/family_edges.sql': ['test/pipelines/match/families.test.ts'],
  'pipelines/domain/title_agreement.ts': [
    'test/pipelines/domain/title_agreement.test.ts',
    'test/pipelines/match/gtin_conflicts.test.ts',
  ],
  'pipelines/history/sql/moved_points.sql': ['test/pipelines/history/moved_listings.test.ts'],
  'pipelines/history/sql/moved_transitions.sql': ['test/pipelines/history/moved_listings.test.ts'],
  'pipelines/history/sql/moved_keys.sql': ['test/pipelines/history/moved_listings.test.ts'],
  'pipelines/history/sql/moved_applied.sql': ['test/pipelines/history/moved_listings.test.ts'],
  'pipelines/history/sql/moved_counts.sql': ['test/pipelines/history/moved_listings.test.ts'],
  'pipelines/history/sql/moved_pairs.sql': ['test/pipelines/history/moved_listings.test.ts'],
  'pipelines/history/sql/wave_arrivals.sql': ['test/pipelines/history/moved_listings.test.ts'],
  'pipelines/history/sql/wave_reused.sql': ['test/pipelines/history/generations.test.ts'],
  'pipelines/domain/feed_profile.ts': [
    'test/pipelines/history/guard.test.ts',
    'test/pipelines/history/fold.test.ts',
    'test/workflows/activities.test.ts',
  ],
  'pipelines/domain/run_measures.ts': ['test/pipelines/history/guard.test.ts'],
  ...Object.fromEntries(
    ['level_symptoms', 'move_symptoms', 'symptoms'].map((part) => [
      `pipelines/domain/${part}.ts`,
      ['test/pipelines/history/guard.test.ts', 'test/pipelines/history/fold.test.ts'],
    ]),
  ),
  'pipelines/history/wave.ts': ['test/pipelines/history/fold.test.ts'],
  'pipelines/history/sql/wave_examples.sql': ['test/pipelines/history/guard.test.ts'],
  'pipelines/history/sql/wave_guard.sql': [
    'test/pipelines/history/guard.test.ts',
    'test/pipelines/history/fold.test.ts',
  ],
  'pipelines/history/sql/wave_redescribed.sql': ['test/pipelines/history/generations.test.ts'],
  'pipelines/domain/money.ts': [
    'test/pipelines/domain/money.test.ts',
    'test/pipelines/domain/number_grammar.test.ts',
  ],
  'pipelines/feeds/numbers.ts': [
    'test/pipelines/feeds/stage.test.ts',
    'test/pipelines/feeds/cases.test.ts',
    'test/workflows/activities.test.ts',
  ],
  'pipelines/forecast/peers.ts': ['test/pipelines/forecast/pooling.test.ts'],
  'pipelines/domain/risk/recommendation.ts': ['test/pipelines/domain/risk/risk_flag.test.ts'],
  'pipelines/domain/product_reviews/unsaid.ts': [
    'test/pipelines/domain/product_reviews/aspect_sentiment.test.ts',
  ],
  'pipelines/domain/product_reviews/polarity.ts': [
    'test/pipelines/domain/product_reviews/aspect_sentiment.test.ts',
  ],
  'pipelines/domain/product_reviews/aggregate.ts': [
    'test/pipelines/domain/product_reviews/aggregate.test.ts',
    'test/pipelines/domain/product_reviews/distinct_reviews.test.ts',
  ],
  'warehouse/old_runs.ts': ['test/warehouse/run_log.test.ts'],
  'warehouse/run_part.ts': ['test/warehouse/run_log.test.ts'],
  'warehouse/runs.ts': [
    'test/pipelines/snapshot/closed_runs.test.ts',
    'test/pipelines/snapshot/waiting.test.ts',
  ],
  'warehouse/known_runs.ts': ['test/pipelines/snapshot/closed_runs.test.ts'],
  'warehouse/damage.ts': ['test/pipelines/snapshot/closed_runs.test.ts'],
  'pipelines/feeds/sql/macros.sql': ['test/pipelines/feeds/plain_forms.test.ts'],
  'pipelines/feeds/sql/stage.sql': [
    'test/pipelines/feeds/plain_forms.test.ts',
    'test/pipelines/feeds/delivered_cost.test.ts',
    'test/pipelines/feeds/cases.test.ts',
  ],
  'pipelines/match/sql/gtin_suspects.sql': ['test/pipelines/match/gtin_conflicts.test.ts'],
  'warehouse/sql/macros.sql': [
    'test/pipelines/domain/key.test.ts',
    'test/warehouse/text_sql.test.ts',
    'test/warehouse/gtin_sql.test.ts',
  ],
};

/**
 * The test files that hold a source file: those named for it here, else the one that mirrors its path, else those that
 * mirror the TypeScript that loads a SQL file. Paths from the root. Throws where there is none.
 */
export function testsOf(root: string, file: string): string[] {
  const named = NAMED[file] ?? existing(root, [mirrorOf(file)]);
  if (named.length > 0) return [...named];
  const loaders = file.endsWith('.sql')
    ? loadersOf(root, file).flatMap((loader) => NAMED[loader] ?? [mirrorOf(loader)])
    : [];
  const tests = existing(root, [mirrorOf(file.replace('/sql/', '/')), ...loaders]);
  if (tests.length === 0)
    throw new Error(`${file}: no test mirrors it; name the tests that hold it in test/mutation/tests_of.ts`);
  return tests;
}

function mirrorOf(file: string): string {
  return join('test', file.replace(/\.(ts|sql)$/, '.test.ts'));
}

function existing(root: string, tests: readonly string[]): string[] {
  return [...new Set(tests)].filter((test) => existsSync(join(root, test)));
}

/** The TypeScript files beside the folder `sql` that name the file. */
function loadersOf(root: string, file: string): string[] {
  const folder = dirname(dirname(file));
  return globSync(`${folder}/*.ts`, { cwd: root }).filter((path) =>
    readFileSync(join(root, path), 'utf8').includes(`sql/${basename(file)}`),
  );
}
