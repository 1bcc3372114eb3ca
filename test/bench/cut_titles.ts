import { wordsOf } from '../../pipelines/text/words.ts';
import { resolveAnyReference } from '../../warehouse/reads/plain_reference.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { served } from './judged_index.ts';

const TEXTS = 200;
/** Of every so many words of a title one is dropped. */
const DROPPED = 3;
const BATCH = 500;
/** Bars: resolved of those that name one product, and of the resolved those that lead to it. */
const LEAST_RESOLVED = 0.6;
const LEAST_RIGHT = 0.98;

/**
 * Titles of the index in `COMMERCE_INDEX_DATA` less a third of their words, of which 200 are taken that still name one
 * product: no other record has all of the words that are left. How many POST /v1/resolve resolves, and how many rightly.
 */
export async function benchCutTitles(): Promise<void> {
  const data = process.env['COMMERCE_INDEX_DATA'];
  if (data === undefined) return console.log('cut-titles: skipped, COMMERCE_INDEX_DATA names no index');
  await using index = await served(data);
  const texts = await cutTitles(index.snapshot);
  let resolved = 0;
  let right = 0;
  for (const { text, product_no } of texts) {
    const found = await resolveAnyReference(index.snapshot, text);
    if (found.outcome !== 'found') continue;
    resolved++;
    if (found.product_no === product_no) right++;
  }
  const share = resolved / texts.length;
  console.log(
    `cut titles: ${resolved} of ${texts.length} resolved (bar ${LEAST_RESOLVED * texts.length}), ${right} of them rightly (bar ${(LEAST_RIGHT * resolved).toFixed(1)})${share < LEAST_RESOLVED ? ' MISSED' : ''}`,
  );
}

async function cutTitles(snapshot: Snapshot): Promise<{ text: string; product_no: number }[]> {
  const size = (await snapshot.searchIndex()).products;
  const records: { titles: string[]; words: ReadonlySet<string> }[] = [];
  for (let from = 0; from < size; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, size - from) }, (_, at) => from + at);
    for (const product of await snapshot.products(numbers))
      records.push({ titles: product.listings.map(({ title }) => title), words: productWords(product) });
  }
  const random = generator();
  const order = records.map((_, product_no) => ({ product_no, key: random() })).sort((a, b) => a.key - b.key);
  const texts: { text: string; product_no: number }[] = [];
  for (const { product_no } of order) {
    if (texts.length === TEXTS) break;
    const { titles } = records[product_no] as (typeof records)[number];
    const text = cut(titles[Math.floor(random() * titles.length)] as string, random);
    const wanted = wordsOf(text).map((word) => word.text);
    const having = records.filter(({ words }) => wanted.every((word) => words.has(word)));
    if (wanted.length > 0 && having.length === 1) texts.push({ text, product_no });
  }
  return texts;
}

/** A title less a third of its words. */
function cut(title: string, random: () => number): string {
  const words = title.split(/\s+/);
  for (let drop = Math.round(words.length / DROPPED); drop > 0; drop--)
    words.splice(Math.floor(random() * words.length), 1);
  return words.join(' ');
}

/** Numbers from 0 to 1, the same every time: a linear congruence (Knuth, MMIX). */
function generator(): () => number {
  let state = 7n;
  return () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 11n) / 2 ** 53;
  };
}
