/** How two columns that speak of the same items agree: item after item, what the one says and what the other. */
export class Agreement {
  compared = 0;
  agreeing = 0;
  readonly #brands = new Set<string>();
  readonly #agreed = new Set<string>();
  readonly #left = new Map<string, number>();
  readonly #right = new Map<string, number>();

  /** Adds an item by the texts of both values; values that say the same have one text. */
  add(left: string, right: string, brand: string | null): void {
    this.compared++;
    this.#left.set(left, (this.#left.get(left) ?? 0) + 1);
    this.#right.set(right, (this.#right.get(right) ?? 0) + 1);
    if (left !== right) return;
    this.agreeing++;
    this.#agreed.add(left);
    if (brand !== null) this.#brands.add(brand);
  }

  /** Those of several feeds as one. */
  static of(all: readonly Agreement[]): Agreement {
    const sum = new Agreement();
    for (const one of all) {
      sum.compared += one.compared;
      sum.agreeing += one.agreeing;
      for (const brand of one.#brands) sum.#brands.add(brand);
      for (const value of one.#agreed) sum.#agreed.add(value);
      for (const [value, count] of one.#left) sum.#left.set(value, (sum.#left.get(value) ?? 0) + count);
      for (const [value, count] of one.#right) sum.#right.set(value, (sum.#right.get(value) ?? 0) + count);
    }
    return sum;
  }

  /** Of the items, those that agree; 0 of none. */
  get share(): number {
    return this.compared === 0 ? 0 : this.agreeing / this.compared;
  }

  /** Different values that both said, and brands of items that agree. */
  get values(): number {
    return this.#agreed.size;
  }

  get brands(): number {
    return this.#brands.size;
  }

  /**
   * What of the agreement chance does not explain: Cohen's kappa (A coefficient of agreement for nominal scales, 1960).
   * 1 where all agree; 0 where two columns that knew nothing of one another would agree as often, so that a column
   * which mostly says one thing proves nothing.
   */
  get kappa(): number {
    let byChance = 0;
    for (const [value, count] of this.#left)
      byChance += (count / this.compared) * ((this.#right.get(value) ?? 0) / this.compared);
    return byChance === 1 || this.compared === 0 ? 0 : (this.share - byChance) / (1 - byChance);
  }

  /** How often a value of the one is right for the other; few items tell less, drawn towards .7 as in confidence.json. */
  get confidence(): number {
    return Math.round(((this.agreeing + 1.4) / (this.compared + 2)) * 10_000) / 10_000;
  }
}
