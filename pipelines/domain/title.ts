import { decodeHTML } from 'entities';
import { foldSlug } from '../text/fold.ts';

const BLOCK = /<\/?(?:br|p|div|li|ul|ol|tr|td|th|table|h[1-6]|section|article|hr)\b[^<>]*>/gi;
const TAG = /<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi;
const UNREADABLE = /<(script|style)\b[\s\S]*?<\/\1\s*>/gi;
const INVISIBLE = /[\p{Cc}\p{Cf}]+/gu;

const withoutTags = (html: string) => html.replace(UNREADABLE, ' ').replace(BLOCK, ' ').replace(TAG, '');

/**
 * Plain text of a feed's field: no tags, entities decoded (twice over where the feed escaped its markup), one
 * space between words, NFC. A `<` that opens no tag stays.
 */
export function cleanText(raw: string): string {
  return withoutTags(decodeHTML(withoutTags(raw)))
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/ +/g, ' ')
    .trim();
}

/**
 * A seller's category as `<area>.<sub_area>.<leaf>`: the first, second and last level of a path whose levels are
 * parted by `>`, `|` or a `/` between spaces. A number alone is an id of somebody's taxonomy and stays as it is; where
 * it is no id of Google's, pipelines/categories leaves it out. Null where nothing remains.
 */
export function categoryPath(raw: string): string | null {
  const levels = raw
    .split(/[>|]|[ \t]\/[ \t]/)
    .map(foldSlug)
    .filter((level) => level !== '');
  const chosen = levels.length > 3 ? [...levels.slice(0, 2), ...levels.slice(-1)] : levels;
  return chosen.length === 0 ? null : chosen.join('.');
}
