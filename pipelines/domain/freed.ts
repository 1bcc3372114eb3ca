import { wordsOf } from '../text/words.ts';
import { type Claim, COORDINATES, claimsOf, FREE_ENDINGS, saysFree } from './claims.ts';
import { FREED_WORDS } from './freed_words.ts';
import { INGREDIENTS, ingredientNamed } from './ingredient.ts';

/** What a thing may be free of: its name and the words that a text may call it by. */
interface Freed {
  name: string;
  words: readonly string[];
}

const FREED: readonly Freed[] = [
  ...[...INGREDIENTS.values()].map((one) => ({ name: one.name, words: one.words })),
  ...[...FREED_WORDS].map((name) => ({ name, words: [name] })),
];

/** Each by the first word of each of its names, so that a text is held to the few that it has words of. */
const BY_WORD: ReadonlyMap<string, ReadonlySet<Freed>> = new Map(
  [
    ...Map.groupBy(
      FREED.flatMap((freed) => freed.words.map((word) => ({ first: wordsOf(word)[0]?.text ?? '', freed }))),
      ({ first }) => first,
    ),
  ].map(([first, all]) => [first, new Set(all.map(({ freed }) => freed))]),
);

/** What ends a statement: a denial in the next one says nothing of it. */
const STATEMENT_ENDS = /[.;:!?()|•·✔✓\n\r]+(?!\d)|\s[-–—]\s/u;
/** What parts the statements and names of a list. */
const LIST_JOINS = new RegExp(`,|(?<![\\p{L}-])(?:${[...COORDINATES].join('|')}|&)(?![\\p{L}-])`, 'u');
/** A list that begins so may go on with names alone: `free from nuts, milk and soy`. */
const FREE_FROM = /(?:free (?:from|of)|frei von|libre de|exempte? de|vrij van|privo di)\s/u;
/** So does one that begins with a denial and a name: `ohne Zucker und Alkohol`. */
const WITHOUT = /(?<!\p{L})(?:without|ohne|sin|sans|senza|zonder)\s/u;
/** A word of which the end is said with the next: `gluten- und laktosefrei`. */
const CUT = /(\p{L}+)-\s*$/u;
/** What denies the rest of its sentence: `do not bleach`, `not gluten free`. */
const DENIED = /(?<!\p{L})(?:not|nicht|niet|pas|nunca|jamais)(?!\p{L})/u;

/**
 * What a folded text says that the thing is free of, by one name each (`lactose` for `laktosefrei`, `bpa` for `BPA-free`).
 * Each statement is read by itself, so that in `contains nuts. Free from gluten` nothing is free of nuts.
 */
export function freedOf(folded: string): string[] {
  const said = new Set(folded.split(STATEMENT_ENDS).flatMap(freedIn));
  return FREED.flatMap(({ name }) => (said.has(name) ? [name] : []));
}

function freedIn(statement: string): string[] {
  const found: string[] = [];
  let isLed = false;
  let cut: Freed | null = null;
  for (const piece of statement.split(LIST_JOINS).filter((one) => !DENIED.test(one))) {
    const claims = claimsOf(piece);
    const own = namedIn(claims).filter(({ words }) => saysFree(claims, words));
    const alone: Freed | null = isLed ? freedNamed(piece) : null;
    found.push(...own.map(({ name }) => name));
    if (alone !== null) found.push(alone.name);
    if (cut !== null && own.length > 0) found.push(cut.name);
    isLed = alone !== null || FREE_FROM.test(piece) || (own.length > 0 && WITHOUT.test(piece));
    cut = freedNamed(CUT.exec(piece)?.[1] ?? '');
  }
  return found;
}

/** What a text has a word of, alone or in front of an ending that denies it. */
function namedIn(claims: readonly Claim[]): Freed[] {
  const words = claims.flatMap(({ word }) => [word.text, FREE_ENDINGS.exec(word.text)?.[1] ?? '']);
  return [...new Set(words.flatMap((word) => [...(BY_WORD.get(word) ?? [])]))];
}

/** What a piece names and nothing else. */
function freedNamed(piece: string): Freed | null {
  const name = ingredientNamed(piece.trim())?.name ?? piece.trim();
  return FREED.find((freed) => freed.name === name) ?? null;
}
