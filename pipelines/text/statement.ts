/** What a thing may be said to be, in so many words. Amounts first: `length` and `capacity` are units.json's dimensions. */
export const STATED_KINDS = [
  'weight',
  'volume',
  'count',
  'length',
  'capacity',
  'power',
  'voltage',
  'charge',
  'frequency',
  'resolution',
  'light',
  'percent',
  'time',
  'pack',
  'size',
  'colour',
  'scent_or_taste',
  'sex',
  'age_group',
  'side',
  'edition',
  'tier',
  'version',
  'generation',
  'year',
  'number',
  'model',
  'condition',
  'compatible',
  'accessory',
  'spare_part',
  'holds',
] as const;
export type StatedKind = (typeof STATED_KINDS)[number];

/**
 * What only helps to judge statements: the words around a number, any number that stands somewhere, or measures something there, what a thing is for, a
 * declared colour in words that are in no list.
 */
const HELPERS = ['number_beside', 'figure', 'measured_figure', 'goes_with', 'tier_of', 'shade'] as const;
export type Helper = (typeof HELPERS)[number];

export const KIND_NUMBER: ReadonlyMap<StatedKind | Helper, number> = new Map(
  [...STATED_KINDS, ...HELPERS].map((kind, at) => [kind, at] as const),
);

/** One thing that a text states: of what kind, its value (an amount in base units, a number, or the id of a word), and the words for it. */
export interface Statement {
  kind: StatedKind | Helper;
  /** Exact as a 32-bit float. */
  value: number;
  text: string;
}

/** A compatible thing of another maker, by its first words; one that merely goes with something. */
export const THIRD_PARTY = 2;
export const GOES_WITH = 1;
/** What a thing goes with is named, or it is a noun of what goes with things. */
export const FOR = 1;
export const NOUN = 2;

/** What is beside a number where that is no word; where nothing is behind it. */
export const NO_WORD = 0;
export const TITLE_END = 1;
const BESIDE = 4096;
const SERIES = 8192;

/** The words before and behind a number, 12 bits of each, as one value; both as `wordId` or one of the above. */
export const besideValue = (before: number, behind: number): number =>
  shortId(before) * BESIDE + shortId(behind);
const shortId = (id: number): number => (id <= TITLE_END ? id : 2 + (id % (BESIDE - 2)));
/** Of such a value: what is before, what is behind. */
export const beforeIn = (value: number): number => Math.floor(value / BESIDE);
export const behindIn = (value: number): number => value % BESIDE;

/** A model number as one value: 11 bits of its series and 13 of itself. */
export const modelValue = (series: string, code: string): number => ofSeries(series, wordId(code) % SERIES);
/** So many of a thing (`person`) as one value, likewise. */
export const heldValue = (thing: string, count: number): number => ofSeries(thing, count % SERIES);
const ofSeries = (series: string, value: number): number => (wordId(series) % 2048) * SERIES + value;
/** Of such values: the series, or the thing. */
export const seriesIn = (value: number): number => Math.floor(value / SERIES);

/** Takes a statement, if it is not there yet. */
export type Add = (kind: Statement['kind'], value: number, text: string) => void;

/** A taker of statements into a list. */
export const addTo =
  (stated: Statement[]): Add =>
  (kind, value, text) => {
    if (!stated.some((one) => one.kind === kind && one.value === value)) stated.push({ kind, value, text });
  };

/** 24 bits of FNV-1a: exact as a 32-bit float, and different words rarely meet. */
export function wordId(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash >>> 8) ^ (hash & 0xff)) >>> 0;
}
