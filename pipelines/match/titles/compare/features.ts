import { KIND_NUMBER } from '../../../text/statement.ts';
import { gramsOf } from '../read/grams.ts';
import { byteOf, hashText } from '../read/hash.ts';
import { charactersOf, FRAGMENT, type Reading, readRecord } from '../read/reading.ts';
import type { MatchRecord } from '../read/record.ts';
import { priceLevelOf } from './price_levels.ts';
import { indexIn, RARITY_STEP, type Vocabulary } from './vocabulary.ts';

/** Arrays with one slice a record (`start[i]` to `start[i + 1]`) and arrays with one value a record. */
const LAYOUT = {
  word_start: Uint32Array,
  word_id: Uint32Array,
  /** Place of its first character within the record's. */
  word_at: Uint16Array,
  word_length: Uint8Array,
  word_kind: Uint8Array,
  word_rarity: Uint8Array,
  word_retention: Uint8Array,
  character_start: Uint32Array,
  character: Uint8Array,
  code_start: Uint32Array,
  code_id: Uint32Array,
  code_rarity: Uint8Array,
  /** Bit 0: from the part number field; bit 1: the whole of it. */
  code_flags: Uint8Array,
  code_text_start: Uint32Array,
  code_text: Uint8Array,
  number_start: Uint32Array,
  number: Float32Array,
  measure_start: Uint32Array,
  measure_dimension: Uint8Array,
  measure_amount: Float32Array,
  measure_total: Float32Array,
  stated_start: Uint32Array,
  stated_kind: Uint8Array,
  stated_value: Float32Array,
  brand: Uint32Array,
  brand_text_start: Uint32Array,
  brand_text: Uint8Array,
  colors: Uint32Array,
  size: Uint32Array,
  category: Uint32Array,
  area: Uint32Array,
  /** Less the price level of the seller. */
  log_price: Float32Array,
  seller: Uint32Array,
  /** How the title ends, as a reading tells it. */
  ending: Uint8Array,
  /** 14 digits as a number, 0 where there is none. */
  gtin: Float64Array,
  /** Length of the vector of trigrams weighted by rarity. */
  gram_norm: Float32Array,
} as const;
type Layout = typeof LAYOUT;
type Column = keyof Layout;

/** Features of `count` records as flat arrays; with `SharedArrayBuffer` behind them workers share them. */
export type Features = { [K in Column]: InstanceType<Layout[K]> } & { count: number };

class Growing {
  array: Features[Column];
  length = 0;
  readonly #type: Layout[Column];
  constructor(type: Layout[Column], capacity: number) {
    this.#type = type;
    this.array = new type(Math.max(16, capacity));
  }
  /** Makes room for more values, to be written to `array` from `length` on. */
  reserve(more: number): void {
    if (this.length + more <= this.array.length) return;
    const larger = new this.#type(Math.ceil((this.length + more) * 1.6));
    larger.set(this.array.subarray(0, this.length));
    this.array = larger;
  }
  push(value: number): void {
    this.reserve(1);
    this.array[this.length++] = value;
  }
  append(values: Uint8Array): void {
    this.reserve(values.length);
    this.array.set(values, this.length);
    this.length += values.length;
  }
  /** A copy of what was pushed, in shared memory. */
  shared(): Features[Column] {
    const bytes = this.length * this.#type.BYTES_PER_ELEMENT;
    const array = new this.#type(new SharedArrayBuffer(bytes) as never);
    array.set(this.array.subarray(0, this.length));
    return array;
  }
}

const WORD_COLUMNS = [
  'word_id',
  'word_at',
  'word_length',
  'word_kind',
  'word_rarity',
  'word_retention',
] as const;
const COLUMNS = Object.keys(LAYOUT) as Column[];
const STARTS: ReadonlySet<Column> = new Set(COLUMNS.filter((name) => name.endsWith('_start')));

/** Turns records into features, one by one; places follow the order of `add`. */
export class FeaturesBuilder {
  readonly #columns: Record<Column, Growing>;
  readonly #vocabulary: Vocabulary;
  #count = 0;

