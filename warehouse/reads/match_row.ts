import { contradictionInWords, contradictionsOf } from '../../pipelines/domain/contradictions.ts';
import { type GtinReading, readGtin } from '../../pipelines/domain/gtin.ts';
import { isbn10ToGtin13 } from '../../pipelines/domain/isbn.ts';
import { brandMpnKey, formatId, gtinKey, type Key } from '../../pipelines/domain/key.ts';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { isGraded, otherGrades } from '../../pipelines/domain/other_grade.ts';
import { itemOf } from '../../pipelines/domain/stated.ts';
import { claimsContradict } from '../../pipelines/domain/title_agreement.ts';
import { foldKey } from '../../pipelines/text/fold.ts';
import type { StatedKind } from '../../pipelines/text/statement.ts';
import type { Match } from './reference.ts';
import type { Found, Snapshot } from './snapshot.ts';
import { inTurns } from './turns.ts';
import { codeTrouble, gtinTrouble, titleTrouble, type UnmatchedReason } from './unmatched_row.ts';

/** A caller's row: what it knows of one item, as text. */
export interface MatchRow {
  id: string;
  gtin?: string;
  brand?: string;
  mpn?: string;
  title?: string;
}

export const CANDIDATE_BASES = ['packaging_level', 'brand_mpn', 'title_fuzzy'] as const;

/** A product that may be meant. `packaging_level`: the row's GTIN is a pack of it. */
export interface Candidate {
  product_id: string;
  basis: (typeof CANDIDATE_BASES)[number];
  confidence?: number;
}

/**
 * `review` where a person should look: the confidence is below the trust threshold, the row contradicts itself, or it
 * states something otherwise than the product, which `detail` tells.
 */
export type RowMatch =
  | ({ id: string; product_id: string; review?: true; detail?: string } & Match)
  | { id: string; reason: UnmatchedReason; detail?: string; candidate?: Candidate };

/** Finds products by title; what `pipelines/match/rows/row_matcher.ts` does. */
export interface TitleMatching {
  match(
    rows: readonly { title: string; brand?: string | null; mpn?: string | null; gtin?: string | null }[],
    productOf: (listing: Key) => Found | null,
    signal?: AbortSignal,
  ): Promise<(TitleHit | null)[]>;
}

interface TitleHit {
  product: Found;
  listing_key: Key;
  probability: number;
  /** Whether the row may state something otherwise than the product. */
  doubtful: boolean;
  /** Kinds of difference that mean nothing. */
  tolerated: readonly StatedKind[];
}

export interface RowMatching {
  /** Null while no model has been learned. */
  titles: TitleMatching | null;
  /** Probability below which a match is for review. */
  trust: number;
  signal?: AbortSignal;
}

/** A product found by title is given as the match when it is more likely than all else together. */
const LIKELY = 0.5;
/** Of a GTIN whose row describes something else: nobody has measured which of the two is wrong. */
const CONTRADICTED = 0.5;
/** Products read at once; each is parsed from its documents. */
const PRODUCTS_PER_READ = 100;

/**
 * Which products these rows are, in their order: by GTIN, else by brand and part number, else by title. Key lookups,
 * but for titles, and for rows whose GTIN does not go with what else they say: those products are read, because two
 * GTINs are never one item, and a GTIN is sometimes on the wrong row.
 */
export async function matchRows(
  snapshot: Snapshot,
  rows: readonly MatchRow[],
  matching: RowMatching,
): Promise<RowMatch[]> {
  const asked = new RowMatcher(snapshot, matching);
  await inTurns(rows, (row) => asked.byCodes(row), matching.signal);
  await asked.byTitles();
  await asked.settleDoubts();
  return asked.matches;
}

/** A match that holds only where the product, once read, does not speak against it. */
interface Doubt {
  at: number;
  row: MatchRow;
  product: Found;
  settle: (product: Product) => RowMatch | null;
}

type ValidGtin = GtinReading & { status: 'valid' };

