import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Names that Chromium and what is built from it are installed under. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The browser's program on this machine (CHROMIUM names another), or null where there is none: then what needs it is
 * skipped and says so. Where REQUIRE_CHROMIUM is set that is a failure.
 */
export function chromiumProgram(): string | null {
  const named = process.env['CHROMIUM'];
  const places = (process.env['PATH'] ?? '').split(':');
  const found = named ?? NAMES.flatMap((name) => places.map((folder) => join(folder, name))).find(existsSync);
  if (found !== undefined && existsSync(found)) return found;
  const missing = `no ${named ?? NAMES.join(', ')}; Debian's package is chromium`;
  if (process.env['REQUIRE_CHROMIUM'])
    throw new Error(`REQUIRE_CHROMIUM is set and there is no browser to test with: ${missing}`);
  console.warn(`SKIPPED: everything that needs a browser: ${missing}`);
  return null;
}
