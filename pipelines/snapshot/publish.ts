import { mkdir, rm } from 'node:fs/promises';
import { Database } from '../../warehouse/database.ts';
import { withPublishLock } from '../../warehouse/lock.ts';
import {
  currentManifest,
  currentOrOlderManifest,
  type Manifest,
  nameOf,
  type PointedManifest,
  pointerText,
  WAREHOUSE_FORMAT,
} from '../../warehouse/manifest.ts';
import type { Run } from '../../warehouse/run.ts';
import { RunLog } from '../../warehouse/run_log.ts';
import { dropLoggedRuns, pendingRuns } from '../../warehouse/runs.ts';
import { equateColumns, newColumns } from '../attributes/equate_columns.ts';
import { type CatalogueReadings, keepReadings, readCatalogue } from '../attributes/readings.ts';
import { placeCatalogue } from '../categories/placements.ts';
import { writeForecasts } from '../forecast/write_forecasts.ts';
import { foldHistory, type HistorySummary } from '../history/history.ts';
import { retractRuns } from '../history/retract.ts';
import { identifyListings } from '../identify/identities.ts';
import { type InputsTaken, takeInputs } from '../inputs/take.ts';
import { assignListings, type MatchSummary } from '../match/assignments.ts';
import { embedderOf, Publication, type PublishSettings, sameEmbedder } from '../publication.ts';
import { type PoolSummary, poolVariants } from '../variants/pools.ts';
import { type ClosedRuns, openClosedRuns, passedBy, stillHeld } from './closed_runs.ts';
import { foreignCurrencies, methodCounts } from './counts.ts';
import { writeDocuments } from './documents.ts';
import { writeFacets } from './facets.ts';
import { writeEvents } from './new_events.ts';
import { writeNewManifest } from './new_manifest.ts';
import { ASSIGNMENT_COLUMN_NAMES, defineCatalogueRows, openBefore } from './rows.ts';
import { writeServingTables } from './serving_tables.ts';
import { inTurn, laidOf, NOTHING, type PublishSummary } from './summary.ts';
import { writeOffers, writeTexts } from './texts.ts';
import {
  asReread,
  configurationName,
  configuredOnly,
  decisionsName,
  feedsNow,
  isSettled,
  NO_DECISIONS,
  nothingNew,
  samePrices,
} from './waiting.ts';

export type { PublishSummary } from './summary.ts';

const LOCK_WAIT_MS = 10_000;

/**
 * Takes every staged run that no snapshot knows yet and publishes one snapshot that holds them all: history,
 * identity, matching, serving files, audits, and last of all the pointer. One at a time (the lock); killed at
 * any moment, the next call does the same work under the same names. Where nothing is new the lock is not asked for.
 * Throws `AuditError`, `PublishBusyError`, and `WarehouseFormatError` where the snapshot before is of another format,
 * unless an older one is to be rebuilt.
 */
export async function publish(settings: PublishSettings): Promise<PublishSummary> {
  await settings.folder.make();
  const unchanged = await nothingNew(settings);
  if (unchanged) return unchanged;
  return withPublishLock(settings.folder.path('publish.lock'), LOCK_WAIT_MS, () => publishLocked(settings));
}

async function publishLocked(settings: PublishSettings): Promise<PublishSummary> {
  if (settings.rebuild) {
    const older = await currentOrOlderManifest(settings.store);
    if (older && older.manifest.format < WAREHOUSE_FORMAT) return upgrade(settings, older);
  }
  return publishPending(settings, await currentManifest(settings.store));
}

/**
 * Rebuilds a warehouse of an older format. Nothing new is taken in by that: what moves then was only read otherwise,
 * and is no event. The runs that waited are published behind it as ever.
 */
async function upgrade(settings: PublishSettings, older: PointedManifest): Promise<PublishSummary> {
  const rebuilt = await publishRuns(settings, older, []);
  const { rebuild: _, relearn: __, retract: ___, ...rest } = settings;
  const taken = await publishPending(rest, await currentManifest(settings.store));
  return inTurn(rebuilt, taken);
}

async function publishPending(
  settings: PublishSettings,
  current: PointedManifest | null,
): Promise<PublishSummary> {
  const rejected = new Set(settings.reject?.map((one) => one.run_id));
  const pending = await pendingRuns(settings.store, new RunLog(settings.store, current?.manifest ?? null));
  return publishRuns(
    settings,
    current,
    pending.filter((run) => !rejected.has(run.run_id)).map((run) => asReread(settings, run)),
  );
}

