import { isThing } from '../../pipelines/categories/things.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { COLOR_WORDS, FOR_WORDS, functionWords, PACK_LINKS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { UNITS } from '../../pipelines/text/units.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { isAccessory } from '../../warehouse/text/kinds.ts';

/** What parts the names in a title. */
const PARTED = /[,;:()|/]|\s[-–—]\s/u;

/**
 * Whether a title names a thing as what it is: its first part, the maker, amounts and codes apart, ends with the word (`EN1
 * Electric Standing Desk, Maple`), or it has the words of a name side by side (`Standing Desk Maple 48 in`); not behind `for` or
 * another preposition, nor before another thing (`desk lamp`, `Air Fryer Liners`).
 */
export function isTitledAs(
  { title, brand }: Pick<Listing, 'title' | 'brand'>,
  names: readonly string[],
  phrase: readonly string[],
): boolean {
  const maker = wordsOf(brand ?? '').map(({ text }) => text);
  const parts = withoutUse(title)
    .split(PARTED)
    .map((part) => beforeUse(wordsOf(part).map(({ text }) => text)))
    .filter((words) => words.some((word) => !maker.includes(word)));
  const last = parts[0]?.findLast((word) => !/\d/.test(word) && !COLOR_WORDS.has(word) && !UNITS.has(word));
  return (
    (last !== undefined && names.includes(fromPlural(last))) ||
    parts.some((words) => hasPhrase(words, phrase))
  );
}

/** Whether a title has one of these words before it says what the thing is for: not of `Bobbins for sewing machines`. */
export const isMentioned = ({ title }: Pick<Listing, 'title'>, names: readonly string[]): boolean =>
  withoutUse(title)
    .split(PARTED)
    .some((part) =>
      beforeUse(wordsOf(part).map(({ text }) => text)).some((word) => names.includes(fromPlural(word))),
    );

/** `pads for drawers, glass tops and cutting boards`: what is listed behind `for` up to a dash or a bracket is what it is for. */
const withoutUse = (title: string): string => title.replaceAll(LISTED_USE, ' ');
const LISTED_USE = new RegExp(
  `(?<=\\p{L}[^,;:()|/]*)\\s(?:${[...FOR_WORDS].map((word) => RegExp.escape(word)).join('|')})\\s[^;:()|/–—]*?(?=\\s[-–—]\\s|[;:()|/–—]|$)`,
  'giu',
);

const PREPOSITIONS: ReadonlySet<string> = functionWords('en', ['prepositions']).difference(PACK_LINKS);

/** What stands before what it is for, or where it is: `Bear at a standing desk`. */
function beforeUse(words: readonly string[]): readonly string[] {
  const use = words.findIndex((word, at) => at > 0 && (FOR_WORDS.has(word) || PREPOSITIONS.has(word)));
  return use < 0 ? words : words.slice(0, use);
}

function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  if (phrase.length < 2) return false;
  return words.some((_, at) => {
    const next = words[at + phrase.length] ?? '';
    return (
      phrase.every((word, offset) => fromPlural(words[at + offset] ?? '') === fromPlural(word)) &&
      !isThing(next) &&
      !isAccessory(next) &&
      (fromPlural(next) === next || UNITS.has(next))
    );
  });
}
