import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { loadConfig } from '../../api/cli/config.ts';
import type { Deps } from '../../api/http/deps.ts';
import { DEFAULT_SETTINGS } from '../../api/http/settings.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { openQueryEmbedder } from '../../warehouse/embedding/open_embedder.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { FolderStore } from '../../warehouse/store.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const MAIN = join(import.meta.dirname, '../../api/cli/main.ts');
/** Markets, and which texts are asked of each: each list of texts by another author. */
const WORLDS: readonly { world: string; config: string; texts: readonly string[] }[] = [
  { world: 'first', config: 'decisions/first/commerce-index.yaml', texts: ['intents'] },
  { world: 'second', config: 'decisions/second/commerce-index.yaml', texts: ['intents'] },
  { world: 'third', config: 'decisions/third/commerce-index.yaml', texts: ['intents'] },
  { world: 'demo', config: 'demo/commerce-index.yaml', texts: ['intents', 'more_intents'] },
];

/** A shopper's text, and the articles that are right; none where nothing should be recommended. */
export interface AskedText {
  author: string;
  id: string;
  text: string;
  right: ReadonlySet<string>;
}

/** A market that texts are asked of. */
export interface DecisionWorld extends Disposable {
  texts: readonly AskedText[];
  deps: Deps;
  /** The articles that a product's listings are of. */
  articlesOf: (product: Product) => string[];
  articleOf: (listing: { seller: string; sku: string }) => string | undefined;
}

/** Every market of fixtures/decisions, one open at a time. DECISION_INDEXES names a folder that keeps their indexes. */
export async function* decisionWorlds(): AsyncGenerator<DecisionWorld> {
  const kept =
    process.env['DECISION_INDEXES'] ?? (await mkdtemp(join(tmpdir(), 'commerce-index-decisions-')));
  for (const { world, config, texts } of WORLDS) {
    const folder = join(FIXTURES, 'decisions', world);
    using open = await openWorld(join(FIXTURES, config), join(kept, world), folder, texts);
    yield open;
  }
}

async function openWorld(
  config: string,
  data: string,
  folder: string,
  names: readonly string[],
): Promise<DecisionWorld> {
  const env = { ...process.env, COMMERCE_INDEX_CONFIG: config, COMMERCE_INDEX_DATA: data };
  if (!existsSync(join(data, 'current.json')))
    await promisify(execFile)(process.execPath, [MAIN, 'ingest'], { env, maxBuffer: 1 << 26 });
  const store = new FolderStore(data);
  const current = await currentManifest(store);
  if (!current) throw new Error(`nothing is published in ${data}`);
  const snapshot = await OpenSnapshot.open(current.manifest, store, {
    memoryLimit: '1GiB',
    timeLimitMs: 60_000,
  });
  const { market } = loadConfig({ env: { COMMERCE_INDEX_CONFIG: config }, cwd: folder }).configuration;
  const settings = DEFAULT_SETTINGS;
  const articles = new Map(
    linesOf(join(folder, 'articles.tsv'))
      .slice(1)
      .map((line) => line.split('\t') as [string, string, string])
      .map(([seller, sku, article]) => [`${seller} ${sku}`, article]),
  );
  const articleOf = ({ seller, sku }: { seller: string; sku: string }) => articles.get(`${seller} ${sku}`);
  const author = folder.slice(folder.lastIndexOf('/') + 1);
  return {
    texts: names.flatMap((name) =>
      linesOf(join(folder, `${name}.ndjson`)).map((line) => {
        const { id, text, right } = JSON.parse(line) as { id: string; text: string; right: string[] };
        return { author: `${author}, ${name}`, id, text, right: new Set(right) };
      }),
    ),
    deps: {
      ...settings,
      snapshot,
      market,
      log: pino({ level: 'silent' }),
      embedder: openQueryEmbedder(settings.embedder),
    } as unknown as Deps,
    articleOf,
    articlesOf: ({ listings }) => listings.flatMap((listing) => articleOf(listing) ?? []),
    [Symbol.dispose]: () => snapshot.close(),
  };
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
