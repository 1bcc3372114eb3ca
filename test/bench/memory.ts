import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { staticEmbedder } from '../../warehouse/embedding/static_embedder.ts';
import { VectorTable } from '../../warehouse/embedding/vector_table.ts';
import { openState } from '../../warehouse/state/state.ts';
import { missedQuestions, recallSets } from '../warehouse/state/recall_set.ts';

const ASKED = 200;
/** Milliseconds that a recall may take. */
const BAR = 50;
const DOES = ['wears', 'prefers', 'avoids', 'bought', 'wants', 'needs', 'likes', 'returned'];
const LOOKS = ['blue', 'merino', 'wooden', 'cordless', 'organic', 'vintage', 'leather', 'quiet'];
const THINGS = ['shoes', 'socks', 'kettle', 'laptop', 'drill', 'tent', 'sofa', 'lamp', 'coffee', 'camera'];

/**
 * Recalls from a namespace of FACTS (100,000), beside the scan of as many vectors in memory; and how many questions of a
 * set (RECALL_SET, a file like `fixtures/memory/household.json`; facts and questions may name a `namespace`) find an answer.
 */
export async function benchMemory(): Promise<void> {
  await findAnswers(
    process.env['RECALL_SET'] ?? new URL('../../fixtures/memory/household.json', import.meta.url),
  );

  const facts = Number(process.env['FACTS'] ?? 100_000);
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-memory-'));
  const embedder = staticEmbedder();
  const state = await openState(join(folder, 'state.sqlite'));
  const common = { owner: 'ada', namespace: 'all' };
  const now = new Date('2026-02-01T00:00:00Z');
  for (let fact = 0; fact < facts; fact++) {
    const text = `${DOES[fact % 8]} ${LOOKS[(fact >> 3) % 8]} ${THINGS[(fact >> 6) % 10]} size ${(fact * 7_919) % 977} for person ${(fact * 31) % 5_003}`;
    const item = { ...common, text, constraints: null, metadata: null, expires_at: null };
    await state.memory.add({ ...item, created_at: now.toISOString() }, embedder.embedText(text));
  }
  const question = (nth: number) =>
    `which ${LOOKS[nth % 8]} ${THINGS[(nth * 3) % 10]} for person ${(nth * 37) % 5_003}`;
  const ask = async (nth: number) => {
    const text = question(nth);
    const vector = embedder.embedText(text);
    await state.memory.recall({ ...common, text, vector, limit: 5, minScore: 0, now });
  };
  const first = await timed(0, ask);
  const { p50, p99, cpu } = await times(ask);
  const table = VectorTable.create(embedder.id, embedder.dims, facts);
  const floor = await times((nth) => table.scan(embedder.embedText(question(nth)), 200));
  console.log(
    `memory: of ${facts} facts in one namespace p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms, ${cpu.toFixed(1)} ms of processor time (first call ${first.toFixed(0)} ms; bar ${BAR}); ` +
      `scanning as many vectors p50 ${floor.p50.toFixed(1)} ms, ${floor.cpu.toFixed(1)} ms of processor time`,
  );
  await state.close();
  await rm(folder, { recursive: true, force: true });
}

async function findAnswers(path: string | URL): Promise<void> {
  const sets = recallSets(path);
  let [first, three] = [0, 0];
  for (const set of sets) {
    const state = await openState(':memory:');
    const found = async (limit: number) =>
      set.questions.length - (await missedQuestions(state, set, limit)).length;
    first += await found(1);
    three += await found(3);
    await state.close();
  }
  const of = sets.reduce((sum, { questions }) => sum + questions.length, 0);
  const facts = sets.reduce((sum, set) => sum + set.facts.length, 0);
  console.log(
    `memory: of ${of} questions about ${facts} facts${sets.length > 1 ? ` of ${sets.length} namespaces` : ''} ${three} find an answer among the first three (${(three / of).toFixed(3)}), ${first} at the first place`,
  );
}

async function timed(nth: number, ask: (nth: number) => unknown): Promise<number> {
  const begun = performance.now();
  await ask(nth);
  return performance.now() - begun;
}

async function times(ask: (nth: number) => unknown): Promise<{ p50: number; p99: number; cpu: number }> {
  const before = process.cpuUsage();
  const all: number[] = [];
  for (let nth = 1; nth <= ASKED; nth++) all.push(await timed(nth, ask));
  const { user, system } = process.cpuUsage(before);
  all.sort((a, b) => a - b);
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] as number;
  return { p50: at(0.5), p99: at(0.99), cpu: (user + system) / 1_000 / ASKED };
}
