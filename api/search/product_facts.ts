import { attributesNamed } from '../../pipelines/attributes/attributes.ts';
import {
  type Claim,
  claimsOf,
  isDenied,
  mayState,
  saysFree,
  states,
  type Wanted,
} from '../../pipelines/domain/claims.ts';
import { isRate, rateOf, ratesIn } from '../../pipelines/domain/intent/rate.ts';
import type { Measure } from '../../pipelines/domain/intent.ts';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { totalOf } from '../../pipelines/text/amounts.ts';
import { foldSlug, foldText } from '../../pipelines/text/fold.ts';
import { DENIES_BEFORE, DENIES_NEXT } from '../../pipelines/text/languages.ts';
import { readText, type TextReading } from '../../pipelines/text/reading.ts';
import { titledSizes } from '../../pipelines/text/titled_size.ts';
import { isLetters, type Token } from '../../pipelines/text/tokens.ts';
import { sameAmount, UNITS } from '../../pipelines/text/units.ts';
import { attributeWords } from '../../warehouse/text/attribute_text.ts';
import { RecentValues } from './recent_values.ts';

/** One thing that a product's record says. What it claims is read when it is first asked for: a measure asks for text alone. */
export interface Fact {
  readonly kind: 'title' | 'brand' | 'model' | 'category' | 'attribute';
  /** Of an attribute: its key. */
  readonly name: string | null;
  readonly text: string;
  readonly claims: Claim[];
  /** The claims less the words of the attribute's name, where its value says more than yes or no. */
  readonly values: Claim[];
  /** The text's amounts; a bare number has the unit of its attribute. */
  readonly reading: TextReading;
}

/** Facts of attributes that are kept: with what was read of them some 15 MB. */
const KEPT_FACTS = 8_192;

/** Products are held to constraints one after the other, so a record may be asked several times. */
const known = new WeakMap<Product, Map<string, Fact[]>>();

/** What the record says of one variant: all its titles and attributes, the product's brand and category. */
export function factsOf(product: Product, variantId: string): Fact[] {
  const own = known.get(product) ?? new Map<string, Fact[]>();
  known.set(product, own);
  const facts = own.get(variantId) ?? readFacts(product, variantId);
  own.set(variantId, facts);
  return facts;
}

function readFacts(product: Product, variantId: string): Fact[] {
  const own = product.listings.filter(({ variant_id }) => variant_id === variantId);
  const variant = product.variants.find(({ variant_id }) => variant_id === variantId);
  const texts = (kind: Fact['kind'], values: readonly (string | null)[]): Fact[] =>
    [...new Set(values)].flatMap((text) =>
      text === null || text === '' ? [] : [plainFact(kind, text, () => claimsOf(text))],
    );
  const titles = [...new Set([...(variant ? [variant.title] : []), ...own.map(({ title }) => title)])];
  return [
    ...texts('title', titles),
    ...titles.flatMap((title) =>
      titledSizes(title).map((size) => plainFact('title', title, () => claimsOf(`size ${size}`))),
    ),
    ...texts('brand', [product.brand, ...own.map(({ brand }) => brand)]),
    ...texts(
      'model',
      own.map(({ mpn }) => mpn),
    ),
    ...(product.category === null ? [] : [categoryFact(product.category)]),
    ...attributesOf(own).map(sharedFact),
  ];
}

/** Names and values of the listings' attributes, equal ones once. */
function attributesOf(listings: readonly Listing[]): [string, string][] {
  const all = listings.flatMap(({ attributes }) => Object.entries(attributes));
  return [...new Map(all.map((pair) => [pair.join('\0'), pair])).values()];
}

/** What attributes say, by name and value: most values are many products'. */
const attributeFacts = new RecentValues<Fact>(KEPT_FACTS);
const sharedFact = (attribute: [string, string]): Fact =>
  attributeFacts.of(attribute.join('\0'), () => attributeFact(attribute));