async function publishRuns(
  settings: PublishSettings,
  current: PointedManifest | null,
  runs: readonly Run[],
): Promise<PublishSummary> {
  const before = current?.manifest ?? null;
  const feeds = feedsNow(settings, before);
  const pending = configuredOnly(settings, feeds, runs);
  const closed = await openClosedRuns(settings, before);
  if (pending.length === 0 && !settings.rebuild && !closed.urgent && isSettled(settings, before)) {
    await dropLoggedRuns(settings.store, closed.log);
    return NOTHING;
  }
  const configuration = configurationName(settings);
  const decisions = decisionsName(settings);
  const decided = pending.filter((run) => settings.acceptedByHand.has(run.run_id)).map((run) => run.run_id);
  const name = nameOf(
    WAREHOUSE_FORMAT,
    before?.snapshot_id ?? null,
    [...(settings.reread ?? [])],
    pending.map((run) => run.run_id),
    (settings.retract ?? []).map(({ run }) => run.run_id),
    decided,
    ...feeds.flatMap(({ feed_no, prices }) => (prices ? [[feed_no, prices]] : [])),
    configuration,
    decisions,
    embedderOf(settings).id,
    settings.backfill,
    settings.rebuild,
    settings.relearn,
  );
  const spill = settings.folder.scratch(`publish-${name}`);
  await rm(spill, { recursive: true, force: true });
  await mkdir(spill, { recursive: true });
  try {
    const few = isFew(before, pending, settings.fewRows);
    const threads = few ? 1 : settings.threads;
    await using database = await Database.open({
      memoryLimit: settings.memoryLimit,
      ...(threads !== undefined && { threads }),
      spill,
      signal: settings.signal,
    });
    database.onStatement = settings.onStatement;
    const publication = new Publication(database, settings, before, name, feeds);
    if (few) publication.sharedRows = 'table';
    const pointer = current?.pointer ?? null;
    return await build(publication, { pending, configuration, decisions, closed, pointer });
  } finally {
    await rm(spill, { recursive: true, force: true });
  }
}

/** Rows that one thread works through before a second one is awake: DuckDB hands them out 122,880 at a time. */
const FEW_ROWS = 20_000;

function isFew(before: Manifest | null, pending: readonly Run[], fewRows = FEW_ROWS): boolean {
  const known = Object.values(before?.tables ?? {}).map((parts) => sumOf(parts, ({ rows }) => rows));
  return sumOf(pending, ({ accepted }) => accepted) + Math.max(0, ...known) < fewRows;
}

const sumOf = <T>(things: readonly T[], value: (thing: T) => number): number =>
  things.reduce((sum, thing) => sum + value(thing), 0);

interface BuildInputs {
  pending: Run[];
  configuration: string;
  decisions: string;
  /** What became of other runs meanwhile. */
  closed: ClosedRuns;
  pointer: string | null;
}

/** Of a feed's series of prices: its own runs, and what is laid over them. */
const isOfSeries = ({ kind }: Run) => kind === undefined || kind === 'supplements';

