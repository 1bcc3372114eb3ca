import { existsSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import type { EmbeddingSettings } from '../../pipelines/domain/settings/embedding_settings.ts';
import type { FeedSettings } from '../../pipelines/domain/settings/feed_settings.ts';
import type { EmbedderSettings } from '../../warehouse/embedding/open_embedder.ts';
import { sealingKey } from '../../warehouse/state/sealed_secret.ts';
import { ConfigurationError, readConfigurationFile } from './configuration_file.ts';

/** The only reader of the environment and of commerce-index.yaml. */

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

interface Setting {
  /** Environment variable. */
  name: string;
  /** As shown; what holds when the variable is unset or empty. */
  default: string;
  help: string;
  /** What is wrong with a value, or null. */
  problem: (text: string) => string | null;
}

/** The one list of environment variables: help, the README's table and the checks follow from it. */
export const SETTINGS = [
  {
    name: 'PORT',
    default: '8080',
    help: 'Port the API listens on; 0 takes a free one.',
    problem: (text) =>
      /^\d+$/.test(text) && Number(text) <= 65_535 ? null : 'must be a number from 0 to 65535',
  },
  {
    name: 'HOST',
    default: '127.0.0.1',
    help: 'Address the API listens on; 0.0.0.0 opens it to the network.',
    problem: (text) => (/\s/.test(text) ? 'must be an address or a host name' : null),
  },
  {
    name: 'API_KEY',
    default: '(made at first start)',
    help: 'A key with every scope, instead of the one made at first start; another value ends the one before.',
    problem: (text) =>
      /^[\w.~+/=-]{16,200}$/.test(text) ? null : 'must be 16 to 200 letters, digits or ._~+/=-',
  },
  {
    name: 'EMBEDDING_API_KEY',
    default: '(none)',
    help: 'Key of the service that `embedding` of the configuration names.',
    problem: (text) => (/^[\x21-\x7e]+$/.test(text) ? null : 'must be printable ASCII without spaces'),
  },
  {
    name: 'COMMERCE_INDEX_CONFIG',
    default: './commerce-index.yaml, else the demo',
    help: 'The configuration file; the option --config goes before it.',
    problem: () => null,
  },
  {
    name: 'COMMERCE_INDEX_DATA',
    default: '`data` of the configuration, else ./data',
    help: 'Folder of the warehouse.',
    problem: () => null,
  },
  {
    name: 'DATABASE_URL',
    default: '(SQLite in the data folder)',
    help: 'PostgreSQL database for keys, memory, watches and deliveries, for example postgres://user:password@host/name.',
    problem: (text) =>
      /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@host/'))
        ? null
        : 'must be an address such as postgres://user:password@host/name',
  },
  {
    name: 'WEBHOOK_SECRET_KEY',
    default: '(none: kept as they are)',
    help: 'A long random text; secrets of watches are encrypted with it where they are kept.',
    problem: (text) => (text.length >= 32 ? null : 'must have at least 32 characters'),
  },
  {
    name: 'RATE_LIMIT',
    default: '6000',
    help: 'Metering units a key may use in a minute; a plain read costs 1.',
    problem: (text) => (/^[1-9]\d{0,11}$/.test(text) ? null : 'must be a whole number above 0'),
  },
  {
    name: 'CORS_ORIGINS',
    default: '(none)',
    help: 'Origins whose pages may call the API, for example https://shop.example, separated by commas.',
    problem: (text) =>
      text.split(',').every((origin) => /^https?:\/\/[^/\s,]+$/.test(origin.trim()))
        ? null
        : 'must be origins such as https://shop.example, separated by commas',
  },
  {
    name: 'WORKER_METRICS',
    default: '(none)',
    help: 'Address and port a Temporal worker serves /metrics on, for example 127.0.0.1:9464.',
    problem: (text) =>
      /^[^\s:]+:\d{1,5}$/.test(text) ? null : 'must be an address and a port such as 127.0.0.1:9464',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '(none)',
    help: 'Where a Temporal worker sends traces by OTLP/HTTP, for example http://127.0.0.1:4318.',
    problem: (text) =>
      /^https?:\/\/[^/\s]/.test(text) && URL.canParse(text)
        ? null
        : 'must be an address such as http://127.0.0.1:4318',
  },
  {
    name: 'TEMPORAL_CLI',
    default: '(found on the PATH, else fetched)',
    help: 'Path of the temporal program that `temporal` runs.',
    problem: () => null,
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    help: `${LOG_LEVELS.join(', ')}; debug shows the stack of an error.`,
    problem: (text) =>
      LOG_LEVELS.some((level) => level === text) ? null : `must be one of ${LOG_LEVELS.join(', ')}`,
  },
] as const satisfies readonly Setting[];

export type SettingName = (typeof SETTINGS)[number]['name'];

/** Everything the program may know of its surroundings. */
export interface Config {
  port: number;
  host: string;
  /** Null when one is to be made. */
  apiKey: string | null;
  /** PostgreSQL that keeps the state; null for SQLite in the data folder. */
  databaseUrl: string | null;
  /** Encrypts secrets of watches; null keeps them as they are. */
  secretKey: Buffer | null;
  /** Metering units of a key in a minute. */
  rateLimit: number;
  corsOrigins: string[];
  /** `host:port` of a worker's /metrics, or null. */
  workerMetrics: string | null;
  /** Base address of a receiver of traces, or null. */
  otlpEndpoint: string | null;
  logLevel: LogLevel;
  /** What makes vectors of products and intents, with its key. */
  embedder: EmbedderSettings;
  /** The configuration file as a person would write it. */
  file: string;
  isDemo: boolean;
  /** Absolute folder of the warehouse. */
  data: string;
  /** Local feed paths are absolute. */
  configuration: Configuration;
}

export interface ConfigOptions {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** `--config`. */
  config?: string | undefined;
}

const DEMO = fileURLToPath(new URL('../../fixtures/demo/commerce-index.yaml', import.meta.url));

/** Reads and checks environment and configuration file. Throws ConfigurationError naming every mistake. */
export function loadConfig({ env, cwd, config }: ConfigOptions): Config {
  const values = readEnvironment(env);
  const named = config ?? values.COMMERCE_INDEX_CONFIG;
  const own = resolve(cwd, named ?? 'commerce-index.yaml');
  const isDemo = named === undefined && !existsSync(own);
  const path = isDemo ? DEMO : own;
  const file = relative(cwd, path).startsWith('..') ? path : relative(cwd, path);
  const configuration = withAbsolutePaths(readConfigurationFile(path, file), dirname(path));
  return {
    port: Number(values.PORT ?? 8080),
    host: values.HOST ?? '127.0.0.1',
    apiKey: values.API_KEY ?? null,
    databaseUrl: values.DATABASE_URL ?? null,
    secretKey: values.WEBHOOK_SECRET_KEY === undefined ? null : sealingKey(values.WEBHOOK_SECRET_KEY),
    rateLimit: Number(values.RATE_LIMIT ?? 6000),
    corsOrigins: (values.CORS_ORIGINS ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    workerMetrics: values.WORKER_METRICS ?? null,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: (values.LOG_LEVEL ?? 'info') as LogLevel,
    embedder: embedderSettings(configuration.embedding, values.EMBEDDING_API_KEY),
    file,
    isDemo,
    data: dataFolder(values.COMMERCE_INDEX_DATA, {
      cwd,
      isDemo,
      data: configuration.data,
      configFolder: dirname(path),
    }),
    configuration,
  };
}

/** The settings as a Markdown table, for the README. */
export function settingsTable(): string {
  const rows = SETTINGS.map(({ name, default: fallback, help }) => `| \`${name}\` | ${fallback} | ${help} |`);
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n');
}

/** The settings as lines of the command line's help. */
export function settingsHelp(): string {
  const width = Math.max(...SETTINGS.map(({ name }) => name.length));
  const lines = SETTINGS.map(
    ({ name, default: fallback, help }) =>
      `  ${name.padEnd(width)}  ${help} Default: ${fallback.replaceAll('`', '')}.`,
  );
  return ['Environment:', ...lines].join('\n');
}

function readEnvironment(env: ConfigOptions['env']): Partial<Record<SettingName, string>> {
  const values: Partial<Record<SettingName, string>> = {};
  const mistakes: string[] = [];
  for (const { name, problem } of SETTINGS) {
    const text = env[name]?.trim();
    if (text === undefined || text === '') continue;
    const wrong = problem(text);
    // A key is a secret even when it is malformed; an address may hold a password.
    const isSecret = name.endsWith('_KEY') || name === 'DATABASE_URL';
    if (wrong !== null) mistakes.push(`${name}${isSecret ? '' : `=${JSON.stringify(text)}`} ${wrong}`);
    else values[name] = text;
  }
  if (mistakes.length > 0) throw new ConfigurationError(mistakes);
  return values;
}

/** The checks have seen to it that a service is named whole. */
function embedderSettings(
  settings: EmbeddingSettings | undefined,
  key: string | undefined,
): EmbedderSettings {
  if (settings?.provider !== 'openai-compatible') return { provider: 'static' };
  const { provider, url = '', model = '', dimensions = 0 } = settings;
  return { provider, url, model, dims: dimensions, ...(key === undefined ? {} : { key }) };
}

function dataFolder(
  fromEnvironment: string | undefined,
  {
    cwd,
    isDemo,
    data,
    configFolder,
  }: { cwd: string; isDemo: boolean; data: string | undefined; configFolder: string },
): string {
  if (fromEnvironment !== undefined) return resolve(cwd, fromEnvironment);
  return isDemo ? resolve(cwd, 'data') : resolve(configFolder, data ?? 'data');
}

function withAbsolutePaths(configuration: Configuration, folder: string): Configuration {
  const absolute = (url: string) =>
    /^https?:\/\//i.test(url) || isAbsolute(url) ? url : resolve(folder, url);
  const withAbsoluteFeeds = <Publisher extends { feeds: FeedSettings[] }>(one: Publisher): Publisher => ({
    ...one,
    feeds: one.feeds.map((feed) => ({ ...feed, url: absolute(feed.url) })),
  });
  const { media } = configuration;
  return {
    ...configuration,
    ...(media?.mirrors && {
      media: { ...media, mirrors: media.mirrors.map((mirror) => ({ ...mirror, at: absolute(mirror.at) })) },
    }),
    sellers: configuration.sellers.map(withAbsoluteFeeds),
    ...(configuration.brands && { brands: configuration.brands.map(withAbsoluteFeeds) }),
  };
}

/** Whether an error should show its stack; asked when the rest of the environment may be unusable. */
export function wantsStack(env: ConfigOptions['env']): boolean {
  return env['LOG_LEVEL'] === 'debug' || env['LOG_LEVEL'] === 'trace';
}