class RowMatcher {
  readonly matches: RowMatch[] = [];
  readonly #snapshot: Snapshot;
  readonly #matching: RowMatching;
  readonly #doubts: Doubt[] = [];
  readonly #titled: { at: number; row: MatchRow; title: string; reading: GtinReading }[] = [];

  constructor(snapshot: Snapshot, matching: RowMatching) {
    this.#snapshot = snapshot;
    this.#matching = matching;
  }

  byCodes(row: MatchRow): void {
    const at = this.matches.length;
    const { calibration } = this.#snapshot;
    const reading = readCode(row.gtin);
    const byGtin = reading.status === 'valid' ? this.#snapshot.find(gtinKey(reading.gtin14)) : null;
    if (byGtin) {
      this.matches.push(
        this.#matched(row, byGtin, { method: 'gtin_exact', confidence: calibration.gtin_exact }),
      );
      if (row.brand && (row.title || row.mpn)) this.#doubtClaim(at, row, byGtin, reading as ValidGtin);
      return;
    }
    const byMpn =
      row.brand && row.mpn ? this.#snapshot.find(brandMpnKey(foldKey(row.brand), foldKey(row.mpn))) : null;
    if (byMpn) {
      this.matches.push(
        this.#matched(row, byMpn, { method: 'brand_mpn', confidence: calibration.brand_mpn }),
      );
      if (reading.status === 'valid') this.#doubtMpn(at, row, byMpn, reading);
      return;
    }
    this.matches.push(this.#unmatched(row, reading, null));
    if (row.title && this.#matching.titles) this.#titled.push({ at, row, title: row.title, reading });
  }

  async byTitles(): Promise<void> {
    const { titles, signal } = this.#matching;
    if (!titles || this.#titled.length === 0) return;
    const questions = this.#titled.map(({ title, row: { brand = null, mpn = null }, reading }) => ({
      title,
      brand,
      mpn,
      gtin: reading.status === 'valid' ? reading.gtin14 : null,
    }));
    const hits = await titles.match(questions, (listing) => this.#snapshot.find(listing), signal);
    for (const [index, { at, row, reading }] of this.#titled.entries()) {
      const hit = hits[index] ?? null;
      if (!hit || hit.probability < LIKELY) {
        this.matches[at] = this.#unmatched(row, reading, hit);
        continue;
      }
      this.matches[at] = this.#matched(row, hit.product, {
        method: 'title_fuzzy',
        confidence: rounded(hit.probability),
      });
      if (hit.doubtful || isGraded(row.title ?? '')) this.#doubtStated(at, row, hit);
      if (reading.status === 'valid') this.#doubtTitle(at, row, hit, reading);
    }
  }

  async settleDoubts(): Promise<void> {
    for (let from = 0; from < this.#doubts.length; from += PRODUCTS_PER_READ) {
      const doubts = this.#doubts.slice(from, from + PRODUCTS_PER_READ);
      const numbers = doubts.map(({ product }) => product.product_no);
      const products = await this.#snapshot.products(numbers, this.#matching.signal);
      for (const [index, { at, settle }] of doubts.entries()) {
        const settled = settle(products[index] as Product);
        if (settled) this.matches[at] = settled;
      }
      await new Promise(setImmediate);
    }
  }

  /** A row with a GTIN that is known: does it describe the item that has it? */
  #doubtClaim(at: number, row: MatchRow, product: Found, { gtin14 }: ValidGtin): void {
    const settle = ({ listings }: Product): RowMatch | null => {
      const claims = listings.filter(({ gtin, gtin_conflict }) => gtin === gtin14 && !gtin_conflict);
      if (claims.length === 0 || !claims.every((claim) => claimsContradict(row, claim))) return null;
      const { id } = row;
      const { product_id } = product;
      return { id, product_id, method: 'gtin_exact', confidence: CONTRADICTED, review: true };
    };
    this.#doubts.push({ at, row, product, settle });
  }

  /** A listing of this brand and part number may have a GTIN; the row's own is not among them, or it would have been found. */
  #doubtMpn(at: number, row: MatchRow, product: Found, reading: ValidGtin): void {
    const [brand, mpn] = [foldKey(row.brand ?? ''), foldKey(row.mpn ?? '')];
    const isNamed = (listing: Listing) =>
      foldKey(listing.mpn ?? '') === mpn && foldKey(listing.brand ?? '') === brand;
    const candidate: Candidate = {
      product_id: product.product_id,
      basis: 'brand_mpn',
      confidence: this.#snapshot.calibration.brand_mpn,
    };
    const settle = ({ listings }: Product) =>
      listings.some((listing) => listing.gtin !== null && isNamed(listing))
        ? otherGtin(row, reading, 'this brand and part number', candidate)
        : null;
    this.#doubts.push({ at, row, product, settle });
  }

  /** A record of the product states something otherwise than the row; does all of the product? */
  #doubtStated(at: number, row: MatchRow, { product, probability, tolerated }: TitleHit): void {
    const settle = ({ listings }: Product): RowMatch | null => {
      const title = row.title ?? '';
      const found = contradictionsOf({ title, brand: row.brand ?? null }, listings.map(itemOf));
      const titles = listings.map((listing) => listing.title);
      const others = found.some(({ kind }) => kind === 'number') ? [] : otherGrades(title, titles);
      const counting = [...found, ...others].filter(({ kind }) => !tolerated.includes(kind));
      if (counting.length === 0) return null;
      const { product_id } = product;
      const detail = counting.map(contradictionInWords).join('; ');
      return {
        id: row.id,
        product_id,
        method: 'title_fuzzy',
        confidence: rounded(probability),
        review: true,
        detail,
      };
    };
    this.#doubts.push({ at, row, product, settle });
  }

  /** What was found by title may be a listing without GTIN of a variant that has one. */
  #doubtTitle(at: number, row: MatchRow, hit: TitleHit, reading: ValidGtin): void {
    const offer = formatId('offer', hit.listing_key);
    const { product } = hit;
    const settle = ({ listings }: Product) => {
      const found = listings.find(({ offer_id }) => offer_id === offer);
      const has = listings.some(
        ({ variant_id, gtin, gtin_conflict }) =>
          variant_id === found?.variant_id && gtin !== null && !gtin_conflict,
      );
      return has ? otherGtin(row, reading, 'this title', titleCandidate(hit)) : null;
    };
    this.#doubts.push({ at, row, product, settle });
  }

  #matched({ id }: MatchRow, { product_id }: Found, match: Match): RowMatch {
    const review = match.confidence < this.#matching.trust ? { review: true as const } : {};
    return { id, product_id, ...match, ...review };
  }

  #unmatched(row: MatchRow, reading: GtinReading, hit: TitleHit | null): RowMatch {
    const base = reading.status === 'valid' ? reading.base : undefined;
    const inner = base === undefined ? null : this.#snapshot.find(gtinKey(base));
    let candidate: Candidate | null = hit && titleCandidate(hit);
    if (inner) candidate = { product_id: inner.product_id, basis: 'packaging_level' };
    const byTitle = row.title ? titleTrouble(this.#matching.titles !== null, hit && hit.probability) : null;
    const why = gtinTrouble(reading) ?? byTitle ?? codeTrouble(row);
    return { id: row.id, ...why, ...(candidate ? { candidate } : {}) };
  }
}

/** The GTIN in a row's field, where an ISBN-10 stands for its ISBN-13. */
function readCode(code: string | undefined): GtinReading {
  const reading = readGtin(code);
  const isbn = code !== undefined && reading.status === 'malformed' ? isbn10ToGtin13(code.trim()) : null;
  return isbn === null ? reading : readGtin(isbn);
}

const rounded = (probability: number) => Number(probability.toFixed(4));

function titleCandidate({ product: { product_id }, probability }: TitleHit): Candidate {
  return { product_id, basis: 'title_fuzzy', confidence: rounded(probability) };
}

function otherGtin({ id }: MatchRow, { gtin14 }: ValidGtin, what: string, candidate: Candidate): RowMatch {
  const detail = `no product has the GTIN ${gtin14}; what has ${what} has another GTIN`;
  return { id, reason: 'gtin_unknown', detail, candidate };
}
