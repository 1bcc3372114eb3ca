import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { ConfigurationError, readConfigurationFile } from '../../../api/cli/configuration_file.ts';
import { ConfigurationSchema } from '../../../pipelines/domain/settings/configuration.ts';

const folder = fileURLToPath(new URL('../../../fixtures/config', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

function messages(name: string): string {
  try {
    readConfigurationFile(join(folder, name), name);
    return '';
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return `${error.message}\n`;
  }
}

test.each(names)('%s gives every message expected of it, with line and field', (name) => {
  expect(messages(name)).toBe(readFileSync(join(folder, name.replace('.yaml', '.expected')), 'utf8'));
});

test('the schema that every start trusts is a schema', () => {
  const judge = new Ajv({ strict: true, strictTypes: false });
  expect([judge.validateSchema(ConfigurationSchema), judge.errorsText()]).toEqual([true, 'No errors']);
});

test('a missing file is named with what to do', () => {
  expect(() => readConfigurationFile('/nowhere/shop.yaml', 'shop.yaml')).toThrow(
    'shop.yaml: there is no such file; name another with --config or COMMERCE_INDEX_CONFIG',
  );
});