/** `bluetooth: yes` claims its name, `bluetooth: no` denies it, any other value claims name and value. */
function attributeFact([name, text]: [string, string]): Fact {
  const label = nameOf(name);
  const words = attributeWords({ [name]: text });
  const kind = 'attribute';
  if (words === '') {
    // `sugar free: no` has it
    const claims = () => {
      const isFreed = claimsOf(label).some(({ denied }) => denied);
      return claimsOf(isFreed ? withoutDenials(label) : label).map((claim) =>
        isFreed ? claim : { ...claim, denied: true, doubtful: true },
      );
    };
    return new LazyFact({ kind, name, text }, claims, claims);
  }
  const values = () => claimsOf(words);
  // `flavour: natural` has none
  if (SENSED.has(foldText(label)) && NONE.has(foldText(text).trim()))
    return new LazyFact({ kind, name, text }, () => [...claimsOf(`no ${label}`), ...values()], values);
  const claims = words === text ? () => claimsOf(`${label} ${text}`) : values;
  return new LazyFact({ kind, name, text }, claims, values);
}

/** Attributes that tell what is added for nose and tongue, and the values that say that nothing is. */
const SENSED: ReadonlySet<string> = new Set(['flavour', 'flavor', 'taste', 'scent', 'fragrance', 'perfume']);
const NONE: ReadonlySet<string> = new Set(
  'none natural plain unflavoured unflavored unscented neutral fragrance-free perfume-free'.split(' '),
);

const withoutDenials = (label: string): string =>
  label
    .split(' ')
    .filter((word) => !DENIES_NEXT.has(foldText(word)) && !DENIES_BEFORE.has(foldText(word)))
    .join(' ');

const categoryFact = (category: string): Fact =>
  plainFact('category', category, () => claimsOf(category.replace(/[._]/g, ' ')));

const plainFact = (kind: Fact['kind'], text: string, claims: () => Claim[]): Fact =>
  new LazyFact({ kind, name: null, text }, claims, claims);

class LazyFact implements Fact {
  readonly kind: Fact['kind'];
  readonly name: string | null;
  readonly text: string;
  readonly #readClaims: () => Claim[];
  readonly #readValues: () => Claim[];
  #claims: Claim[] | undefined;
  #values: Claim[] | undefined;
  #reading: TextReading | undefined;

  /** What it claims and what its value does may be one. */
  constructor(
    { kind, name, text }: Pick<Fact, 'kind' | 'name' | 'text'>,
    claims: () => Claim[],
    values: () => Claim[],
  ) {
    this.kind = kind;
    this.name = name;
    this.text = text;
    this.#readClaims = claims;
    this.#readValues = values;
  }

  get claims(): Claim[] {
    this.#claims ??= this.#readClaims();
    return this.#claims;
  }

  get values(): Claim[] {
    this.#values ??= this.#readValues === this.#readClaims ? this.claims : this.#readValues();
    return this.#values;
  }

  get reading(): TextReading {
    this.#reading ??= readText(withUnit(this));
    return this.#reading;
  }
}

/** `general.screen_size` as `screen size`. */
export function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ');
}

/** The fact that says the product has all of a phrase. */
export function factStating(facts: readonly Fact[], wanted: Wanted): Fact | undefined {
  return facts.find(({ claims }) => states(claims, wanted));
}

/** The fact whose text has the words, whatever it says of them; of an attribute, whose value says them. */
export function factMentioning(facts: readonly Fact[], wanted: Wanted): Fact | undefined {
  return facts.find(({ kind, values }) =>
    states(values, kind === 'attribute' ? wanted : { ...wanted, denies: true }),
  );
}

/** The fact that says the product has not what a phrase names. */
export function factDenying(facts: readonly Fact[], wanted: Wanted): Fact | undefined {
  return facts.find(({ claims }) => isDenied(claims, wanted));
}

/** The fact that says that the product is free of what any of some phrases name. */
export function factFreeing(facts: readonly Fact[], names: readonly string[]): Fact | undefined {
  return facts.find(({ claims }) => saysFree(claims, names));
}

/** Whether the record may say that the product has all of a phrase. */
export function mayHave(facts: readonly Fact[], wanted: Wanted): boolean {
  return mayState(
    facts.map(({ claims }) => claims),
    wanted,
  );
}

