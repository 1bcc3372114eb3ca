import type { AttributeReading, AttributeValue } from '../domain/attribute.ts';
import type { FeedColumn } from '../domain/column_key.ts';
import { isConsumptionKey } from '../domain/consumption.ts';
import { Agreement } from './agreement.ts';
import { ATTRIBUTES } from './attributes.ts';
import { BrandValues } from './brand_values.ts';
import { readAs, valueText } from './column_value.ts';
import { declaredReadings, isDescribed, ownKey } from './declared.ts';
import { sameValue } from './value.ts';

/** A listing of a variant, as evidence of what its feed's columns are. */
export interface EvidenceListing {
  seller: string;
  feed: string;
  brand: string | null;
  /** Declared fields, as in `DescribedListing`. */
  attributes: Readonly<Record<string, string>>;
  /** What its title and description say. */
  parsed: readonly AttributeReading[];
}

/** What a column says of items, and what is said of them under another key. */
export interface ColumnComparison {
  column: FeedColumn;
  key: string;
  /** By other sellers, of the items that they have, too. */
  shared: Agreement;
  /** By the seller's own titles. */
  titled: Agreement;
}

/** More items tell no more. */
const MOST_COMPARED = 300;
/** Of a variant with more listings these tell enough. */
const MOST_LISTINGS = 30;
/** What a text says less surely than this is no evidence. */
const LEAST_CONFIDENCE = 0.8;

/** What a feed calls an attribute: the key that is given out, null where somebody has said what it is. */
type OwnName = string | null;

/** Neither attributes.json says what it is nor does a rule ask for it by name. */
const ownName = (column: string): OwnName =>
  isDescribed(column) || isConsumptionKey(ownKey(column)) ? null : ownKey(column);

/**
 * Collects, variant after variant, what sellers' own columns say beside what others say of the same item, what the
 * seller's own titles say, and what others say of the same brand. A function of the listings alone: what columns were
 * known to be before is no evidence, so no two of them can prove one another.
 */
export class ColumnEvidence {
  /** column of a feed → key. */
  readonly #comparisons = new Map<string, Map<string, ColumnComparison>>();
  readonly #columns = new Map<string, FeedColumn>();
  readonly #names = new Map<string, OwnName>();
  readonly brands = new BrandValues();

