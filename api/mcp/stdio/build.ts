import { readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

/** Writes `main.js`, what the package runs: Node strips types from no file of an installed package. */
const source = new URL('main.ts', import.meta.url);
writeFileSync(new URL('main.js', import.meta.url), stripTypeScriptTypes(readFileSync(source, 'utf8')));
