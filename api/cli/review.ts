import { userInfo } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { MatchVerdict } from '../../pipelines/domain/match_decision.ts';
import { REVIEW_REASONS, type ReviewReason } from '../../pipelines/domain/review.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { NoSnapshotError } from '../../warehouse/reads/catalogue.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { type Review, Reviews } from '../../warehouse/reads/reviews.ts';
import { decideReview, findReview, nameOf } from '../catalogue/review_decision.ts';
import { explainReview, reviewRecord } from '../catalogue/review_record.ts';
import { wholeNumber } from './gc.ts';
import { type OpenedIndex, openIndex } from './opened_index.ts';
import { publishHere, publishOnTemporal } from './publication.ts';
import { decisionLog, decisionText, reviewTable, reviewText } from './review_text.ts';
import { publicationSummary } from './summary.ts';
import { json, type Terminal } from './terminal.ts';

const MEMORY_LIMIT = '256MiB';
const TIME_LIMIT_MS = 60_000;
const PAIR = 'rev_… as `review list` shows it, or two listings as seller:sku=seller:sku';

/** Shows the pairs of listings that a person should look at, and takes what the person says. */
export function reviewCommand(terminal: Terminal): Command {
  const review = new Command('review').description(
    'matches that are not sure enough to be made without a person: list, show, accept, reject',
  );
  review
    .command('list', { isDefault: true })
    .description('the queue, what is most worth asking first')
    .option('--seller <id>', 'only pairs with a listing of this seller')
    .addOption(new Option('--reason <why>', 'only pairs that wait for this reason').choices(REVIEW_REASONS))
    .option('--min-probability <p>', 'only pairs at least so probable', probability)
    .option('--undecided', 'leave out what is decided already')
    .option('--limit <pairs>', 'most lines', wholeNumber(1), 50)
    .option('--json', 'as JSON, with both listings of each')
    .action(async (options: ListOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      await withReviews(index, (reviews, snapshot) => listReviews(terminal, reviews, snapshot, options));
    });
  review
    .command('show <pair>')
    .description(`both listings, and what speaks for and against their being one item; ${PAIR}`)
    .action(async (pair: string, _: object, command: Command) => {
      await using index = await openIndex(terminal, command);
      await withReviews(index, async (reviews, snapshot) => {
        const found = await requireReview(reviews, snapshot, pair);
        terminal.out(reviewText(found, await reviews.beside(found), snapshot.locale));
        await explainTo(terminal, index, snapshot, found);
      });
    });
  for (const { name, verdict, description } of VERDICTS)
    review
      .command(`${name} <pair>`)
      .description(`${description}; ${PAIR}`)
      .option('--note <text>', 'why, for those who look later')
      .option('--revision <text>', 'as `show` printed it: refuses when a listing changed since')
      .option('--no-publish', 'only note it; the next publication takes it in')
      .option('--temporal', 'let the workers of a Temporal server publish')
      .action((pair: string, options: DecideOptions, command: Command) =>
        decide(terminal, command, pair, verdict, options),
      );
  return review;
}

const VERDICTS: readonly { name: string; verdict: MatchVerdict; description: string }[] = [
  { name: 'accept', verdict: 'same', description: 'say that both are one item' },
  {
    name: 'reject',
    verdict: 'different',
    description: 'say that they are not, also of two that were matched',
  },
];

interface ListOptions {
  seller?: string;
  reason?: ReviewReason;
  minProbability?: number;
  undecided?: boolean;
  limit: number;
  json?: boolean;
}

interface DecideOptions {
  note?: string;
  revision?: string;
  publish: boolean;
  temporal?: boolean;
}

function probability(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
}

/** Opens the newest snapshot for the length of `work`. Throws NoSnapshotError. */
async function withReviews<T>(
  index: OpenedIndex,
  work: (reviews: Reviews, snapshot: OpenSnapshot) => Promise<T>,
): Promise<T> {
  const current = await currentManifest(index.store);
  if (!current) throw new NoSnapshotError();
  const snapshot = await OpenSnapshot.open(current.manifest, index.store, {
    memoryLimit: MEMORY_LIMIT,
    timeLimitMs: TIME_LIMIT_MS,
  });
  try {
    const spill = index.folder.ownScratch('review');
    const decisions = await index.state.matchDecisions();
    return await work(new Reviews(snapshot, decisions, { memoryLimit: MEMORY_LIMIT, spill }), snapshot);
  } finally {
    snapshot.close();
  }
}

