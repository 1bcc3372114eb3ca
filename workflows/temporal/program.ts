import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { TestWorkflowEnvironment } from '@temporalio/testing';

const run = promisify(execFile);

/** The newest version that `go install` takes; server 1.29.1. */
const GO_PACKAGE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1';
const BUILD_TIMEOUT_MS = 30 * 60_000;

export interface ProgramOptions {
  /** TEMPORAL_CLI, PATH, and where a person keeps caches; a build with Go gets all of it. */
  env: Readonly<Record<string, string | undefined>>;
  /** Told what takes long. */
  onProgress?: (line: string) => void;
}

/**
 * Path of the `temporal` program: the one named, else on the PATH, else in the cache, else downloaded by the SDK,
 * else built with Go. Throws an error that tells what was tried and what to install.
 */
export async function findTemporalProgram(options: ProgramOptions): Promise<string> {
  const { env, onProgress = () => undefined } = options;
  const named = env['TEMPORAL_CLI'];
  if (named !== undefined && named !== '') return executable(named);
  const cache = cacheFolder(env);
  const cached = join(cache, 'temporal');
  for (const path of [...onPath(env, 'temporal'), cached]) if (await isExecutable(path)) return path;
  await mkdir(cache, { recursive: true });
  const tried: string[] = [];
  for (const [how, get] of [
    ['download by the Temporal SDK', download],
    ['build with Go', buildWithGo],
  ] as const) {
    onProgress(`no temporal program here yet: ${how}`);
    try {
      await get(cache, env);
      return await executable(cached);
    } catch (error) {
      tried.push(`${how}: ${firstLine(error)}`);
      onProgress(`${how} failed: ${firstLine(error)}`);
    }
  }
  throw new Error(
    `no temporal program: not on the PATH, not in ${cache}; ${tried.join('; ')}. Install the Temporal CLI, or set TEMPORAL_CLI to its path`,
  );
}

/** The SDK downloads the program to start a server of its own, which is stopped again at once. */
async function download(cache: string): Promise<void> {
  const folder = await mkdtemp(join(cache, 'download-'));
  try {
    const environment = await TestWorkflowEnvironment.createLocal({
      server: { executable: { type: 'cached-download', downloadDir: folder } },
    });
    await environment.teardown();
    const [file] = await readdir(folder);
    if (file === undefined) throw new Error('the SDK left no program behind');
    await rename(join(folder, file), join(cache, 'temporal'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function buildWithGo(cache: string, env: ProgramOptions['env']): Promise<void> {
  const go = [...onPath(env, 'go'), '/usr/local/go/bin/go'].find((path) => existsSync(path));
  if (go === undefined) throw new Error('there is no Go compiler');
  const folder = await mkdtemp(join(cache, 'build-'));
  try {
    // Nobody debugs it, and none of it is C: what only a debugger reads is not made, which spares a sixth of the work.
    const flags = ['-trimpath', '-gcflags=all=-dwarf=false', '-ldflags=-s -w'];
    await run(go, ['install', ...flags, GO_PACKAGE], {
      env: { ...env, GOBIN: folder, CGO_ENABLED: '0' },
      timeout: BUILD_TIMEOUT_MS,
      maxBuffer: 1 << 24,
    });
    await rename(join(folder, 'temporal'), join(cache, 'temporal'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where a person keeps what this program can make again. */
export function cacheFolder(env: ProgramOptions['env']): string {
  const base = env['XDG_CACHE_HOME'] ?? (env['HOME'] === undefined ? tmpdir() : join(env['HOME'], '.cache'));
  return join(base, 'commerce-index');
}

function onPath(env: ProgramOptions['env'], program: string): string[] {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program));
}

async function executable(path: string): Promise<string> {
  if (await isExecutable(path)) return path;
  throw new Error(`${path} is no program that can be run; set TEMPORAL_CLI to the temporal program`);
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n').find((line) => line.trim() !== '') ?? message;
}
