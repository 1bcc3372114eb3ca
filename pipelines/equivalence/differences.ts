import { ATTRIBUTES } from '../attributes/attributes.ts';
import type { SettledAttribute } from '../attributes/settle.ts';
import { sameValue } from '../attributes/value.ts';
import { type AttributeValue, isRange } from '../domain/attribute.ts';
import type { Conflict } from '../domain/conflicts.ts';
import { kindName } from '../domain/contradictions.ts';
import type { StatedKind } from '../text/statement.ts';
import type { ComparedItem } from './compared_item.ts';
import { numberChains } from './part_numbers.ts';
import type { Related } from './relation.ts';
import { roleOf } from './roles.ts';
import { sameBrand } from './wording.ts';

/** What two things do not have in common. A side is null where it does not say. */
export interface Difference {
  /** An attribute's key, `brand`, `category`, or in words what is said differently. */
  attribute: string;
  a: string | null;
  b: string | null;
  note?: string;
}

/** Attributes less sure than this are no difference. */
export const LEAST_SURE = 0.6;
/** What names the item itself or is told otherwise. */
export const TOLD_OTHERWISE: ReadonlySet<string> = new Set([
  'general.model_number',
  'general.condition',
  'general.item_group_title',
]);
/** A longer text describes; it is no value to be compared. */
export const LONGEST = 60;

/** The key of an attribute that says the same as a kind of statement. */
const KEY_OF: Partial<Record<StatedKind, string>> = {
  weight: 'general.net_content',
  volume: 'general.net_content',
  pack: 'general.pack_count',
  count: 'general.piece_count',
  size: 'general.size',
  colour: 'general.color',
  capacity: 'general.capacity',
  condition: 'general.condition',
};
/** Attributes any of which says what a kind of statement does. */
const SAID_BY: Partial<Record<StatedKind, readonly string[]>> = {
  capacity: ['general.capacity', 'general.memory'],
  volume: ['general.net_content', 'general.volume'],
  weight: ['general.net_content', 'general.weight', 'general.load_capacity'],
  length: ['general.screen_size', 'cable.length'],
};

/** Keys of numbers of things: `capsules_per_pack`, `ports`. */
const COUNTED = /(?:_count|_per_pack|ports|channels|pieces)$/;

/** What sets two things apart: of other kinds the kind alone, of identical ones nothing; the condition first. */
export function differencesOf(
  a: ComparedItem,
  b: ComparedItem,
  { relation, basis, conflicts, lineage }: Related,
): Difference[] {
  if (relation === 'identical') return [];
  if (basis === 'other_kind' || basis === 'accessory' || basis === 'works_with') {
    const said = conflicts.filter(({ kind }) => kind === 'accessory' || kind === 'spare_part').map(stated);
    return [
      ...(a.category === b.category ? [] : [{ attribute: 'category', a: a.category, b: b.category }]),
      ...said,
    ];
  }
  const found: Difference[] = [];
  if (a.condition !== b.condition)
    found.push({
      attribute: 'general.condition',
      a: a.condition,
      b: b.condition,
      note: 'terms and warranty may differ',
    });
  if (lineage)
    found.push({
      attribute: lineage.by,
      a: lineage.a,
      b: lineage.b,
      note: `${lineage.newer} is the newer one`,
    });
  if (sameBrand(a, b) === 'other') found.push({ attribute: 'brand', a: a.brand, b: b.brand });
  found.push(
    ...ofAttributes(a, b).filter(
      (own) =>
        !found.some((one) => one.attribute === own.attribute) &&
        !(lineage && roleOf(own.attribute) === 'lineage' && saysAsMuch(own, lineage)),
    ),
  );
  const told = new Set(found.map(({ attribute }) => attribute));
  const further = conflicts.filter(
    (conflict) =>
      conflict.kind !== lineage?.by &&
      !(SAID_BY[conflict.kind] ?? [KEY_OF[conflict.kind] ?? '']).some((key) => told.has(key)) &&
      !found.some((one) => saysAsMuch(one, { a: conflict.left, b: conflict.right })),
  );
  return [...found, ...further.map(stated), ...ofChains(a, b)];
}

/** `916-19` and `916-29`, where each bears one such number. */
function ofChains(a: ComparedItem, b: ComparedItem): Difference[] {
  const [[own, ...more], [other, ...others]] = [[...numberChains(a)], [...numberChains(b)]];
  const isOne = own !== undefined && other !== undefined && more.length + others.length === 0;
  return isOne && own !== other ? [{ attribute: 'number', a: own, b: other }] : [];
}

/** Whether two differences are of the same figures: `60hz` and `144hz` say no more than 60 Hz and 144 Hz. */
function saysAsMuch(one: Sides, other: Sides): boolean {
  const [a, b] = [figuresOf(other.a), figuresOf(other.b)];
  return a !== '' && b !== '' && figuresOf(one.a) === a && figuresOf(one.b) === b;
}
type Sides = Pick<Difference, 'a' | 'b'>;

const figuresOf = (text: string | null): string => (text?.match(/\d+(?:\.\d+)?/g) ?? []).join(' ');

const stated = ({ kind, left, right }: Conflict): Difference => ({
  attribute: KEY_OF[kind] ?? kindName(kind).replaceAll(' ', '_'),
  a: left,
  b: right,
});

function ofAttributes(a: ComparedItem, b: ComparedItem): Difference[] {
  return [...a.attributes.values()].flatMap((own) => {
    const other = b.attributes.get(own.key);
    if (!other || !differs(own, other)) return [];
    const note = noteOf(own, other);
    return [{ attribute: own.key, a: shownValue(own), b: shownValue(other), ...(note && { note }) }];
  });
}

/** Whether two values of a key that are both known well say two things. */
export function differs(own: SettledAttribute, other: SettledAttribute): boolean {
  if (TOLD_OTHERWISE.has(own.key) || ATTRIBUTES.get(own.key)?.many) return false;
  if (Math.min(own.confidence, other.confidence) < LEAST_SURE) return false;
  return (
    shownValue(own).length <= LONGEST &&
    shownValue(other).length <= LONGEST &&
    !sameValue(own.key, own.value, other.value)
  );
}

/** A value with its unit, as people write it: `16 GB`. */
export const shownValue = ({ value, unit }: Pick<SettledAttribute, 'value' | 'unit'>): string =>
  `${shownAlone(value)}${unit === null ? '' : ` ${unit}`}`;

const shownAlone = (value: AttributeValue): string =>
  isRange(value) ? `${value.min} to ${value.max}` : String(value);

/** How many times as much of an amount, or of pieces; a generation, a size of shoes or an intensity is no amount. */
function noteOf(own: SettledAttribute, other: SettledAttribute): string | null {
  const [left, right] = [own.value, other.value];
  if (own.unit === null && !COUNTED.test(own.key)) return null;
  if (
    typeof left !== 'number' ||
    typeof right !== 'number' ||
    own.unit !== other.unit ||
    !(left > 0) ||
    !(right > 0)
  )
    return null;
  const [more, times] = left > right ? ['a', left / right] : ['b', right / left];
  return times >= 1.05 ? `${more} has ${Number(times.toPrecision(2))} times as much` : null;
}
