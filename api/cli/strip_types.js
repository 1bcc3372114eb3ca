import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loads this package's TypeScript from node_modules as Node itself loads it elsewhere: types become blanks, lines stay.
const PACKAGE = new URL('../../', import.meta.url).href;

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(PACKAGE) || !/\.ts(?:$|[?#])/.test(url)) return next(url, context);
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
    return { format: 'module', shortCircuit: true, source };
  },
});
