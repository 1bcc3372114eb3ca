import type { MatchRecord } from '../../pipelines/match/titles/read/record.ts';

/** xorshift32: the same catalogue every time. */
function generator(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
}

const CONSONANTS = 'bcdfghjklmnprstvz';
const VOWELS = 'aeiou';
const COLORS = ['black', 'white', 'silver', 'red', 'blue', 'green', 'grey', 'pink'];

function pseudoWord(index: number): string {
  const random = generator(index * 2_654_435_761 + 7);
  let word = '';
  const syllables = 2 + Math.floor(random() * 3);
  for (let at = 0; at < syllables; at++)
    word +=
      (CONSONANTS[Math.floor(random() * CONSONANTS.length)] as string) +
      (VOWELS[Math.floor(random() * VOWELS.length)] as string);
  return random() < 0.4 ? `${word}n` : word;
}

const WORDS = Array.from({ length: 60_000 }, (_, index) => pseudoWord(index + 1));
const BRANDS = Array.from(
  { length: 4000 },
  (_, index) => `${pseudoWord(index + 900_001)}${index % 3 ? '' : 'x'}`,
);

/** Rank drawn by Zipf's law (exponent about 1) among `count`. */
const zipf = (random: number, count: number) => Math.min(count - 1, Math.floor(count ** random) - 1 + 0);

/**
 * Item `id` as every seller means it: brand, family of words, model number, colour, size. Items come in families of
 * about four that share brand and words, and differ in model, colour or size.
 */
function itemOf(id: number) {
  const family = Math.floor(id / 4);
  const shared = generator(family * 747_796_405 + 11);
  const own = generator(id * 277_803_737 + 13);
  const brand = BRANDS[zipf(shared(), BRANDS.length)] as string;
  const words = Array.from(
    { length: 3 + Math.floor(shared() * 3) },
    () => WORDS[zipf(shared(), WORDS.length)] as string,
  );
  words.push(WORDS[20_000 + Math.floor(shared() * 40_000)] as string);
  const letters =
    `${CONSONANTS[Math.floor(shared() * 17)]}${CONSONANTS[Math.floor(shared() * 17)]}`.toUpperCase();
  const hasModel = shared() < 0.6;
  const stem = 10 + Math.floor(shared() * 9000);
  const model = hasModel ? `${letters}-${stem + (id % 4)}${shared() < 0.3 ? 'X' : ''}` : null;
  const color =
    shared() < 0.5 ? (COLORS[(Math.floor(shared() * 8) + (hasModel ? 0 : id % 4)) % 8] as string) : null;
  const size = hasModel || color ? null : `${[100, 250, 500, 750][id % 4]} ml`;
  const price = Math.round(500 * 1.002 ** Math.floor(own() * 3000));
  return { brand, words, model, color, size, price };
}

/** What seller `seller` writes of item `id`: words dropped, moved, abbreviated or mistyped; numbers its own way. */
export function listingOf(id: number, seller: number): MatchRecord {
  const { brand, words, model, color, size, price } = itemOf(id);
  const random = generator(id * 48_271 + seller * 69_621 + 17);
  const kept = words
    .filter(() => random() > 0.15)
    .map((word) => {
      const chance = random();
      if (chance < 0.04 && word.length > 5) return word.slice(0, 4);
      if (chance < 0.08 && word.length > 4) {
        const at = 1 + Math.floor(random() * (word.length - 2));
        return word.slice(0, at) + word.slice(at + 1);
      }
      return word;
    });
  if (random() < 0.3) kept.reverse();
  const parts = random() < 0.85 ? [brand, ...kept] : kept;
  if (model && random() < 0.85)
    parts.push(random() < 0.5 ? model : model.replace('-', random() < 0.5 ? '' : ' '));
  if (color && random() < 0.8) parts.push(color);
  if (size && random() < 0.9) parts.push(random() < 0.5 ? size : size.replace(' ', ''));
  return {
    key: `${seller}/${id}`,
    seller: `seller-${seller}`,
    title: parts.join(' '),
    brand: random() < 0.8 ? brand : null,
    price_minor: Math.round(price * (0.85 + 0.3 * random())),
  };
}
