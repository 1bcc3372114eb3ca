import { INTENT_LANGUAGES, inEveryLanguage } from '../../pipelines/domain/intent/lexicon.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { isHolder } from '../../pipelines/text/holders.ts';
import {
  ASKING_WORDS,
  EMPTY_WORDS,
  functionWords,
  LANGUAGES,
  PACK_LINKS,
} from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { rolesOf } from '../../warehouse/text/word_roles.ts';

/**
 * The runs of words of a piece between small ones, but for those behind a preposition, which tell of another: `as a
 * hobby`, `for my printer`; not so behind `of`. What such a run ends with opens the next: `a lot of invoices, so a laser printer`.
 */
export function clausesOf(piece: string, language: string): string[] {
  const isSmall = smallIn(language);
  const prepositions = PREPOSITIONS_OF.get(language);
  const runs: string[][] = [[]];
  /** Behind a preposition: whether the word that it stands before was come to. */
  let behind: 'nothing' | 'word' | null = null;
  for (const word of piece.split(/\s+/)) {
    const folded = foldText(word).replace(/['’]s$/u, '');
    if (!isSmall(folded)) {
      if (behind === null) runs.at(-1)?.push(word);
      else behind = 'word';
    } else {
      if (prepositions?.has(folded)) behind = 'nothing';
      else if (behind === 'word') behind = null;
      runs.push([]);
    }
  }
  return runs.map((run) => run.join(' ')).filter((run) => run !== '');
}

/** By language, less what joins a pack to what it is of. */
export const PREPOSITIONS_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.keys(LANGUAGES).map((language) => [
    language,
    functionWords(language, ['prepositions']).difference(PACK_LINKS),
  ]),
);

/** The words of a piece that tell of the thing itself, where there are any, before what a clause says of it. */
export function ownWords(piece: string, language: string): string {
  const relatives = RELATIVES.get(language);
  const words = piece.split(/\s+/);
  const clause = words.findIndex((word, at) => at > 0 && relatives?.has(foldText(word)));
  const before = clause < 0 ? piece : words.slice(0, clause).join(' ');
  return clausesOf(before, language).join(' ') || piece;
}

/** What opens a clause about the thing, and is no article: `der` is both in German. */
const RELATIVES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(INTENT_LANGUAGES).map(([language, { relative }]) => [
    language,
    new Set(relative.map(foldText)).difference(functionWords(language, ['articles'])),
  ]),
);

/** Words of grammar and of asking in a language, and people, places and occasions, none of which is the thing. */
export const smallIn = (language: string) => {
  const [empty, asking] = [EMPTY_WORDS.get(language), ASKING_WORDS.get(language)];
  return (word: string): boolean => empty?.has(word) || asking?.has(word) || isOccasion(word, language);
};

/** Whether a word is of people, places and occasions in a language: Italian `camera` is a room, and English a thing. */
export const isOccasion = (word: string, language: string): boolean =>
  OCCASIONS_OF.get(language)?.has(word) ?? OCCASIONS.has(word);

export const OCCASIONS = inEveryLanguage('occasion');

const OCCASIONS_OF: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(INTENT_LANGUAGES).map(([language, { occasion }]) => [
    language,
    new Set(occasion.map(foldText)),
  ]),
);

/** `bottles of olive oil` as `olive oil`, `identical pairs of headphones`, and what nothing in the index is called. */
export function withoutMeasureWord(asked: string, isUnknown: (word: string) => boolean): string {
  const words = asked.trim().split(/\s+/);
  const at = words.findIndex((word, from) => {
    const isLinked = PACK_LINKS.has(foldText(words[from + 1] ?? '')) && from + 2 < words.length;
    return isLinked && isUnknown(word) && (isHolder(foldText(word)) || from === 0);
  });
  return at < 0 ? asked : [...words.slice(0, at), ...words.slice(at + 2)].join(' ');
}

/**
 * The words in the place of the noun: the last of the first group of words, or the first where nouns lead, and of what
 * follows it behind `of` (`rolls of paper`). None where there is a code.
 */
export function nounsOf(asked: string, isLed: boolean): string[] {
  const words = wordsOf(asked);
  const texts = words.map(({ text }) => text);
  const roles = rolesOf(words, {
    isKind: () => false,
    isHeading: () => false,
    isCompound: () => false,
    isPhrase: () => false,
    isBrand: () => false,
    isKnown: () => true,
  });
  const nouns: string[] = [];
  for (let from = roles.indexOf('plain'); from >= 0; ) {
    const behind = roles.findIndex((role, at) => at > from && role !== 'plain');
    const end = behind < 0 ? texts.length : behind;
    nouns.push(texts[isLed ? from : end - 1] as string);
    const isLinked = PACK_LINKS.has(texts[end] ?? '') && roles[end + 1] === 'plain';
    from = isLinked ? end + 1 : -1;
  }
  return nouns.every((noun) => /^\p{L}+$/u.test(noun)) ? nouns : [];
}

/** A text without some words, as the index writes them; as it is where nothing else is in it. */
export function withoutWords(text: string, words: readonly string[]): string {
  const left = text
    .split(/\s+/)
    .filter((word) => !wordsOf(word).some((own) => words.includes(own.text)))
    .join(' ');
  return left === '' ? text : left;
}

/** What a thing is to do (`a cable to get internet up in the loft`), apart from the thing; null where nothing says so. */
export function partedByPurpose(piece: string): [thing: string | null, purpose: string] {
  const words = piece.split(/\s+/);
  const at = words.findIndex(
    (word, from) => from > 0 && PURPOSES.has(foldText(`${word} ${words[from + 1] ?? ''}`)),
  );
  return at < 0 ? [null, ''] : [words.slice(0, at).join(' '), words.slice(at + 1).join(' ')];
}

/** What opens it: `to clean`, `to keep`. */
const PURPOSES = inEveryLanguage('purpose');

/** What says whose a thing is: `my`. */
export const OWNERS = inEveryLanguage('possessive');
