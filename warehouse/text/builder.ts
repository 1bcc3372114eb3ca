import { DENIES_NEXT } from '../../pipelines/text/languages.ts';
import type { Columns } from './array_file.ts';
import { attributeText } from './attribute_text.ts';
import { ByteTable, grown } from './byte_table.ts';
import { ChunkReader } from './chunk_reader.ts';
import { FIELD_COUNT, FIELD_MOST, FIELD_SHIFT, impactOf, WEIGHTS, type Weights } from './fields.ts';
import { LineWords, type Visit } from './line_words.ts';
import { misspellingColumns } from './misspelling.ts';
import { type MeantPair, meantPairs, SolidWords } from './solid_words.ts';
import { Synonyms } from './synonyms.ts';
import { sortedOrder } from './term_order.ts';
import { TermSet } from './term_set.ts';
import { LINE_PARTS, SEPARATOR } from './text_line.ts';
import { TextList } from './text_list.ts';

const TITLE = 0;
const ALIAS = 1;
const BRAND = 2;
const MODEL = 3;
const CATEGORY = 4;
const GUESSED = 9;
/** In which field either of two signs is read as another: a part number with spaces is one compound, a path is words. */
const SPACED = {
  [MODEL]: { sign: 0x20, other: 0x20, by: 0x2d },
  [CATEGORY]: { sign: 0x2e, other: 0x5f, by: 0x20 },
  [GUESSED]: { sign: 0x2e, other: 0x5f, by: 0x20 },
} as const;
const ATTRIBUTES = 5;
const DESCRIPTION = 6;
const PART = 7;
const REST = 8;
const NONE = -1;
const BYTE_BITS = 8;
/** Small words that deny the word behind them, in a text written in sentences: no `non` (`non stick`), nor what counts (`zero`). */
const DENIALS: ReadonlySet<string> = DENIES_NEXT.difference(new Set(['non', 'zero', 'nie']));
/** Of longer titles the first words are kept in order. */
const MAX_TITLE_WORDS = 40;
/** What two words mean side by side, as all indexes of a process ask for it. */
let meant: readonly MeantPair[] | undefined;

/**
 * Makes the text index of a catalogue from the texts of its listings, which may come in any order. The result
 * depends on the texts alone. Memory: about 10 bytes a word and listing, and 60 a distinct word.
 */
export class IndexBuilder {
  readonly #reader = new ChunkReader();
  readonly #denials = new TermSet(DENIALS);
  readonly #weights: Weights;
  readonly #products: number;
  readonly #words: LineWords;
  readonly #brands = new ByteTable();
  readonly #categories = new ByteTable();
  readonly #brandOf: Int32Array;
  readonly #brandRank: Int32Array;
  readonly #categoryOf: Int32Array;
  readonly #categoryRank: Int32Array;
  readonly #isStated: Uint8Array;
  readonly #bounds = new Int32Array(LINE_PARTS.length + 1);
  #spaced = new Uint8Array(1024);
  /** Words of the naming titles in order, and where each product's begin and how many they are. */
  #titleTerms = new Uint32Array(1024);
  #titlesFilled = 0;
  /** By word of these: 1 where a stop stands between the word before it and it. */
  #titleStops = new Uint8Array(1024);
  readonly #titleStarts: Float64Array;
  readonly #titleLengths: Uint8Array;

  constructor(products: number, weights: Weights = WEIGHTS) {
    this.#products = products;
    this.#weights = weights;
    this.#words = new LineWords(products);
    this.#titleStarts = new Float64Array(products);
    this.#titleLengths = new Uint8Array(products);
    this.#brandOf = new Int32Array(products).fill(NONE);
    this.#brandRank = new Int32Array(products).fill(0x7fffffff);
    this.#categoryOf = new Int32Array(products).fill(NONE);
    this.#categoryRank = new Int32Array(products).fill(0x7fffffff);
    this.#isStated = new Uint8Array(products);
  }

