import { foldText } from '../../text/fold.ts';
import table from './regions.json' with { type: 'json' };

/** What a title says of the region that an article is made for. */
export interface StatedRegion {
  /** As the table names it, `EU`; null where it is another one than the market’s without being named (`grey import`). */
  region: string | null;
  /** The words, folded. */
  words: string;
  /** Countries it is made for; none where it names none. */
  countries: readonly string[];
}

interface Pattern extends Omit<StatedRegion, 'words'> {
  matches: RegExp;
}

/** Words alone: neither letters nor digits touch them. */
const alone = (words: readonly string[]): string =>
  `(?<![a-z0-9])(?:${words.map((word) => word.replaceAll(' ', '[ -]')).join('|')})(?![a-z0-9])`;

const PATTERNS: readonly Pattern[] = [
  ...Object.entries(table.regions).map(([region, { countries, names }]) => ({
    region,
    countries,
    matches: new RegExp(`${alone(names)}[ /-]{1,3}${alone(table.kinds)}`),
  })),
  ...Object.entries(table.phrases).map(([phrase, countries]) => ({
    region: null,
    countries,
    matches: new RegExp(alone([phrase])),
  })),
];

/** The regions that a title names an article to be made for: `EU version`, `UK plug`, `QWERTZ`, `grey import`. */
export function statedRegions(title: string): StatedRegion[] {
  const folded = foldText(title);
  return PATTERNS.flatMap(({ matches, ...pattern }) => {
    const [words] = matches.exec(folded) ?? [];
    return words === undefined ? [] : [{ ...pattern, words }];
  });
}

/**
 * The region other than `country` (ISO 3166-1) that a listing says it is made for, or null. What most of the product's
 * other listings say as well is the product's own name and no variant of it; a title that names the market's own region
 * too is for both.
 */
export function regionVariant(
  title: string,
  otherTitles: readonly string[],
  country: string,
): StatedRegion | null {
  const stated = statedRegions(title);
  if (stated.some(({ countries }) => countries.includes(country))) return null;
  return (
    stated.find(({ words }) => {
      const same = otherTitles.filter((other) => statedRegions(other).some((one) => one.words === words));
      return same.length * 2 < otherTitles.length || otherTitles.length === 0;
    }) ?? null
  );
}
