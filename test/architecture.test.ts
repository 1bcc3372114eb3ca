import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RULES, type Rule } from './architecture/rules.ts';
import { ROOT, readSources, type Source } from './architecture/source.ts';

type RuleName = keyof typeof RULES;
const rules = Object.entries(RULES) as [RuleName, Rule][];

const PARTS = ['pipelines', 'warehouse', 'exports', 'workflows', 'api'];
const sources = readSources(PARTS);
/** Only their names count: what is in tests and fixtures obeys rules of its own. */
const topLevel: Source[] = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|data$)/.test(entry.name))
  .map(({ name }) => ({ file: `${name}/`, text: '' }));

test('there is something to look at', () => {
  for (const part of PARTS)
    expect(sources.filter(({ file }) => file.startsWith(`${part}/`)).length, part).toBeGreaterThan(5);
  expect(sources.filter(({ file }) => file.endsWith('.sql')).length).toBeGreaterThan(20);
  expect(topLevel.length).toBeGreaterThan(5);
});

test.each(rules)('%s', (_, rule) => {
  expect(rule([...sources, ...topLevel])).toEqual([]);
});

const source = (file: string, text: string): Source => ({ file, text });

/** Of each rule: files that break it, with what is to be found, and files that come near and do not. */
const PLANTED: Record<RuleName, { breaches: [Source, found: string][]; allowed: Source[] }> = {
  'a part imports only what lies below it': {
    breaches: [
      [
        source('warehouse/a.ts', "import { x } from '../pipelines/feeds/land.ts';"),
        'warehouse/a.ts imports pipelines/feeds/land.ts',
      ],
      [
        source('pipelines/domain/a.ts', "export * from '../../warehouse/store.ts';"),
        'pipelines/domain/a.ts imports warehouse/store.ts',
      ],
      [
        source('pipelines/text/a.ts', "import type {\n  A,\n} from '../domain/key.ts';"),
        'pipelines/text/a.ts imports pipelines/domain/key.ts',
      ],
      [
        source('pipelines/feeds/a.ts', "const x = await import('../../api/cli/config.ts');"),
        'pipelines/feeds/a.ts imports api/cli/config.ts',
      ],
      [
        source('workflows/a.ts', "import '../test/bench/main.ts';"),
        'workflows/a.ts imports test/bench/main.ts',
      ],
    ],
    allowed: [
      source('pipelines/domain/a.ts', "import { fold } from '../text/fold.ts';"),
      source('warehouse/a.ts', "import { fold } from '../pipelines/text/fold.ts';"),
      source('api/cli/a.ts', "import file from '../../package.json' with { type: 'json' };"),
    ],
  },
  'api uses workflows by its doors only': {
    breaches: [
      [
        source('api/cli/a.ts', "import { a } from '../../workflows/temporal/activities.ts';"),
        'api/cli/a.ts imports workflows/temporal/activities.ts',
      ],
    ],
    allowed: [source('api/cli/a.ts', "import { a } from '../../workflows/temporal/client.ts';")],
  },
  'a room of title matching uses only those before it': {
    breaches: [
      [
        source('pipelines/match/titles/compare/a.ts', "import { a } from '../candidates/keys.ts';"),
        'pipelines/match/titles/compare/a.ts imports pipelines/match/titles/candidates/keys.ts',
      ],
      [
        source('pipelines/match/titles/decide/a.ts', "import type { A } from '../learn/logit.ts';"),
        'pipelines/match/titles/decide/a.ts imports pipelines/match/titles/learn/logit.ts',
      ],
    ],
    allowed: [
      source('pipelines/match/titles/score/a.ts', "import { a } from '../candidates/keys.ts';"),
      source('pipelines/match/titles/learn/a.ts', "import { a } from '../decide/decide.ts';"),
    ],
  },
  'only publication and rows use what the matcher learns': {
    breaches: [
      [
        source('pipelines/match/degraded.ts', "import { a } from './titles/learn/logit.ts';"),
        'pipelines/match/degraded.ts imports pipelines/match/titles/learn/logit.ts',
      ],
      [
        source('api/catalogue/a.ts', "import { a } from '../../pipelines/match/titles/learn/logit.ts';"),
        'api/catalogue/a.ts imports pipelines/match/titles/learn/logit.ts',
      ],
    ],
    allowed: [
      source('pipelines/match/publish/a.ts', "import { a } from '../titles/learn/logit.ts';"),
      source('pipelines/match/titles/learn/a.ts', "import { a } from './logit.ts';"),
    ],
  },
  'a step knows nothing of the publication that runs it': {
    breaches: [
      [
        source('pipelines/history/a.ts', "import { publish } from '../snapshot/publish.ts';"),
        'pipelines/history/a.ts imports pipelines/snapshot/publish.ts',
      ],
      [
        source('pipelines/match/publish/a.ts', "import type { A } from '../../snapshot/rows.ts';"),
        'pipelines/match/publish/a.ts imports pipelines/snapshot/rows.ts',
      ],
    ],
    allowed: [source('pipelines/snapshot/a.ts', "import { a } from './rows.ts';")],
  },
  'pure rules load nothing that reaches out of the process': {
    breaches: [
      [
        source('pipelines/domain/a.ts', "import { readFileSync } from 'node:fs';"),
        'pipelines/domain/a.ts imports node:fs',
      ],
      [
        source('pipelines/text/a.ts', "import { fetch } from 'undici';"),
        'pipelines/text/a.ts imports undici',
      ],
      [
        source('pipelines/domain/a.ts', "const sql = await import('@duckdb/node-api/lib');"),
        'pipelines/domain/a.ts imports @duckdb/node-api',
      ],
      [source('pipelines/domain/a.ts', "import fs from 'fs';"), 'pipelines/domain/a.ts imports fs'],
    ],
    allowed: [
      source('pipelines/domain/a.ts', "import { createHash } from 'node:crypto';"),
      source('pipelines/text/a.ts', "import { decodeHTML } from 'entities/decode';"),
      source('warehouse/a.ts', "import { readFileSync } from 'node:fs';"),
    ],
  },
  'pure rules do not read the environment': {
    breaches: [
      [
        source('pipelines/domain/a.ts', 'const zone = process.env.TZ;'),
        'pipelines/domain/a.ts reads process',
      ],
      [source('pipelines/text/a.ts', "const zone = process['env'];"), 'pipelines/text/a.ts reads process'],
    ],
    allowed: [source('pipelines/domain/a.ts', '/** Read once per process. */')],
  },
  'the environment comes in by one door': {
    breaches: [
      [source('warehouse/a.ts', "const home = process.env['HOME'];"), 'warehouse/a.ts reads process.env'],
      [source('exports/a.ts', 'const { env } = process;'), 'exports/a.ts reads process.env'],
      [source('api/http/a.ts', "import { env } from 'node:process';"), 'api/http/a.ts reads process.env'],
    ],
    allowed: [source('api/cli/main.ts', 'const terminal = { env: process.env };')],
  },
  'a variable is read by its name only where all of them are listed': {
    breaches: [
      [source('api/cli/start.ts', "const port = terminal.env['PORT'];"), 'api/cli/start.ts reads PORT'],
      [source('workflows/a.ts', 'const level = env.LOG_LEVEL;'), 'workflows/a.ts reads LOG_LEVEL'],
    ],
    allowed: [
      source('api/cli/config.ts', "const level = env['LOG_LEVEL'];"),
      source('api/cli/a.ts', 'loadConfig({ env: terminal.env, cwd });'),
    ],
  },
  'a file is loaded from the folder of who loads it, or below': {
    breaches: [
      [
        source('pipelines/snapshot/a.ts', "loadSql(import.meta.url, '../history/sql/events.sql')"),
        'pipelines/snapshot/a.ts loads ../history/sql/events.sql',
      ],
      [
        source('warehouse/text/a.ts', 'new URL(`../embedding/${name}.wasm`, import.meta.url)'),
        // biome-ignore lint: the planted text, not a template
        'warehouse/text/a.ts loads ../embedding/${name}.wasm',
      ],
      [
        source('api/cli/config.ts', "new URL('../../fixtures/feeds/a.csv', import.meta.url)"),
        'api/cli/config.ts loads ../../fixtures/feeds/a.csv',
      ],
      [
        source('exports/a.ts', "join(import.meta.dirname, '..', 'warehouse')"),
        "exports/a.ts loads import.meta.dirname, '..', 'warehouse'",
      ],
    ],
    allowed: [
      source('pipelines/snapshot/a.ts', "import { a } from '../history/events.ts';"),
      source('pipelines/snapshot/a.ts', "loadSql(import.meta.url, './sql/keys.sql')"),
      source('api/cli/config.ts', "new URL('../../fixtures/demo/commerce-index.yaml', import.meta.url)"),
    ],
  },
  'every SQL file tells first what a row is': {
    breaches: [[source('warehouse/sql/a.sql', 'select 1'), 'warehouse/sql/a.sql begins without a comment']],
    allowed: [source('warehouse/sql/a.sql', '-- one row per number\nselect 1')],
  },
  'the top level is the architecture': {
    breaches: [[source('utils/a.ts', ''), 'utils/ is no part of it']],
    allowed: [source('api/', '')],
  },
};

describe.each(rules)('a breach is found: %s', (name, rule) => {
  const { breaches, allowed } = PLANTED[name];

  test.each(breaches)('$file', (planted, found) => {
    expect(rule([...allowed, planted])).toEqual([found]);
  });

  test('what comes near is none', () => {
    expect(allowed.length).toBeGreaterThan(0);
    expect(rule(allowed)).toEqual([]);
  });
});
