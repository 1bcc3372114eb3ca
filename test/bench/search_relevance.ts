import { join } from 'node:path';
import { Arena } from '../../warehouse/text/arena.ts';
import { IndexBuilder } from '../../warehouse/text/builder.ts';
import { WEIGHTS, type Weights } from '../../warehouse/text/fields.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import { Offers } from '../../warehouse/text/offers.ts';
import { RANKING } from '../../warehouse/text/ranking.ts';
import { SearchIndex } from '../../warehouse/text/search_index.ts';
import { buildSuggestions, PhraseCounter } from '../../warehouse/text/suggestion_entries.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { encodeLine } from '../../warehouse/text/text_line.ts';
import type { WordConstants } from '../../warehouse/text/word_index.ts';
import { type JudgedSet, ndcg, readJudgedSet } from './icecat.ts';

const FOLDS = 5;

/** What is weighed against the constants in use, one change each: few and coarse, so that there is little to fit. */
const ALTERNATIVES: { name: string; weights?: Partial<Weights>; constants?: WordConstants }[] = [
  { name: 'in use' },
  { name: 'titles alone', weights: { field: [4, 2, 0, 0, 0, 0, 0, 2, 0, 0] } },
  { name: 'every field alike', weights: { field: [1, 1, 1, 1, 1, 1, 1, 1, 1, 0] } },
  { name: 'no field lengths', weights: { length: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] } },
  { name: 'brand half', weights: { field: [4, 2, 1, 1, 2, 0.4, 2, 2, 1, 0] } },
  { name: 'attributes less', weights: { field: [4, 2, 2, 1, 2, 0.2, 2, 2, 1, 0] } },
  { name: 'attributes more', weights: { field: [4, 2, 2, 1, 2, 0.8, 2, 2, 1, 0] } },
  { name: 'model like the brand', weights: { field: [4, 2, 2, 2, 2, 0.4, 2, 2, 1, 0] } },
  { name: 'k1 1', weights: { k1: 1 } },
  { name: 'k1 4', weights: { k1: 4 } },
  {
    name: 'no coordination',
    constants: { ranking: { ...RANKING, coordination: 0, required: 0, further: 0 } },
  },
  { name: 'hard coordination', constants: { ranking: { ...RANKING, coordination: 4, further: 0.2 } } },
  { name: 'no synonyms', constants: { synonyms: new Synonyms('') } },
  { name: 'no longer words', constants: { spelling: { ...SPELLING_WEIGHTS, longer: 0 } } },
];

/** nDCG@10 on the judged set of `folder`, of the constants in use and of what was weighed against them. */
export function benchRelevance(folder: string | undefined): void {
  const set = folder === undefined ? null : readJudgedSet(join(folder, 'search-icecat'));
  if (!set) {
    console.log('relevance: skipped, SEARCH_DATA names no folder with search-icecat');
    return;
  }
  const lines = set.lines.map(encodeLine);
  const scores = ALTERNATIVES.map(({ name, weights, constants }) => ({
    name,
    each: judge(set, lines, { ...WEIGHTS, ...weights }, constants ?? {}),
  }));
  console.log(`relevance: nDCG@10 over ${set.queries.length} queries, ${set.lines.length} products`);
  for (const { name, each } of scores) console.log(`  ${mean(each).toFixed(4)}  ${name}`);
  console.log(
    `  ${heldOut(scores.map(({ each }) => each)).toFixed(4)}  of these, chosen on ${FOLDS - 1} of ${FOLDS} folds and measured on the other`,
  );
}

function judge(
  set: JudgedSet,
  lines: readonly Uint8Array[],
  weights: Weights,
  constants: WordConstants,
): number[] {
  const builder = new IndexBuilder(lines.length, weights);
  for (const line of lines) builder.addLine(line, 0, line.length);
  const firsts = Uint32Array.from({ length: lines.length + 1 }, (_, no) => no);
  const offers = Offers.of(
    {
      firsts,
      sellerNos: new Uint16Array(lines.length),
      costs: new Float64Array(lines.length),
      stock: new Uint8Array(lines.length),
    },
    ['all'],
  );
  const columns = builder.finish();
  const suggestions = buildSuggestions(columns, new PhraseCounter(lines.length));
  const index = new SearchIndex(
    { columns: { ...columns, ...suggestions }, arena: new Arena() },
    offers,
    new Int32Array(lines.length),
    constants,
  );
  return set.queries.map(({ q, ratings }) =>
    ndcg(
      index.searchNow({ q, limit: 10 }).hits.map(({ product }) => product),
      ratings,
    ),
  );
}

/** The mean over folds, each measured with what was best on the others: what choosing is worth on queries not seen. */
function heldOut(scores: readonly number[][]): number {
  const queries = scores[0]?.length ?? 0;
  let sum = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const seen = (each: readonly number[]) => mean(each.filter((_, query) => query % FOLDS !== fold));
    const best = scores.reduce((a, b) => (seen(b) > seen(a) ? b : a));
    for (let query = fold; query < queries; query += FOLDS) sum += best[query] as number;
  }
  return sum / queries;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
