import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import {
  Bool,
  type Data,
  type DataType,
  Field,
  Float64,
  Int64,
  List,
  makeData,
  TimestampMicrosecond,
  Utf8,
} from 'apache-arrow';
import { type DuckDbVector, listedValues, TextVector, validityMask, valueBytes } from './duckdb_vector.ts';
import { TextValues } from './text_values.ts';
import { holds, Validity } from './validity.ts';

/** One column of a record batch while it is filled from DuckDB's chunks; its buffers are used again for the next. */
export interface ColumnBuilder {
  readonly type: DataType;
  /** Bytes of values of no fixed width held now. */
  readonly textBytes: number;
  /** Takes the first `rows` rows of a vector. */
  append(vector: DuckDbVector, rows: number): void;
  /** The rows taken, over the builder's own buffers: to be copied before `clear` or the next `append`. */
  data(): Data;
  clear(): void;
}

/** The builder of a column of this DuckDB type, for at most `capacity` rows. */
export function columnBuilder(type: DuckDBType, capacity: number): ColumnBuilder {
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      return new TextBuilder();
    case DuckDBTypeId.LIST:
      return new TextListBuilder(capacity);
    case DuckDBTypeId.BOOLEAN:
      return new BooleanBuilder(capacity);
    case DuckDBTypeId.BIGINT:
      return new FixedBuilder(new Int64(), BigInt64Array, capacity);
    case DuckDBTypeId.DOUBLE:
      return new FixedBuilder(new Float64(), Float64Array, capacity);
    case DuckDBTypeId.TIMESTAMP:
      return new FixedBuilder(new TimestampMicrosecond('UTC'), BigInt64Array, capacity);
    default:
      throw new TypeError(`a column of the type ${type.toString()} has no Arrow type here`);
  }
}

type Numbers = BigInt64Array | Float64Array;

/** Values of one width, which lie in both as they are. */
class FixedBuilder implements ColumnBuilder {
  readonly type: DataType;
  readonly textBytes = 0;
  readonly #validity = new Validity();
  readonly #values: Numbers;
  readonly #bytes: Uint8Array;
  readonly #width: number;
  #rows = 0;

  constructor(
    type: DataType,
    array: { new (length: number): Numbers; BYTES_PER_ELEMENT: number },
    capacity: number,
  ) {
    this.type = type;
    this.#values = new array(capacity);
    this.#bytes = new Uint8Array(this.#values.buffer);
    this.#width = array.BYTES_PER_ELEMENT;
  }

  append(vector: DuckDbVector, rows: number): void {
    const mask = validityMask(vector, rows);
    this.#bytes.set(valueBytes(vector, rows * this.#width), this.#rows * this.#width);
    if (mask !== null)
      for (let row = 0; row < rows; row++) if (!holds(mask, row)) this.#blank(this.#rows + row);
    this.#validity.append(mask, 0, rows);
    this.#rows += rows;
  }

  data(): Data {
    return makeData({
      type: this.type as Int64,
      length: this.#rows,
      nullCount: this.#validity.nulls,
      nullBitmap: this.#validity.bitmap(),
      data: this.#values.subarray(0, this.#rows) as BigInt64Array,
    });
  }

  clear(): void {
    this.#validity.clear();
    this.#rows = 0;
  }

  /** What lies where no value is may be anything that was in memory; it does not leave. */
  #blank(row: number): void {
    this.#bytes.fill(0, row * this.#width, (row + 1) * this.#width);
  }
}

/** A byte a value in DuckDB, a bit in Arrow. */
class BooleanBuilder implements ColumnBuilder {
  readonly type = new Bool();
  readonly textBytes = 0;
  readonly #validity = new Validity();
  readonly #bits: Uint8Array;
  #rows = 0;

  constructor(capacity: number) {
    this.#bits = new Uint8Array((capacity + 7) >> 3);
  }

  append(vector: DuckDbVector, rows: number): void {
    const mask = validityMask(vector, rows);
    const values = valueBytes(vector, rows);
    for (let row = 0; row < rows; row++) {
      if (values[row] !== 1 || (mask !== null && !holds(mask, row))) continue;
      const at = this.#rows + row;
      this.#bits[at >> 3] = (this.#bits[at >> 3] as number) | (1 << (at & 7));
    }
    this.#validity.append(mask, 0, rows);
    this.#rows += rows;
  }

  data(): Data {
    const { nulls } = this.#validity;
    const data = this.#bits.subarray(0, (this.#rows + 7) >> 3);
    const nullBitmap = this.#validity.bitmap();
    return makeData({ type: this.type, length: this.#rows, nullCount: nulls, nullBitmap, data });
  }

  clear(): void {
    this.#validity.clear();
    this.#bits.fill(0);
    this.#rows = 0;
  }
}

class TextBuilder implements ColumnBuilder {
  readonly type = new Utf8();
  readonly #texts = new TextValues();

  get textBytes(): number {
    return this.#texts.byteLength;
  }

  append(vector: DuckDbVector, rows: number): void {
    this.#texts.append(new TextVector(vector, rows), 0, rows);
  }

  data(): Data<Utf8> {
    return textData(this.#texts);
  }

  clear(): void {
    this.#texts.clear();
  }
}

function textData(texts: TextValues): Data<Utf8> {
  return makeData({
    type: new Utf8(),
    length: texts.rows,
    nullCount: texts.validity.nulls,
    nullBitmap: texts.validity.bitmap(),
    valueOffsets: texts.offsets(),
    data: texts.bytes(),
  });
}

/** Lists of texts. */
class TextListBuilder implements ColumnBuilder {
  readonly type = new List(new Field('item', new Utf8(), true));
  readonly #validity = new Validity();
  readonly #texts = new TextValues();
  readonly #offsets: Int32Array;
  #rows = 0;

  constructor(capacity: number) {
    this.#offsets = new Int32Array(capacity + 1);
  }

  get textBytes(): number {
    return this.#texts.byteLength;
  }

  append(vector: DuckDbVector, rows: number): void {
    const mask = validityMask(vector, rows);
    const { child, count } = listedValues(vector);
    const texts = new TextVector(child, count);
    const entries = valueBytes(vector, rows * 16);
    const places = new BigUint64Array(entries.buffer, entries.byteOffset, rows * 2);
    // Lists mostly lie one behind the other, and are then taken at once.
    let first = 0;
    let next = 0;
    for (let row = 0; row < rows; row++) {
      if (mask === null || holds(mask, row)) {
        const start = Number(places[row * 2]);
        if (start !== next) {
          this.#texts.append(texts, first, next - first);
          first = start;
        }
        next = start + Number(places[row * 2 + 1]);
      }
      this.#offsets[++this.#rows] = this.#texts.rows + next - first;
    }
    this.#texts.append(texts, first, next - first);
    this.#validity.append(mask, 0, rows);
  }

  data(): Data {
    return makeData({
      type: this.type,
      length: this.#rows,
      nullCount: this.#validity.nulls,
      nullBitmap: this.#validity.bitmap(),
      valueOffsets: this.#offsets.subarray(0, this.#rows + 1),
      child: textData(this.#texts),
    });
  }

  clear(): void {
    this.#validity.clear();
    this.#texts.clear();
    this.#rows = 0;
  }
}
