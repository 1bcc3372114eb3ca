import type { AttributeReading, AttributeValue } from '../domain/attribute.ts';
import type { ColumnKey } from '../domain/column_key.ts';
import { freedOf } from '../domain/freed.ts';
import { foldSlug, foldText } from '../text/fold.ts';
import { COLOR_WORDS, LETTER_SIZES, SIZE_WORDS } from '../text/languages.ts';
import { readText } from '../text/reading.ts';
import { hyphenatedWords } from '../text/tokens.ts';
import { UNITS } from '../text/units.ts';
import { ATTRIBUTES, type Attribute, attributesNamed } from './attributes.ts';
import { connectorOf } from './rules/connector.ts';
import { materialOf } from './rules/material.ts';
import { resolutionOf } from './rules/resolution.ts';
import { SHADES } from './shades.ts';
import { diskGigabytes, rounded } from './value.ts';

/** A seller knows its own columns, and sometimes fills them wrongly. */
const DECLARED = 0.97;
/** A value whose unit is taken from the attribute, not from the text. */
const DECLARED_BARE = 0.93;
/** What a column says that nobody has described: true of the seller's words, hard to compare. */
const DECLARED_FREE = 0.9;

const HOLDS = /^(?:yes|true|y|ja|si|sí|oui|כן|ναι|da)$/i;
const HOLDS_NOT = /^(?:no|false|n|nein|non|לא|όχι)$/i;
const NOTHING = /^(?:n\/?a|none|null|-+|not available|does not apply|unknown)?$/i;
const NUMBER = /^-?\d{1,12}(?:[.,]\d{1,4})?$/;
const SIZE_MARKS = /^(?:size|sz|us|eur|eu|uk)[ :.]*/;

/** What a name says of its unit: `memory_gb`, `screen_in`. */
const SUFFIXES = /_(gb|tb|mb|in|inch|inches|cm|mm|m|kg|g|l|ml|w|kw|v|hz|ghz|mhz|h|hours|mah|rpm|lm|mp)$/;

interface Typed {
  key: string;
  value: AttributeValue;
  unit: string | null;
  confidence: number;
}

/** Columns say the same of many listings: the readings of each name and text, up to so many. */
const MOST_KNOWN = 50_000;
const known = new Map<string, readonly AttributeReading[]>();

/**
 * The typed values of one declared field, `<namespace>.<name>`: of a name that attributes.json describes under its
 * key, of any other under the seller's own, or under that of `column` where it is known what the field is. Empty where
 * the field says nothing (`N/A`).
 */
export function declaredReadings(
  key: string,
  text: string,
  column?: Pick<ColumnKey, 'key' | 'confidence'>,
): readonly AttributeReading[] {
  const id = column ? `${key}\0${text}\0${column.key}\0${column.confidence}` : `${key}\0${text}`;
  const before = known.get(id);
  if (before) return before;
  const typed = column ? typedColumn(key, text, column) : typedValues(key, text);
  const found = typed.map((one): AttributeReading => ({ ...one, source: 'declared' }));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(id, found);
  return found;
}

/** Whether attributes.json describes the name of a declared field, `<namespace>.<name>`. */
export function isDescribed(key: string): boolean {
  return attributesOf(nameParts(key)).size > 0;
}

/** A field's key as it is given out where nobody has described it. */
export function ownKey(key: string): string {
  const { namespace, name } = nameParts(key);
  return `${namespace}.${name}`;
}

interface NameParts {
  namespace: string;
  name: string;
  /** What the name says of the unit, and the name without it. */
  suffix: string | null;
  plain: string;
}

function nameParts(key: string): NameParts {
  const namespace = foldSlug(key.slice(0, key.indexOf('.'))) || 'general';
  const name = foldSlug(key.slice(key.indexOf('.') + 1));
  const [, suffix = null] = SUFFIXES.exec(name) ?? [];
  return { namespace, name, suffix, plain: suffix === null ? name : name.slice(0, -suffix.length - 1) };
}

const attributesOf = ({ name, suffix, plain }: NameParts): ReadonlySet<Attribute> =>
  new Set([...attributesNamed(name), ...(suffix === null ? [] : attributesNamed(plain))]);

function typedValues(key: string, raw: string): Typed[] {
  const text = raw.trim();
  if (NOTHING.test(text)) return [];
  const parts = nameParts(key);
  for (const attribute of attributesOf(parts)) {
    const typed = typedAs(attribute, text, parts.suffix);
    if (typed.length > 0) return typed;
  }
  return [freeValue(`${parts.namespace}.${parts.name}`, text, parts.suffix)];
}

/** A field that is known to be another attribute; what it cannot be as that stays the seller's own. */
function typedColumn(key: string, raw: string, column: Pick<ColumnKey, 'key' | 'confidence'>): Typed[] {
  const text = raw.trim();
  if (NOTHING.test(text)) return [];
  const { suffix } = nameParts(key);
  const attribute = ATTRIBUTES.get(column.key);
  const typed = attribute ? typedAs(attribute, text, suffix) : [freeValue(column.key, text, suffix)];
  if (typed.length === 0) return typedValues(key, raw);
  return typed.map((one) => ({ ...one, confidence: Math.min(one.confidence, column.confidence) }));
}

