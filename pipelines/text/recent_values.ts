/**
 * What was made of some keys and may be made again: at least the last `most` that were asked for, at most twice as many. What
 * weighs more than one counts as so many, and is not kept where it alone is more than that.
 */
export class RecentValues<Value, Key = string> {
  readonly #most: number;
  readonly #weigh: (value: Value) => number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #weight = 0;

  constructor(most: number, weigh: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  has(key: Key): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  /** The value of a key, made where it is not known. */
  of(key: Key, make: () => Value): Value {
    return this.find(key) ?? this.#keep(key, make());
  }

  /** The value of a key, where it is known. */
  find(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    return old === undefined ? undefined : this.#keep(key, old);
  }

  #keep(key: Key, value: Value): Value {
    const weight = this.#weigh(value);
    if (weight > this.#most) return value;
    if (this.#weight + weight > this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#weight = 0;
    }
    this.#old.delete(key);
    this.#young.set(key, value);
    this.#weight += weight;
    return value;
  }
}
