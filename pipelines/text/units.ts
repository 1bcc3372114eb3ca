import { foldText } from './fold.ts';
import table from './units.json' with { type: 'json' };

/** What an amount measures; amounts of one dimension are compared in its base unit. New ones come last: models number them. */
export const DIMENSIONS = [
  'mass',
  'volume',
  'count',
  'length',
  'data',
  'power',
  'voltage',
  'charge',
  'frequency',
  'resolution',
  'light',
  'percent',
  'time',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Place of a dimension in DIMENSIONS, for arrays of numbers. */
export const dimensionIndex = (dimension: Dimension): number => DIMENSIONS.indexOf(dimension);

/** Base units: gram, millilitre, piece, millimetre, megabyte, watt, volt, milliampere hour, hertz, megapixel, lumen, percent, hour. */
export interface Unit {
  dimension: Dimension;
  /** Base units in one of this unit. */
  factor: number;
  /** A spelling that is also a plain word: read only right behind its number (`15in`, `15-in`). */
  glued: boolean;
  /** How an amount of it is spelt in an index of words: `15.6inch`; null for counted things (`30 capsules`), whose word stays one. */
  name: string | null;
}

interface UnitEntry {
  dimension: string;
  factor: number;
  spellings: Readonly<Record<string, string>>;
  glued?: string;
  search?: string;
  thing?: boolean;
}

function readTable(): Map<string, Unit> {
  const units = new Map<string, Unit>();
  for (const [key, entry] of Object.entries(table as Record<string, UnitEntry>)) {
    const dimension = DIMENSIONS.find((name) => name === entry.dimension);
    if (!dimension) throw new RangeError(`units.json: ${key} has the unknown dimension ${entry.dimension}`);
    const name = entry.thing ? null : (entry.search ?? key);
    const unit = { dimension, factor: entry.factor, name };
    for (const spelling of spellingsOf(Object.values(entry.spellings)))
      units.set(spelling, { ...unit, glued: false });
    for (const spelling of spellingsOf([entry.glued ?? ''])) units.set(spelling, { ...unit, glued: true });
  }
  return units;
}

const spellingsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    text
      .split(' ')
      .filter((spelling) => spelling !== '')
      .map(foldText),
  );

/** Folded spelling → unit; words of a spelling of two words are joined by `_`. */
export const UNITS: ReadonlyMap<string, Unit> = readTable();

/** How two amounts of one dimension differ by no more than rounding of labels (1.5 %) allows. */
export const sameAmount = (left: number, right: number): boolean =>
  Math.abs(left - right) <= 0.015 * Math.max(left, right);
