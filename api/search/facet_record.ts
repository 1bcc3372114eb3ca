import { type Static, Type } from 'typebox';
import { ATTRIBUTES } from '../../pipelines/attributes/attributes.ts';
import { isRange } from '../../pipelines/domain/attribute.ts';
import { compareAxisValues } from '../../pipelines/domain/axis_order.ts';
import type { KnownValue } from '../../warehouse/text/attribute_values.ts';
import type { FacetCount, SearchFacets } from '../../warehouse/text/facet_counter.ts';
import { Minor, oneOf, recordOf } from '../catalogue/schema.ts';
import { labelOf } from './category_filter.ts';

/** Values of one facet; of more the commonest, which together must tell of most of its products. */
const MOST_VALUES = 30;
const LEAST_TOLD = 0.5;
/** Different numbers from here on stand in bins, of which there are about so many. */
const MOST_NUMBERS = 12;
const BINS = 8;

/** A facet as the contract has it, and what bins are of. */
export const FacetRecord = recordOf('Facet', {
  key: Type.String({ description: 'price, brand, seller, in_stock, category, or the key of an attribute.' }),
  label: Type.String({ description: 'What people call it.' }),
  type: oneOf(['ordinal', 'categorical', 'range']),
  unit: Type.Optional(Type.String({ description: 'What the numbers are in.' })),
  values: Type.Optional(
    Type.Array(
      Type.Object({
        v: Type.String(),
        products: Type.Integer({
          description: 'Products with an offer that passes, of a variant that has it.',
        }),
        min: Type.Optional(
          Type.Number({ description: 'Of a bin: its bounds, inclusive, as filters take them.' }),
        ),
        max: Type.Optional(Type.Number()),
      }),
      { description: 'Ordinal ones rise, of others the commonest comes first.' },
    ),
  ),
  min_minor: Type.Optional(Minor('Of the cheapest offer that passes: the least')),
  max_minor: Type.Optional(Minor('The most')),
  p50_minor: Type.Optional(Minor('The median')),
});
export type Facet = Static<typeof FacetRecord>;

/** The counts of an answer as facet records. */
export function facetRecords({ categories, brands, sellers, in_stock }: SearchFacets): Facet[] {
  return [
    categorical('category', 'Category', categories),
    categorical('brand', 'Brand', brands),
    categorical('seller', 'Seller', sellers),
    categorical('in_stock', 'In stock', [{ value: 'true', products: in_stock }]),
  ];
}

export function categorical(key: string, label: string, counts: readonly FacetCount[]): Facet {
  const values = counts
    .filter(({ products }) => products > 0)
    .map(({ value, products }) => ({ v: value, products }));
  return { key, label, type: 'categorical', values };
}

/** Prices, minor units, as the range facet of the contract; null without any. */
export function priceRecord(costs: readonly number[]): Facet | null {
  const sorted = costs.filter(Number.isFinite).toSorted((a, b) => a - b);
  if (sorted.length === 0) return null;
  return {
    key: 'price',
    label: 'Price',
    type: 'range',
    min_minor: sorted[0] as number,
    max_minor: sorted.at(-1) as number,
    p50_minor: sorted[Math.floor((sorted.length - 1) / 2)] as number,
  };
}

/** How many products have a value. */
export type ValueCount = KnownValue & { products: number };
/** Counts, over the products that pass, those with a value of which `has` is true; for bins, whose values overlap. */
export type CountWhere = (has: (known: KnownValue) => boolean) => number;

/**
 * Attributes as facets, the most telling first: what an answer to it tells on average, in bits (Shannon's entropy of
 * the shares of its values), times the share of the products that it is known of. One that tells nothing is left out.
 */