/** Words for one measured thing. */
const ALIKE = [
  'ram memory arbeitsspeicher memoria memoire geheugen',
  'storage ssd hdd disk drive festplatte speicherplatz almacenamiento disco stockage disque archiviazione opslag schijf',
  'screen display monitor panel diagonal bildschirm pantalla ecran schermo scherm',
  'battery capacity charge playtime playback akku akkulaufzeit laufzeit ladung bateria autonomia carga batterie autonomie batteria carica accu accuduur batterij batterijduur lading',
  'cable length kabel cavo',
  'weight gewicht peso poids',
].map((words) => words.split(' '));

/**
 * The fact that gives a quantity within a measure's bounds (1.5 % for rounding). Where the measure says what it is of,
 * a quantity that stands by that word decides; without one, those that stand by no such word. Where neither says
 * what it is of, the quantity nearest to the bound is the one that is meant: `at least 16 GB` is not met by 8 GB and a
 * disk of 256 GB.
 */
export function factMeasuring(facts: readonly Fact[], asked: Measure): Fact | undefined {
  const measure = asStated(facts, inWholeInches(asked));
  const all = facts.flatMap((fact) => quantitiesOf(fact, measure));
  // A unit that is written leads: one that is only usual may be another here.
  const written = all.filter(({ isUsual }) => !isUsual);
  const found = written.length > 0 ? written : all;
  const { of } = measure;
  const named = of === null ? found : found.filter(({ by }) => alikeOf(of).some((word) => by.includes(word)));
  const plain = found.filter(({ by }) => !ALIKE.flat().some((word) => by.includes(word)));
  const deciding = named.length > 0 ? named : plain;
  const meant = of === null || named.length === 0 ? nearest(deciding, measure) : deciding;
  return meant.find(({ amounts }) => amounts.some((amount) => isWithin(amount, measure)))?.fact;
}

/** Whether a record states any quantity of a measure's dimension. */
export const isMeasured = (facts: readonly Fact[], measure: Measure): boolean =>
  isStated(facts, asStated(facts, measure));

const isStated = (facts: readonly Fact[], measure: Measure): boolean =>
  facts.some((fact) => quantitiesOf(fact, measure).length > 0);

const OUNCES = /\d\s*(?:oz|ozs|ounces?)(?!\p{L})/iu;
const [OUNCE_G, FLUID_OUNCE_ML] = ['oz', 'floz'].map((unit) => UNITS.get(unit)?.factor ?? 1) as [
  number,
  number,
];

/** Ounces of what states no weight are fluid ones: nobody asks for `fl oz` of hair oil. */
function asStated(facts: readonly Fact[], measure: Measure): Measure {
  const { dimension, min, max, written } = measure;
  if (dimension !== 'mass' || !OUNCES.test(written) || isStated(facts, measure)) return measure;
  const fluid = (bound: number | null) => (bound === null ? null : (bound / OUNCE_G) * FLUID_OUNCE_ML);
  const read = { ...measure, dimension: 'volume' as const, min: fluid(min), max: fluid(max) };
  return isStated(facts, read) ? read : measure;
}

/** The quantities that are the fewest times as large or as small as the bound. */
function nearest<T extends { amounts: number[] }>(found: readonly T[], measure: Measure): T[] {
  const distances = found.map(({ amounts }) => Math.min(...amounts.map((one) => distanceTo(one, measure))));
  const least = Math.min(...distances);
  return found.filter((_, at) => (distances[at] as number) <= least + SAME_DISTANCE);
}

/** Amounts this near, as logarithms of their ratio, are one (1.5 % for rounding). */
const SAME_DISTANCE = 0.015;

function distanceTo(amount: number, { min, max }: Measure): number {
  const to = (bound: number) =>
    amount > 0 && bound > 0 ? Math.abs(Math.log(amount / bound)) : Math.abs(amount - bound);
  if (min !== null && max !== null)
    return isWithin(amount, { min, max, strict: false }) ? 0 : Math.min(to(min), to(max));
  return to(min ?? max ?? amount);
}

const INCH_MM = 25.4;
/** Sizes of tablets and notebooks. */
const [LEAST_INCHES, MOST_INCHES] = [10, 18];
/** With what rounding allows this is short of the next inch. */
const CUT = 0.7;

