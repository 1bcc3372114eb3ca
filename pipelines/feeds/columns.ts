import { HIGHLIGHTS } from '../domain/attribute.ts';
import { FeedError } from './error.ts';

/** Fields that a feed's columns are mapped to; `attributes.<namespace>.<name>` besides. */
export const FIELDS = [
  'sku',
  'title',
  'brand',
  'gtin',
  'upc_e',
  'asin',
  'mpn',
  'item_group_id',
  'category',
  'url',
  'image_url',
  'image_urls',
  'video_url',
  'description',
  'condition',
  'availability',
  'stock_quantity',
  'currency',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'list_price',
  'delivery',
] as const;
export type Field = (typeof FIELDS)[number];

/** What each field holds, for people. */
export const FIELD_MEANINGS: Readonly<Record<Field, string>> = {
  sku: 'The seller’s own id of the listing; `sku_columns` where it is several columns.',
  title: 'What it is called.',
  brand: 'Its brand or manufacturer.',
  gtin: 'GTIN-8, -12, -13 or -14; one whose check digit is wrong is left out with a note.',
  upc_e: 'The same in eight digits of UPC-E.',
  asin: 'Amazon’s id of the item.',
  mpn: 'The manufacturer’s part number.',
  item_group_id: 'What variants of one product have in common at this seller.',
  category:
    'The seller’s category, a path by >, | or a / between spaces; Google’s id or path where that is a column.',
  url: 'The listing’s page; a public address.',
  image_url: 'Its main picture.',
  image_urls: 'Further pictures: a list, or addresses parted by commas.',
  video_url: 'A video.',
  description: 'What the seller says of it.',
  condition: 'new (the default), refurbished or used.',
  availability: 'in_stock, out_of_stock, preorder or backorder, in the spellings of many shops.',
  stock_quantity: 'How many there are; kept as a range, never as the number.',
  currency: 'ISO 4217, of prices that name none.',
  price: 'What it costs, with or without a currency.',
  sale_price: 'What it costs while on sale; below the price.',
  sale_price_effective_date: 'When it is on sale: start/end in ISO 8601. Always, where there is none.',
  list_price: 'The price that the seller crosses out.',
  delivery: 'What delivery costs, an amount or Google’s `shipping`.',
};

/** Column of the file for each field (of an offer, or of another input) that has one, and for each attribute key (`general.color`). */
export interface ColumnMap {
  fields: Partial<Record<string, number>>;
  attributes: Record<string, number>;
  /** As in KnownColumns, by position. */
  details: number[];
  /** Columns whose sentences are the listing's highlights together. */
  highlights: number[];
  taxonomy?: number;
  members?: string;
  /** Columns that are the sku together. */
  sku_parts?: number[];
}

/** What every listing must have. */
export const REQUIRED: readonly Field[] = ['sku', 'title', 'price'];

/** What the columns of a format mean by their names alone; names as `foldHeader` folds them. */
export interface KnownColumns {
  /** Spellings of each field; earlier ones win. */
  spellings: Readonly<Record<Field, readonly string[]>>;
  /** Columns that are attributes, kept as `general.<name>`. */
  attributes: readonly string[];
  /** Google's id or path; rows without it have the seller's own. */
  taxonomy?: string;
  /** Value of a column by which a row says that its listing is gone. */
  deleted?: Readonly<Record<string, string>>;
  /** Column whose text is `section:name:value, …`. */
  details?: string;
  /** Tells of columns, by their folded names, whether they hold a point or several of what speaks for the thing. */
  highlights?: RegExp;
  /** SQL of further members of the attributes object, where the format has its own. */
  members?: string;
}

/** Names, folded, of columns that say their eight digits are UPC-E. */
const SAYS_UPC_E = /(?:^|[._])upc_?e(?:$|[._])/;

/** Lower case, without `g:` and what stands in brackets, words joined by `_`. */
export function foldHeader(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replace(/\(.*\)$/, '')
    .replaceAll(/[\s-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/**
 * Maps columns to fields: the settings' mapping first (names exact, else folded), then the spellings the
 * format knows. A column that is mapped to `gtin` but says UPC-E by its name is one of `upc_e`. Throws `missing_columns`, naming what was found, when sku, title or price has none or the mapping names a column
 * that is not there.
 */
export function mapColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  known: KnownColumns,
  { name, skuColumns }: { name: string; skuColumns?: readonly string[] | undefined },
): ColumnMap {
  const { members } = known;
  const map: ColumnMap = {
    fields: {},
    attributes: {},
    details: [],
    highlights: [],
    ...(members !== undefined && { members }),
  };
  const folded = header.map(foldHeader);
  for (const [field, column] of Object.entries(mapping)) {
    const index = columnIndex(header, column);
    if (index === -1) throw missing(`the mapped column ${JSON.stringify(column)} of ${field}`, header, name);
    if (field.startsWith('attributes.')) map.attributes[field.slice('attributes.'.length)] = index;
    else if ((FIELDS as readonly string[]).includes(field)) map.fields[field as Field] = index;
    else
      throw new FeedError(
        'missing_columns',
        `mapping names the unknown field ${field}; known: ${FIELDS.join(', ')}, attributes.<namespace>.<name>`,
      );
  }
  if (skuColumns)
    map.sku_parts = skuColumns.map((column) => {
      const index = columnIndex(header, column);
      if (index === -1) throw missing(`the column ${JSON.stringify(column)} of sku_columns`, header, name);
      return index;
    });
  const gtin = map.fields.gtin;
  if (gtin !== undefined && SAYS_UPC_E.test(folded[gtin] ?? '') && map.fields.upc_e === undefined) {
    map.fields.upc_e = gtin;
    delete map.fields.gtin;
  }
  for (const field of FIELDS.filter((one) => mapping[one] === undefined)) {
    const index = known.spellings[field]
      .map((spelling) => folded.indexOf(spelling))
      .find((found) => found !== -1);
    if (index !== undefined) map.fields[field] ??= index;
  }
  for (const attribute of known.attributes) {
    const index = folded.indexOf(attribute);
    if (index !== -1) map.attributes[`general.${attribute}`] ??= index;
  }
  const taxonomy = known.taxonomy === undefined ? -1 : folded.indexOf(known.taxonomy);
  if (taxonomy !== -1 && taxonomy !== map.fields.category) map.taxonomy = taxonomy;
  for (const [index, column] of folded.entries()) if (column === known.details) map.details.push(index);
  if (map.attributes[HIGHLIGHTS] === undefined)
    for (const [index, column] of folded.entries())
      if (known.highlights?.test(column) && !Object.values(map.fields).includes(index))
        map.highlights.push(index);
  const lacking = REQUIRED.filter(
    (field) => map.fields[field] === undefined && !(field === 'sku' && map.sku_parts),
  );
  if (lacking.length > 0)
    throw new FeedError(
      'missing_columns',
      `${missing(`a column for ${lacking.join(', ')}`, header, name).message}; if one of them is it, name it in mapping (${lacking[0]}: COLUMN)`,
    );
  return map;
}

/** Position of a column named in the settings, or -1. */
export function columnIndex(header: readonly string[], column: string): number {
  const exact = header.indexOf(column);
  return exact === -1 ? header.map(foldHeader).indexOf(foldHeader(column)) : exact;
}

function missing(what: string, header: readonly string[], name: string): FeedError {
  return new FeedError(
    'missing_columns',
    `${name}: found no ${what.replace(/^a /, '')}; its columns are ${header.join(', ')}`,
  );
}
