import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileWasm, WASM_MODULES, wasmPath } from '../../warehouse/compile_wasm.ts';

describe('a WebAssembly module', () => {
  it.each(WASM_MODULES)('%s.wasm is what its text compiles to', async (module) => {
    const compiled = readFileSync(wasmPath(module, 'wasm'));
    expect(Buffer.from(await compileWasm(module)).equals(compiled), 'run npm run wasm').toBe(true);
  });

  it('is compiled by npm run wasm, each of them', () => {
    const texts = globSync('warehouse/**/*.wat').map((path) => path.replaceAll('\\', '/'));
    expect(texts.sort()).toEqual(WASM_MODULES.map((module) => `warehouse/${module}.wat`).sort());
  });
});
