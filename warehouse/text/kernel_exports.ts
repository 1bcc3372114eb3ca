/**
 * The functions as `kernel.wat` exports them, which can take nothing but numbers. `docs` and `impacts` are byte offsets
 * in the arena of the columns, all other addresses in that of the state.
 */
export interface KernelExports {
  begin(docs: number, impacts: number, count: number, step: number, cells: number, touched: number): void;
  addFirst(
    docs: number,
    impacts: number,
    count: number,
    step: number,
    cells: number,
    touched: number,
    found: number,
  ): number;
  addBest(
    docs: number,
    impacts: number,
    count: number,
    step: number,
    flag: number,
    cells: number,
    shares: number,
    touched: number,
    found: number,
  ): number;
  addLast: KernelExports['addBest'];
  refine(
    docs: number,
    impacts: number,
    count: number,
    step: number,
    flag: number,
    cells: number,
    shares: number,
  ): void;
  refineMany(docs: number, impacts: number, count: number, step: number, flag: number, cells: number): void;
  lookUp(
    touched: number,
    found: number,
    docs: number,
    impacts: number,
    count: number,
    step: number,
    flag: number,
    cells: number,
    shares: number,
  ): void;
  clearAll(at: number, bytes: number): void;
  clear(products: number, count: number, cells: number): void;
  living(count: number, live: number, kept: number): number;
  matching(
    products: number,
    count: number,
    cells: number,
    levels: number,
    live: number,
    kept: number,
    back: number,
  ): [enough: number, further: number];
  alive(products: number, count: number, live: number, kept: number): number;
  within(products: number, count: number, values: number, from: number, span: number, kept: number): number;
  having(products: number, count: number, values: number, bits: number, kept: number): number;
  offering(
    products: number,
    count: number,
    firsts: number,
    sellers: number,
    costs: number,
    stock: number,
    wanted: number,
    most: number,
    stockMost: number,
    kept: number,
  ): number;
  judged(
    products: number,
    index: number,
    count: number,
    kept: number,
    column: number,
    wide: number,
    verdicts: number,
  ): [index: number, kept: number];
  tally(
    products: number,
    count: number,
    categories: number,
    brands: number,
    firsts: number,
    sellers: number,
    stock: number,
    byCategory: number,
    byBrand: number,
    bySeller: number,
    met: number,
  ): number;
  reaching(
    products: number,
    index: number,
    count: number,
    cells: number,
    factors: number,
    least: number,
    worst: number,
    before: number,
  ): number;
}
