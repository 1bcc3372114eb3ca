import {
  APART_WORDS,
  BETWEEN_DENIAL,
  DENIES_BEFORE,
  DENIES_NEXT,
  functionWords,
  INCLUDED_WORDS,
  LACKING_WORDS,
  OFFERED_FREE,
} from '../text/languages.ts';
import { isNumber, type Word, wordsOf } from '../text/words.ts';

/** Words without which a phrase means the same, of the languages that intents are read in; others' are words here. */
const LETTER = /^\p{L}$/u;
/** A letter that makers number sizes by, and no size of clothes, which may stand anywhere behind the word for it. */
const NO_WEARING_SIZE = /^[^\P{L}sml]$/u;
const ARTICLES: ReadonlySet<string> = new Set(
  ['en', 'de', 'es'].flatMap((language) => [...functionWords(language, ['articles'])]),
);

/** What a text says, word by word. */
export interface Claim {
  word: Word;
  /** The words right around it deny it: `no sugar`, `sugar-free`. */
  denied: boolean;
  /** A denial stands near, perhaps of something else: `no sugar milk`. */
  doubtful: boolean;
  /** It does not come with the thing: `camera not included`. */
  isLeftOut: boolean;
}

/** What one denial may be said of, joined: `without battery and charger`. */
export const COORDINATES: ReadonlySet<string> = new Set(
  'and or nor und oder noch et ou ni y e o u ed oppure en'.split(' '),
);
/** What parts a title: beyond it a denial says nothing, as of the salmon in `no grain - salmon`. */
const PARTED = /\s[-–—|]\s/u;

/** The places of words that begin a part of a title. */
function partStarts(text: string): ReadonlySet<number> {
  const starts = new Set<number>();
  if (!PARTED.test(text)) return starts;
  let words = 0;
  for (const part of text.split(PARTED)) {
    starts.add(words);
    words += wordsOf(part).length;
  }
  return starts;
}

/** Words before `sold separately` that it may be said of. */
const APART_REACH = 3;

/** Reads what a text says a thing has, and what it says it has not. */
export function claimsOf(text: string): Claim[] {
  const words = wordsOf(text);
  const at = (index: number) => words[index]?.text ?? '';
  const starts = partStarts(text);
  const isNearDenial = (index: number) => !starts.has(index) && DENIES_NEXT.has(at(index - 2));
  // `not included`, `nicht enthalten`
  const isLeftOut = (index: number) => DENIES_NEXT.has(at(index)) && INCLUDED_WORDS.has(at(index + 1));
  const isCoordinate = (index: number) => COORDINATES.has(at(index - 1)) && DENIES_NEXT.has(at(index - 3));
  return words.map((word, index) => {
    const denied =
      isLeftOut(index + 1) ||
      DENIES_NEXT.has(at(index - 1)) ||
      (BETWEEN_DENIAL.has(at(index - 1)) && DENIES_NEXT.has(at(index - 2))) ||
      (DENIES_BEFORE.has(at(index + 1)) && !OFFERED_FREE.has(at(index + 2))) ||
      (at(index - 1) === 'of' && at(index - 2) === 'free');
    const isApart = Array.from({ length: APART_REACH }, (_, ahead) => index + 1 + ahead).some(
      (next) => APART_WORDS.has(at(next)) || isLeftOut(next),
    );
    return {
      word,
      denied,
      doubtful: denied || isApart || isCoordinate(index) || isNearDenial(index),
      isLeftOut: isLeftOut(index + 1),
    };
  });
}

/** A phrase as what must be found for it: words or compounds, each with what means the same. */
export interface Wanted {
  words: { texts: readonly string[]; joined: string | null }[];
  /** The phrase denies something itself (`sugar-free`), so a denial in the text is what is looked for. */
  denies: boolean;
  /** What else says as much: `frother` for `milk frother`. */
  or?: readonly Wanted[];
  /** The first word names what the others are values of, which stand behind it: `size 8` is not in `Clifton 8, size 7`. */
  isNamed?: true;
}

/** Reads a phrase; `alike` gives the synonyms of a folded word. */
export function wantedOf(phrase: string, alike: (text: string) => readonly string[] = () => []): Wanted {
  const words = wordsOf(phrase);
  // The A of `size A` is no article: nothing follows it.
  const telling = words.filter(
    ({ text }, at) => !ARTICLES.has(text) || (at > 0 && at === words.length - 1 && LETTER.test(text)),
  );
  return {
    words: (telling.length > 0 ? telling : words).map(({ text, joined }) => ({
      texts: joined === null ? [text, ...alike(text)] : [text],
      joined,
    })),
    denies: words.some(({ text }) => DENIES_NEXT.has(text) || DENIES_BEFORE.has(text)),
  };
}