export function attributeRecords(
  counts: readonly ValueCount[],
  products: number,
  countWhere: CountWhere,
): Facet[] {
  return [...Map.groupBy(counts, ({ key }) => key)]
    .flatMap(([key, values]) => {
      const facet = attributeRecord(key, values, countWhere);
      return facet ? [{ facet, bits: bitsOf(facet, products) }] : [];
    })
    .filter(({ bits }) => bits > 0)
    .sort((a, b) => b.bits - a.bits || (a.facet.key < b.facet.key ? -1 : 1))
    .map(({ facet }) => facet);
}

function attributeRecord(key: string, counts: readonly ValueCount[], countWhere: CountWhere): Facet | null {
  const known = counts.filter(({ products }) => products > 0);
  const label = ATTRIBUTES.get(key)?.label ?? labelOf(key);
  const isNumbers = known.every(({ value, unit }) => typeof value === 'number' && unit === known[0]?.unit);
  if (isNumbers) return ordinal(key, label, known, countWhere);
  // Several spellings may show alike (`1.5` and `"1.5"`): counted as one, as the filter takes them.
  const texts = [...Map.groupBy(known, shownValue)].map(([v, same]) => ({
    v,
    products:
      same.length === 1
        ? (same[0] as ValueCount).products
        : countWhere((one) => one.key === key && shownValue(one) === v),
  }));
  const values = texts
    .toSorted((a, b) => b.products - a.products || (a.v < b.v ? -1 : 1))
    .slice(0, MOST_VALUES);
  const sum = (list: readonly { products: number }[]) =>
    list.reduce((total, { products }) => total + products, 0);
  if (values.length === 0 || sum(values) < LEAST_TOLD * sum(texts)) return null;
  // Sizes have an order that people know.
  if (ATTRIBUTES.get(key)?.type === 'size')
    return {
      key,
      label,
      type: 'ordinal',
      values: values.toSorted((a, b) => compareAxisValues(sizeOf(a), sizeOf(b))),
    };
  return { key, label, type: 'categorical', values };
}

const sizeOf = ({ v }: { v: string }) => ({ value: v, unit: null });

/** A value as filters take it. */
function shownValue({ value, unit }: KnownValue): string {
  if (typeof value === 'number') return unit === null ? String(value) : `${value} ${unit}`;
  return isRange(value) ? `${value.min}–${value.max}` : String(value).toLowerCase();
}

/** Numbers in rising order: each for itself, or many in bins that hold about as many products each. */
function ordinal(
  key: string,
  label: string,
  counts: readonly ValueCount[],
  countWhere: CountWhere,
): Facet | null {
  const [first] = counts;
  if (!first) return null;
  const rising = counts.toSorted((a, b) => Number(a.value) - Number(b.value));
  const facet = {
    key,
    label,
    type: 'ordinal' as const,
    ...(first.unit === null ? {} : { unit: first.unit }),
  };
  if (rising.length <= MOST_NUMBERS)
    return {
      ...facet,
      values: rising.map(({ value, products }) => ({ v: JSON.stringify(value), products })),
    };
  const values = binsOf(rising).map(([min, max]) => ({
    v: min === max ? String(min) : `${min}–${max}`,
    products: countWhere((one) => one.key === key && Number(one.value) >= min && Number(one.value) <= max),
    min,
    max,
  }));
  return { ...facet, values };
}

/** The least and most value of each bin. */
function binsOf(rising: readonly ValueCount[]): [min: number, max: number][] {
  const share = rising.reduce((sum, { products }) => sum + products, 0) / BINS;
  const bins: [number, number][] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const { value, products } of rising) {
    const last = bins.at(-1);
    if (last && held < share) last[1] = Number(value);
    else {
      bins.push([Number(value), Number(value)]);
      held = 0;
    }
    held += products;
  }
  return bins;
}

function bitsOf({ values = [] }: Facet, products: number): number {
  const sum = values.reduce((total, value) => total + value.products, 0);
  const entropy = values.reduce((bits, value) => {
    const share = value.products / sum;
    return bits - share * Math.log2(share);
  }, 0);
  return entropy * Math.min(1, sum / products);
}
