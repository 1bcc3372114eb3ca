import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MCP = join(ROOT, 'api/mcp/stdio');

/** A folder whose node_modules has what is installed here, and the package as `npm pack` makes it of `source`. */
function installed(source: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-index-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const modules = join(folder, 'node_modules');
  const target = join(modules, name);
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(join(ROOT, 'node_modules')))
    if (entry !== name.split('/')[0]) symlinkSync(join(ROOT, 'node_modules', entry), join(modules, entry));
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: source,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [, filename = ''] = /"filename": "([^"]+\.tgz)"/.exec(packed) ?? [];
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
  return target;
}

test('the packed service runs from node_modules, with its demo and without tests', {
  timeout: 60_000,
}, () => {
  const target = installed(ROOT, packageFile.name);
  const run = (...values: string[]) =>
    execFileSync(process.execPath, [join(target, packageFile.bin['commerce-index']), ...values], {
      cwd: target,
      encoding: 'utf8',
    });
  expect(run('--version').trim()).toBe(packageFile.version);
  expect(run('export', '--help')).toContain('dataset');
  expect(readdirSync(join(target, 'fixtures'))).toEqual(['demo']);
  expect(readdirSync(target)).not.toContain('test');
});

test('the packed tools for agents run, under the same version', { timeout: 60_000 }, () => {
  const target = installed(MCP, '@service/mcp');
  const version = execFileSync(process.execPath, [join(target, 'main.js'), '--version'], {
    encoding: 'utf8',
  });
  expect(version.trim()).toBe(packageFile.version);
  expect(readdirSync(target).sort()).toEqual(['README.md', 'main.js', 'package.json']);
});
