import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openWabt from 'wabt';

/** The WebAssembly modules, as paths in this folder without their ending: each has a text (.wat) and is kept compiled. */
export const WASM_MODULES = ['embedding/scan', 'text/kernel'] as const;

/** The types of the library do not know several memories yet. */
const FEATURES = { threads: true, simd: true, multi_memory: true };

/** Where a module's text or binary lies. */
export const wasmPath = (module: string, ending: 'wat' | 'wasm'): string =>
  join(import.meta.dirname, `${module}.${ending}`);

/** What a module's text compiles to. Throws Error with line and column where the text is wrong. */
export async function compileWasm(module: string): Promise<Uint8Array> {
  const wabt = await openWabt();
  const path = wasmPath(module, 'wat');
  const parsed = wabt.parseWat(path, readFileSync(path, 'utf8'), FEATURES);
  try {
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}

/** `npm run wasm`: compiles all of them. */
if (import.meta.main)
  for (const module of WASM_MODULES) {
    const binary = await compileWasm(module);
    writeFileSync(wasmPath(module, 'wasm'), binary);
    console.log(`warehouse/${module}.wasm: ${binary.length} bytes`);
  }
