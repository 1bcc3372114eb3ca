import type { Word } from '../../pipelines/text/words.ts';
import { frequency, known, type Lexicon } from './lexicon.ts';
import { LEAST_PART } from './solid_words.ts';

/** A phrase stands for a word that is written here, too, where it is so many times as common: few call the thing by that word. */
const MOST_CALLED = 4;
/** Places to cut that are looked at in titles. */
const MOST_CUTS = 4;

/**
 * A word that nobody here writes as the two that it stands for: a phrase of the same meaning, or a compound's parts
 * (`washingmachine`), those of which the rarer is the commonest among those that stand side by side in some title. Two
 * words that happen to begin and end it (`airpods`: Alpine Air, pods) are no parts of it.
 *
 * A word that few here write and no category is called by, where a phrase of the same meaning names one that most
 * write, is that phrase, which stands for it too: `washer` among washing machines.
 */
export function partsOf(word: Word, lexicon: Lexicon): Word[] {
  const { text } = word;
  const isKnown = known(text, lexicon) >= 0;
  const isForeign = lexicon.synonyms.phrasesOfAnyLanguage(text).length > 0;
  if (word.joined !== null || !(isKnown || isForeign ? /^\p{L}{3,}$/u : /^\p{L}{6,}$/u).test(text))
    return [word];
  const single = Math.max(0, ...lexicon.synonyms.of(text).map((other) => having(other, lexicon)));
  const rarer = (parts: readonly string[]) => Math.min(...parts.map((part) => having(part, lexicon)));
  const byRarer = (options: readonly string[][]) =>
    options.filter((parts) => rarer(parts) > 0).toSorted((a, b) => rarer(b) - rarer(a));
  const meant = lexicon.synonyms.phrasesOf(text);
  const foreign =
    meant.length > 0 || isKnown || lexicon.isEnglish(text) ? [] : lexicon.synonyms.phrasesOfAnyLanguage(text);
  const phrases = [...meant, ...foreign].map((phrase) => phrase.split(' '));
  // Of a phrase as of parts some product has both: `babyöl` beside olive oil and soap for babies is nothing here.
  const phrase = byRarer(phrases).find(
    ([left = '', right = '']) =>
      right === '' || lexicon.areOfOneProduct(known(left, lexicon), known(right, lexicon)),
  );
  if (isKnown && !lexicon.areKindsStated) return [word];
  if (isKnown)
    return phrase &&
      !lexicon.isKind(text) &&
      phrase.every((part) => lexicon.isKind(part)) &&
      rarer(phrase) >= MOST_CALLED * having(text, lexicon) &&
      standTogether(lexicon)(phrase)
      ? phrase.map((part) => ({ text: part, joined: null, pieces: [] }))
      : [word];
  // `lavadora` is a washer, but here most are called washing machines.
  if (single > 0 && (phrase === undefined || rarer(phrase) <= single)) return [word];
  const best =
    phrase ??
    byRarer(cutsOf(text)).slice(0, MOST_CUTS).find(standTogether(lexicon)) ??
    compoundOf(text, lexicon);
  return best ? best.map((part) => ({ text: part, joined: null, pieces: [] })) : [word];
}

/**
 * The names here of the parts of a German or Dutch compound (`hafermilch`, `kaffeekapselmaschine`): each part means what is
 * written here, and one product has both. The end is the thing, so that the longest that means something is taken.
 */
function compoundOf(text: string, lexicon: Lexicon): string[] | null {
  if (lexicon.isEnglish(text)) return null;
  // `erdbeereis` lost its last letter like a plural.
  const whole = [...cutsOf(text), ...cutsOf(`${text}s`)] as [string, string][];
  for (const [left, right] of whole) {
    // `orangensaft`: what joins the parts is no letter of either
    for (const head of namedHere(right, lexicon))
      for (const first of [left, ...(left.endsWith('s') ? [left.slice(0, -1)] : [])].flatMap((part) =>
        namedHere(part, lexicon),
      )) {
        if (first.isWritten && head.isWritten) continue;
        const [before, after] = [first.words.at(-1), head.words[0]] as [string, string];
        if (lexicon.areOfOneProduct(known(before, lexicon), known(after, lexicon)))
          return [...new Set([...first.words, ...head.words])];
      }
  }
  return null;
}
/** Letters of the shortest part that is no word of a list. */
const LEAST_WRITTEN = 4;

/**
 * What a part is called here: as it is written, and by the commonest word or the words of a phrase that means the same.
 * Some titles of another language have `kinder`, and the helmets are for kids.
 */
function namedHere(part: string, lexicon: Lexicon): { words: string[]; isWritten: boolean }[] {
  if (part.length < LEAST_PART) return [];
  const isWritten = part.length >= LEAST_WRITTEN && known(part, lexicon) >= 0;
  const written = isWritten ? [{ words: [part], isWritten }] : [];
  const commonest = lexicon.synonyms
    .ofPart(part)
    .filter((other) => known(other, lexicon) >= 0)
    .toSorted((left, right) => having(right, lexicon) - having(left, lexicon))[0];
  if (commonest !== undefined) return [...written, { words: [commonest], isWritten: false }];
  const phrase = [...lexicon.synonyms.phrasesOf(part), ...lexicon.synonyms.phrasesOfAnyLanguage(part)]
    .map((other) => other.split(' '))
    .find((words) => words.every((word) => known(word, lexicon) >= 0));
  return phrase ? [...written, { words: phrase, isWritten: false }] : written;
}

/** How many products have a word. */
function having(text: string, lexicon: Lexicon): number {
  const term = known(text, lexicon);
  return term < 0 ? 0 : frequency(term, lexicon);
}

function cutsOf(text: string): string[][] {
  const letters = Array.from(text);
  return letters
    .slice(LEAST_PART, letters.length - LEAST_PART + 1)
    .map((_, at) => [letters.slice(0, at + LEAST_PART).join(''), letters.slice(at + LEAST_PART).join('')]);
}

const standTogether =
  (lexicon: Lexicon) =>
  ([left = '', right = '']: readonly string[]): boolean =>
    lexicon.areOne(known(left, lexicon), known(right, lexicon));
