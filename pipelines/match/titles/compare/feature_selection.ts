import type { Features } from './features.ts';

type Column = Exclude<keyof Features, 'count'>;

/** Columns that hold a slice for each record, by the column that says where it begins. */
const SLICED: Partial<Record<Column, readonly Column[]>> = {
  word_start: ['word_id', 'word_at', 'word_length', 'word_kind', 'word_rarity', 'word_retention'],
  character_start: ['character'],
  code_start: ['code_id', 'code_rarity', 'code_flags'],
  number_start: ['number'],
  measure_start: ['measure_dimension', 'measure_amount', 'measure_total'],
  stated_start: ['stated_kind', 'stated_value'],
  brand_text_start: ['brand_text'],
};
const PLAIN: readonly Column[] = [
  'brand',
  'colors',
  'size',
  'category',
  'area',
  'log_price',
  'seller',
  'ending',
  'gtin',
  'gram_norm',
];

/** The features of some records, in the order of `places`. Codes have slices of their own (their texts). */
export function selectFeatures(features: Features, places: Uint32Array): Features {
  const chosen: Partial<Record<Column, Features[Column]>> = {};
  for (const name of PLAIN) chosen[name] = gather(features[name], places);
  for (const [start, columns] of Object.entries(SLICED) as [Column, readonly Column[]][]) {
    const { starts, from } = sliceStarts(features[start] as Uint32Array, places);
    chosen[start] = starts;
    for (const name of columns) chosen[name] = gather(features[name], from);
    if (start !== 'code_start') continue;
    const texts = sliceStarts(features.code_text_start, from);
    chosen.code_text_start = texts.starts;
    chosen.code_text = gather(features.code_text, texts.from);
  }
  return { ...chosen, count: places.length } as Features;
}

/** Where the slices of `places` begin when they stand one after another, and where each of their values was. */
function sliceStarts(start: Uint32Array, places: Uint32Array) {
  const starts: Uint32Array<ArrayBuffer> = new Uint32Array(
    new SharedArrayBuffer((places.length + 1) * 4) as never,
  );
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    starts[at + 1] = (starts[at] as number) + (start[place + 1] as number) - (start[place] as number);
  }
  const from = new Uint32Array(starts[places.length] as number);
  for (let at = 0; at < places.length; at++) {
    const first = start[places[at] as number] as number;
    const to = starts[at] as number;
    const length = (starts[at + 1] as number) - to;
    for (let k = 0; k < length; k++) from[to + k] = first + k;
  }
  return { starts, from };
}

function gather<T extends Features[Column]>(values: T, places: Uint32Array): T {
  const type = values.constructor as new (buffer: SharedArrayBuffer) => T;
  const chosen = new type(new SharedArrayBuffer(places.length * values.BYTES_PER_ELEMENT));
  for (let at = 0; at < places.length; at++) chosen[at] = values[places[at] as number] as number;
  return chosen;
}
