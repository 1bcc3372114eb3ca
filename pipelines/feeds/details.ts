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
