import table from './aspects.json' with { type: 'json' };

/** Words for what a clause may speak of, and what they say of it by themselves. */
interface AspectWords {
  /** Names of it: the rest of the clause says how it is. */
  terms?: readonly string[];
  /** Phrases that name it and say how it is in one. */
  good?: readonly string[];
  bad?: readonly string[];
  /** Phrases that say how it is beside one of its names. */
  term_good?: readonly string[];
  term_bad?: readonly string[];
}

/** An aspect ready to be looked for. A pattern that matches nothing is null. */
export interface Aspect {
  /** `<namespace>.<name>`. */
  attribute: string;
  terms: RegExp | null;
  good: RegExp | null;
  bad: RegExp | null;
  term_good: RegExp | null;
  term_bad: RegExp | null;
}

/** Whole words; a phrase is found whatever white space parts it. */
function anyOf(phrases: readonly string[] = []): RegExp | null {
  if (phrases.length === 0) return null;
  const longestFirst = phrases.toSorted((a, b) => b.length - a.length);
  const pattern = longestFirst.map((phrase) => phrase.replaceAll(' ', '\\s+')).join('|');
  return new RegExp(`(?<![a-z0-9])(?:${pattern})(?![a-z0-9])`, 'g');
}

const GROUPS: readonly { categories: readonly string[]; aspects: readonly Aspect[] }[] = table.groups.map(
  ({ name, categories, aspects }) => ({
    categories,
    aspects: Object.entries<AspectWords>(aspects).map(([aspect, words]) => ({
      attribute: `${name}.${aspect}`,
      terms: anyOf(words.terms),
      good: anyOf(words.good),
      bad: anyOf(words.bad),
      term_good: anyOf(words.term_good),
      term_bad: anyOf(words.term_bad),
    })),
  }),
);

/** Phrases that say good or bad of anything. */
export const PHRASES = { good: anyOf(table.phrases.good), bad: anyOf(table.phrases.bad) };

const nameOf = ({ attribute }: Aspect): string => attribute.slice(attribute.indexOf('.') + 1);

/**
 * The aspects that reviews of a category speak of, those of the closest group first; an aspect that a closer group has
 * under the same name is left out (`general.look` of shoes).
 */
export function aspectsOf(category: string | null): readonly Aspect[] {
  const closeness = (node: string) =>
    node === '' || category === node || (category?.startsWith(`${node}.`) ?? false) ? node.length : -1;
  const groups = GROUPS.map(({ categories, aspects }) => ({
    aspects,
    closeness: Math.max(...categories.map(closeness)),
  }));
  const found = groups
    .filter((group) => group.closeness >= 0)
    .toSorted((a, b) => b.closeness - a.closeness)
    .flatMap(({ aspects }) => aspects);
  const names = found.map(nameOf);
  return found.filter((aspect, index) => names.indexOf(nameOf(aspect)) === index);
}
