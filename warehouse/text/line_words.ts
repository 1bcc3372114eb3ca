import { grown } from './byte_table.ts';
import { FIELD_COUNT, FIELD_MOST, FIELD_SHIFT, FIELDS } from './fields.ts';

const TITLE = FIELDS.indexOf('title');
const ALIAS = FIELDS.indexOf('alias');
const BLOCK_BITS = 20;
const BLOCK = 1 << BLOCK_BITS;
/** How much of the first block is there at first: a whole one takes longer to clear than a small index to make. */
const BEGUN = 1 << 12;
const NONE = -1;

/** Called with a product, its distinct terms, their counts by field over all its listings, and how many terms. */
export type Visit = (product: number, terms: Uint32Array, counts: Uint32Array, count: number) => void;

/** The words of listings: of each line (a listing's texts) its distinct terms, with their counts by field as bits. */
export class LineWords {
  readonly #products: number;
  /** Terms and counts of all lines, in blocks so that growing copies nothing but the first. */
  readonly #entryTerms: Uint32Array[] = [];
  readonly #entryCounts: Uint32Array[] = [];
  #entries = 0;
  #lines = 0;
  #lineProducts = new Int32Array(1024);
  #lineStarts = new Float64Array(1025);
  #lineLengths = new Uint8Array(1024 * FIELD_COUNT);
  /** Which line met a term last, and as which entry. */
  #metBy = new Int32Array(1024).fill(NONE);
  #metAs = new Float64Array(1024);

  /** Of products 0 to `products` - 1. */
  constructor(products: number) {
    this.#products = products;
  }

  /** Begins the line of a product. */
  begin(product: number): void {
    const line = this.#lines++;
    if (line >= this.#lineProducts.length) {
      this.#lineProducts = grown(this.#lineProducts, line * 2);
      this.#lineStarts = grown(this.#lineStarts, line * 2 + 1);
      this.#lineLengths = grown(this.#lineLengths, line * 2 * FIELD_COUNT);
    }
    this.#lineProducts[line] = product;
    this.#lineStarts[line] = this.#entries;
  }

  /** The product of the present line. */
  get product(): number {
    return this.#lineProducts[this.#lines - 1] as number;
  }

  /** How many words a field of the present line has. */
  setLength(field: number, words: number): void {
    this.#lineLengths[(this.#lines - 1) * FIELD_COUNT + field] = Math.min(255, words);
  }