  /** Takes a listing's line (`text_line.ts`), bytes[start … end). */
  addLine(bytes: Uint8Array, start: number, end: number): void {
    const bounds = this.#bounds;
    let parts = 0;
    bounds[parts++] = start;
    for (let at = start; at < end && parts < LINE_PARTS.length; at++)
      if (bytes[at] === SEPARATOR) bounds[parts++] = at + 1;
    if (parts < LINE_PARTS.length)
      throw new Error(`a text line has ${parts} parts instead of ${LINE_PARTS.length}`);
    bounds[parts] = end + 1;
    const product = numberAt(bytes, bounds[0] as number);
    if (product >= this.#products)
      throw new Error(`a text line names product ${product} of ${this.#products}`);
    const rank = numberAt(bytes, bounds[1] as number);
    this.#words.begin(product);
    this.#nameBrand(product, rank, bytes);
    this.#nameCategory(product, rank, bytes);
    this.#read(BRAND, bytes, bounds[2] as number, (bounds[3] as number) - 1);
    this.#readSpaced(MODEL, bytes, bounds[3] as number, (bounds[4] as number) - 1);
    const category = this.#saysCategory() ? CATEGORY : GUESSED;
    this.#readSpaced(category, bytes, bounds[4] as number, (bounds[5] as number) - 1);
    this.#read(rank === 0 ? TITLE : ALIAS, bytes, bounds[6] as number, (bounds[7] as number) - 1);
    if ((bounds[8] as number) - 1 > (bounds[7] as number)) {
      const values = attributeText(bytes, bounds[7] as number, (bounds[8] as number) - 1);
      this.#read(ATTRIBUTES, values, 0, values.length);
    }
    this.#read(DESCRIPTION, bytes, bounds[8] as number, (bounds[9] as number) - 1);
    this.#read(REST, bytes, bounds[9] as number, end);
  }

  #nameBrand(product: number, rank: number, bytes: Uint8Array): void {
    const [start, end] = [this.#bounds[2] as number, (this.#bounds[3] as number) - 1];
    if (end === start || rank >= (this.#brandRank[product] as number)) return;
    this.#brandRank[product] = rank;
    this.#brandOf[product] = this.#brands.intern(bytes, start, end);
  }

  #nameCategory(product: number, rank: number, bytes: Uint8Array): void {
    const [start, end] = [this.#bounds[4] as number, (this.#bounds[5] as number) - 1];
    if (end === start || rank >= (this.#categoryRank[product] as number)) return;
    this.#categoryRank[product] = rank;
    this.#categoryOf[product] = this.#categories.intern(bytes, start, end);
    this.#isStated[product] = this.#saysCategory() ? 1 : 0;
  }

  /** Whether the seller says the category of the present line. */
  #saysCategory(): boolean {
    return (this.#bounds[6] as number) - 1 > (this.#bounds[5] as number);
  }

  /** Reads a copy in which one sign stands for another. */
  #readSpaced(field: keyof typeof SPACED, bytes: Uint8Array, start: number, end: number): void {
    if (end - start > this.#spaced.length) this.#spaced = new Uint8Array((end - start) * 2);
    const copy = this.#spaced;
    const { sign, other, by } = SPACED[field];
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      copy[at - start] = byte === sign || byte === other ? by : byte;
    }
    this.#read(field, copy, 0, end - start);
  }

  #read(field: number, bytes: Uint8Array, start: number, end: number): void {
    const words = this.#words;
    const partField = field <= MODEL ? PART : field;
    const reader = this.#reader;
    const isTold = field === DESCRIPTION || field === REST;
    let length = 0;
    let piece = 0;
    let isDenied = false;
    let told = NONE;
    let stretch = NONE;
    if (field === TITLE) this.#titleStarts[words.product] = this.#titlesFilled;
    reader.read(bytes, start, end, (term, extra) => {
      if (!extra && field === TITLE && length < MAX_TITLE_WORDS) {
        this.#keepTitleTerm(term, length > 0 && reader.piece !== piece);
        piece = reader.piece;
      }
      if (!extra) length++;
      if (isTold && !extra) {
        // `no-slip` denies nothing.
        const isBehind = reader.piece === piece && reader.stretch !== stretch;
        isDenied = isBehind && this.#denials.has(reader.terms, told);
        [piece, stretch, told] = [reader.piece, reader.stretch, term];
      }
      // What a description denies (`no duplex`) is not what it says; titles are read word by word when they are shown.
      if (isDenied) return;
      words.add(term, extra ? partField : field);
    });
    if (field === TITLE) this.#titleLengths[words.product] = Math.min(MAX_TITLE_WORDS, length);
    words.setLength(field, length);
  }

  #keepTitleTerm(term: number, isBehindStop: boolean): void {
    if (this.#titlesFilled === this.#titleTerms.length) {
      this.#titleTerms = grown(this.#titleTerms, this.#titlesFilled * 2);
      this.#titleStops = grown(this.#titleStops, this.#titlesFilled * 2);
    }
    this.#titleStops[this.#titlesFilled] = isBehindStop ? 1 : 0;
    this.#titleTerms[this.#titlesFilled++] = term;
  }

  /** The columns of the index; the builder is of no use afterwards. */
  finish(): Columns {
    const order = sortedOrder(this.#reader.terms);
    const places = new Uint32Array(order.length);
    for (let place = 0; place < order.length; place++) places[order[place] as number] = place;
    const terms = textColumns('term', this.#reader.terms, order);
    const postings = this.#postings(places);
    return {
      ...terms,
      ...postings,
      ...this.#titles(places),
      ...misspellingColumns(TextList.of(terms, 'term'), postings['posting_starts'] as Uint32Array),
      ...this.#named('brand', this.#brands, this.#brandOf),
      ...this.#named('category', this.#categories, this.#categoryOf),
      category_stated: this.#isStated,
    };
  }

  #titles(places: Uint32Array): Columns {
    const starts = new Uint32Array(this.#products + 1);
    const terms = new Uint32Array(this.#titlesFilled);
    const stops = new Uint8Array(Math.ceil(this.#titlesFilled / BYTE_BITS));
    let filled = 0;
    for (let product = 0; product < this.#products; product++) {
      const from = this.#titleStarts[product] as number;
      for (let at = from; at < from + (this.#titleLengths[product] as number); at++) {
        if (this.#titleStops[at] === 1) stops[filled >>> 3]! |= 1 << (filled & 7);
        terms[filled++] = places[this.#titleTerms[at] as number] as number;
      }
      starts[product + 1] = filled;
    }
    return { title_starts: starts, title_terms: terms, title_stops: stops };
  }

  #named(name: string, table: ByteTable, numbers: Int32Array): Columns {
    const order = sortedOrder(table);
    const places = new Int32Array(order.length);
    for (let place = 0; place < order.length; place++) places[order[place] as number] = place;
    for (let product = 0; product < numbers.length; product++)
      if ((numbers[product] as number) !== NONE)
        numbers[product] = places[numbers[product] as number] as number;
    return { ...textColumns(name, table, order), [`${name}_of`]: numbers };
  }

  /**
   * The same walk, where a title that has two words side by side which others write as one (`band saw`) has that one,
   * too.
   */
  #withSolid(merged: (visit: Visit) => void): (visit: Visit) => void {
    meant ??= meantPairs(Synonyms.standard().pairs());
    const solids = new SolidWords(this.#reader.terms, meant);
    let [terms, counts] = [new Uint32Array(1024), new Uint32Array(1024)];
    return (visit) =>
      merged((product, ownTerms, ownCounts, ownCount) => {
        const found = this.#solidsIn(product, solids);
        if (found.length === 0) return visit(product, ownTerms, ownCounts, ownCount);
        let count = ownCount;
        if (count + found.length > terms.length)
          [terms, counts] = [
            new Uint32Array(2 * (count + found.length)),
            new Uint32Array(2 * (count + found.length)),
          ];
        terms.set(ownTerms.subarray(0, count));
        counts.set(ownCounts.subarray(0, count));
        for (const solid of found) {
          const known = terms.subarray(0, count).indexOf(solid);
          const at = known < 0 ? count++ : known;
          terms[at] = solid;
          counts[at] = known < 0 ? ONE_PART : asPart(counts[at] as number);
        }
        visit(product, terms, counts, count);
      });
  }

  /** The solid words of which a product's title has both parts side by side. */
  #solidsIn(product: number, solids: SolidWords): number[] {
    const found: number[] = [];
    const from = this.#titleStarts[product] as number;
    const to = from + (this.#titleLengths[product] as number);
    for (let at = from + 1; at < to; at++) {
      for (const solid of solids.of(this.#titleTerms[at - 1] as number, this.#titleTerms[at] as number))
        if (!found.includes(solid)) found.push(solid);
    }
    return found;
  }

  #postings(places: Uint32Array): Columns {
    const merged = this.#withSolid(this.#words.merger(places.length));
    const starts = new Uint32Array(places.length + 1);
    merged((_, terms, __, count) => {
      for (let index = 0; index < count; index++) starts[(places[terms[index] as number] as number) + 1]!++;
    });
    for (let place = 0; place < places.length; place++) starts[place + 1]! += starts[place] as number;
    const next = starts.slice(0, -1);
    const docs = new Uint32Array(starts[places.length] as number);
    const impacts = new Uint8Array(docs.length);
    const { lengths, averages } = this.#words.lengths();
    const norms = new Float64Array(FIELD_COUNT);
    merged((product, terms, counts, count) => {
      for (let field = 0; field < FIELD_COUNT; field++) {
        const b = this.#weights.length[field] as number;
        const average = averages[field] as number;
        norms[field] =
          average === 0
            ? 1
            : 1 / (1 - b + (b * (lengths[product * FIELD_COUNT + field] as number)) / average);
      }
      for (let index = 0; index < count; index++) {
        const at = next[places[terms[index] as number] as number]!++;
        docs[at] = product;
        impacts[at] = impactOf(counts[index] as number, norms, this.#weights);
      }
    });
    return { posting_starts: starts, posting_docs: docs, posting_impacts: impacts };
  }
}

const ONE_PART = 1 << (FIELD_SHIFT[PART] as number);
const PARTS = (FIELD_MOST[PART] as number) << (FIELD_SHIFT[PART] as number);

/** A word's counts, one of them as a part. */
const asPart = (counts: number): number => ((counts & PARTS) === 0 ? counts | ONE_PART : counts);

function numberAt(bytes: Uint8Array, start: number): number {
  let number = 0;
  for (let at = start; (bytes[at] as number) !== SEPARATOR; at++)
    number = number * 10 + (bytes[at] as number) - 0x30;
  return number;
}

/** Texts in a given order, one after another, with where each begins. */
function textColumns(name: string, table: ByteTable, order: Uint32Array): Columns {
  const offsets = new Uint32Array(order.length + 1);
  const bytes = new Uint8Array(table.offsets[table.size] as number);
  let filled = 0;
  for (let place = 0; place < order.length; place++) {
    const from = table.offsets[order[place] as number] as number;
    const to = table.offsets[(order[place] as number) + 1] as number;
    bytes.set(table.bytes.subarray(from, to), filled);
    filled += to - from;
    offsets[place + 1] = filled;
  }
  return { [`${name}_bytes`]: bytes, [`${name}_offsets`]: offsets };
}
