import { nameOf, statedQuantities } from '../../pipelines/attributes/stated_quantities.ts';
import {
  type Claim,
  claimsOf,
  isDenied,
  mayState,
  saysFree,
  states,
  type Wanted,
} from '../../pipelines/domain/claims.ts';
import type { Measure } from '../../pipelines/domain/intent.ts';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import {
  isMeasured as isStated,
  quantityMeeting,
  type StatedQuantity,
} from '../../pipelines/domain/stated_quantity.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { DENIES_BEFORE, DENIES_NEXT } from '../../pipelines/text/languages.ts';
import { RecentValues } from '../../pipelines/text/recent_values.ts';
import { gluedSizes, titledSizes } from '../../pipelines/text/titled_size.ts';
import { attributeWords } from '../../warehouse/text/attribute_text.ts';

/** One thing that a product's record says. What it claims is read when it is first asked for: a measure asks for text alone. */
export interface Fact {
  readonly kind: 'title' | 'brand' | 'model' | 'category' | 'attribute';
  /** Of an attribute: its key. */
  readonly name: string | null;
  readonly text: string;
  readonly claims: Claim[];
  /** The claims less the words of the attribute's name, where its value says more than yes or no. */
  readonly values: Claim[];
  /** What the text measures; a bare number has the unit of its attribute. */
  readonly quantities: readonly StatedQuantity[];
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
      [...titledSizes(title), ...gluedSizes(title)].map((size) =>
        plainFact('title', title, () => claimsOf(`size ${size}`)),
      ),
    ),
    ...texts('brand', [product.brand, ...own.map(({ brand }) => brand)]),
    ...texts(
      'model',
      own.map(({ mpn }) => mpn),
    ),
    ...(product.category === null ? [] : [categoryFact(product.category)]),
    ...attributesOf(own).map(sharedFact),
    ...freedFacts(own),
  ];
}

/** What their texts say that they are free of, descriptions included, which are not in the record otherwise. */
function freedFacts(listings: readonly Listing[]): Fact[] {
  const said = listings.flatMap(({ readings }) =>
    readings.flatMap(({ key, value }) => (key === FREE_OF && typeof value === 'string' ? [value] : [])),
  );
  return [...new Set(said)].map((value) => {
    const claims = () => claimsOf(`free of ${value}`);
    return new LazyFact({ kind: 'attribute', name: FREE_OF, text: value }, claims, claims);
  });
}
/** The attribute of what a thing is free of. */
export const FREE_OF = 'general.free_of';

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
  #quantities: readonly StatedQuantity[] | undefined;

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

  get quantities(): readonly StatedQuantity[] {
    this.#quantities ??= statedQuantities(this);
    return this.#quantities;
  }
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

/** The fact that gives a quantity within a measure's bounds. */
export function factMeasuring(facts: readonly Fact[], asked: Measure): Fact | undefined {
  return quantityMeeting(quantitiesOf(facts), asked)?.fact;
}

/** Whether a record states any quantity of a measure's dimension. */
export const isMeasured = (facts: readonly Fact[], measure: Measure): boolean =>
  isStated(quantitiesOf(facts), measure);

/** What a record states, each quantity with its fact. A brand measures nothing (3M), nor does a category. */
const quantitiesOf = (facts: readonly Fact[]): (StatedQuantity & { fact: Fact })[] =>
  facts.flatMap((fact) =>
    fact.kind === 'title' || fact.kind === 'attribute'
      ? fact.quantities.map((quantity) => ({ ...quantity, fact }))
      : [],
  );
