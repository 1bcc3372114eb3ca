import { type StateDatabase, statement } from './state_database.ts';

/** What a person said of a feed's prices. The last word about a feed and moment holds. */
export interface PriceFactorDecision {
  seller: string;
  feed: string;
  /** ISO 8601 UTC: observations from this moment on. */
  from_at: string;
  /** A decimal number above 0, as pipelines/domain/price_factor.ts reads it. */
  factor: string;
  decided_by: string;
  /** ISO 8601. */
  decided_at: string;
  reason: string | null;
}

/** Price factors as the state's database keeps them. */
export class StoredPriceFactors {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async set(decision: PriceFactorDecision): Promise<void> {
    await this.#database.run(statement('set_price_factor'), { ...decision });
  }

  all(): Promise<PriceFactorDecision[]> {
    return this.#database.all('select * from price_factors order by seller, feed, from_at');
  }
}
