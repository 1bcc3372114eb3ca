import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchAttributes } from './attributes.ts';
import { benchCategories } from './categories.ts';
import { benchConflicts } from './conflicts.ts';
import { benchCutTitles } from './cut_titles.ts';
import { benchDecide } from './decide.ts';
import { benchDecideJudged } from './decide_judged.ts';
import { benchDecisionWeights } from './decision_weights.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchDemo } from './demo.ts';
import { benchEmbedding } from './embedding.ts';
import { benchEquivalence } from './equivalence.ts';
import { benchExports } from './exports.ts';
import { benchFeedHealth } from './feed_health.ts';
import { benchFewCodes } from './few_codes.ts';
import { benchForecast } from './forecast.ts';
import { benchGeneralWeights } from './general_weights.ts';
import { benchHiddenChain } from './hidden_chain.ts';
import { benchIngest } from './ingest.ts';
import { benchMatching } from './matching.ts';
import { benchMedia } from './media.ts';
import { benchMediaRoles } from './media_roles.ts';
import { benchMemory } from './memory.ts';
import { benchOpenMarkets } from './open_markets.ts';
import { benchOpenWorld } from './open_world.ts';
import { benchPastRuns } from './past_runs.ts';
import { benchReads } from './reads.ts';
import { benchRelationWeights } from './relation_weights.ts';
import { benchReviewer } from './reviewer.ts';
import { benchSearch } from './search.ts';
import { benchSearchApi } from './search_api.ts';
import { benchSearchCases } from './search_cases.ts';
import { benchEsci, benchIcecat } from './search_judged.ts';
import { benchTemporal } from './temporal.ts';
import { benchTitles } from './titles.ts';
import { benchTwoShops } from './two_shops.ts';
import { benchWatches } from './watches.ts';

/**
 * `npm run bench [-- ingest | reads | exports | a name of ALONE …]`:
 * every figure stands beside a bar, a floor or a peer measured in the same run. The ingest runs for all but those of
 * ALONE, for they read its index. LISTINGS (default 2,000,000) sets the size, OFFERS that of the exports.
 */
const ALONE: Record<string, () => void | Promise<void>> = {
  conflicts: benchConflicts,
  'cut-titles': benchCutTitles,
  attributes: () => benchAttributes(process.env['SEARCH_DATA']),
  categories: () => benchCategories(process.env['SEARCH_DATA']),
  decide: benchDecide,
  'decision-weights': benchDecisionWeights,
  'decide-judged': () => benchDecideJudged(process.env['SEARCH_DATA']),
  deliveries: benchDeliveries,
  demo: benchDemo,
  embedding: benchEmbedding,
  exports: benchExports,
  equivalence: benchEquivalence,
  'relation-weights': benchRelationWeights,
  search: benchSearch,
  'search-api': benchSearchApi,
  'search-cases': () => benchSearchCases(process.env['SEARCH_DATA']),
  'search-icecat': () => benchIcecat(process.env['SEARCH_DATA']),
  'search-esci': () => benchEsci(process.env['SEARCH_DATA']),
  matching: benchMatching,
  forecast: () => benchForecast(process.env['PRICE_HISTORY'] ?? ''),
  'few-codes': () => benchFewCodes(process.env['MATCH_DATA']),
  'general-weights': () => benchGeneralWeights(process.env['MATCH_DATA']),
  'feed-health': () => benchFeedHealth(process.env['PRICE_HISTORY'] ?? ''),
  'open-markets': benchOpenMarkets,
  'open-world': () => benchOpenWorld(process.env['MATCH_DATA'] ?? ''),
  reviewer: () => benchReviewer(process.env['MATCH_DATA']),
  media: benchMedia,
  'media-roles': () => benchMediaRoles(process.env['MEDIA_ROLES_DATA'] ?? ''),
  memory: benchMemory,
  titles: () => benchTitles({ sellers: 10, listings }),
  'hidden-chain': () => benchHiddenChain(process.env['MATCH_DATA'] ?? ''),
  'two-shops': () => benchTwoShops(process.env['TWO_SHOPS'] ?? '', listings),
  'past-runs': benchPastRuns,
  watches: benchWatches,
  temporal: () => benchTemporal({ sellers: 10, listings }),
};
const listings = Number(process.env['LISTINGS'] ?? 2_000_000);
const wanted = process.argv.slice(2);
const wants = (part: string) => wanted.length === 0 || wanted.includes(part);
const folder = await mkdtemp(join(tmpdir(), 'commerce-index-bench-'));
const catalogue = { folder: join(folder, 'catalogue'), sellers: 10, listings };
const data = join(folder, 'data');
try {
  console.log(`Node ${process.version}, ${listings} listings`);
  for (const [part, bench] of Object.entries(ALONE)) if (wants(part)) await bench();
  if (wanted.length === 0 || wanted.some((part) => !(part in ALONE))) await benchIngest(catalogue, data);
  if (wants('reads')) await benchReads(data, join(folder, 'reads'));
} finally {
  await rm(folder, { recursive: true, force: true });
}