  /** Counts a term in a field of the present line. */
  add(term: number, field: number): void {
    const line = this.#lines - 1;
    if (term >= this.#metBy.length) {
      const before = this.#metBy.length;
      this.#metBy = grown(this.#metBy, Math.max(term + 1, before * 2));
      this.#metBy.fill(NONE, before);
      this.#metAs = grown(this.#metAs, this.#metBy.length);
    }
    const shift = FIELD_SHIFT[field] as number;
    if (this.#metBy[term] === line) {
      const entry = this.#metAs[term] as number;
      const block = this.#entryCounts[Math.floor(entry / BLOCK)] as Uint32Array;
      const counts = block[entry & (BLOCK - 1)] as number;
      if (((counts >>> shift) & (FIELD_MOST[field] as number)) < (FIELD_MOST[field] as number))
        block[entry & (BLOCK - 1)] = counts + (1 << shift);
      return;
    }
    const entry = this.#entries++;
    const block = Math.floor(entry / BLOCK);
    const place = entry & (BLOCK - 1);
    if (place >= (this.#entryTerms[block]?.length ?? 0)) this.#makeRoom(block);
    (this.#entryTerms[block] as Uint32Array)[place] = term;
    (this.#entryCounts[block] as Uint32Array)[place] = 1 << shift;
    this.#metBy[term] = line;
    this.#metAs[term] = entry;
  }

  /** Another block, or twice the first while it is not a whole one. */
  #makeRoom(block: number): void {
    for (const blocks of [this.#entryTerms, this.#entryCounts]) {
      const begun = blocks[block];
      blocks[block] = begun ? grown(begun, begun.length * 2) : new Uint32Array(block === 0 ? BEGUN : BLOCK);
    }
  }

  /** The longest of each field among a product's listings, and the mean over the products that have the field. */
  lengths(): { lengths: Uint8Array; averages: Float64Array } {
    const lengths = new Uint8Array(this.#products * FIELD_COUNT);
    for (let line = 0; line < this.#lines; line++) {
      const from = line * FIELD_COUNT;
      const to = (this.#lineProducts[line] as number) * FIELD_COUNT;
      for (let field = 0; field < FIELD_COUNT; field++)
        lengths[to + field] = Math.max(
          lengths[to + field] as number,
          this.#lineLengths[from + field] as number,
        );
    }
    const sums = new Float64Array(FIELD_COUNT);
    const having = new Float64Array(FIELD_COUNT);
    for (let at = 0; at < lengths.length; at++) {
      const length = lengths[at] as number;
      sums[at % FIELD_COUNT]! += length;
      if (length > 0) having[at % FIELD_COUNT]!++;
    }
    return { lengths, averages: sums.map((sum, field) => (sum === 0 ? 0 : sum / (having[field] as number))) };
  }

  /** Walks over all products in order, of terms below `termCount`. */
  merger(termCount: number): (visit: Visit) => void {
    const { firsts, lines } = this.#linesByProduct();
    const metBy = new Int32Array(termCount).fill(NONE);
    const metAs = new Int32Array(termCount);
    let terms = new Uint32Array(1024);
    let counts = new Uint32Array(1024);
    return (visit) => {
      metBy.fill(NONE);
      for (let product = 0; product < this.#products; product++) {
        let count = 0;
        for (let index = firsts[product] as number; index < (firsts[product + 1] as number); index++) {
          const line = lines[index] as number;
          const end = line + 1 === this.#lines ? this.#entries : (this.#lineStarts[line + 1] as number);
          for (let entry = this.#lineStarts[line] as number; entry < end; entry++) {
            const block = Math.floor(entry / BLOCK);
            const term = (this.#entryTerms[block] as Uint32Array)[entry & (BLOCK - 1)] as number;
            const met = (this.#entryCounts[block] as Uint32Array)[entry & (BLOCK - 1)] as number;
            if (metBy[term] === product) {
              counts[metAs[term] as number] = larger(counts[metAs[term] as number] as number, met);
              continue;
            }
            if (count === terms.length) [terms, counts] = [grown(terms, count * 2), grown(counts, count * 2)];
            metBy[term] = product;
            metAs[term] = count;
            terms[count] = term;
            counts[count++] = met;
          }
        }
        for (let index = 0; index < count; index++) counts[index] = withoutAlias(counts[index] as number);
        visit(product, terms, counts, count);
      }
    };
  }

  #linesByProduct(): { firsts: Uint32Array; lines: Uint32Array } {
    const firsts = new Uint32Array(this.#products + 1);
    for (let line = 0; line < this.#lines; line++) firsts[(this.#lineProducts[line] as number) + 1]!++;
    for (let product = 0; product < this.#products; product++)
      firsts[product + 1]! += firsts[product] as number;
    const next = firsts.slice(0, -1);
    const lines = new Uint32Array(this.#lines);
    for (let line = 0; line < this.#lines; line++) lines[next[this.#lineProducts[line] as number]!++] = line;
    return { firsts, lines };
  }
}

/** Field by field the larger count: what two sellers both say counts once. */
function larger(one: number, other: number): number {
  let result = 0;
  for (let field = 0; field < FIELD_COUNT; field++) {
    const mask = (FIELD_MOST[field] as number) << (FIELD_SHIFT[field] as number);
    result |= Math.max(one & mask, other & mask);
  }
  return result;
}

/** A word that stands in the naming title needs no other title to be known by. */
function withoutAlias(counts: number): number {
  const title = (FIELD_MOST[TITLE] as number) << (FIELD_SHIFT[TITLE] as number);
  const alias = (FIELD_MOST[ALIAS] as number) << (FIELD_SHIFT[ALIAS] as number);
  return (counts & title) === 0 ? counts : counts & ~alias;
}
