import { importsOf, type Source, within } from './source.ts';

/** Says of files what in them breaks a rule: a line for each breach, beginning with the file. */
export type Rule = (sources: readonly Source[]) => string[];

/** What each part may import of the others besides itself; the longest matching prefix decides. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'pipelines/text': [],
  'pipelines/domain': ['pipelines/text'],
  warehouse: ['pipelines/domain', 'pipelines/text'],
  pipelines: ['pipelines', 'warehouse'],
  exports: ['pipelines/domain', 'warehouse'],
  workflows: ['exports', 'pipelines', 'warehouse'],
  api: ['exports', 'pipelines', 'warehouse', 'workflows'],
};

/** Of workflows, the doors that api may use. */
const WORKFLOW_DOORS = [
  'workflows/deliver/delivery_engine.ts',
  'workflows/embedded.ts',
  'workflows/messages.ts',
  ...['client', 'connection', 'dev_server', 'program', 'schedules', 'task_queues', 'worker'].map(
    (door) => `workflows/temporal/${door}.ts`,
  ),
];

/** The rooms of title matching: each may use those before it. `learn` comes last, so it may use all. */
const TITLES = 'pipelines/match/titles';
const ROOMS = ['read', 'compare', 'candidates', 'score', 'decide', 'learn'];
/** Who uses what was learned, besides `learn` itself. */
const LEARNERS = ['pipelines/match/publish', 'pipelines/match/rows'];

/** Steps of a publication; what puts them in order is no business of theirs. */
const STEPS = [
  'pipelines/feeds',
  'pipelines/identify',
  'pipelines/match',
  'pipelines/variants',
  'pipelines/history',
  'pipelines/policy',
  'pipelines/inputs',
  'pipelines/forecast',
];

/** Folders of pure rules, and what of Node and of packages computes and nothing else. */
const PURE = ['pipelines/domain', 'pipelines/text'];
const COMPUTES = [
  'node:crypto',
  'date-holidays',
  'entities',
  'ipaddr.js',
  'luxon',
  'typebox',
  'vader-sentiment',
];

/** Files that are loaded from another folder, and why that must be. */
const LOADED_FROM_ELSEWHERE: Record<string, string> = {
  // The demo is configured like any index, by a file; it is a fixture because the tests use it too.
  'api/cli/config.ts': '../../fixtures/demo/commerce-index.yaml',
  // The browser asks by the same client as any program.
  'api/explorer/files.ts': '../client/client.ts',
};

/** Where the environment comes in, of each program one file, and who reads a variable by its name. */
const ENVIRONMENT_DOORS = ['api/cli/main.ts', 'api/mcp/stdio/main.ts'];
const ENVIRONMENT_READERS = [
  'api/cli/config.ts',
  // Where a program lies: TEMPORAL_CLI, the user's cache folder.
  'workflows/temporal/program.ts',
];

const FOLDERS = ['api', 'exports', 'fixtures', 'pipelines', 'test', 'warehouse', 'workflows'];

/** Every import that `isForbidden`, as `file imports target`. */
const imports =
  (isForbidden: (file: string, target: string) => boolean): Rule =>
  (sources) =>
    sources.flatMap((source) =>
      importsOf(source)
        .filter((target) => isForbidden(source.file, target))
        .map((target) => `${source.file} imports ${target}`),
    );

const isOurs = (target: string) => FOLDERS.some((folder) => within(target, folder));

function partOf(file: string): string | undefined {
  const parts = Object.keys(MAY_IMPORT).filter((part) => within(file, part));
  return parts.sort((a, b) => b.length - a.length)[0];
}

/** Comments that stand alone are left out, so that they may speak of what the code must not do. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const roomOf = (file: string): number => ROOMS.findIndex((room) => within(file, `${TITLES}/${room}`));

/** Paths in the text that lead out of the file's folder, but for those of imports. */
function pathsUpward({ text }: Source): string[] {
  const withoutImports = text.replace(/(?<!['"])\b(?:from|import)\s*\(?\s*['"][^'"\n]+['"]/g, '');
  const literals = [...withoutImports.matchAll(/['"`](\.\.\/[^'"`\n]*)['"`]/g)].map(
    ([, path]) => path as string,
  );
  const joined = [
    ...withoutImports.matchAll(/import\.meta\.(?:dirname|url|filename),\s*['"`]\.\.['"`][^)]*/g),
  ];
  return [...literals, ...joined.map(([call]) => call)];
}

export const RULES = {
  'a part imports only what lies below it': imports((file, target) => {
    const part = partOf(file);
    if (part === undefined || !isOurs(target)) return false;
    return ![part, ...(MAY_IMPORT[part] ?? [])].some((allowed) => within(target, allowed));
  }),

  'api uses workflows by its doors only': imports(
    (file, target) => within(file, 'api') && within(target, 'workflows') && !WORKFLOW_DOORS.includes(target),
  ),

  'a room of title matching uses only those before it': imports(
    (file, target) => roomOf(file) >= 0 && roomOf(target) > roomOf(file),
  ),

  'only publication and rows use what the matcher learns': imports(
    (file, target) =>
      within(target, `${TITLES}/learn`) &&
      ![`${TITLES}/learn`, ...LEARNERS].some((folder) => within(file, folder)),
  ),

  'a step knows nothing of the publication that runs it': imports(
    (file, target) => STEPS.some((step) => within(file, step)) && within(target, 'pipelines/snapshot'),
  ),

  'pure rules load nothing that reaches out of the process': imports(
    (file, target) =>
      PURE.some((folder) => within(file, folder)) && !isOurs(target) && !COMPUTES.includes(target),
  ),

  'pure rules do not read the environment': (sources) =>
    sources
      .filter(({ file }) => PURE.some((folder) => within(file, folder)))
      .filter(({ text }) => /\bprocess\s*(?:\??\.\s*\w|\[)/.test(withoutComments(text)))
      .map(({ file }) => `${file} reads process`),

  'the environment comes in by one door': (sources) =>
    sources
      .filter(({ file }) => !ENVIRONMENT_DOORS.includes(file))
      .filter(({ text }) =>
        /\bprocess\s*(?:\.\s*env\b|\[\s*['"]env)|=\s*process\s*[;,]|['"](?:node:)?process['"]/.test(text),
      )
      .map(({ file }) => `${file} reads process.env`),

  'a variable is read by its name only where all of them are listed': (sources) =>
    sources
      .filter(({ file }) => !ENVIRONMENT_READERS.includes(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/\benv(?:\[\s*['"`](\w+)|\.([A-Z]\w*))/g)].map(
          ([, quoted, named]) => `${file} reads ${quoted ?? named}`,
        ),
      ),

  'a file is loaded from the folder of who loads it, or below': (sources) =>
    sources.flatMap((source) =>
      pathsUpward(source)
        .filter((path) => LOADED_FROM_ELSEWHERE[source.file] !== path)
        .map((path) => `${source.file} loads ${path}`),
    ),

  'every SQL file tells first what a row is': (sources) =>
    sources
      .filter(({ file, text }) => file.endsWith('.sql') && !text.startsWith('--'))
      .map(({ file }) => `${file} begins without a comment`),

  'the top level is the architecture': (sources) =>
    [...new Set(sources.map(({ file }) => file.split('/')[0] as string))]
      .filter((folder) => !FOLDERS.includes(folder))
      .map((folder) => `${folder}/ is no part of it`),
} satisfies Record<string, Rule>;
