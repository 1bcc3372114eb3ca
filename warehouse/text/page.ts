/** A place in an order: larger keys first, of equal ones the lower product number. */
export interface Position {
  key: number;
  product: number;
}

/** Whether `a` comes before `b`. */
export function comesBefore(a: Position, b: Position): boolean {
  return a.key > b.key || (a.key === b.key && a.product < b.product);
}

/** Keeps the first `size` of the positions it is offered, of those after `after`: a heap whose root is the last of them. */
export class Page {
  readonly #keys: Float64Array;
  readonly #products: Uint32Array;
  readonly #size: number;
  readonly #after: Position | null;
  #count = 0;

  constructor(size: number, after: Position | null) {
    this.#size = size;
    this.#after = after;
    this.#keys = new Float64Array(size);
    this.#products = new Uint32Array(size);
  }

  /** Key and product of the last of a full page: what does not come before it need not be offered. */
  worst = Number.NEGATIVE_INFINITY;
  worstProduct = 0x7fffffff;

  offer(key: number, product: number): void {
    const after = this.#after;
    if (after !== null && (key > after.key || (key === after.key && product <= after.product))) return;
    if (this.#count < this.#size) this.#rise(key, product);
    else if (this.#size > 0) {
      const last = this.#keys[0] as number;
      if (key > last || (key === last && product < (this.#products[0] as number))) this.#sink(key, product);
    }
    if (this.#count < this.#size) return;
    this.worst = this.#size === 0 ? Number.POSITIVE_INFINITY : (this.#keys[0] as number);
    this.worstProduct = this.#products[0] ?? 0;
  }

  /** First to last. Taken from the heap, since a sort of as many objects takes longer. */
  positions(): Position[] {
    const count = this.#count;
    const [keys, products] = [this.#keys.subarray(0, count), this.#products.subarray(0, count)];
    while (this.#count > 0) {
      const [key, product] = [keys[0] as number, products[0] as number];
      const end = --this.#count;
      this.#sink(keys[end] as number, products[end] as number);
      this.#set(end, key, product);
    }
    this.#count = count;
    const found: Position[] = [];
    for (let at = 0; at < count; at++)
      found.push({ key: keys[at] as number, product: products[at] as number });
    // From the last to the first they are a heap again.
    keys.reverse();
    products.reverse();
    return found;
  }

  #isLater(index: number, key: number, product: number): boolean {
    const other = this.#keys[index] as number;
    return other < key || (other === key && (this.#products[index] as number) > product);
  }

  #rise(key: number, product: number): void {
    let at = this.#count++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (this.#isLater(parent, key, product)) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#set(at, key, product);
  }

  #sink(key: number, product: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#count) break;
      if (
        child + 1 < this.#count &&
        this.#isLater(child + 1, this.#keys[child] as number, this.#products[child] as number)
      )
        child++;
      if (!this.#isLater(child, key, product)) break;
      this.#copy(child, at);
      at = child;
    }
    this.#set(at, key, product);
  }

  #copy(from: number, to: number): void {
    this.#set(to, this.#keys[from] as number, this.#products[from] as number);
  }

  #set(at: number, key: number, product: number): void {
    this.#keys[at] = key;
    this.#products[at] = product;
  }
}