function typedAs(attribute: Attribute, text: string, suffix: string | null): Typed[] {
  const { key, unit } = attribute;
  const one = (value: AttributeValue | null, confidence = DECLARED): Typed[] =>
    value === null ? [] : [{ key, value, unit, confidence }];
  const folded = foldText(text);
  switch (attribute.type) {
    case 'measure':
      return measureOf(attribute, text, suffix);
    case 'number':
    case 'count':
      return one(numberIn(folded));
    case 'content':
      return contentOf(key, text);
    case 'rate':
      return one(NUMBER.test(text) ? Number(text.replace(',', '.')) : null, DECLARED_BARE);
    case 'color':
      return one(colorOf(folded));
    case 'size':
      return one(sizeOf(folded), DECLARED);
    case 'material':
      return one(materialOf(hyphenatedWords(folded)) ?? folded);
    case 'resolution':
      return one(resolutionOf(folded));
    case 'connector':
      return [
        ...new Set(
          text.split(/[,;/+&]|(?<!\p{L})(?:to|and)(?!\p{L})/u).map((part) => connectorOf(foldText(part))),
        ),
      ].flatMap((name) => one(name));
    case 'connectivity':
      return text.split(/[,;]/).flatMap((part) => one(part.trim() || null, DECLARED_FREE));
    case 'freedom':
      return freedOf(`free of ${folded}`).flatMap((name) => one(name));
    case 'code':
    case 'text':
      return one(HOLDS.test(text) || HOLDS_NOT.test(text) ? null : text);
  }
}

function measureOf(
  { key, dimension, factor, unit }: Attribute,
  text: string,
  suffix: string | null,
): Typed[] {
  const amounts = readText(text).amounts.filter((amount) => amount.dimension === dimension);
  const [amount] = amounts;
  if (amount && amounts.length === 1) {
    const value = measured(key, amount.amount, factor);
    const typed = amount.low === null ? value : { min: rounded(amount.low / factor), max: value };
    return [{ key, value: typed, unit, confidence: DECLARED }];
  }
  if (!NUMBER.test(text)) return [];
  const number = Number(text.replace(',', '.'));
  const named = suffix === null ? null : UNITS.get(suffix === 'in' || suffix === 'inches' ? 'inch' : suffix);
  if (suffix !== null) {
    if (named?.dimension !== dimension || number <= 0) return [];
    return [{ key, value: measured(key, number * named.factor, factor), unit, confidence: DECLARED }];
  }
  return number > 0
    ? [{ key, value: measured(key, number * factor, factor), unit, confidence: DECLARED_BARE }]
    : [];
}

/** An amount in base units of its dimension as the attribute counts it. */
const measured = (key: string, amount: number, factor: number): number =>
  key === 'general.capacity' ? diskGigabytes(amount) : rounded(amount / factor);

function contentOf(key: string, text: string): Typed[] {
  const amounts = readText(text).amounts.filter(
    ({ dimension }) => dimension === 'mass' || dimension === 'volume',
  );
  const [amount] = amounts;
  if (!amount || amounts.length > 1 || amount.low !== null) return [];
  const unit = amount.dimension === 'mass' ? 'g' : 'ml';
  return [{ key, value: rounded(amount.amount), unit, confidence: DECLARED }];
}

/** The only number of a text, or its first where words follow: `500 pages`. */
function numberIn(folded: string): number | null {
  const [, digits] = /^(\d{1,3}(?:[,.]\d{3})+|\d+(?:[.,]\d+)?)(?!\S*\d)/.exec(folded) ?? [];
  if (digits === undefined) return null;
  return /^\d{1,3}(?:[,.]\d{3})+$/.test(digits)
    ? Number(digits.replaceAll(/[,.]/g, ''))
    : Number(digits.replace(',', '.'));
}

/** The colours that a text names, joined; a name of none we know as it is. */
function colorOf(folded: string): string | null {
  const words = hyphenatedWords(folded).flatMap((word) => word.split('-'));
  const named = words.flatMap((word) => COLOR_WORDS.get(word) ?? []);
  const shades = named.length > 0 ? named : words.flatMap((word) => SHADES.get(word) ?? []);
  const colors = [...new Set(shades)].toSorted();
  if (colors.length > 0) return colors.join('/');
  return /\p{L}/u.test(folded) ? folded : null;
}

/** `Large` and `L` are one size, `US 10` and `10` too; another system keeps its name. */
function sizeOf(folded: string): string | null {
  const [mark = ''] = SIZE_MARKS.exec(folded) ?? [];
  const rest = folded
    .slice(mark.length)
    .trim()
    .replace(/^(\d+),5$/, '$1.5');
  if (rest === '') return null;
  const letter = SIZE_WORDS.get(rest) ?? (LETTER_SIZES.has(rest) || /^[sml]$/.test(rest) ? rest : null);
  if (letter !== null) return letter.toUpperCase();
  const system = /^(?:eur|eu|uk)/.exec(mark)?.[0];
  return system === undefined ? rest.toUpperCase() : `${system === 'uk' ? 'UK' : 'EU'} ${rest.toUpperCase()}`;
}

/** A field that nobody has described, by the look of its value. */
function freeValue(key: string, text: string, suffix: string | null): Typed {
  const confidence = DECLARED_FREE;
  if (HOLDS.test(text) || HOLDS_NOT.test(text))
    return { key, value: HOLDS.test(text), unit: null, confidence };
  if (NUMBER.test(text) && !/^0\d/.test(text))
    return { key, value: Number(text.replace(',', '.')), unit: suffix, confidence };
  return { key, value: text, unit: null, confidence };
}
