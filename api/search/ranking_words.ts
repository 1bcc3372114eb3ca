import type { Intent, Phrase } from '../../pipelines/domain/intent.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { DENIES_NEXT } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';

/** Words of a text by what they do, without some of them. */
export interface LeanWords {
  words: string;
  asked: string;
  uses: string;
  pieces: string[];
}

/** The texts of phrases, parted by spaces. */
export const joined = (phrases: readonly Phrase[]) => phrases.map(({ text }) => text).join(' ');

/** What is looked for and ranks without what tells of people, reasons and occasions. */
export function leanWords(text: string, intent: Intent, given: readonly string[]): LeanWords {
  const words = withoutParts(intent.words, intent.asides);
  const lean = { ...intent, words, wishes: withoutParts(intent.wishes, intent.asides) };
  return { words: joined(words), pieces: piecesOf(text, lean), ...rankedBy(lean, given) };
}

/** What denies a number and was not understood is nothing to look for: `no more than 2 hdmi ports`. */
export const withoutDenied = (intent: Intent): Intent => {
  const denied = intent.unread.filter((each) => /\p{N}/u.test(each.text) && isDenial(each));
  return { ...intent, words: withoutParts(intent.words, denied) };
};
const isDenial = ({ text }: Phrase): boolean => DENIES_NEXT.has(foldText(/^\p{L}+/u.exec(text)?.[0] ?? ''));

/** What parts the clauses of a text. */
const PARTS = /[.,;:!?](?:\s|$)|[()…–—]|\s-\s/;

/** The words less those that say how to choose, parted where a stop stands between them. */
export function piecesOf(text: string, { words, priorities }: Intent): string[] {
  const pieces: string[] = [];
  let end: number | null = null;
  for (const phrase of withoutParts(words, priorities)) {
    const isParted = end === null || PARTS.test(text.slice(end, phrase.start));
    if (isParted) pieces.push(phrase.text);
    else pieces[pieces.length - 1] += ` ${phrase.text}`;
    end = phrase.end;
  }
  return pieces;
}

/** The phrases less what others take of them, those that are left. */
const withoutParts = (phrases: readonly Phrase[], others: readonly Phrase[]): Phrase[] =>
  phrases.map((each) => withoutPart(each, others)).filter(({ text }) => hasWords(text));

/** What is looked for, and what only ranks. By what to choose (`cheap`) is looked for only where it is all there is. */
export function rankedBy(intent: Intent, given: readonly string[]): { asked: string; uses: string } {
  const inOrder = (phrases: readonly Phrase[]) =>
    phrases
      .toSorted((a, b) => a.start - b.start)
      .map(({ text }) => text)
      .join(' ');
  const measures = intent.measures.map((measure) => ({ ...measure, text: measure.written }));
  const held = [inOrder([...intent.must_have, ...measures]), ...given].join(' ').trim();
  const words = inOrder(intent.words);
  const notAsked = [...intent.priorities, ...freedWords(intent)];
  const things = inOrder(intent.words.map((phrase) => withoutPart(phrase, notAsked)));
  const asked = hasWords(things) ? things : words;
  const chosenBy = asked === things ? inOrder(notAsked) : '';
  const ranking = (...texts: string[]) => texts.filter((text) => text !== '').join(' ');
  return words === ''
    ? { asked: held, uses: inOrder(intent.wishes) }
    : { asked, uses: ranking(held, inOrder(intent.wishes), chosenBy) };
}

/** What says that a thing is free of something, whole where it is one word: `gluten free`, `zuckerfrei`. */
function freedWords({ free_of, words }: Intent): Phrase[] {
  return free_of.flatMap(({ start }) =>
    words.flatMap((phrase) => {
      const own = /^\S+(?:\s+(?:free|frei\w*|vrije?)(?!\p{L}))?/u.exec(
        phrase.text.slice(start - phrase.start),
      )?.[0];
      if (start < phrase.start || start >= phrase.end || own === undefined) return [];
      // `unflavoured` is one word with what it denies.
      const [prefix = ''] = /\p{L}*$/u.exec(phrase.text.slice(0, start - phrase.start)) ?? [];
      const from = start - prefix.length;
      return [{ text: prefix + own, start: from, end: start + own.length }];
    }),
  );
}

function withoutPart({ text, start, end }: Phrase, others: readonly Phrase[]): Phrase {
  const letters = others.reduce((rest, own) => {
    const [from, to] = [Math.max(own.start, start) - start, Math.min(own.end, end) - start];
    return to <= from ? rest : rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  }, text);
  return { text: letters.replaceAll(/\s+/g, ' ').trim(), start, end };
}

const hasWords = (text: string) => wordsOf(text).length > 0;