async function build(publication: Publication, inputs: BuildInputs): Promise<PublishSummary> {
  const { settings, before } = publication;
  await openBefore(publication);
  const retracted = settings.retract ?? [];
  const moved = await publication.timed('history', () => retractRuns(publication, retracted));
  const offers = inputs.pending.filter(isOfSeries);
  const folded = await publication.timed('history', () => foldHistory(publication, offers, moved));
  const others = inputs.pending.filter((run) => !isOfSeries(run));
  const taken = await publication.timed('inputs', () => takeInputs(publication, others));
  const history = withInputs(folded, taken);
  const sameInputs =
    before?.configuration === inputs.configuration &&
    (before.decisions ?? NO_DECISIONS) === inputs.decisions &&
    samePrices(settings, before);
  const sameModel = before !== null && sameEmbedder(before, settings);
  if (history.accepted.length === 0 && sameInputs && sameModel && !settings.rebuild && !inputs.closed.urgent)
    return { ...NOTHING, suspect: history.suspect, late: history.late };
  await defineCatalogueRows(publication);
  settings.onStep?.('identify', 0, 1);
  const identitiesMoved = await publication.timed('identify', () => identifyListings(publication));
  const identityChanged =
    identitiesMoved ||
    history.live_changed ||
    !sameInputs ||
    isDerivedAnew(publication) ||
    retracted.length > 0;
  const read = await publication.timed('attributes', () => readCatalogue(publication));
  settings.onStep?.('match', 0, 1);
  const match = await publication.timed('match', () => matchListings(publication, identityChanged, read));
  const newEvents = await publication.timed('history', () => writeEvents(publication, identityChanged));
  settings.onStep?.('snapshot', 0, 1);
  const redirects = await publication.timed('attributes', () => placeCatalogue(publication, identityChanged));
  const readAnew = await publication.timed('attributes', () =>
    keepReadings(publication, match?.readings ?? read),
  );
  const documents = await publication.timed('snapshot', () => writeDocuments(publication, readAnew));
  await publication.timed('snapshot', () => writeOffers(publication));
  const forecasts = await publication.timed('forecasts', () => writeForecasts(publication));
  if (identityChanged) await publication.timed('snapshot', () => writeServingTables(publication));
  const texts = await publication.timed('texts', () => writeTexts(publication, identityChanged));
  await publication.timed('attributes', () => writeFacets(publication, identityChanged));
  const manifest = await publication.timed('publish', () =>
    writeNewManifest(publication, { ...inputs, history, identityChanged, match, redirects }),
  );
  settings.signal?.throwIfAborted();
  if (!(await settings.store.swapPointer(inputs.pointer, pointerText(manifest))))
    throw new Error('another publication moved the pointer in the meantime; run ingest again');
  await inputs.closed.drop(manifest);
  const { checks: _, ...told } = history;
  return {
    snapshot_id: manifest.snapshot_id,
    ...told,
    laid: laidOf(history.accepted),
    passed: passedBy(publication, history.suspect),
    suspect: stillHeld(publication, history.suspect),
    warned: warnedOf(history),
    new_events: newEvents,
    corrected_events: publication.correctedEvents,
    documents_written: documents,
    forecasts_written: forecasts,
    ...texts,
    match,
    columns_found: newColumns(publication),
    methods: await methodCounts(publication),
    counts: manifest.counts,
    foreign_currencies: await foreignCurrencies(publication),
    seconds: publication.seconds,
  };
}

/** A snapshot from before there was one taxonomy has no placements: all that is derived of them is written now. */
const isDerivedAnew = ({ anew, tables }: Publication): boolean => anew || tables.placements === undefined;

function warnedOf({ accepted, checks }: HistorySummary): PublishSummary['warned'] {
  return accepted.flatMap((run) => {
    const symptoms = checks.get(run.run_id)?.symptoms ?? [];
    return symptoms.length > 0 ? [{ run, symptoms }] : [];
  });
}

/** What became of all runs, those of other inputs among them. */
function withInputs(history: HistorySummary, { accepted, suspect, late }: InputsTaken): HistorySummary {
  return {
    ...history,
    accepted: [...history.accepted, ...accepted],
    suspect: [...history.suspect, ...suspect],
    late: [...history.late, ...late],
  };
}

/** How listings came to variants, and variants to pools, and what is read of them now that their columns are known. */
type Placed = MatchSummary & { pools: PoolSummary; readings: CatalogueReadings };

const STORED_ASSIGNMENT = ASSIGNMENT_COLUMN_NAMES.join(', ');

/** Makes `assignments` and `redirects`: anew when an identity changed, else as they stood. */
async function matchListings(
  publication: Publication,
  identityChanged: boolean,
  read: CatalogueReadings,
): Promise<Placed | null> {
  const { database } = publication;
  if (!identityChanged) {
    await database.script(
      'keep assignments',
      'create or replace temp view assignments as from assignments_before; create or replace temp view redirects as from redirects_before;',
    );
    return null;
  }
  const summary = await assignListings(publication);
  const readings = await publication.timed('attributes', () => equateColumns(publication, read));
  const pools = await poolVariants(publication);
  await publication.writePart('assignments', `(select ${STORED_ASSIGNMENT} from assignments)`, {
    folder: 'tables/assignments',
    replace: true,
  });
  await publication.writePart('redirects', 'redirects', { folder: 'tables/redirects', replace: true });
  return { ...summary, pools, readings };
}
