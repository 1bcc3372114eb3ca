import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Validator from '@adobe/structured-data-validator';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { SaxesParser } from 'saxes';
import {
  type FeedFormat,
  PROTOCOL_NAMES,
  PROTOCOLS,
  type ProtocolName,
} from '../../../exports/feeds/protocol.ts';
import { verifyCheckDigit } from './gs1.ts';

/** What the protocols themselves say of a feed: their schemas, and their tables of fields. */

const FIXTURES = new URL('../../../fixtures/protocols/', import.meta.url);
const schemaAt = (path: string): { $id: string } =>
  JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8')) as { $id: string };

/** Every protocol in every format that it has. */
export const PROTOCOL_FORMATS: readonly (readonly [ProtocolName, FeedFormat])[] = PROTOCOL_NAMES.flatMap(
  (name) => PROTOCOLS[name].formats.map((format) => [name, format] as const),
);

/** A feed as its protocol reads it: its records (of UCP the products), and what the protocol's rules say against each. */
export interface CheckedFeed {
  records: Record<string, unknown>[];
  faults: string[];
}

export async function checkedFeed(
  protocol: ProtocolName,
  format: FeedFormat,
  text: string,
): Promise<CheckedFeed> {
  const records = recordsIn(format, text);
  switch (protocol) {
    case 'acp':
      return { records, faults: schemaFaults((acpProduct ??= acpProductRules()), records) };
    case 'ucp':
      return { records, faults: schemaFaults((ucpResponse ??= ucpResponseRules()), [JSON.parse(text)]) };
    case 'schema_org':
      return { records, faults: await jsonLdErrors(records) };
    case 'google':
    case 'meta':
    case 'openai':
      return { records, faults: records.flatMap((record) => fieldErrors(protocol, record)) };
  }
}

function recordsIn(format: FeedFormat, text: string): Record<string, unknown>[] {
  if (format === 'tsv') return tabRecords(text);
  if (format === 'xml') return rssRecords(text);
  if (format === 'json') return (JSON.parse(text) as { products: Record<string, unknown>[] }).products;
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function schemaFaults(validate: ValidateFunction, documents: readonly unknown[]): string[] {
  return documents.flatMap((document) => (validate(document) ? [] : [JSON.stringify(validate.errors)]));
}

function ajvWith(paths: string[]): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const path of paths) ajv.addSchema(schemaAt(path));
  return ajv;
}

// Compiled once a process: a feed comes in many pages, and UCP's rules are some dozens of files.
let acpProduct: ValidateFunction | undefined;
let ucpResponse: ValidateFunction | undefined;

/** A Product of ACP 2026-04-17. */
function acpProductRules(): ValidateFunction {
  const { $id } = schemaAt('acp/schema.feed.json');
  return ajvWith(['acp/schema.feed.json']).compile({ $ref: `${$id}#/$defs/Product` });
}

/** The response of a catalogue search of UCP 2026-04-08. */
function ucpResponseRules(): ValidateFunction {
  const paths = globSync('ucp/**/*.json', { cwd: fileURLToPath(FIXTURES) });
  const { $id } = schemaAt('ucp/shopping/catalog_search.json');
  return ajvWith(paths).compile({ $ref: `${$id}#/$defs/search_response` });
}

/** What Google's rules of merchant listings say against these JSON-LD products. */
async function jsonLdErrors(products: object[]): Promise<string[]> {
  const found = await new Validator().validate({ jsonld: { Product: products }, microdata: {}, rdfa: {} });
  return found.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage);
}

/** One field of a flat feed: whether it must be there, how long it may be, and what it looks like. */
interface FieldRule {
  required?: true;
  most?: number;
  form?: RegExp;
}

const WEB = /^https?:\/\/\S+$/;
const PRICE = /^\d+\.\d{2} USD$/;
const CONDITION = /^(?:new|refurbished|used)$/;
const GENDER = /^(?:male|female|unisex)$/;
const AGE = /^(?:newborn|infant|toddler|kids|adult)$/;

