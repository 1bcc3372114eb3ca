import { foldText } from '../text/fold.ts';
import { sameAmount, UNITS } from '../text/units.ts';
import type { Measured } from './intent/rate.ts';
import type { Measure } from './intent.ts';

/** A quantity that a record states. */
export interface StatedQuantity {
  dimension: Measured;
  /** Amounts that it may be taken for, in the base unit of its dimension: of a range both ends, of a pack one and all. */
  amounts: readonly number[];
  /** The first two amounts are the ends of a range, and it is all between them, too: `45-50 cm`. */
  isRange?: boolean;
  /** Folded words that say what it is of. */
  by: readonly string[];
  /** A bare number in the unit that is usual for its attribute. */
  isUsual: boolean;
}

/** Words for one measured thing. */
const ALIKE = [
  'ram memory arbeitsspeicher memoria memoire geheugen',
  'storage ssd hdd disk drive festplatte speicherplatz almacenamiento disco stockage disque archiviazione opslag schijf',
  'screen display monitor panel diagonal bildschirm pantalla ecran schermo scherm',
  'battery capacity kapazitat charge playtime playback akku akkulaufzeit laufzeit ladung bateria autonomia carga batterie autonomie batteria carica accu accuduur batterij batterijduur lading',
  'cable length kabel cavo',
  'weight gewicht peso poids',
].map((words) => words.split(' '));
const OF_A_THING: ReadonlySet<string> = new Set(ALIKE.flat());

/** What says in other words than these what is measured is told by that word alone: German `Speicher` is either. */
const OTHERS = ['speicher'];

/** Words that may tell two quantities of one record apart; no other words of `by` make a difference. */
export const TELLING_WORDS: ReadonlySet<string> = new Set([...OF_A_THING, ...OTHERS]);

/** `on one charge` is of the battery. */
export function alikeOf(of: string): readonly string[] {
  const own = foldText(of).split(/[^\p{L}]+/u);
  return ALIKE.find((words) => own.some((word) => words.includes(word))) ?? [of];
}

/** Whether a quantity is of none of the things that records name apart. */
export const isPlain = (by: readonly string[]): boolean => !by.some((word) => OF_A_THING.has(word));

/**
 * The quantity of one record within a measure's bounds (1.5 % for rounding). Where the measure says what it is of, a
 * quantity that stands by that word decides; without one, those that stand by no such word. Where neither says what it
 * is of, the quantity nearest to the bound is the one that is meant: `at least 16 GB` is not met by 8 GB and a disk of
 * 256 GB. `warehouse/text/variant_amounts.ts` tells the same of columns.
 */
export function quantityMeeting<Quantity extends StatedQuantity>(
  stated: readonly Quantity[],
  asked: Measure,
): Quantity | undefined {
  const measure = asStated(stated, asCalled(asked));
  const all = stated.filter(({ dimension }) => dimension === measure.dimension);
  // A unit that is written leads: one that is only usual may be another here.
  const written = all.filter(({ isUsual }) => !isUsual);
  const found = written.length > 0 ? written : all;
  const { of } = measure;
  const named = of === null ? [] : found.filter(({ by }) => alikeOf(of).some((word) => by.includes(word)));
  const plain = of === null ? found : found.filter(({ by }) => isPlain(by));
  const meant = named.length > 0 ? named : nearest(plain, measure);
  return meant.find((quantity) => isMet(quantity, measure));
}

/** Whether a record states any quantity of a measure's dimension. */
export function isMeasured(stated: readonly StatedQuantity[], measure: Measure): boolean {
  const { dimension } = asStated(stated, measure);
  return stated.some((quantity) => quantity.dimension === dimension);
}

const OUNCES = /\d\s*(?:oz|ozs|ounces?)(?!\p{L})/iu;
const [OUNCE_G, FLUID_OUNCE_ML] = ['oz', 'floz'].map((unit) => UNITS.get(unit)?.factor ?? 1) as [
  number,
  number,
];

/** The measure in fluid ounces, where it was said in ounces; else null. Nobody asks for `fl oz` of hair oil. */
export function asFluid(measure: Measure): Measure | null {
  const { dimension, min, max, written } = measure;
  if (dimension !== 'mass' || !OUNCES.test(written)) return null;
  const fluid = (bound: number | null) => (bound === null ? null : (bound / OUNCE_G) * FLUID_OUNCE_ML);
  return { ...measure, dimension: 'volume', min: fluid(min), max: fluid(max) };
}

/** Ounces of what states no weight are fluid ones. */
function asStated(stated: readonly StatedQuantity[], measure: Measure): Measure {
  const has = (dimension: Measured) => stated.some((quantity) => quantity.dimension === dimension);
  const fluid = asFluid(measure);
  return fluid && !has('mass') && has('volume') ? fluid : measure;
}

