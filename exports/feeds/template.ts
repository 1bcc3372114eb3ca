import type { FactName, Facts, Item } from './facts.ts';

/** A value of a record: a fact, as the protocol wants it. */
export interface Leaf {
  of: FactName;
  /** Without it the protocol refuses the record. */
  required?: true;
  /** Most characters. A longer text is cut where `cut` says so, else it counts as not there. */
  most?: number;
  cut?: true;
  /** The protocol's spelling of each value; one that is not in it cannot be said. */
  as?: Readonly<Record<string, Scalar>>;
}

/** One object for each item of a list fact; fields name the item's own. */
export interface Each {
  each: FactName;
  item: Readonly<Record<string, { item: keyof Item } | string>>;
  most?: number;
}

export type Scalar = string | number | boolean;
/** What a record of a protocol looks like: plain texts are constants. */
export type Template = Leaf | Each | readonly Template[] | string | { readonly [field: string]: Template };

export type Filled = Scalar | Filled[] | { [field: string]: Filled };

/** Why a record cannot be said in a protocol: the first required field that it has no value for. */
export interface Lack {
  field: string;
  reason: 'missing' | 'too_long' | 'not_sayable';
}

/** Thrown out of `fill`, caught by `recordOf`. */
class LackError extends Error {
  readonly lack: Lack;
  constructor(lack: Lack) {
    super(`${lack.field} is ${lack.reason}`);
    this.lack = lack;
  }
}

/** The record of these facts, or why there is none. Objects and lists without any value are left out. */
export function recordOf(template: Template, facts: Facts): Filled | Lack {
  try {
    return fill(template, facts, '') ?? {};
  } catch (error) {
    if (error instanceof LackError) return error.lack;
    throw error;
  }
}

export function isLack(record: Filled | Lack): record is Lack {
  return typeof record === 'object' && 'reason' in record && 'field' in record;
}

function fill(template: Template, facts: Facts, field: string): Filled | undefined {
  if (typeof template === 'string') return template;
  if (isList(template)) {
    const values = template.flatMap((each) => fill(each, facts, field) ?? []);
    return values.length > 0 ? values : undefined;
  }
  if ('of' in template) return leafOf(template as Leaf, facts, field);
  if ('each' in template) return itemsOf(template as Each, facts);
  const entries = Object.entries(template as Record<string, Template>).flatMap(([name, inner]) => {
    const value = fill(inner, facts, field === '' ? name : `${field}.${name}`);
    return value === undefined ? [] : [[name, value] as const];
  });
  const isOnlyConstants = entries.every(([name]) => typeof Reflect.get(template, name) === 'string');
  return entries.length === 0 || (isOnlyConstants && field !== '') ? undefined : Object.fromEntries(entries);
}

const isList = (template: Template): template is readonly Template[] => Array.isArray(template);

function leafOf({ of, required, most, cut, as }: Leaf, facts: Facts, field: string): Filled | undefined {
  const refuse = (reason: Lack['reason']): undefined => {
    if (required) throw new LackError({ field, reason });
    return undefined;
  };
  const fact = facts[of];
  if (fact === undefined || fact === '') return refuse('missing');
  const value = as ? as[fact as Scalar & string] : fact;
  if (value === undefined) return refuse('not_sayable');
  if (Array.isArray(value))
    return value.length === 0 ? refuse('missing') : (value.slice(0, most) as Filled[]);
  if (most === undefined || String(value).length <= most) return value;
  return cut ? shortened(String(value), most) : refuse('too_long');
}

function itemsOf({ each, item, most }: Each, facts: Facts): Filled | undefined {
  const items = facts[each] as readonly Item[] | undefined;
  if (items === undefined || items.length === 0) return undefined;
  return items
    .slice(0, most)
    .map((one) =>
      Object.fromEntries(
        Object.entries(item).map(([name, of]) => [name, typeof of === 'string' ? of : (one[of.item] ?? '')]),
      ),
    );
}

/** At most so many characters, ended at a word where one ends in the last fifth. */
export function shortened(text: string, most: number): string {
  const head = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '');
  const space = head.lastIndexOf(' ');
  return `${head.slice(0, space > most * 0.8 ? space : undefined).trimEnd()}…`;
}
