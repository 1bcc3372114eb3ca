import * as fc from 'fast-check';
import { spellings, wordsOf } from '../../../pipelines/text/words.ts';
import { Titles } from '../../../warehouse/text/adjacency.ts';
import { Arena } from '../../../warehouse/text/arena.ts';
import { attributeWords } from '../../../warehouse/text/attribute_text.ts';
import { IndexBuilder } from '../../../warehouse/text/builder.ts';
import { FIELDS, type Field } from '../../../warehouse/text/fields.ts';
import { Offers } from '../../../warehouse/text/offers.ts';
import { SearchIndex } from '../../../warehouse/text/search_index.ts';
import type { SearchRequest } from '../../../warehouse/text/search_request.ts';
import { buildSuggestions, PhraseCounter } from '../../../warehouse/text/suggestion_entries.ts';
import { encodeLine, type TextLine } from '../../../warehouse/text/text_line.ts';
import { TextList } from '../../../warehouse/text/text_list.ts';
import type { WordConstants } from '../../../warehouse/text/word_index.ts';

export interface TestOffer {
  seller: string;
  cost: number;
  /** 0 yes, 1 not said, 2 no. */
  stock: number;
}

/** A product of a catalogue in memory: the texts of its listings, the naming one first, and its live offers. */
export interface TestProduct {
  texts: Omit<TextLine, 'product_no' | 'rank'>[];
  offers: TestOffer[];
}

export const SELLERS = ['alpha', 'beta', 'gamma', 'delta'];

/** The index of some products, built as publication builds it; `used`: by product 1 where nobody sells it new. */
export function indexOf(
  products: readonly TestProduct[],
  constants?: WordConstants,
  used?: Uint8Array,
): SearchIndex {
  const builder = new IndexBuilder(products.length);
  const phrases = new PhraseCounter(products.length);
  for (const line of linesOf(products)) {
    const bytes = encodeLine(line);
    builder.addLine(bytes, 0, bytes.length);
    phrases.addLine(bytes, 0, bytes.length);
  }
  const columns = builder.finish();
  const offers = products.flatMap((product) => product.offers);
  const firsts = new Uint32Array(products.length + 1);
  for (const [no, product] of products.entries())
    firsts[no + 1] = (firsts[no] as number) + product.offers.length;
  return new SearchIndex(
    { columns: { ...columns, ...buildSuggestions(columns, phrases) }, arena: new Arena() },
    Offers.of(
      {
        firsts,
        sellerNos: Uint16Array.from(offers, (offer) => SELLERS.indexOf(offer.seller)),
        costs: Float64Array.from(offers, (offer) => offer.cost),
        stock: Uint8Array.from(offers, (offer) => offer.stock),
        ...(used && { used }),
      },
      SELLERS,
    ),
    Int32Array.from(products, (_, no) => no),
    constants,
  );
}

const WORDS = [
  'red',
  'blue',
  'cable',
  'redcable',
  'usb-c',
  'laptop',
  'case',
  'WH-1000XM4',
  '16',
  'GB',
  '15,6"',
  'חלב',
  'ק"ג',
  'Straße',
  'phone',
  'with',
];

/** A word of some that are written in different ways. */
export const randomWord = fc.constantFrom(...WORDS);

/** At most so many of them, at least one. */
export const randomText = (most: number): fc.Arbitrary<string> =>
  fc.array(randomWord, { minLength: 1, maxLength: most }).map((words) => words.join(' '));

/** An offer like any other. */
export const OFFER: TestOffer = { seller: 'alpha', cost: 10, stock: 0 };

/** The index of products that have nothing but a title each. */
export const titled = (...titles: string[]): SearchIndex =>
  indexOf(titles.map((title) => ({ texts: [{ title }], offers: [OFFER] })));

/** The products that are found, in order. */
export const productsFound = (index: SearchIndex, asked: SearchRequest): number[] =>
  index.searchNow(asked).hits.map((hit) => hit.product);

export function linesOf(products: readonly TestProduct[]): TextLine[] {
  return products.flatMap(({ texts }, product_no) =>
    texts.map((text, rank) => ({ ...text, product_no, rank })),
  );
}

/** Every word of a line with the field it stands in, read by `wordsOf` alone. */
export function fieldWords(line: TextLine): { field: Field; term: string; extra: boolean }[] {
  const title: Field = line.rank === 0 ? 'title' : 'alias';
  const texts: [Field, string][] = [
    ['brand', line.brand ?? ''],
    ['model', (line.mpn ?? '').replaceAll(' ', '-')],
    [line.category_stated ? 'category' : 'guessed', (line.category ?? '').replace(/[._]/g, ' ')],
    [title, line.title],
    ['attributes', attributeWords(line.attributes ?? {})],
    ['description', line.description ?? ''],
    ['rest', line.rest ?? ''],
  ];
  const named = new Set<Field>(['title', 'alias', 'brand', 'model']);
  return texts.flatMap(([field, text]) =>
    wordsOf(text).flatMap((word) =>
      spellings(word).map((term, place) => ({
        field: place > 0 && named.has(field) ? ('part' as const) : field,
        term,
        extra: place > 0,
      })),
    ),
  );
}

/** The words that some text writes as one and a product's naming title as two, told pair by pair. */
export function solidWords(products: readonly TestProduct[]): { product: number; term: string }[] {
  const isLetters = (text: string) => /^\p{L}{3,}$/u.test(text);
  const vocabulary = new Set(linesOf(products).flatMap((line) => fieldWords(line).map(({ term }) => term)));
  return products.flatMap(({ texts: [naming] }, product) => {
    const words = wordsOf(naming?.title ?? '').map(({ text }) => text);
    const pairs = words.slice(1).map((right, at) => [words[at] as string, right] as const);
    const solids = pairs.flatMap(([left, right]) =>
      isLetters(left) && isLetters(right) && vocabulary.has(left + right) ? [left + right] : [],
    );
    const own = linesOf(products).flatMap((line) =>
      line.product_no === product
        ? fieldWords(line).flatMap(({ field, term }) => (field === 'part' ? [term] : []))
        : [],
    );
    return [...new Set(solids)].filter((term) => !own.includes(term)).map((term) => ({ product, term }));
  });
}

export { FIELDS };

/** Texts as a column of the index has them, which must be in the order of their bytes. */
export function listOf(texts: readonly string[]): TextList {
  const parts = texts.map((text) => Buffer.from(text));
  const offsets = Uint32Array.from([
    0,
    ...parts.map((_, at) => Buffer.concat(parts.slice(0, at + 1)).length),
  ]);
  return new TextList(Buffer.concat(parts), offsets);
}

/** The titles of products over a list of terms. */
export function titlesOf(terms: TextList, titles: readonly string[]): Titles {
  const words = titles.map((title) => title.split(' ').map((word) => terms.find(word)));
  const starts = [0, ...words.map((_, at) => words.slice(0, at + 1).flat().length)];
  return new Titles({
    title_starts: Uint32Array.from(starts),
    title_terms: Uint32Array.from(words.flat()),
  });
}