  /** Adds the listings of one variant. */
  add(listings: readonly EvidenceListing[]): void {
    const statements = listings
      .slice(0, MOST_LISTINGS)
      .map((listing) => statementOf(listing, (column) => this.#nameOf(column)));
    for (const { listing, said, own } of statements) {
      this.brands.state(listing.seller, listing.brand, said);
      for (const { column: name, text } of own) {
        const column = { ...placeOf(listing), column: name };
        this.#columns.set(idOf(column), column);
        this.brands.tell(column, listing.brand, text);
      }
    }
    const said = valuesOf(statements);
    const brand = listings.find((one) => one.brand !== null)?.brand ?? null;
    for (const statement of statements) if (statement.own.length > 0) this.#compare(statement, said, brand);
  }

  /** All that was compared. */
  get comparisons(): ColumnComparison[] {
    return [...this.#comparisons.values()].flatMap((byKey) => [...byKey.values()]);
  }

  /** Every column that a seller has of its own. */
  get columns(): FeedColumn[] {
    return [...this.#columns.values()];
  }

  #compare({ listing, own, parsed }: Statement, said: SaidValues, brand: string | null): void {
    const others = agreedValues(said, listing.seller);
    for (const { column: name, key: itself, text } of own) {
      const column = { ...placeOf(listing), column: name };
      const byKey = this.#of(column);
      for (const [key, value] of others)
        if (key !== itself) addItem(between(byKey, column, key).shared, key, { name, text, value, brand });
      for (const [key, value] of parsed)
        addItem(between(byKey, column, key).titled, key, { name, text, value, brand });
    }
  }

  #nameOf(column: string): OwnName {
    const known = this.#names.get(column);
    if (known !== undefined) return known;
    const name = ownName(column);
    this.#names.set(column, name);
    return name;
  }

  #of(column: FeedColumn): Map<string, ColumnComparison> {
    const id = idOf(column);
    const known = this.#comparisons.get(id) ?? new Map<string, ColumnComparison>();
    this.#comparisons.set(id, known);
    return known;
  }
}

function between(byKey: Map<string, ColumnComparison>, column: FeedColumn, key: string): ColumnComparison {
  const known = byKey.get(key) ?? { column, key, shared: new Agreement(), titled: new Agreement() };
  byKey.set(key, known);
  return known;
}

/** What a listing says under names that are known, by key, and in its own columns. */
interface Statement {
  listing: EvidenceListing;
  said: ReadonlyMap<string, AttributeValue>;
  /** Of it what title and description say. */
  parsed: ReadonlyMap<string, AttributeValue>;
  own: { column: string; key: string; text: string }[];
}

const placeOf = ({ seller, feed }: EvidenceListing) => ({ seller, feed });
const idOf = ({ seller, feed, column }: FeedColumn): string => [seller, feed, column].join('\0');

/** An item has several of some at once: that two lists name the same one tells little. */
const isCompared = (key: string): boolean => ATTRIBUTES.get(key)?.many !== true;

function statementOf(listing: EvidenceListing, nameOf: (column: string) => OwnName): Statement {
  const parsed = new Map<string, AttributeValue>();
  for (const { key, value, confidence } of listing.parsed)
    if (confidence >= LEAST_CONFIDENCE && isCompared(key)) parsed.set(key, value);
  const said = new Map(parsed);
  const own: Statement['own'] = [];
  for (const [column, text] of Object.entries(listing.attributes)) {
    const [reading, ...more] = declaredReadings(column, text);
    if (!reading) continue;
    const key = nameOf(column);
    if (key !== null) own.push({ column, key, text });
    if (more.length === 0 && isCompared(reading.key)) said.set(reading.key, reading.value);
  }
  return { listing, said, parsed, own };
}

/** Of each key the values that listings of an item say, each with the sellers who do. */
type SaidValues = ReadonlyMap<string, readonly { value: AttributeValue; sellers: ReadonlySet<string> }[]>;

function valuesOf(statements: readonly Statement[]): SaidValues {
  const all = new Map<string, { value: AttributeValue; sellers: Set<string> }[]>();
  for (const { listing, said } of statements)
    for (const [key, value] of said) {
      const groups = all.get(key) ?? [];
      const same = groups.find((group) => sameValue(key, group.value, value));
      if (same) same.sellers.add(listing.seller);
      else groups.push({ value, sellers: new Set([listing.seller]) });
      all.set(key, groups);
    }
  return all;
}

/** Of each key what most of the other sellers say; where as many say another thing, nobody knows. */
function agreedValues(said: SaidValues, seller: string): Map<string, AttributeValue> {
  const agreed = new Map<string, AttributeValue>();
  for (const [key, groups] of said) {
    let [most, next] = [0, 0];
    let found: AttributeValue | undefined;
    for (const { value, sellers } of groups) {
      const others = sellers.size - (sellers.has(seller) ? 1 : 0);
      if (others > most) [found, most, next] = [value, others, most];
      else next = Math.max(next, others);
    }
    if (found !== undefined && most > next) agreed.set(key, found);
  }
  return agreed;
}

interface ComparedItem {
  name: string;
  text: string;
  value: AttributeValue;
  brand: string | null;
}

function addItem(agreement: Agreement, key: string, { name, text, value, brand }: ComparedItem): void {
  if (agreement.compared >= MOST_COMPARED) return;
  const own = readAs(name, text, key)?.value;
  const known = valueText(value);
  const isSame = own !== undefined && sameValue(key, own, value);
  agreement.add(isSame ? known : own === undefined ? `no ${key}` : valueText(own), known, brand);
}