  constructor(vocabulary: Vocabulary, expected = 1024) {
    this.#vocabulary = vocabulary;
    this.#columns = Object.fromEntries(
      COLUMNS.map((name) => [name, new Growing(LAYOUT[name], expected)]),
    ) as Record<Column, Growing>;
  }

  /** Adds one record; returns its place. */
  add(record: MatchRecord): number {
    return this.addReading(readRecord(record), record);
  }

  /** Adds a record that was read already. */
  addReading(reading: Reading, record: Pick<MatchRecord, 'seller' | 'price_seller' | 'gtin'>): number {
    const columns = this.#columns;
    this.#startSlices();
    this.#addWords(reading);
    for (const { id, text, isMpn, isWhole } of reading.codes) {
      columns.code_text_start.push(columns.code_text.length);
      columns.code_id.push(id);
      columns.code_rarity.push(this.#rarity(id));
      columns.code_flags.push((isMpn ? 1 : 0) | (isWhole ? 2 : 0));
      for (let at = 0; at < text.length; at++) columns.code_text.push(byteOf(text, at));
    }
    for (const number of reading.numbers) columns.number.push(number);
    for (const { dimension, amount, total } of reading.measures) {
      columns.measure_dimension.push(dimension);
      columns.measure_amount.push(amount);
      columns.measure_total.push(total);
    }
    for (const { kind, value } of reading.statements) {
      columns.stated_kind.push(KIND_NUMBER.get(kind) as number);
      columns.stated_value.push(value);
    }
    for (let at = 0; at < reading.brandText.length && at < 40; at++)
      columns.brand_text.push(byteOf(reading.brandText, at));
    columns.brand.push(reading.brand);
    columns.colors.push(reading.colors);
    columns.size.push(reading.size);
    columns.category.push(reading.category);
    columns.area.push(reading.area);
    const seller = hashText(record.seller);
    const dear = record.price_seller ? hashText(record.price_seller) : seller;
    columns.log_price.push(reading.logPrice - priceLevelOf(this.#vocabulary.price_levels, dear));
    columns.seller.push(seller);
    columns.ending.push(reading.ending);
    columns.gtin.push(record.gtin ? Number(record.gtin) : 0);
    return this.#count++;
  }

  /** The features of all records added, in shared memory. */
  build(): Features {
    this.#startSlices();
    this.#columns.code_text_start.push(this.#columns.code_text.length);
    const arrays = Object.fromEntries(COLUMNS.map((name) => [name, this.#columns[name].shared()]));
    return { ...arrays, count: this.#count } as Features;
  }

  #startSlices(): void {
    const columns = this.#columns;
    columns.word_start.push(columns.word_id.length);
    columns.character_start.push(columns.character.length);
    columns.code_start.push(columns.code_id.length);
    columns.number_start.push(columns.number.length);
    columns.measure_start.push(columns.measure_dimension.length);
    columns.stated_start.push(columns.stated_kind.length);
    columns.brand_text_start.push(columns.brand_text.length);
  }

  #rarity(id: number): number {
    const at = indexIn(this.#vocabulary.ids, id);
    return at < 0 ? this.#vocabulary.unknown_rarity : (this.#vocabulary.rarity[at] as number);
  }

  #addWords(reading: Reading): void {
    const columns = this.#columns;
    const vocabulary = this.#vocabulary;
    const count = reading.words.length;
    for (const name of WORD_COLUMNS) columns[name].reserve(count);
    // Written by hand into arrays of one type each: this is the innermost loop of an ingest.
    const ids = columns.word_id.array as Uint32Array;
    const ats = columns.word_at.array as Uint16Array;
    const lengths = columns.word_length.array as Uint8Array;
    const kinds = columns.word_kind.array as Uint8Array;
    const rarities = columns.word_rarity.array as Uint8Array;
    const retentions = columns.word_retention.array as Uint8Array;
    const from = columns.word_id.length;
    let place = 0;
    for (let word = 0; word < count; word++) {
      const { id, text, kind } = reading.words[word] as Reading['words'][number];
      const at = indexIn(vocabulary.ids, id);
      ids[from + word] = id;
      ats[from + word] = place;
      lengths[from + word] = text.length;
      kinds[from + word] = kind;
      rarities[from + word] = at < 0 ? vocabulary.unknown_rarity : (vocabulary.rarity[at] as number);
      retentions[from + word] = at < 0 ? vocabulary.mean_retention : (vocabulary.retention[at] as number);
      place += text.length + 1;
    }
    for (const name of WORD_COLUMNS) columns[name].length += count;
    const characters = charactersOf(reading.words);
    columns.character.append(characters);
    columns.gram_norm.push(gramNorm(characters, vocabulary));
  }
}

const counts = new Uint8Array(65_536);

function gramNorm(characters: Uint8Array, vocabulary: Vocabulary): number {
  let square = 0;
  gramsOf(characters, 0, characters.length, (slot) => {
    const weight = (vocabulary.grams[slot] as number) * RARITY_STEP;
    // (c + 1)² - c² = 2c + 1, summed as the count grows.
    square += weight * weight * (2 * (counts[slot] as number) + 1);
    counts[slot] = (counts[slot] as number) + 1;
  });
  gramsOf(characters, 0, characters.length, (slot) => {
    counts[slot] = 0;
  });
  return Math.sqrt(square);
}

/** The features of many records. */
export function featuresOf(records: Iterable<MatchRecord>, vocabulary: Vocabulary): Features {
  const builder = new FeaturesBuilder(vocabulary);
  for (const record of records) builder.add(record);
  return builder.build();
}

/** Bytes that the features take. */
export const featureBytes = (features: Features): number =>
  COLUMNS.reduce((sum, name) => sum + features[name].byteLength, 0);

/** The arrays by name, to be written to a file or handed to a worker. */
export function featureColumns(features: Features): [name: string, bytes: Uint8Array][] {
  return COLUMNS.map((name) => {
    const { buffer, byteOffset, byteLength } = features[name];
    return [name, new Uint8Array(buffer, byteOffset, byteLength)];
  });
}

/** The features that `featureColumns` gave away; throws where a column is missing. */
export function featuresFrom(columns: ReadonlyMap<string, Uint8Array>): Features {
  const arrays = COLUMNS.map((name) => {
    const bytes = columns.get(name);
    if (!bytes) throw new Error(`features: the column ${name} is missing; run \`commerce-index rebuild\``);
    const type = LAYOUT[name];
    const aligned = bytes.byteOffset % type.BYTES_PER_ELEMENT === 0 ? bytes : bytes.slice();
    return [
      name,
      new type(
        aligned.buffer as ArrayBuffer,
        aligned.byteOffset,
        aligned.byteLength / type.BYTES_PER_ELEMENT,
      ),
    ];
  });
  const features = Object.fromEntries(arrays) as Features;
  features.count = features.brand.length;
  return features;
}

/** Parts built apart (by workers, say) as one, in order. */
export function concatFeatures(parts: readonly Features[]): Features {
  const arrays = COLUMNS.map((name) => {
    const type = LAYOUT[name];
    const isStart = STARTS.has(name);
    // The last start of a part is the first of the next, shifted by all that went before.
    const lengths = parts.map((part) => part[name].length - (isStart ? 1 : 0));
    const total = lengths.reduce((sum, length) => sum + length, isStart ? 1 : 0);
    const array = new type(new SharedArrayBuffer(total * type.BYTES_PER_ELEMENT) as never);
    let at = 0;
    let shift = 0;
    parts.forEach((part, index) => {
      const values = part[name];
      array.set(values, at);
      if (isStart) for (let k = 0; k < values.length; k++) array[at + k] = (values[k] as number) + shift;
      shift += isStart ? (values.at(-1) as number) : 0;
      at += lengths[index] as number;
    });
    return [name, array];
  });
  return {
    ...Object.fromEntries(arrays),
    count: parts.reduce((sum, { count }) => sum + count, 0),
  } as Features;
}

/** The ids of the whole words of some titles, in their order. */
export function titlesOf(features: Features, places: readonly number[]): number[][] {
  return places.map((place) => {
    const words: number[] = [];
    const to = features.word_start[place + 1] as number;
    for (let at = features.word_start[place] as number; at < to; at++)
      if (features.word_kind[at] !== FRAGMENT) words.push(features.word_id[at] as number);
    return words;
  });
}
