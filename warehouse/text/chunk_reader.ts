import { chunkWords, isNumber, joinUnits, unitAfter } from '../../pipelines/text/words.ts';
import { ByteTable, grown } from './byte_table.ts';

/** Stretches remembered before the memory is emptied; most of a text is stretches seen before. */
const MAX_CHUNKS = 2_000_000;
const WORD_COUNT = 0;
const FIRST_UNIT = 1;
const LAST_IS_NUMBER = 2;
const WORDS = 3;

/** Told each term of a text; `extra` for compounds written solid and pieces of words. */
export type TakeTerm = (term: number, extra: boolean) => void;

/** What parts a text where a stretch begins, or ends, with it. */
const OPENING: ReadonlySet<number> = new Set(Buffer.from('(['));
const CLOSING: ReadonlySet<number> = new Set(Buffer.from(',;:|)]'));
/** Signs that join what stands around them, alone between spaces: `pepper & salt`. */
const JOINING: ReadonlySet<number> = new Set(Buffer.from('&+'));

/**
 * Reads UTF-8 texts as terms of a growing vocabulary: `wordsOf` for bytes, which looks every distinct stretch
 * between white space up once and then only compares bytes.
 */
export class ChunkReader {
  readonly terms = new ByteTable();
  readonly #chunks = new ByteTable();
  #starts = new Uint32Array(1 << 12);
  #data = new Int32Array(1 << 14);
  #filled = 0;
  readonly #unitNames: string[] = [];
  readonly #unitNumbers = new Map<string, number>();
  readonly #measures = new Map<number, number>();
  #scratch = new Uint8Array(256);
  readonly #encoder = new TextEncoder();
  /** Place in `#data` of a number that a unit may follow, or -1, and in which piece it stands. */
  #pending = -1;
  #pendingPiece = 0;
  /** Of the term that is handed over: how many stops stand before it in its text. */
  piece = 0;
  /** In which stretch between spaces the term that is handed over ends, counted from any number. */
  stretch = 0;

  /** Reads bytes[start … end) and hands over its terms. Bytes up to a space part stretches. */
  read(bytes: Uint8Array, start: number, end: number, take: TakeTerm): void {
    let piece = 0;
    for (let at = start; at < end; ) {
      while (at < end && (bytes[at] as number) <= 0x20) at++;
      const from = at;
      let hash = 0x811c9dc5 | 0;
      for (; at < end && (bytes[at] as number) > 0x20; at++)
        hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
      if (at === from) continue;
      const place = this.#chunk(bytes, from, at, hash);
      const isSign = this.#data[place + WORD_COUNT] === 0 && !JOINING.has(bytes[from] as number);
      if (isSign || OPENING.has(bytes[from] as number)) piece++;
      this.#take(place, piece, take);
      if (CLOSING.has(bytes[at - 1] as number)) piece++;
    }
    this.#flush(take);
  }

  /** Where the words of a stretch begin in `#data`. */
  #chunk(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const known = this.#chunks.find(bytes, start, end, hash);
    if (known >= 0) return this.#starts[known] as number;
    if (this.#chunks.size >= MAX_CHUNKS && this.#pending < 0) this.#forget();
    const place = this.#analyse(
      Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8'),
    );
    const number = this.#chunks.add(bytes, start, end, hash);
    if (number >= this.#starts.length) this.#starts = grown(this.#starts, this.#starts.length * 2);
    this.#starts[number] = place;
    return place;
  }

  #forget(): void {
    this.#chunks.clear();
    this.#filled = 0;
  }

  #analyse(chunk: string): number {
    const words = joinUnits(chunkWords(chunk));
    const place = this.#filled;
    this.#push(words.length, this.#unitNumber(words[0]?.text), isNumber(words.at(-1)?.text ?? '') ? 1 : 0);
    for (const { text, joined, pieces } of words) {
      const extras = joined === null ? pieces : [joined, ...pieces];
      this.#push(this.#term(text), extras.length);
      for (const extra of extras) this.#push(this.#term(extra));
    }
    return place;
  }

  #push(...numbers: number[]): void {
    if (this.#filled + numbers.length > this.#data.length)
      this.#data = grown(this.#data, this.#data.length * 2);
    for (const number of numbers) this.#data[this.#filled++] = number;
  }

  #term(text: string): number {
    if (text.length * 3 > this.#scratch.length) this.#scratch = new Uint8Array(text.length * 3);
    const { written } = this.#encoder.encodeInto(text, this.#scratch);
    return this.terms.intern(this.#scratch, 0, written);
  }

  /** The number of a word that is a unit after some number, else -1. */
  #unitNumber(word: string | undefined): number {
    if (word === undefined || unitAfter('1.5', word) === null) return -1;
    const known = this.#unitNumbers.get(word);
    if (known !== undefined) return known;
    this.#unitNames.push(word);
    this.#unitNumbers.set(word, this.#unitNames.length - 1);
    return this.#unitNames.length - 1;
  }

  #take(place: number, piece: number, take: TakeTerm): void {
    const data = this.#data;
    const count = data[place + WORD_COUNT] as number;
    this.stretch++;
    if (count === 0) return;
    let at = place + WORDS;
    let word = 0;
    const unit = data[place + FIRST_UNIT] as number;
    if (this.#pending >= 0 && unit >= 0) {
      const measure = this.#measure(data[this.#pending] as number, unit);
      if (measure >= 0) {
        this.piece = this.#pendingPiece;
        take(measure, false);
        this.#pending = -1;
        at += 2 + (data[at + 1] as number);
        word = 1;
      }
    }
    this.#flush(take);
    this.piece = piece;
    for (; word < count; word++) {
      if (word === count - 1 && data[place + LAST_IS_NUMBER] === 1) {
        this.#pending = at;
        this.#pendingPiece = piece;
      } else this.#give(at, take);
      at += 2 + (data[at + 1] as number);
    }
  }

  #flush(take: TakeTerm): void {
    if (this.#pending >= 0) {
      this.piece = this.#pendingPiece;
      this.#give(this.#pending, take);
    }
    this.#pending = -1;
  }

  #give(at: number, take: TakeTerm): void {
    take(this.#data[at] as number, false);
    const end = at + 2 + (this.#data[at + 1] as number);
    for (let extra = at + 2; extra < end; extra++) take(this.#data[extra] as number, true);
  }

  /** The term of a number with its unit, or -1 where they do not belong together. */
  #measure(numberTerm: number, unit: number): number {
    const key = numberTerm * 256 + unit;
    const known = this.#measures.get(key);
    if (known !== undefined) return known;
    const number = this.text(numberTerm);
    const canonical = unitAfter(number, this.#unitNames[unit] as string);
    const term = canonical === null ? -1 : this.#term(number + canonical);
    this.#measures.set(key, term);
    return term;
  }

  text(term: number): string {
    const { bytes, offsets } = this.terms;
    return Buffer.from(
      bytes.buffer,
      offsets[term],
      (offsets[term + 1] as number) - (offsets[term] as number),
    ).toString('utf8');
  }
}