const NO_MODEL =
  'no listing has been compared by its title yet: that needs two sellers of 50 listings each, or of fewer that share 300 GTINs';

async function listReviews(
  terminal: Terminal,
  reviews: Reviews,
  snapshot: OpenSnapshot,
  { limit, json: asJson = false, ...filter }: ListOptions,
): Promise<void> {
  const sellers = snapshot.sellers().map(({ id }) => id);
  if (filter.seller !== undefined && !sellers.includes(filter.seller))
    throw new Error(`there is no seller ${filter.seller}; there is ${sellers.join(', ')}`);
  const found = await reviews.page({ ...filter, limit: limit + 1 });
  const shown = found.slice(0, limit);
  if (asJson) {
    terminal.out(json({ reviews: shown.map(reviewRecord), more: found.length > limit }));
    return;
  }
  terminal.out(reviewTable(shown));
  if (found.length > limit) terminal.out('and more (--limit)\n');
  if (found.length === 0)
    terminal.out(`${snapshot.matchModel() === null ? NO_MODEL : 'nothing is waiting'}\n`);
}

async function requireReview(reviews: Reviews, snapshot: OpenSnapshot, pair: string): Promise<Review> {
  const review = await findReview(reviews, pair);
  if (review) return review;
  const what = pair.startsWith('rev_')
    ? `there is no review ${pair} (any more); \`review list\` shows those there are`
    : `${pair} names no two listings of the index; write seller:sku=seller:sku, or the id that \`review list\` shows`;
  throw new Error(snapshot.matchModel() === null ? `${what} (${NO_MODEL})` : what);
}

async function explainTo(
  terminal: Terminal,
  index: OpenedIndex,
  snapshot: OpenSnapshot,
  review: Review,
): Promise<void> {
  const explanation = await explainReview(snapshot, review);
  const log = await index.state.matchDecisionLog(review.pair);
  terminal.out(`\n${explanation ? explanation.words.join('\n') : NO_MODEL}\n`);
  if (log.length > 0) terminal.out(`\n${decisionLog(log, review.decision?.holds ?? false)}`);
}

async function decide(
  terminal: Terminal,
  command: Command,
  pair: string,
  verdict: MatchVerdict,
  { note, revision, publish, temporal }: DecideOptions,
): Promise<void> {
  const review = await noteDecision(terminal, command, pair, {
    verdict,
    revision,
    note: note ?? null,
    by: userInfo().username,
    at: new Date().toISOString(),
  });
  if (!publish) {
    terminal.out('the next publication takes it in\n');
    return;
  }
  const publication = temporal
    ? await publishOnTemporal(terminal, command, {})
    : await publishHere(terminal, command, {});
  terminal.out(publicationSummary(publication));
  await tellOutcome(terminal, command, review, verdict);
}

async function noteDecision(
  terminal: Terminal,
  command: Command,
  pair: string,
  saying: Parameters<typeof decideReview>[2],
): Promise<Review> {
  await using index = await openIndex(terminal, command);
  return await withReviews(index, async (reviews, snapshot) => {
    const review = await requireReview(reviews, snapshot, pair);
    const before = review.decision;
    await decideReview(index.state, review, saying);
    const { verdict, by } = saying;
    terminal.out(`noted: ${nameOf(review)} ${SAID[verdict]}, says ${by}\n`);
    if (before && before.verdict !== verdict) terminal.out(`this reverses: ${decisionText(before)}\n`);
    return review;
  });
}

const SAID: Record<MatchVerdict, string> = { same: 'are one item', different: 'are different items' };

/** Whether the publication could do as the person said. */
async function tellOutcome(
  terminal: Terminal,
  command: Command,
  { pair, id }: Review,
  verdict: MatchVerdict,
): Promise<void> {
  await using index = await openIndex(terminal, command);
  const now = await withReviews(index, (reviews) => reviews.ofPair(...pair));
  if (!now) return;
  const joined = now.left.variant_id === now.right.variant_id;
  const words = joined
    ? `both are ${now.left.variant_id} of ${now.left.product_id}`
    : 'they are different variants';
  terminal.out(`${words}\n`);
  if (joined !== (verdict === 'same'))
    terminal.err(
      `warning: the decision is kept, but something else stands against it${now.queued ? ` (${now.queued.reason})` : ''}; see \`review show ${id}\`\n`,
    );
}
