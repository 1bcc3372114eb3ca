import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import openWabt from 'wabt';

const MODULES = ['warehouse/embedding/scan', 'warehouse/text/kernel'];
/** The types of the library do not know several memories yet. */
const FEATURES = { threads: true, simd: true, multi_memory: true };

describe('a WebAssembly module', () => {
  it.each(MODULES)('%s.wasm is what its text compiles to', async (path) => {
    const wabt = await openWabt();
    const text = readFileSync(`${path}.wat`, 'utf8');
    const module = wabt.parseWat(`${path}.wat`, text, FEATURES);
    try {
      const { buffer } = module.toBinary({});
      expect(Buffer.from(buffer).equals(readFileSync(`${path}.wasm`))).toBe(true);
    } finally {
      module.destroy();
    }
  });
});