/** Fields that the protocols' own pages list, of those that a feed here may have. */
const FIELD_RULES: Record<'google' | 'meta' | 'openai', Record<string, FieldRule>> = {
  google: {
    id: { required: true, most: 50 },
    title: { required: true, most: 150 },
    description: { required: true, most: 5000 },
    link: { required: true, most: 2000, form: WEB },
    image_link: { required: true, most: 2000, form: WEB },
    additional_image_link: {},
    video_link: { form: WEB },
    availability: { required: true, form: /^(?:in_stock|out_of_stock)$/ },
    price: { required: true, form: PRICE },
    sale_price: { form: PRICE },
    brand: { most: 70 },
    gtin: { form: /^\d+$/ },
    mpn: { most: 70 },
    identifier_exists: { form: /^(?:yes|no)$/ },
    condition: { form: CONDITION },
    google_product_category: { form: /^\d+$/ },
    product_type: { most: 750 },
    item_group_id: { most: 50 },
    color: { most: 100 },
    size: { most: 100 },
    gender: { form: GENDER },
    age_group: { form: AGE },
    material: { most: 200 },
    pattern: { most: 100 },
    product_detail: {},
    shipping: {},
  },
  meta: {
    id: { required: true, most: 100 },
    title: { required: true, most: 200 },
    description: { required: true, most: 5000 },
    availability: {
      required: true,
      form: /^(?:in stock|out of stock|preorder|available for order|discontinued)$/,
    },
    condition: { required: true, form: CONDITION },
    price: { required: true, form: PRICE },
    link: { required: true, form: WEB },
    image_link: { required: true, form: WEB },
    brand: { most: 100 },
    gtin: { form: /^\d+$/ },
    mpn: { most: 100 },
    additional_image_link: {},
    sale_price: { form: PRICE },
    item_group_id: { most: 100 },
    google_product_category: { form: /^\d+$/ },
    product_type: {},
    color: {},
    size: {},
    gender: { form: GENDER },
    material: {},
    pattern: {},
  },
  openai: {
    item_id: { required: true, most: 100 },
    title: { required: true, most: 150 },
    description: { required: true, most: 5000 },
    url: { required: true, form: WEB },
    brand: { required: true, most: 70 },
    seller_name: { required: true, most: 70 },
    image_url: { required: true, form: WEB },
    availability: { required: true, form: /^(?:in_stock|out_of_stock|pre_order|backorder|unknown)$/ },
    price: { required: true, form: PRICE },
    is_eligible_search: { form: /^(?:true|false)$/ },
    is_eligible_checkout: { form: /^(?:true|false)$/ },
    seller_url: { form: WEB },
    target_countries: { form: /^[A-Z]{2}$/ },
    store_country: { form: /^[A-Z]{2}$/ },
    group_id: { most: 70 },
    listing_has_variations: { form: /^true$/ },
    offer_id: {},
    gtin: { form: /^\d+$/ },
    mpn: { most: 70 },
    condition: { form: CONDITION },
    product_category: {},
    color: { most: 40 },
    size: { most: 20 },
    material: { most: 100 },
    gender: { form: GENDER },
    age_group: { form: AGE },
    additional_image_urls: {},
    sale_price: { form: PRICE },
    shipping: { form: /^[A-Z]{2}:\w*:\w*:\d+\.\d{2} USD$/ },
  },
};

/** What the table says against a record; nested fields are looked at no further. */
function fieldErrors(protocol: keyof typeof FIELD_RULES, record: Record<string, unknown>): string[] {
  const rules = FIELD_RULES[protocol];
  const unknown = Object.keys(record).filter((name) => !(name in rules));
  const wrong = Object.entries(rules).flatMap(([name, { required, most, form }]) => {
    const value = record[name];
    if (value === undefined || value === '') return required ? [`${name} is missing`] : [];
    if (typeof value !== 'string') return [];
    if (most !== undefined && value.length > most) return [`${name} has ${value.length} characters`];
    return form && !form.test(value) ? [`${name} is ${value}`] : [];
  });
  const { gtin, sale_price, price } = record as Record<string, string>;
  if (gtin && !verifyCheckDigit(gtin)) wrong.push(`gtin ${gtin} is none`);
  if (sale_price && Number.parseFloat(sale_price) >= Number.parseFloat(price ?? ''))
    wrong.push(`sale_price ${sale_price} is not below ${price}`);
  return [...unknown.map((name) => `${name} is no field of ${protocol}`), ...wrong];
}

/** Records of a feed with tabs, whose first line has the names. */
export function tabRecords(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.replace(/\n$/, '').split('\n');
  const names = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t').map((cell) => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"'));
    if (cells.length !== names.length) throw new Error(`${cells.length} cells in ${line}`);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

/** Items of an RSS feed: elements in Google's namespace by local name, those that occur twice or nest as lists. */
function rssRecords(text: string): Record<string, unknown>[] {
  const parser = new SaxesParser({ xmlns: true });
  const items: Record<string, unknown>[] = [];
  const path: string[] = [];
  let words = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri }) => {
    path.push(local);
    words = '';
    if (local === 'item') items.push({});
    else if (path.includes('item') && uri !== 'http://base.google.com/ns/1.0')
      throw new Error(`${local} is in ${uri}`);
  });
  parser.on('text', (piece) => {
    words += piece;
  });
  parser.on('closetag', () => {
    const name = path.pop() ?? '';
    const item = items.at(-1);
    if (item === undefined || path.at(-1) !== 'item') return;
    item[name] = name in item ? [item[name], words].flat() : words;
  });
  parser.write(text).close();
  return items;
}
