import { cleanText } from '../domain/title.ts';
import { foldSlug } from '../text/fold.ts';

/**
 * Google's product_detail, `section:name:value` separated by commas (`\,` and `\:` are plain), as JSON members:
 * `"section.name":"value",…`. An empty section is `general`. Null when nothing can be read.
 */
export function detailPairs(text: string): string | null {
  const pairs = new Map<string, string>();
  for (const detail of text.split(/(?<!\\),/)) {
    const [section = '', name = '', ...rest] = detail
      .split(/(?<!\\):/)
      .map((part) => part.replaceAll(/\\([,:])/g, '$1'));
    const value = cleanText(rest.join(':'));
    const key = foldSlug(name);
    if (key !== '' && value !== '') pairs.set(`${foldSlug(section) || 'general'}.${key}`, value);
  }
  const members = [...pairs].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return members.length === 0 ? null : members.join(',');
}

/** Namespaces of a shop's own metafields that say nothing of what they hold. */
const PLAIN_NAMESPACES = new Set([
  'custom',
  'global',
  'my_fields',
  'details',
  'specs',
  'specifications',
  'product',
]);
/** Types of metafields that hold no value of the item: other records, styled text, data of apps. */
const NO_VALUE = /reference|rich_text|json|rating|url|money|color$/;

/** As shops export it; of whatever types, since it is others' JSON. */
type Metafield = Partial<Record<'namespace' | 'key' | 'type' | 'value', unknown>> | string | null;

const plainText = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Shopify's metafields, a JSON array of `{namespace, key, type, value}`, as JSON members. Lists are joined by commas, a
 * measure (`{"value": 25, "unit": "cm"}`) is written as people do. Null when nothing can be read.
 */
export function metafieldPairs(json: string): string | null {
  const pairs = new Map<string, string>();
  const all = JSON.parse(json) as unknown;
  for (const field of (Array.isArray(all) ? all : []) as Metafield[]) {
    if (typeof field !== 'object' || field === null) continue;
    const name = foldSlug(plainText(field.key));
    const text = NO_VALUE.test(plainText(field.type)) ? '' : cleanText(metafieldText(field.value));
    const space = foldSlug(plainText(field.namespace));
    if (name !== '' && text !== '' && !text.startsWith('gid://'))
      pairs.set(`${space === '' || PLAIN_NAMESPACES.has(space) ? 'general' : space}.${name}`, text);
  }
  const members = [...pairs].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return members.length === 0 ? null : members.join(',');
}

function metafieldText(value: unknown): string {
  const read = typeof value === 'string' && /^[[{]/.test(value) ? parsedJson(value) : value;
  if (Array.isArray(read)) return read.map(metafieldText).join(', ');
  if (typeof read === 'string') return read;
  if (typeof read === 'number' || typeof read === 'boolean') return `${read}`;
  if (typeof read !== 'object' || read === null) return '';
  const { value: amount, unit } = read as { value?: unknown; unit?: unknown };
  return typeof amount === 'number' && typeof unit === 'string' ? `${amount} ${unit.toLowerCase()}` : '';
}

/** A text that only looks like JSON is the text. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An attribute's key as this index writes it, `<namespace>.<name>`. */
const OWN_KEY = /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/;

/** Names and values of a variant's options, both JSON arrays, as JSON members of the general section, or of the one they name. */
export function optionPairs(names: string, values: string): string | null {
  const texts = JSON.parse(values) as (string | null)[];
  const members = (JSON.parse(names) as (string | null)[]).flatMap((name, index) => {
    const slug = foldSlug(name ?? '');
    const value = cleanText(texts[index] ?? '');
    // A shop's product without options has one that is called so.
    if (slug === '' || value === '' || value === 'Default Title') return [];
    const key = name !== null && OWN_KEY.test(name ?? '') ? name : `general.${slug}`;
    return [`${JSON.stringify(key)}:${JSON.stringify(value)}`];
  });
  return members.length === 0 ? null : members.join(',');
}
