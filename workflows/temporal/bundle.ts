import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BundleOptions,
  bundleWorkflowCode,
  DefaultLogger,
  type WorkflowBundle,
} from '@temporalio/worker';
import type { Logger } from 'pino';
import { cacheFolder } from './program.ts';

export interface BundleSettings {
  /** Where a person keeps caches (XDG_CACHE_HOME, HOME). */
  env: Readonly<Record<string, string | undefined>>;
  log?: Logger;
  /** Modules with interceptors around the workflows. */
  modules?: readonly string[] | undefined;
}

const WORKFLOWS = fileURLToPath(new URL('./workflows.ts', import.meta.url));
const { version: SDK } = createRequire(import.meta.url)('@temporalio/worker/package.json') as {
  version: string;
};

/**
 * The workflows as one script, the same for every worker of this version, with these modules around them. Making it
 * takes two seconds of processor time: it is made once in a process, and kept in the cache for the next while none of
 * the files that it was made of is another.
 */
export function bundleWorkflows(settings: BundleSettings): Promise<WorkflowBundle> {
  const path = bundlePath(settings);
  let bundle = bundles.get(path);
  if (bundle === undefined) {
    bundle = keptOrMade(path, settings);
    bundles.set(path, bundle);
  }
  return bundle;
}
const bundles = new Map<string, Promise<WorkflowBundle>>();

/** Where the bundle with these modules is kept. */
export function bundlePath({ env, modules = [] }: BundleSettings): string {
  const name = digest(JSON.stringify([WORKFLOWS, SDK, modules])).slice(0, 16);
  return join(cacheFolder(env), `workflows-${name}.json`);
}

/** A bundle as it is kept. */
interface Kept {
  /** Path and content hash of each file that it was made of. */
  files: [path: string, sha256: string][];
  /** Hash of `code`. */
  sha256: string;
  code: string;
}

/** The bundle kept at `path`, else one that is made now and kept there. */
export async function keptOrMade(path: string, settings: BundleSettings): Promise<WorkflowBundle> {
  const kept = await readKept(path);
  if (kept !== null) return { code: kept };
  const { bundle, files } = await makeBundle(settings);
  // A cache that cannot be written to is none.
  await keep(path, bundle, files).catch((error: unknown) =>
    settings.log?.debug({ error, path }, 'the bundle of workflows was not kept'),
  );
  return bundle;
}

/** The code kept there; null where there is none, another user's, it is damaged, or a file that it was made of is another now. */
async function readKept(path: string): Promise<string | null> {
  try {
    // What another user wrote into a folder for all is not run.
    if ((await stat(path)).uid !== (process.getuid?.() ?? 0)) return null;
    const { files, sha256, code } = JSON.parse(await readFile(path, 'utf8')) as Kept;
    return digest(code) === sha256 && files.every(([file, was]) => hashOf(file) === was) ? code : null;
  } catch {
    return null;
  }
}

async function keep(path: string, { code }: WorkflowBundle, files: readonly string[]): Promise<void> {
  const kept: Kept = { files: files.map((file) => [file, hashOf(file)]), sha256: digest(code), code };
  await mkdir(join(path, '..'), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(kept), { mode: 0o600 });
  await rename(draft, path);
}

const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const hashOf = (file: string): string => digest(readFileSync(file));

type BundleConfig = Parameters<NonNullable<BundleOptions['webpackConfigHook']>>[0];

/** Makes a bundle; tells which files went into it, the descriptions of packages by which they were found among them. */
async function makeBundle({
  log,
  modules = [],
}: BundleSettings): Promise<{ bundle: WorkflowBundle; files: string[] }> {
  let files: string[] = [];
  const noting: NonNullable<BundleConfig['plugins']>[number] = {
    apply: (compiler) =>
      compiler.hooks.done.tap('files', ({ compilation }) => {
        files = [...compilation.fileDependencies];
      }),
  };
  const bundle = await bundleWorkflowCode({
    workflowsPath: WORKFLOWS,
    workflowInterceptorModules: [...modules],
    webpackConfigHook: (config) => {
      const own = readingOwnTypes(config);
      return { ...own, plugins: [...(own.plugins ?? []), noting] };
    },
    logger: new DefaultLogger('WARN', ({ message }) => log?.warn(message)),
  });
  // The entry is made up by the SDK and lies on no disk.
  return {
    bundle,
    files: files.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile()).sort(),
  };
}

/** The root of this package, which lies in node_modules where it is installed. */
const PACKAGE = import.meta.dirname.slice(0, -'workflows/temporal'.length);

/** The bundler takes no TypeScript from node_modules; this package's own it must. */
function readingOwnTypes(config: BundleConfig): BundleConfig {
  const isForeign = (path: string) => /[/\\]node_modules[/\\]/.test(path.replace(PACKAGE, ''));
  const rules = config.module?.rules?.map((rule) =>
    rule && typeof rule === 'object' && rule.test instanceof RegExp && rule.test.test('.ts')
      ? { ...rule, exclude: isForeign }
      : rule,
  );
  return { ...config, module: { ...config.module, ...(rules && { rules }) } };
}