/** Where a phrase's word stands among claims; a compound also where it is written apart: `usb-c` in `USB C`. */
function placesOf({ texts, joined }: Wanted['words'][number], claims: readonly Claim[]): number[] {
  const sought = joined === null ? texts : [joined];
  const places: number[] = [];
  for (const [index, { word }] of claims.entries()) {
    const next = claims[index + 1]?.word.text;
    const isHere = (text: string) =>
      text === word.text ||
      text === word.joined ||
      (joined === null && word.pieces.includes(text)) ||
      isPair(text, word.text, next);
    if (sought.some(isHere)) places.push(index);
  }
  return places;
}

const isPair = (text: string, word: string, next: string | undefined): boolean =>
  next !== undefined &&
  text.length === word.length + next.length &&
  text.startsWith(word) &&
  text.endsWith(next);

/** Whether a text surely says that the thing has all of a phrase. */
export function states(claims: readonly Claim[], { words, denies, isNamed, or = [] }: Wanted): boolean {
  const [name] = words;
  const from = isNamed && name ? Math.min(...placesOf(name, claims)) : 0;
  // `XL size`, not the 8 of `Clifton 8 size 7`; of one letter, that right behind: not the C of `size B, USB C`.
  const isBehind = (place: number) =>
    isNamed && NO_WEARING_SIZE.test(claims[place]?.word.text ?? '')
      ? place === from || place === from + 1
      : place >= from || (place === from - 1 && !isNumber(claims[place]?.word.text ?? ''));
  const isStated =
    words.length > 0 &&
    words.every((each) =>
      placesOf(each, claims).some((place) => isBehind(place) && (denies || !claims[place]?.doubtful)),
    );
  return isStated || or.some((other) => states(claims, other));
}

/**
 * Whether texts may say between them that the thing has all of a phrase: each word stands in one of them and is not
 * denied there.
 */
export function mayState(texts: readonly (readonly Claim[])[], { words, denies }: Wanted): boolean {
  return (
    words.length > 0 &&
    words.every((each) =>
      texts.some((claims) => placesOf(each, claims).some((place) => denies || !claims[place]?.denied)),
    )
  );
}

/**
 * Whether a text says that the thing has not what a phrase names: each word stands in it and is denied there, or
 * another word says as much (`decaf`, `sleeveless`).
 */
export const isDenied = (claims: readonly Claim[], { words }: Wanted): boolean =>
  words.length > 0 &&
  words.every(
    (each) =>
      placesOf(each, claims).some((place) => claims[place]?.denied) ||
      claims.some(({ word }) => each.texts.includes(lackOf(word.text))),
  );

/** Endings that deny the rest of a word: `laktosefrei`, `notenvrije`. */
export const FREE_ENDINGS = /^(\p{L}{2,}?)(?:frei(?:e[mnrs]?)?|vrije?)$/u;
/** What joins a denial and what it denies: `free from`, `frei von`, `libre de`. */
const FROM_WORDS: ReadonlySet<string> = new Set(['of', 'from', 'von', 'de', 'da', 'van']);
const FREED_OF: ReadonlySet<string> = new Set([
  ...DENIES_BEFORE,
  ...'libre exento exenta exempt exempte privo priva esente libero'.split(' '),
]);

/**
 * Whether a text says that the thing is free of something, which any of some phrases name: the denial stands right beside
 * it (`lactose-free`, `sin azúcar`, `free from nuts`, `decaf`). `no added sugar` and `not sugar free` say nothing of it.
 */
export function saysFree(claims: readonly Claim[], names: readonly string[]): boolean {
  const texts = claims.map(({ word }) => word.text);
  const at = (index: number) => texts[index] ?? '';
  const isDeniedWhole = claims.length > 0 && claims.every(({ denied }) => denied);
  return names.some((name) => {
    const words = wordsOf(name).map(({ text }) => text);
    const isHere = (from: number) => words.every((word, offset) => at(from + offset) === word);
    const isFreed = (from: number) => {
      const [before, next] = [from - 1, from + words.length];
      if (isDeniedWhole) return true;
      if (DENIES_NEXT.has(at(before))) return !DENIES_BEFORE.has(at(next));
      if (FROM_WORDS.has(at(before)) && FREED_OF.has(at(before - 1))) return !DENIES_NEXT.has(at(before - 2));
      return DENIES_BEFORE.has(at(next)) && !OFFERED_FREE.has(at(next + 1));
    };
    const lacks = (text: string) =>
      words.length === 1 && [lackOf(text), FREE_ENDINGS.exec(text)?.[1]].includes(words[0]);
    return texts.some((text, from) => (isHere(from) && isFreed(from)) || lacks(text));
  });
}

const LESS = /^(\p{L}{3,})less$/u;

/** What a word says that a thing has not, as an index of words holds it; empty where it says nothing of the kind. */
const lackOf = (text: string): string => LACKING_WORDS.get(text) ?? LESS.exec(text)?.[1] ?? '';