/** The quantities that are the fewest times as large or as small as the bound. */
function nearest<Quantity extends StatedQuantity>(found: readonly Quantity[], measure: Measure): Quantity[] {
  const distances = found.map((quantity) => distanceOf(quantity, measure));
  const least = Math.min(...distances);
  return found.filter((_, at) => (distances[at] as number) <= least + SAME_DISTANCE);
}

/** Amounts this near, as logarithms of their ratio, are one (1.5 % for rounding). */
export const SAME_DISTANCE = 0.015;

/** How many times as large or as small as the bound a quantity is, as a logarithm; 0 within both bounds. */
export const distanceOf = (quantity: Ranged, measure: Measure): number =>
  spans(quantity, measure) ? 0 : Math.min(...quantity.amounts.map((one) => distanceTo(one, measure)));

/** Whether a quantity is within a measure's bounds, or a range around them. */
export const isMet = (quantity: Ranged, measure: Measure): boolean =>
  spans(quantity, measure) || quantity.amounts.some((amount) => isWithin(amount, measure));

type Ranged = Pick<StatedQuantity, 'amounts' | 'isRange'>;

/** Whether a range holds both bounds: what fits heads of 45 to 50 cm fits one of 47. */
function spans({ amounts: [low = 0, high = 0], isRange = false }: Ranged, { min, max }: Measure): boolean {
  return isRange && min !== null && max !== null && low <= min && max <= high;
}

function distanceTo(amount: number, { min, max }: Measure): number {
  const to = (bound: number) =>
    amount > 0 && bound > 0 ? Math.abs(Math.log(amount / bound)) : Math.abs(amount - bound);
  if (min !== null && max !== null)
    return isWithin(amount, { min, max, strict: false }) ? 0 : Math.min(to(min), to(max));
  return to(min ?? max ?? amount);
}

const INCH_MM = 25.4;
/** As sizes are rounded: a pan of 8 inches is one of 20 cm, a knife of 10 one of 25. */
const ROUND_INCH_MM = 25;
/** What rounding of labels leaves of an amount, in `sameAmount`, but for the last bits. */
const ROUNDED = 0.9851;
/** Sizes of tablets and notebooks. */
const [LEAST_INCHES, MOST_INCHES] = [10, 18];
/** With what rounding allows this is short of the next inch. */
const CUT = 0.7;

/** A terabyte as software counts it, and as makers of disks do, in megabytes. */
const TERABYTE = 1024 ** 2;
const DECIMAL_TERABYTE = 1000 * 1024;

/** A measure as people call it: diagonals, lengths in whole inches or centimetres, and terabytes. */
export function asCalled(measure: Measure): Measure {
  const { dimension, min, max, strict } = measure;
  if (dimension === 'data' && !strict) return terabytesAsCalled(measure);
  return dimension === 'length' && min !== null && min === max ? lengthAsCalled(measure, min) : measure;
}

/** Whole terabytes are a thousand gigabytes, or 1,024: some sellers write a disk of 1 TB so, some as 1000 GB. */
function terabytesAsCalled(measure: Measure): Measure {
  const { min, max } = measure;
  return {
    ...measure,
    min: min !== null && isWhole(min / TERABYTE) ? (min / TERABYTE) * DECIMAL_TERABYTE : min,
    max: max !== null && isWhole(max / DECIMAL_TERABYTE) ? (max / DECIMAL_TERABYTE) * TERABYTE : max,
  };
}

/**
 * A length as it is called. Diagonals are told in whole inches, cut: `15 inch` is what people call a notebook, and its
 * bag, of 15.6 inches. Whole inches and centimetres stand for each other by two and a half, which is just more than
 * rounding allows otherwise.
 */
function lengthAsCalled(measure: Measure, length: number): Measure {
  if (isWhole(length / ROUND_INCH_MM))
    return { ...measure, max: Math.max(length, (length / ROUND_INCH_MM) * INCH_MM * ROUNDED) };
  if (!isWhole(length / INCH_MM)) return measure;
  const inches = Math.round(length / INCH_MM);
  const isCut = inches >= LEAST_INCHES && inches <= MOST_INCHES;
  return {
    ...measure,
    min: Math.min(length, (inches * ROUND_INCH_MM) / ROUNDED),
    max: isCut ? (inches + CUT) * INCH_MM : length,
  };
}

const isWhole = (count: number): boolean => count > 0.5 && Math.abs(count - Math.round(count)) < 1e-6;

/** Whether an amount is within a measure's bounds, but for what rounding takes. */
export function isWithin(
  amount: number,
  { min, max, strict }: Pick<Measure, 'min' | 'max' | 'strict'>,
): boolean {
  if (strict && [min, max].some((end) => end !== null && sameAmount(amount, end))) return false;
  return (
    (min === null || amount >= min || sameAmount(amount, min)) &&
    (max === null || amount <= max || sameAmount(amount, max))
  );
}