/** Diagonals are told in whole inches, cut: `15 inch` is what people call a notebook, and its bag, of 15.6 inches. */
function inWholeInches(measure: Measure): Measure {
  const { dimension, min, max } = measure;
  if (dimension !== 'length' || min === null || min !== max) return measure;
  const inches = Math.round(min / INCH_MM);
  const isWhole = Math.abs(inches * INCH_MM - min) < 1e-6;
  if (!isWhole || inches < LEAST_INCHES || inches > MOST_INCHES) return measure;
  return { ...measure, max: (inches + CUT) * INCH_MM };
}

/** `on one charge` is of the battery. */
function alikeOf(of: string): readonly string[] {
  const own = foldText(of).split(/[^\p{L}]+/u);
  return ALIKE.find((words) => own.some((word) => words.includes(word))) ?? [of];
}

interface FactQuantity {
  fact: Fact;
  amounts: number[];
  /** Words that say what it is of. */
  by: string[];
  /** A bare number in the unit that is usual for its attribute. */
  isUsual: boolean;
}

function quantitiesOf(fact: Fact, { dimension }: Measure): FactQuantity[] {
  const { tokens, amounts } = fact.reading;
  if (isRate(dimension))
    return ratesIn(tokens, dimension).map((amount) => ({ fact, amounts: [amount], by: [], isUsual: false }));
  return amounts
    .filter((quantity) => quantity.dimension === dimension)
    .map((quantity) => ({
      fact,
      amounts: [quantity.low ?? quantity.amount, quantity.amount, totalOf(quantity)],
      by: fact.name === null ? wordsBehind(tokens, quantity.next) : foldText(nameOf(fact.name)).split(' '),
      isUsual: isBareNumber(fact) && unitNamed(fact) === null,
    }));
}

/**
 * A bare number with the unit that its attribute's name ends with (`headphones.battery_h: 40` is 40 h), else with the one
 * that the product's page gives it: `weight: 1300` is 1300 g.
 */
function withUnit(fact: Pick<Fact, 'name' | 'text'>): string {
  return isBareNumber(fact)
    ? `${fact.text}${unitNamed(fact) ?? usualUnit(fact) ?? ''}`
    : fact.text.replaceAll(MEMORY_AND_DISK, '$1$2B/$3GB');
}

/** `1024M/160G`, which weighs nothing. */
const MEMORY_AND_DISK = /(\d+)([MG])\/(\d+)G(?!\p{L})/gu;

const isBareNumber = ({ name, text }: Pick<Fact, 'name' | 'text'>): boolean =>
  name !== null && /^\d+(?:\.\d+)?$/.test(text);

/** The unit that an attribute's name ends with. */
function unitNamed({ name }: Pick<Fact, 'name'>): string | null {
  const unit = /_([a-z]+)$/.exec(name ?? '')?.[1];
  return unit !== undefined && (UNITS.has(unit) || rateOf(unit) !== null) ? unit : null;
}

/** A lighter thing's bare weight may be kilograms. */
const LEAST_GRAMS = 20;

/** The unit of the one measure that an attribute's name stands for; null where it stands for several, or none. */
function usualUnit({ name, text }: Pick<Fact, 'name' | 'text'>): string | null {
  const named = attributesNamed(foldSlug(name?.slice(name.lastIndexOf('.') + 1) ?? ''));
  const [attribute] = named;
  if (named.length !== 1 || attribute?.type !== 'measure') return null;
  return attribute.unit === 'g' && Number(text) < LEAST_GRAMS ? null : attribute.unit;
}

/** The two words behind an amount, with nothing but commas and hyphens between. */
function wordsBehind(tokens: readonly Token[], from: number): string[] {
  const words: string[] = [];
  for (let at = from; at < tokens.length && words.length < 2; at++) {
    const token = tokens[at] as Token;
    if (isLetters(token)) words.push(token.text);
    else if (!/^[,-]$/.test(token.text)) break;
  }
  return words;
}

function isWithin(amount: number, { min, max, strict }: Pick<Measure, 'min' | 'max' | 'strict'>): boolean {
  if (strict && [min, max].some((end) => end !== null && sameAmount(amount, end))) return false;
  return (
    (min === null || amount >= min || sameAmount(amount, min)) &&
    (max === null || amount <= max || sameAmount(amount, max))
  );
}
