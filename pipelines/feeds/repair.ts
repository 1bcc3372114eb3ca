import type { Dialect } from './dialect.ts';

/** What became of the text of records that the strict reader refused. */
export interface Repaired {
  /** Lines after the text's first, and the fields. */
  records: { line: number; fields: string[] }[];
  malformed: { line: number; text: string; detail: string }[];
}

/** Most places of a record where a field may end; beyond it nobody could say that it reads in one way only. */
const MOST_ENDS = 10_000;

/**
 * Reads refused text again with stray quotes as plain characters, and takes what has the right number of fields in
 * one way only. What has not is read line by line, because a quote that nobody closed swallows the lines behind it;
 * what still does not fit is malformed.
 */
export function repairText(text: string, dialect: Dialect): Repaired {
  const whole = readRecord(text.replace(/\r?\n$/, ''), dialect);
  if (typeof whole !== 'string' && text.includes(dialect.quote || '\n'))
    return { records: [{ line: 0, fields: whole }], malformed: [] };
  const repaired: Repaired = { records: [], malformed: [] };
  for (const [line, row] of text.split(/\r?\n/).entries()) {
    if (row.trim() === '') continue;
    const read = readRecord(row, dialect);
    if (typeof read === 'string') repaired.malformed.push({ line, text: row, detail: read });
    else repaired.records.push({ line, fields: read });
  }
  return repaired;
}

/** The fields of one record, or why it has none that are certain. */
function readRecord(text: string, dialect: Dialect): string[] | string {
  const record = new LooseRecord(text, dialect);
  const ways = record.ways(0, dialect.columns);
  if (ways === 1) return record.fields();
  return ways === 0 ? record.complaint() : 'its quotes can be read in more than one way';
}

/**
 * The ways to part a record. A field without a quote at its begin ends at the next delimiter, and one whose quotes
 * are as they should be where they close. Where they are not, a field ends at any quote before a delimiter
 * (`"Bowl, 5" deep"`), or at the first delimiter that stands outside of pairs of quotes (`"7 Days" croissant`).
 */
class LooseRecord {
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #ends = new Map<number, number[]>();
  readonly #ways = new Map<string, number>();
  #places = 0;

  constructor(text: string, dialect: Dialect) {
    this.#text = text;
    this.#dialect = dialect;
  }

  /** In how many ways the text from a field's begin is this many fields; 2 stands for more. */
  ways(start: number, fields: number): number {
    const known = this.#ways.get(`${start} ${fields}`);
    if (known !== undefined) return known;
    let ways = 0;
    for (const end of this.#endsOf(start)) {
      if (end === this.#text.length) ways += fields === 1 ? 1 : 0;
      else if (fields > 1) ways += this.ways(end + 1, fields - 1);
      if (ways > 1 || this.#places > MOST_ENDS) break;
    }
    const counted = this.#places > MOST_ENDS ? 2 : Math.min(ways, 2);
    this.#ways.set(`${start} ${fields}`, counted);
    return counted;
  }

  /** The fields of the one way that there is. */
  fields(): string[] {
    const { columns } = this.#dialect;
    const fields: string[] = [];
    for (let start = 0; fields.length < columns; ) {
      const left = columns - fields.length;
      const end = this.#endsOf(start).find((candidate) =>
        left === 1 ? candidate === this.#text.length : this.ways(candidate + 1, left - 1) === 1,
      );
      if (end === undefined) throw new Error(`no reading of ${JSON.stringify(this.#text.slice(0, 200))}`);
      fields.push(this.#field(start, end));
      start = end + 1;
    }
    return fields;
  }

  /** Why no way has the right number of fields. */
  complaint(): string {
    let fields = 0;
    for (let start = 0; start <= this.#text.length; fields++) {
      const [end] = this.#endsOf(start);
      if (end === undefined) return 'a quote is not closed';
      start = end + 1;
    }
    return `${fields} columns, expected ${this.#dialect.columns}`;
  }

  #endsOf(start: number): number[] {
    let ends = this.#ends.get(start);
    if (ends === undefined) {
      ends = this.#findEnds(start);
      this.#ends.set(start, ends);
      this.#places += ends.length;
    }
    return ends;
  }

  #findEnds(start: number): number[] {
    const text = this.#text;
    const { delimiter, quote } = this.#dialect;
    if (quote === '' || text[start] !== quote) {
      const next = text.indexOf(delimiter, start);
      return [next === -1 ? text.length : next];
    }
    const ends = new Set<number>();
    let first = true;
    for (let at = text.indexOf(quote, start + 1); at !== -1; at = text.indexOf(quote, at + 1)) {
      const next = text[at + 1];
      if (next === quote) {
        at++;
        continue;
      }
      const closes = next === undefined || next === delimiter;
      if (closes) ends.add(at + 1);
      if (first && closes) return [at + 1];
      first = false;
      if (ends.size > MOST_ENDS) break;
    }
    const outside = outsidePairs(text, start, this.#dialect);
    if (outside !== -1) ends.add(outside);
    return [...ends].sort((a, b) => a - b);
  }

  #field(start: number, end: number): string {
    const { quote } = this.#dialect;
    const text = this.#text.slice(start, end);
    return quote !== '' && text.length > 1 && text.startsWith(quote) && text.endsWith(quote)
      ? text.slice(1, -1).replaceAll(quote + quote, quote)
      : text;
  }
}

/** The first delimiter, or the end, of a line that stands outside of pairs of quotes; -1 where a quote has no second one. */
function outsidePairs(text: string, start: number, { delimiter, quote }: Dialect): number {
  let inside = false;
  for (let at = start; at < text.length; at++) {
    if (text[at] === quote) inside = !inside;
    else if (text[at] === '\n') return -1;
    else if (text[at] === delimiter && !inside) return at;
  }
  return inside ? -1 : text.length;
}
