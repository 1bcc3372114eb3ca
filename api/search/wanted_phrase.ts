import { type Wanted, wantedOf } from '../../pipelines/domain/claims.ts';
import { havingWords, ingredientNamed } from '../../pipelines/domain/ingredient.ts';
import { INTENT_LANGUAGES } from '../../pipelines/domain/intent/lexicon.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { EMPTY_WORDS, INCLUDED_WORDS, SIZE_NAME_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';

/** A phrase and what is looked for. */
export interface WantedPhrase {
  text: string;
  wanted: Wanted;
}

const synonyms = Synonyms.standard();
/** Folded words for numbers, in digits: `nine`. */
const IN_DIGITS: ReadonlyMap<string, string> = new Map(
  Object.values(INTENT_LANGUAGES).flatMap(({ number }) =>
    Object.entries(number).flatMap(([digits, words]) =>
      digits === '1' ? [] : words.map((word) => [foldText(word), digits] as const),
    ),
  ),
);
/** What means the same; a size is one by any name, and a number by word or digits. */
export const alike = (word: string): readonly string[] => {
  const digits = IN_DIGITS.get(word);
  if (SIZE_NAME_WORDS.has(word)) return [...SIZE_NAME_WORDS];
  const meant = [...synonyms.of(word), ...synonyms.ofAnyLanguage(word)];
  return digits === undefined ? meant : [digits, ...meant];
};
const isSmallWord = (word: string): boolean => [...EMPTY_WORDS.values()].some((own) => own.has(word));
/** What else means the same as a phrase: of several words any, of one word phrases, since its words stand beside it. */
const saidFor = (text: string): readonly string[] => {
  const words = wordsOf(text).map((word) => word.text);
  // As `synonyms.txt` writes them, without the small words between: `cancelación de ruido`.
  const telling = words.filter((word) => !isSmallWord(word));
  return synonyms.allOf((words.length > 2 && telling.length === 2 ? telling : words).join(' '));
};
/** Two words that say that something is part of a thing, which records write as one. */
const BUILT_IN = /\bbuilt in\b/gi;
/**
 * What is sold with a thing, or part of it, without the word that says so: a record writes `with 1 x 4.0 Ah battery` and
 * `w/ grinder`.
 */
function withoutIncluded(text: string): string {
  const words = text.replaceAll(BUILT_IN, 'built-in').split(/\s+/);
  const telling = words.filter((word) => !INCLUDED_WORDS.has(foldText(word).replaceAll(/-|\.$/g, '')));
  return telling.length === 0 || telling.length === words.length ? text : telling.join(' ');
}
/** `left handed` as records join it, `left-handed`; nothing of other phrases than two words. */
const joined = (text: string): string[] =>
  /^\p{L}{3,} \p{L}{3,}$/u.test(text) ? [text.replace(' ', '-')] : [];
/** A phrase with what else means the same. */
export const phrase = (text: string): WantedPhrase => {
  const sought = withoutIncluded(text);
  const or = [...joined(sought), ...saidFor(sought)].map((other) => wantedOf(other));
  const own = wantedOf(sought, alike);
  const isNamed = own.words.length > 1 && own.words[0]?.texts.some((word) => SIZE_NAME_WORDS.has(word));
  return { text, wanted: { ...own, ...(isNamed && { isNamed }), ...(or.length > 0 && { or }) } };
};

/** What stands before a verb that is denied: `that does not clump`, `won't shrink`. */
const DENIED_VERB =
  /(?:\b(?:do|does|did|will|would|can|could|should)(?:\s+not|n['’]t)|\bcannot|\bwon['’]t|\bnever)\s+$/i;
/** Whether what stands at a place of an English text is a verb that is denied. */
export const isDeniedVerb = (text: string, start: number): boolean => DENIED_VERB.test(text.slice(0, start));

/** What a record writes for what a thing does: `clumping`, `clumps` (whose s an index takes away), `dripping`, `fading`. */
function formsOfVerb(verb: string): string[] {
  if (!/^[a-z]{3,}$/i.test(verb)) return [];
  const stem = verb.replace(/e$/i, '');
  const doubled = /[^aeiou][aeiou][bdgmnprt]$/i.test(verb) ? [stem + stem.slice(-1)] : [];
  return [stem, ...doubled].flatMap((own) => [`${own}ing`, `${own}ed`]);
}

/** What a text says must be there, of which any of several ways will do where it names several. */
export const wantedPhrase = ({
  text,
  any_of = [],
}: {
  text: string;
  any_of?: readonly string[];
}): WantedPhrase => {
  const [first, ...others] = any_of.map((one) => phrase(one).wanted);
  if (first === undefined) return phrase(text);
  return { text, wanted: { ...first, or: [...(first.or ?? []), ...others] } };
};

/** What a record may say for a thing that is refused, without being the same: what is wireless may be so by either. */
const MAY_BE: Readonly<Record<string, readonly string[]>> = {
  bluetooth: ['wireless'],
  wireless: ['wifi', 'bluetooth'],
  wifi: ['wireless'],
  'wi-fi': ['wireless'],
  taste: ['flavour', 'flavor'],
  flavour: ['flavor', 'taste'],
  flavor: ['flavour', 'taste'],
  scent: ['fragrance', 'perfume'],
  perfume: ['scent', 'fragrance'],
  fragrance: ['scent', 'perfume'],
};

/** A phrase that is refused, and others that a record may say for it: `noise cancelling` as ANC. */
export function refused(
  text: string,
  { isIll, isVerb = false }: { isIll: boolean; isVerb?: boolean },
): WantedPhrase[] {
  const said = [
    foldText(text),
    ...synonyms.of(
      wordsOf(text)
        .map((word) => word.text)
        .join(' '),
    ),
  ];
  const ingredient = ingredientNamed(text);
  // What means the same as these is another thing: `cuffiette` are earbuds, and headphones.
  const same = saidFor(text).map((other) => wantedOf(other));
  const others = [
    ...new Set(said.flatMap((name) => MAY_BE[name] ?? [])),
    ...(isVerb ? formsOfVerb(text) : []),
    ...(ingredient === null ? [] : havingWords(ingredient, isIll)),
  ];
  return [
    phrase(text),
    ...[...same, ...others.map((other) => wantedOf(other, alike))].map((wanted) => ({ text, wanted })),
  ];
}
