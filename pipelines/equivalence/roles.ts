import type { SettledAttribute } from '../attributes/settle.ts';
import { type AttributeValue, isRange } from '../domain/attribute.ts';
import { compatibleNames, isCompatibilityList } from '../domain/consumption.ts';
import table from './roles.json' with { type: 'json' };

/**
 * What an attribute tells of a relation. `lineage`: which generation it is; `fit`: what it works with; `line`: which
 * range of its brand; `taste`: one of several a thing comes in.
 */
export type Role = keyof typeof table.attributes;

const byName = new Map(
  Object.entries(table.attributes).flatMap(([role, names]) =>
    names.map((name) => [name, role as Role] as const),
  ),
);

/** What a key is for, by the name behind its namespace; null for most. */
export const roleOf = (key: string): Role | null =>
  isCompatibilityList(key) ? 'fit' : (byName.get(nameOf(key)) ?? null);

/** A key without its namespace. */
export const nameOf = (key: string): string => key.slice(key.indexOf('.') + 1);

/** Attributes of a role. */
export function inRole(attributes: ReadonlyMap<string, SettledAttribute>, role: Role): SettledAttribute[] {
  return [...attributes.values()].filter(({ key }) => roleOf(key) === role);
}

/** Whether a key counts what is in a pack: `capsules_per_pack`, `loads_per_pack`. */
export const isPerPack = (key: string): boolean => key.endsWith('_per_pack');

/** A value as a text; a range has none that could be compared. */
export const textOf = (value: AttributeValue): string => (isRange(value) ? '' : String(value));

/** The several values of a list, folded: `Inkwell Folio 2110;Inkwell Folio 2120`. */
export const listed = (value: AttributeValue): string[] => compatibleNames(textOf(value));

/** Nodes of what is used up by another thing, which it must fit. */
export const CONSUMABLES: ReadonlySet<string> = new Set(table.consumables);

/** Words of titles that do not say which of a brand's things it is. */
export const UNSAYING: readonly string[] = table.unsaying;

/** Names that things of any kind have: `set`, `system`. */
export const GENERIC_THINGS: ReadonlySet<string> = new Set(table.generic_things);

/** Those of them behind which a thing is still what stands before: `camera body`. */
export const WHOLES: ReadonlySet<string> = new Set(table.wholes);

/** Words that labels end with and that are no goods in a title. */
export const NO_THINGS: ReadonlySet<string> = new Set(table.no_things);

/** By a thing, in the singular, what is a kind of it and is called otherwise: earbuds are headphones. */
export const NARROWER_THINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(table.narrower_things),
);

/** Those for several things. */
export const SEVERAL: ReadonlySet<string> = new Set(table.several);

/** Names of what goes onto another thing, besides accessories and spare parts (pipelines/text/languages). */
export const ATTACHED_THINGS: ReadonlySet<string> = new Set(table.attached_things);

/** What a thing has and what extends one, which are sold by themselves: a head for shavers, the extension of a game. */
export const PARTS_OF_THINGS: readonly string[] = table.parts_of_things;

/** Materials that things are called by. */
export const MATERIAL_THINGS: ReadonlySet<string> = new Set(table.material_things);

/** Words whose number is no rank of the thing: standards, sizes, volumes of a book. */
export const VERSIONED: ReadonlySet<string> = new Set(table.versioned);

/** Makers and names of parts that have generations of their own. */
export const COMPONENTS: ReadonlySet<string> = new Set(table.components);

/** Folded word → the animal that it names, in English. */
export const SPECIES: ReadonlyMap<string, string> = new Map(
  Object.entries(table.species).flatMap(([animal, words]) => words.map((word) => [word, animal] as const)),
);

/** Whether things of a node are used up by what is in them, so that they are weighed by the price of that. */
export const isSoldByContent = (node: string | null): boolean =>
  node !== null && table.sold_by_content.some((one) => node === one || node.startsWith(`${one}.`));

/** Folded ordinal → its number: `fourth`. */
/** Words for an edition cut short. */
export const EDITIONS_SHORT: ReadonlySet<string> = new Set(table.editions_short);

export const ORDINALS: ReadonlyMap<string, number> = new Map(
  table.ordinals.flatMap((words, at) => words.map((word) => [word, at + 1] as const)),
);

/** Words for sizes of beds and of what lies on them. */
export const BED_SIZES: ReadonlySet<string> = new Set(table.bed_sizes);

/** Beds and what lies on them, whose sizes are told so. */
export const BEDS: ReadonlySet<string> = new Set(table.beds);

/** Names of standards that things of any maker follow. */
export const STANDARDS: readonly string[] = table.standards;

const REPLACEMENTS: ReadonlySet<string> = new Set(table.replacements);

/** Whether a word is said of what takes the place of a part: `replacement`, and what begins so (`Ersatzdichtung`). */
export const isOfReplacement = (word: string): boolean =>
  REPLACEMENTS.has(word) || table.replacement_starts.some((start) => word.startsWith(start));

/** Words for what extends another thing, and does nothing without it. */
export const EXTENSIONS: ReadonlySet<string> = new Set(table.extensions);

/** Folded word → words that say the opposite of the same thing. */
export const OPPOSITES: ReadonlyMap<string, readonly string[]> = new Map(
  table.opposites.flatMap((words) =>
    words.map((word) => [word, words.filter((other) => other !== word)] as const),
  ),
);

/** Names that any machine has and no part of one: a `streaming device` is no part of a stick. */
export const NAMES_OF_ANY: ReadonlySet<string> = new Set(table.names_of_any);

/** Words by which a title calls a thing an accessory. */
export const ACCESSORY_NAMES: ReadonlySet<string> = new Set(table.accessory_names);
