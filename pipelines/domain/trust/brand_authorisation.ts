import { foldText } from '../../text/fold.ts';

/** A row of a brand's list (`pipelines/domain/inputs/authorisations.ts`); dates as YYYY-MM-DD. */
export interface AuthorisationRow {
  brand: string;
  /** As the brand names the seller: id, name or domain. */
  seller: string;
  country: string | null;
  status: 'authorised' | 'revoked' | null;
  from: string | null;
  to: string | null;
}

/** A seller as lists may name it. */
export interface NamedSeller {
  id: string;
  name: string;
  kind: 'retailer' | 'brand_storefront' | 'marketplace_seller';
}

export interface Authorisation {
  status: 'authorised' | 'unauthorised' | 'unknown';
  note: string | null;
  /** The day from which it is as it is, where the list says so. */
  since: string | null;
}

/** Where and when it is asked. */
export interface AuthorisationPlace {
  country: string;
  /** YYYY-MM-DD. */
  today: string;
}

/** A brand, as it is compared. */
const brandKeyOf = (brand: string): string => foldText(brand).trim();

/** A name, or a domain without what stands before and behind it. */
const nameOf = (name: string): string =>
  foldText(name)
    .trim()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/.*$/, '')
    .replaceAll(/\s+/g, ' ');

/** What brands publish of who may sell them, ready to be asked. */
export class AuthorisationLists {
  readonly #rows: ReadonlyMap<string, readonly AuthorisationRow[]>;
  readonly #place: AuthorisationPlace;

  constructor(rows: readonly AuthorisationRow[], place: AuthorisationPlace) {
    this.#rows = Map.groupBy(rows, ({ brand }) => brandKeyOf(brand));
    this.#place = place;
  }

  /**
   * Whether a brand has authorised a seller, by rows that hold for the country and the day: `authorised` where one
   * names it, `unauthorised` where one revokes it or the list names others alone, `unknown` where the brand publishes no
   * list that holds here. A brand's own storefront, named after it, needs no row. A revoked row goes before others.
   */
  of(seller: NamedSeller, brand: string): Authorisation {
    const key = brandKeyOf(brand);
    const { country, today } = this.#place;
    const rows = this.#rows.get(key) ?? [];
    const here = rows.filter((row) => row.country === null || row.country === country);
    const holding = here.filter(
      ({ from, to }) => (from === null || from <= today) && (to === null || today <= to),
    );
    if (here.length === 0)
      return {
        status: 'unknown',
        note: `The brand publishes no list of sellers${rows.length === 0 ? '' : ` for ${country}`}.`,
        since: null,
      };
    const names = new Set([nameOf(seller.id), nameOf(seller.name)]);
    const isNamed = (row: AuthorisationRow) => names.has(nameOf(row.seller));
    const revoked = holding.find((row) => isNamed(row) && row.status === 'revoked');
    if (revoked) {
      const since = revoked.from === null ? '' : ` since ${revoked.from}`;
      return {
        status: 'unauthorised',
        note: `The brand has revoked its authorisation${since}.`,
        since: revoked.from,
      };
    }
    if (holding.some(isNamed)) return { status: 'authorised', note: null, since: null };
    if (seller.kind === 'brand_storefront' && nameOf(seller.id).split('.')[0] === key.replaceAll(' ', ''))
      return { status: 'authorised', note: 'The brand’s own storefront.', since: null };
    const lapsed = here
      .filter((row) => isNamed(row) && row.to !== null && row.to < today)
      .toSorted((a, b) => ((a.to ?? '') < (b.to ?? '') ? 1 : -1))[0];
    if (lapsed)
      return {
        status: 'unauthorised',
        note: `Its authorisation ended on ${lapsed.to}.`,
        since: dayAfter(lapsed.to ?? ''),
      };
    return { status: 'unauthorised', note: 'The brand’s list does not name it.', since: null };
  }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
