import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig, SETTINGS, settingsHelp, settingsTable } from '../../../api/cli/config.ts';

const YAML = `market: { country: US, currency: USD }
sellers:
  - id: a
    name: A
    kind: retailer
    access: direct_api
    feeds:
      - { name: near, url: feeds/near.csv, format: csv }
      - { name: far, url: "https://example.com/far.csv", format: csv }
`;

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'config-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('which file is read', () => {
  test('without one, the demo, with its data in the working directory', () => {
    const cwd = folderWith({});
    const config = loadConfig({ env: {}, cwd });
    expect(config).toMatchObject({ isDemo: true, data: join(cwd, 'data'), port: 8080, host: '127.0.0.1' });
    expect(config.configuration.sellers.length).toBeGreaterThan(10);
  });

  test('commerce-index.yaml of the working directory, then the variable, then the option', () => {
    const cwd = folderWith({ 'commerce-index.yaml': YAML, 'b.yaml': YAML, 'c.yaml': YAML });
    const env = { COMMERCE_INDEX_CONFIG: 'b.yaml' };
    expect(loadConfig({ env: {}, cwd }).file).toBe('commerce-index.yaml');
    expect(loadConfig({ env, cwd }).file).toBe('b.yaml');
    expect(loadConfig({ env, cwd, config: 'c.yaml' }).file).toBe('c.yaml');
  });
});

describe('where paths lead', () => {
  const home = folderWith({ 'shop.yaml': YAML, 'own.yaml': `data: warehouse\n${YAML}` });
  const cwd = folderWith({});

  test('a relative feed is beside the file, an address stays as it is', () => {
    const [seller] = loadConfig({ env: {}, cwd, config: join(home, 'shop.yaml') }).configuration.sellers;
    expect(seller?.feeds.map((feed) => feed.url)).toEqual([
      join(home, 'feeds/near.csv'),
      'https://example.com/far.csv',
    ]);
  });

  test('data: of the environment from the working directory, of the file from the file', () => {
    const at = (config: string, env = {}) => loadConfig({ env, cwd, config: join(home, config) }).data;
    expect(at('shop.yaml')).toBe(join(home, 'data'));
    expect(at('own.yaml')).toBe(join(home, 'warehouse'));
    expect(at('own.yaml', { COMMERCE_INDEX_DATA: '../else' })).toBe(resolve(cwd, '../else'));
  });
});

describe('what makes vectors', () => {
  const service =
    'embedding: { provider: openai-compatible, url: "http://127.0.0.1:1/v1", model: m, dimensions: 384 }\n';

  test('is the word table, or the service of the configuration with the key of the environment', () => {
    const cwd = folderWith({ 'plain.yaml': YAML, 'service.yaml': service + YAML });
    const at = (config: string, env = {}) => loadConfig({ env, cwd, config }).embedder;
    expect(at('plain.yaml')).toEqual({ provider: 'static' });
    const settings = { provider: 'openai-compatible', url: 'http://127.0.0.1:1/v1', model: 'm', dims: 384 };
    expect(at('service.yaml')).toEqual(settings);
    expect(at('service.yaml', { EMBEDDING_API_KEY: 'k' })).toEqual({ ...settings, key: 'k' });
  });
});

describe('the environment', () => {
  test('all mistakes at once, and a key is never shown', () => {
    const env = {
      PORT: '80a',
      HOST: 'a b',
      API_KEY: 'short secret',
      EMBEDDING_API_KEY: 'a secret',
      LOG_LEVEL: 'loud',
    };
    expect(() => loadConfig({ env, cwd: folderWith({}) })).toThrow(
      [
        'PORT="80a" must be a number from 0 to 65535',
        'HOST="a b" must be an address or a host name',
        'API_KEY must be 16 to 200 letters, digits or ._~+/=-',
        'EMBEDDING_API_KEY must be printable ASCII without spaces',
        'LOG_LEVEL="loud" must be one of fatal, error, warn, info, debug, trace, silent',
      ].join('\n'),
    );
  });

  test('an empty variable is an unset one', () => {
    expect(loadConfig({ env: { PORT: '', LOG_LEVEL: ' ' }, cwd: folderWith({}) })).toMatchObject({
      port: 8080,
      logLevel: 'info',
    });
  });

  test('help and table name every setting', () => {
    for (const { name } of SETTINGS) {
      expect(settingsHelp()).toContain(name);
      expect(settingsTable()).toContain(`\`${name}\``);
    }
  });
});
