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
const MOST_COMPARED = 1_000;
/** Of a variant with more listings these tell enough. */
const MOST_LISTINGS = 30;
/** What a text says less surely than this is no evidence. */
const LEAST_CONFIDENCE = 0.8;

/** Whether nobody has said what a declared field is: neither attributes.json nor a rule that asks for its name. */
const isOwn = (column: string): boolean => !isDescribed(column) && !isConsumptionKey(ownKey(column));

/**
 * Collects, variant after variant, what sellers' own columns say beside what others say of the same item, what the
 * seller's own titles say, and what others say of the same brand. A function of the listings alone: what columns were
 * known to be before is no evidence, so no two of them can prove one another.
 */
export class ColumnEvidence {
  readonly #comparisons = new Map<string, ColumnComparison>();
  readonly #columns = new Map<string, FeedColumn>();
  readonly brands = new BrandValues();

  /** Adds the listings of one variant. */
  add(listings: readonly EvidenceListing[]): void {
    const statements = listings.slice(0, MOST_LISTINGS).map(statementOf);
    for (const { listing, said, own } of statements) {
      this.brands.state(listing.seller, listing.brand, said);
      for (const [name, text] of own) {
        const column = { ...placeOf(listing), column: name };
        this.#columns.set(idOf(column), column);
        this.brands.tell(column, listing.brand, text);
      }
    }
    for (const statement of statements) if (statement.own.length > 0) this.#compare(statement, statements);
  }

  /** All that was compared. */
  get comparisons(): ColumnComparison[] {
    return [...this.#comparisons.values()];
  }

  /** Every column that a seller has of its own. */
  get columns(): FeedColumn[] {
    return [...this.#columns.values()];
  }

  #compare({ listing, own, parsed }: Statement, statements: readonly Statement[]): void {
    const others = agreedValues(statements.filter((one) => one.listing.seller !== listing.seller));
    for (const [name, text] of own) {
      const column = { ...placeOf(listing), column: name };
      for (const [key, value] of others)
        if (key !== ownKey(name))
          addItem(this.#between(column, key).shared, key, { name, text, value, brand: listing.brand });
      for (const [key, value] of parsed)
        addItem(this.#between(column, key).titled, key, { name, text, value, brand: listing.brand });
    }
  }

  #between(column: FeedColumn, key: string): ColumnComparison {
    const id = `${idOf(column)}\0${key}`;
    const known = this.#comparisons.get(id);
    if (known) return known;
    const fresh = { column, key, shared: new Agreement(), titled: new Agreement() };
    this.#comparisons.set(id, fresh);
    return fresh;
  }
}

/** What a listing says under names that are known, by key, and in its own columns. */
interface Statement {
  listing: EvidenceListing;
  said: ReadonlyMap<string, AttributeValue>;
  /** Of it what title and description say. */
  parsed: ReadonlyMap<string, AttributeValue>;
  own: [column: string, text: string][];
}

const placeOf = ({ seller, feed }: EvidenceListing) => ({ seller, feed });
const idOf = ({ seller, feed, column }: FeedColumn): string => [seller, feed, column].join('\0');

/** An item has several of some at once: that two lists name the same one tells little. */
const isCompared = (key: string): boolean => ATTRIBUTES.get(key)?.many !== true;

function statementOf(listing: EvidenceListing): Statement {
  const parsed = new Map<string, AttributeValue>();
  for (const { key, value, confidence } of listing.parsed)
    if (confidence >= LEAST_CONFIDENCE && isCompared(key)) parsed.set(key, value);
  const said = new Map(parsed);
  const own: Statement['own'] = [];
  for (const [column, text] of Object.entries(listing.attributes)) {
    const [reading, ...more] = declaredReadings(column, text);
    if (!reading) continue;
    if (isOwn(column)) own.push([column, text]);
    if (more.length === 0 && isCompared(reading.key)) said.set(reading.key, reading.value);
  }
  return { listing, said, parsed, own };
}

/** Of each key what most sellers say; where as many say another thing, nobody knows. */
function agreedValues(statements: readonly Statement[]): Map<string, AttributeValue> {
  const all = new Map<string, { value: AttributeValue; sellers: Set<string> }[]>();
  for (const { listing, said } of statements)
    for (const [key, value] of said) {
      const groups = all.get(key) ?? [];
      const same = groups.find((group) => sameValue(key, group.value, value));
      if (same) same.sellers.add(listing.seller);
      else groups.push({ value, sellers: new Set([listing.seller]) });
      all.set(key, groups);
    }
  const agreed = new Map<string, AttributeValue>();
  for (const [key, groups] of all) {
    const [first, second] = groups.toSorted((a, b) => b.sellers.size - a.sellers.size);
    if (first && first.sellers.size > (second?.sellers.size ?? 0)) agreed.set(key, first.value);
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
