import { foldedParts } from '../text/fold.ts';
import { readText, type TextReading, titleWords } from '../text/reading.ts';
import { sizeOf } from '../text/stated_words.ts';
import { STATED_KINDS, type Statement } from '../text/statement.ts';
import { statementsIn, statementsOf } from '../text/statements.ts';
import { titledSizesIn } from '../text/titled_size.ts';
import type { Listing } from './listing.ts';
import { isMistakenUnit } from './mistaken_unit.ts';

/** What a listing or a caller says of an item; texts as they are written. */
export interface StatedItem {
  title: string;
  brand?: string | null;
  /** Such as `330 ml`, where it stands apart from the title. */
  quantity?: string | null;
  /** `new`, `refurbished` or `used`, where it is declared. */
  condition?: string | null;
  /** `color`, `size`, `gender`, `age_group`; the rest is not looked at. */
  attributes?: Readonly<Record<string, string>> | null;
}

/** A field for quantities states amounts alone. */
const NO_AMOUNTS: ReadonlySet<string> = new Set([
  'number',
  'number_beside',
  'year',
  'version',
  'generation',
  'figure',
  'measured_figure',
  'model',
  'scent_or_taste',
]);
/** So does a field for sizes, beside the size that one wears: `30 oz`, `65 in`, `2 pack`, `4-Person`. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...STATED_KINDS.slice(0, STATED_KINDS.indexOf('size')),
  'holds',
]);
const DECLARED = [
  ['color', 'colour'],
  ['gender', 'sex'],
  ['age_group', 'age_group'],
] as const;

/** What an item states, by its words and by what is declared. `title` may have been read already. */
export function statementsOfItem(
  { title, brand, quantity, condition, attributes }: StatedItem,
  read: TextReading = readText(title),
  words = titleWords(read),
): Statement[] {
  const stated = statementsIn(read, words, new Set(brand ? foldedParts(brand) : []));
  const add = (more: readonly Statement[]) => {
    for (const one of more)
      if (!stated.some(({ kind, value }) => kind === one.kind && value === one.value)) stated.push(one);
  };
  if (quantity && !isMistakenUnit(readText(quantity).amounts, read.amounts))
    add(statementsOf(quantity).filter(({ kind }) => !NO_AMOUNTS.has(kind)));
  for (const [name, kind] of DECLARED) {
    const value = attributes?.[name];
    if (value) add(statementsOf(value).filter((one) => one.kind === kind));
  }
  for (const size of titledSizesIn(read.folded)) add(sizeOf(size));
  if (attributes?.['size'])
    add([
      ...sizeOf(attributes['size']),
      ...statementsOf(attributes['size']).filter(({ kind }) => AMOUNTS.has(kind)),
    ]);
  if (condition && condition !== 'new')
    add(statementsOf(condition).filter(({ kind }) => kind === 'condition'));
  return stated;
}

/** Attributes that are looked at, by the name that they have here. */
const LOOKED_AT = ['color', 'size', 'gender', 'age_group'] as const;

/** What a served listing says of its item, as publication reads it (pipelines/match/publish/sql/listings.sql). */
export function itemOf({
  title,
  brand,
  condition,
  attributes,
}: Pick<Listing, 'title' | 'brand' | 'condition' | 'attributes'>) {
  const looked = LOOKED_AT.flatMap((name) => {
    const value = attributes[`general.${name}`];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    title,
    brand,
    quantity: quantityOf(attributes),
    condition: condition === 'new' ? null : condition,
    attributes: Object.fromEntries(looked) as Record<string, string>,
  };
}

/** By listing: what is read of an item is kept with it. */
const served = new WeakMap<Listing, StatedItem>();

/** The same of a listing that was read and stays as it is. */
export function servedItem(listing: Listing): StatedItem {
  const item = served.get(listing) ?? itemOf(listing);
  served.set(listing, item);
  return item;
}

/** The quantity that a feed states apart from the title. */
function quantityOf(attributes: Listing['attributes']): string | null {
  const found = ['unit_pricing_measure', 'net_content', 'capacity'].find(
    (name) => attributes[`general.${name}`] !== undefined,
  );
  return found === undefined ? null : (attributes[`general.${found}`] ?? null);
}
