import { foldSlug } from '../text/fold.ts';
import { type Dimension, UNITS } from '../text/units.ts';
import table from './attributes.json' with { type: 'json' };

/** How the value of an attribute is read and compared. `measure`: an amount of the unit's dimension. */
export type AttributeType =
  | 'measure'
  | 'rate'
  | 'number'
  | 'count'
  | 'content'
  | 'color'
  | 'size'
  | 'resolution'
  | 'material'
  | 'connector'
  | 'connectivity'
  | 'freedom'
  | 'code'
  | 'text';

/** An attribute that means the same at every seller. */
export interface Attribute {
  /** `<namespace>.<name>`. */
  key: string;
  label: string;
  type: AttributeType;
  /** What its numbers are in; null where it has none, or where the value says (`net_content`). */
  unit: string | null;
  /** Of a measure. */
  dimension: Dimension | null;
  /** Base units of the dimension in one unit. */
  factor: number;
  /** An item has several at once: its connectors. */
  many: boolean;
}

interface Entry {
  label: string;
  type: string;
  unit?: string;
  many?: boolean;
  names: string;
  /** What people call it besides, and no feed does. */
  asked?: string;
}

function attributeOf(key: string, { label, type, unit, many = false }: Entry): Attribute {
  const measured = type === 'measure' ? UNITS.get((unit ?? '').toLowerCase()) : undefined;
  if (type === 'measure' && !measured) throw new RangeError(`attributes.json: ${key} has no known unit`);
  return {
    key,
    label,
    type: type as AttributeType,
    unit: unit ?? null,
    dimension: measured?.dimension ?? null,
    factor: measured?.factor ?? 1,
    many,
  };
}

const entries = Object.entries(table as Record<string, Entry>);

/** The attributes of attributes.json by key. */
export const ATTRIBUTES: ReadonlyMap<string, Attribute> = new Map(
  entries.map(([key, entry]) => [key, attributeOf(key, entry)]),
);

const byName = Map.groupBy(
  entries.flatMap(([key, { names }]) =>
    [...names.split(' '), key.slice(key.indexOf('.') + 1)].map((name) => ({ name: foldSlug(name), key })),
  ),
  ({ name }) => name,
);

const NONE: readonly Attribute[] = [];
const named = new Map(
  [...byName].map(([name, found]) => [
    name,
    [...new Set(found.map(({ key }) => key))].map((key) => ATTRIBUTES.get(key) as Attribute),
  ]),
);

/**
 * The attributes that a folded name (`foldSlug`) may mean: `capacity` is one of storage, of a battery or of a tank, and
 * the value's dimension tells which. Empty for a name nobody has described.
 */
export const attributesNamed = (name: string): readonly Attribute[] => named.get(name) ?? NONE;

const askedBy = Map.groupBy(
  entries.flatMap(([key, { asked = '' }]) => asked.split(' ').map((name) => ({ name: foldSlug(name), key }))),
  ({ name }) => name,
);

/** The attributes that people may mean by a folded name: `pages` of what a cartridge prints, too. */
export const attributesAsked = (name: string): readonly Attribute[] => [
  ...new Set([
    ...attributesNamed(name),
    ...(askedBy.get(name) ?? []).map(({ key }) => ATTRIBUTES.get(key) as Attribute),
  ]),
];

/** The attribute of a key. Throws RangeError for a key that attributes.json does not have. */
export function attributeNamed(key: string): Attribute {
  const attribute = ATTRIBUTES.get(key);
  if (!attribute) throw new RangeError(`no attribute ${key} in attributes.json`);
  return attribute;
}
