import { readFileSync } from 'node:fs';
import type { Arena } from './arena.ts';

/**
 * The functions of `kernel.wat`, which says what they do. `docs` and `impacts` are byte offsets in the arena of the
 * columns, all other addresses in that of the state.
 */
export interface Kernel {
  begin(docs: number, impacts: number, count: number, step: number, cells: number, touched: number): void;
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
  addLast: Kernel['addBest'];
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
  clear(products: number, count: number, cells: number): void;
  living(count: number, live: number, kept: number): number;
  matching(
    products: number,
    count: number,
    cells: number,
    enough: number,
    live: number,
    kept: number,
  ): number;
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
    least: number,
    before: number,
    above: number,
  ): number;
}

let compiled: WebAssembly.Module | undefined;

/** The kernel over two arenas; one that only narrows selections has no columns. */
export function kernelOf(state: Arena, columns: Arena = state): Kernel {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('kernel.wasm', import.meta.url)));
  const instance = new WebAssembly.Instance(compiled, {
    text: { columns: columns.shared.memory, state: state.shared.memory },
  });
  return instance.exports as unknown as Kernel;
}
