import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { isNamedHere } from '../../api/search/semantic.ts';
import { rankedCandidates } from '../../api/search/semantic_ranking.ts';
import { shopperConstraints } from '../../api/search/shopper_constraints.ts';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import { staticEmbedder } from '../../warehouse/embedding/static_embedder.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { FolderStore } from '../../warehouse/store.ts';
import type { TextLine } from '../../warehouse/text/text_line.ts';
import { EmbeddedEngine } from '../../workflows/embedded.ts';
import { NO_DECISIONS } from '../workflows/no_decisions.ts';
import { type JudgedSet, ndcg, readJudgedSet } from './icecat.ts';

const DEPTH = 10;
const HEADER = 'id,title,brand,mpn,description,price,availability,condition,product_detail';
/** As many as Google takes of a product. */
const MOST_DETAILS = 100;

/**
 * nDCG@10 of /v1/search/semantic and of words alone on the judged set of `folder`, ingested as a feed: intents read,
 * listings matched, texts and vectors published as ever.
 */
export async function benchSemanticRelevance(folder: string | undefined): Promise<void> {
  const set = folder === undefined ? null : readJudgedSet(join(folder, 'search-icecat'));
  if (!set) {
    console.log('relevance of intents: skipped, SEARCH_DATA names no folder with search-icecat');
    return;
  }
  const scratch = await mkdtemp(join(tmpdir(), 'commerce-index-semantic-'));
  try {
    const snapshot = await published(set, scratch);
    try {
      await report(set, snapshot);
    } finally {
      snapshot.close();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function rowOf({ product_no, title, brand, mpn, description, attributes }: TextLine): string {
  const plain = (text: string) => text.replaceAll(/[,:\\]/g, String.raw`\$&`);
  const details = Object.entries(attributes ?? {}).map(
    ([path, value]) => `general:${plain(path.slice('general.'.length))}:${plain(value)}`,
  );
  return [
    String(product_no),
    title,
    brand,
    mpn,
    description,
    '10.00 USD',
    'in stock',
    'new',
    details.slice(0, MOST_DETAILS).join(','),
  ]
    .map((cell) => `"${(cell ?? '').replaceAll('"', '""')}"`)
    .join(',');
}

async function published(set: JudgedSet, scratch: string): Promise<OpenSnapshot> {
  const url = join(scratch, 'catalogue.csv');
  await writeFile(url, `${HEADER}\n${set.lines.map(rowOf).join('\n')}\n`);
  const configuration: Configuration = {
    market: { country: 'US', currency: 'USD', locale: 'en-US' },
    sellers: [
      {
        id: 'icecat',
        name: 'Icecat',
        kind: 'retailer',
        access: 'merchant_feed',
        feeds: [{ name: 'catalogue', url, format: 'google' }],
      },
    ],
  };
  const store = new FolderStore(join(scratch, 'data'));
  await using engine = new EmbeddedEngine({
    configuration,
    folder: new DataFolder(join(scratch, 'data')),
    store,
    now: () => new Date('2026-01-01T00:00:00.000Z'),
    decisions: NO_DECISIONS,
  });
  const { feeds } = await engine.ingest(engine.feeds());
  const failures = feeds.flatMap((feed) => feed.failures);
  if (failures.length > 0) throw new Error(`the ingest failed: ${JSON.stringify(failures)}`);
  const current = await currentManifest(store);
  if (!current) throw new Error('nothing was published');
  return OpenSnapshot.open(current.manifest, store, { memoryLimit: '512MiB', timeLimitMs: 60_000 });
}

async function report(set: JudgedSet, snapshot: OpenSnapshot): Promise<void> {
  const index = await snapshot.searchIndex();
  const sums = { words: 0, semantic: 0 };
  /** Of a product that several judged ones were taken for, the best rated. */
  const gain = async (products: number[], ratings: ReadonlyMap<number, number>) => {
    const found = await snapshot.products(products.slice(0, DEPTH));
    const judged = found.map(({ listings }) =>
      listings
        .map(({ sku }) => Number(sku))
        .reduce((best, no) => ((ratings.get(no) ?? 0) > (ratings.get(best) ?? 0) ? no : best)),
    );
    return ndcg(judged, new Map(ratings)) / set.queries.length;
  };
  for (const { q, ratings } of set.queries) {
    const hits = index.searchNow({ q, limit: DEPTH }).hits;
    sums.words += await gain(
      hits.map(({ product }) => product),
      ratings,
    );
    const { asked, uses } = shopperConstraints(snapshot, q);
    const { candidates } = await rankedCandidates(
      { snapshot, embedder: staticEmbedder(), log: pino({ level: 'silent' }) },
      { asked, uses, isNamed: isNamedHere(index.parse(asked, { uses })) },
      {},
    );
    sums.semantic += await gain(
      candidates.map(({ product }) => product),
      ratings,
    );
  }
  console.log(
    `relevance of intents: nDCG@${DEPTH} over ${set.queries.length} queries, ${snapshot.product_count} products as ingested: words ${sums.words.toFixed(4)}, /v1/search/semantic ${sums.semantic.toFixed(4)}`,
  );
}
