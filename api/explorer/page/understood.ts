import { h, note } from './element.ts';
import { readParts, type Understood } from './read_parts.ts';
import { withValues } from './route.ts';

/**
 * What a search made of its words, each part by itself, and the way to have them taken as words. Null where every
 * word is but a word.
 */
export function understoodWords(understood: Understood | null, query: URLSearchParams): HTMLElement | null {
  if (!understood) return null;
  const parts = readParts(understood);
  if (parts.length === 0) return null;
  return note(
    'Read as ',
    understood.words === '' ? 'anything' : `“${understood.words}”`,
    parts.map((part) => ` · ${part}`),
    '. ',
    h('a', { href: withValues(query, { literal: 'true', cursor: null }) }, 'Take the words as they are'),
  );
}
