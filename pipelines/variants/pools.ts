import { VARCHAR } from '@duckdb/node-api';
import { loadSql } from '../../warehouse/database.ts';
import { scalarFunction } from '../../warehouse/scalar_function.ts';
import { readColumns } from '../attributes/reading_task.ts';
import { bearsOnPrice, type LearnedPrices, type PriceContrasts, priceAxes } from '../domain/price_axes.ts';
import type { Publication } from '../publication.ts';
import { readText } from '../text/reading.ts';
import { MAIN_AXES } from './main_axes.ts';
import { traitsOf } from './traits.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** Axes beside the main ones where a feed declares them: in titles their units are letters that stand for much else. */
const DECLARED_AXES = [
  'general.power',
  'general.voltage',
  'general.battery_capacity',
  'general.load_capacity',
  'general.volume',
];
/** What the listings of a variant say less surely than this, all together, is not known. */
const LEAST_WEIGHT = 0.5;
/** Products that teach which axes bear on price; larger catalogues are sampled. */
const TEACHING_PRODUCTS = 20_000;
/** A difference of prices counts up to this logarithm: about twice the price. */
const CLIP = 0.7;
/** A catalogue whose products have so many times the listings teaches anew. */
const GROWTH = 2;

/** What became of the variants. */
export interface PoolSummary {
  /** Listings of products that have several variants. */
  siblings: number;
  /** Which axes bear on price, and of how many siblings that was learned. */
  learned: LearnedPrices;
}

/**
 * Finds where the variants of each product stand on its axes, and which of them cost the same. Reads `assignments`
 * (just made), `identities`, `catalogue_rows` and `traits_before`; adds `pool_key` and `axes` to `assignments` and writes
 * the part `traits`. A function of the catalogue and of what was learned of prices, which is kept until the catalogue
 * has doubled: so a pool does not move because a price did.
 */
export async function poolVariants(publication: Publication): Promise<PoolSummary> {
  const { database } = publication;
  await database.run('find siblings', sql('siblings'));
  const siblings = await database.count('count siblings', 'select count(*) from siblings');
  await readTraits(publication);
  database.connection.registerScalarFunction(
    scalarFunction('amount_in', (text) => (readText(text).amounts.length > 0 ? text : null), 1, VARCHAR),
  );
  await database.run('settle values', sql('variant_values'), { least_weight: LEAST_WEIGHT });
  await database.run('find axes', sql('variant_axes'), {
    main_axes: JSON.stringify(MAIN_AXES),
    declared_axes: JSON.stringify(DECLARED_AXES),
  });
  await database.run('find categories of products', sql('product_categories'));
  const learned = await learnedPrices(publication, siblings);
  await tellPrices(publication, learned);
  await database.run('pool variants', sql('pooled_variants'));
  await database.script(
    'add pools',
    `${sql('pooled_assignments')};\ndrop table assignments;\nalter table assignments_pooled rename to assignments;`,
  );
  return { siblings, learned };
}

/** Makes `traits` and keeps it: new and changed siblings are read, the others are as the snapshot before has them. */
async function readTraits(publication: Publication): Promise<void> {
  const { database } = publication;
  database.connection.registerScalarFunction(
    scalarFunction(
      'read_traits',
      (title, attributes = '', description = '', columns = '') =>
        JSON.stringify(traitsOf(title, attributes, description, readColumns(columns))),
      4,
      VARCHAR,
    ),
  );
  await database.run('keep traits', sql('traits_kept'));
  await database.run('read traits', sql('traits_new'));
  await database.run('take traits', sql('traits'));
  await publication.writePart('traits', 'traits', { folder: 'tables/traits', replace: true });
}

/** What is known of prices: as the snapshot before has it, unless there is much more to learn from. */
async function learnedPrices(
  { database, before, settings }: Publication,
  siblings: number,
): Promise<LearnedPrices> {
  const known = before?.price_axes;
  if (known && !settings.relearn && siblings < known.siblings * GROWTH) return known;
  const products = await database.count(
    'count products with axes',
    'select count(*) from product_categories',
  );
  const contrasts = await database.rows<PriceContrasts>(
    'compare prices of variants',
    sql('price_contrasts'),
    {
      stride: Math.max(1, Math.floor(products / TEACHING_PRODUCTS)),
      clip: CLIP,
    },
  );
  return { siblings, axes: priceAxes(contrasts) };
}

/** Makes `axis_prices`: whether each axis bears on price in each category it is met in. */
async function tellPrices({ database }: Publication, { axes }: LearnedPrices): Promise<void> {
  const met = await database.rows<{ category: string; key: string }>(
    'list axes',
    'select distinct category, priced_as as key from variant_axes join product_categories using (product_key) order by all',
  );
  const told = met.map(({ category, key }) => ({ category, key, bears: bearsOnPrice(axes, category, key) }));
  await database.run(
    'tell which axes bear on price',
    `create or replace temp table axis_prices as
     select unnest(from_json($told, '[{"category": "VARCHAR", "key": "VARCHAR", "bears": "BOOLEAN"}]'), max_depth := 2)`,
    { told: JSON.stringify(told) },
  );
}
