import { foldKey, foldText } from '../../pipelines/text/fold.ts';
import type { Columns } from './array_file.ts';
import { IndexBuilder } from './builder.ts';
import { encodeLine, LINE_PARTS, SEPARATOR } from './text_line.ts';
import { TextList } from './text_list.ts';

/** What a suggestion is, in the order of its number in the column `suggestion_kinds`. */
export const SUGGESTION_KINDS = ['brand', 'category', 'query'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/** Titles looked at for phrases, spread over the catalogue. */
const MAX_TITLES = 40_000;
/** Phrases offered, the commonest, each in at least so many titles. */
const MOST_OFFERED = 10_000;
const LEAST_TITLES = 3;
const RANK_PART = LINE_PARTS.indexOf('rank');
const TITLE_PART = LINE_PARTS.indexOf('title');
/** Words worth suggesting are letters only. */
const WORD = /^\p{L}[\p{L}\p{M}'’"״-]+$/u;

/** Counts the words, and the pairs of neighbouring words, of the titles that name products. */
export class PhraseCounter {
  readonly #every: number;
  readonly #counts = new Map<string, number>();

  constructor(products: number) {
    this.#every = Math.max(1, Math.ceil(products / MAX_TITLES));
  }

  addLine(bytes: Uint8Array, start: number, end: number): void {
    if (productOf(bytes, start) % this.#every !== 0) return;
    const parts = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)
      .toString('utf8')
      .split(String.fromCodePoint(SEPARATOR), LINE_PARTS.length);
    if (parts[RANK_PART] !== '0') return;
    // What a comma or a bracket parts is no phrase: nobody types `headphones wireless` of `Headphones, Wireless`.
    const words = (parts[TITLE_PART] ?? '')
      .toLowerCase()
      .split(/\s+|([,;:()/|])/)
      .filter(Boolean);
    const phrases = new Set<string>();
    for (const [index, word] of words.entries()) {
      // What stands behind a number counts or measures (`20 loads`): nobody begins with it.
      if (!WORD.test(word) || /^\d+(?:[.,]\d+)?$/.test(words[index - 1] ?? '')) continue;
      phrases.add(word);
      const next = words[index + 1];
      if (next !== undefined && WORD.test(next) && next !== word) phrases.add(`${word} ${next}`);
    }
    for (const phrase of phrases) {
      this.#counts.set(phrase, (this.#counts.get(phrase) ?? 0) + 1);
    }
  }

  /** The commonest phrases with about how many products have them. */
  commonest(): { text: string; products: number }[] {
    return [...this.#counts]
      .filter(([text, count]) => count >= LEAST_TITLES && text.length > 3)
      .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
      .slice(0, MOST_OFFERED)
      .map(([text, count]) => ({ text, products: count * this.#every }));
  }
}

function productOf(bytes: Uint8Array, start: number): number {
  let number = 0;
  for (let at = start; bytes[at] !== SEPARATOR; at++) number = number * 10 + (bytes[at] as number) - 0x30;
  return number;
}

/** Columns of a small index of its own over brands, categories and phrases, named `suggestion_…`. */
export function buildSuggestions(columns: Columns, phrases: PhraseCounter): Columns {
  const entries = [
    ...brandEntries(columns),
    ...countsOf(columns, 'category').map((entry) => ({ ...entry, kind: 1 })),
    ...phrases.commonest().map((entry) => ({ ...entry, kind: 2 })),
  ];
  const builder = new IndexBuilder(entries.length);
  for (const [product_no, { text }] of entries.entries()) {
    const line = encodeLine({ product_no, rank: 0, title: text.replace(/[._]/g, ' ') });
    builder.addLine(line, 0, line.length);
  }
  const texts = entries.map(({ text }) => Buffer.from(text));
  const offsets = new Uint32Array(entries.length + 1);
  for (const [index, text] of texts.entries()) offsets[index + 1] = (offsets[index] as number) + text.length;
  const index = Object.entries(builder.finish()).map(
    ([name, column]) => [`suggestion_${name}`, column] as const,
  );
  return {
    ...Object.fromEntries(index),
    ...keyColumns(entries),
    suggestion_bytes: new Uint8Array(Buffer.concat(texts)),
    suggestion_offsets: offsets,
    suggestion_kinds: Uint8Array.from(entries, ({ kind }) => kind),
    suggestion_products: Uint32Array.from(entries, ({ products }) => products),
  };
}

/** What is compared with what is typed: folded, a category by its own name alone. */
export const suggestionKey = (text: string): string => foldText(text).replaceAll(/\s+/g, ' ').trimStart();

/** The keys of the entries in the order of their bytes, `suggestion_key_…`, and whose each is. */
function keyColumns(entries: readonly { text: string; kind: number }[]): Columns {
  const keys = entries.map(({ text, kind }, entry) => {
    const name = SUGGESTION_KINDS[kind] === 'category' ? text.slice(text.lastIndexOf('.') + 1) : text;
    return { key: Buffer.from(suggestionKey(name.replaceAll('_', ' '))), entry };
  });
  keys.sort((a, b) => Buffer.compare(a.key, b.key) || a.entry - b.entry);
  const offsets = new Uint32Array(keys.length + 1);
  for (const [place, { key }] of keys.entries()) offsets[place + 1] = (offsets[place] as number) + key.length;
  return {
    suggestion_key_bytes: new Uint8Array(Buffer.concat(keys.map(({ key }) => key))),
    suggestion_key_offsets: offsets,
    suggestion_key_entries: Uint32Array.from(keys, ({ entry }) => entry),
  };
}

function countsOf(columns: Columns, name: string): { text: string; products: number }[] {
  const list = TextList.of(columns, name);
  const counts = new Uint32Array(list.size);
  for (const no of columns[`${name}_of`] as Int32Array) if (no >= 0) counts[no]!++;
  return Array.from(counts, (products, no) => ({ text: list.text(no), products }));
}

/** Spellings of one brand together, under the commonest. */
function brandEntries(columns: Columns): { text: string; products: number; kind: number }[] {
  const byKey = new Map<string, { text: string; products: number; most: number }>();
  for (const { text, products } of countsOf(columns, 'brand')) {
    const known = byKey.get(foldKey(text));
    if (!known) byKey.set(foldKey(text), { text, products, most: products });
    else {
      known.products += products;
      if (products > known.most) [known.text, known.most] = [text, products];
    }
  }
  return [...byKey.values()].map(({ text, products }) => ({ text, products, kind: 0 }));
}
