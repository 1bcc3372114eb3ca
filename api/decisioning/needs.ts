import { readFileSync } from 'node:fs';
import { formsOf, writtenWords } from '../../pipelines/text/written_words.ts';

/** What a text tells of a trouble or an occasion, and what is bought for it. */
export interface Need {
  /** Names of goods, the likeliest first. */
  goods: readonly string[];
  /** The words of the text that tell of it, in their order. */
  told: string;
}

/** A phrase of the data file: each word as a stem with any ending, or whole. */
interface Sign {
  words: readonly { text: string; isStem: boolean }[];
  goods: readonly string[];
}

const file = new URL('./needs.txt', import.meta.url);

/**
 * By language the signs of `needs.txt`, of which a line that is not indented names goods, and one that is tells of the need
 * in a language: `de schnarch* | nachbarn laut`. Throws Error for a line that is neither.
 */
export function readNeeds(lines: string): ReadonlyMap<string, readonly Sign[]> {
  const signs = new Map<string, Sign[]>();
  let goods: string[] = [];
  for (const line of lines.split('\n')) {
    if (line.startsWith('#') || line.trim() === '') continue;
    if (!line.startsWith(' ')) {
      goods = line.split(',').map((name) => name.trim());
      continue;
    }
    const [, language, phrases] = /^ {2}([a-z]{2}) (.+)$/.exec(line) ?? [];
    if (language === undefined || phrases === undefined || goods.length === 0)
      throw new Error(`needs.txt: ${JSON.stringify(line)} is no line of a language below goods`);
    const own = phrases.split('|').map((phrase) => ({ words: wordsOfSign(phrase), goods }));
    signs.set(language, [...(signs.get(language) ?? []), ...own]);
  }
  return signs;
}

const wordsOfSign = (phrase: string): Sign['words'] =>
  phrase
    .trim()
    .split(/\s+/)
    .map((word) => ({ text: formsOf(word)[0] ?? '', isStem: word.endsWith('*') }));

let standard: ReturnType<typeof readNeeds> | null = null;
const standardNeeds = () => {
  standard ??= readNeeds(readFileSync(file, 'utf8'));
  return standard;
};

/** One word of a sentence: as it is written, and how it may be meant (`l'air`, `wi-fi`). */
interface Heard {
  written: string;
  forms: readonly string[];
}

const heardIn = (sentence: string): Heard[] =>
  writtenWords(sentence).map((written) => ({ written, forms: formsOf(written) }));

/**
 * The needs that a text tells of, in words of its language; of those the one told by most words first, then as the file has
 * them. All words of a sign stand in one sentence, in any order, each in another place.
 */
export function needsTold(text: string, language: string): Need[] {
  const signs = standardNeeds().get(language) ?? [];
  const sentences = text.split(/[.?!;\n]+/).map(heardIn);
  const found = signs.flatMap(({ words, goods }) => {
    const places = sentences.map((heard) => placesOf(words, heard)).find((one) => one !== null);
    return places ? [{ goods, told: places.join(' '), count: words.length }] : [];
  });
  const distinct = new Map<readonly string[], (typeof found)[number]>();
  for (const need of found.toSorted((a, b) => b.count - a.count))
    if (!distinct.has(need.goods)) distinct.set(need.goods, need);
  return [...distinct.values()].map(({ goods, told }) => ({ goods, told }));
}

/** The words of a sentence that are those of a sign, in the order of the sentence; null where one is missing. */
function placesOf(words: Sign['words'], heard: readonly Heard[]): string[] | null {
  const taken = new Set<number>();
  for (const { text, isStem } of words) {
    const at = heard.findIndex(
      ({ forms }, place) =>
        !taken.has(place) && forms.some((form) => (isStem ? form.startsWith(text) : form === text)),
    );
    if (at < 0) return null;
    taken.add(at);
  }
  return heard.flatMap(({ written }, at) => (taken.has(at) ? [written] : []));
}
