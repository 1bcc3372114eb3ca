import { SHADES } from '../attributes/shades.ts';
import { foldedParts } from '../text/fold.ts';
import { COLOR_WORDS } from '../text/languages.ts';
import type { ComparedItem } from './compared_item.ts';

/** More words than these name no shade. */
const MOST_SHADE = 2;

/** Whether a title of one says a colour where a title of the other, word for word the same, says something else: a shade of no list. */
export function hasOtherShade(a: ComparedItem, b: ComparedItem): boolean {
  const makers = new Set([a, b].flatMap(({ brand }) => foldedParts(brand ?? '')));
  const [left, right] = [a, b].map(({ stated }) =>
    stated.map(({ title }) => new Set(foldedParts(title)).difference(makers)),
  );
  return (left ?? []).some((own) =>
    (right ?? []).some((other) => {
      const [more, others] = [own.difference(other), other.difference(own)];
      return isShadeFor(more, others) || isShadeFor(others, more);
    }),
  );
}

const isShadeFor = (colors: ReadonlySet<string>, words: ReadonlySet<string>): boolean =>
  colors.size > 0 &&
  words.size > 0 &&
  words.size <= MOST_SHADE &&
  [...colors].every((word) => COLOR_WORDS.has(word) || SHADES.has(word)) &&
  [...words].every((word) => !/\d/.test(word));
