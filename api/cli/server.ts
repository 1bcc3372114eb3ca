import type { Logger } from 'pino';
import type { DeliveryTier } from '../../pipelines/domain/delivery.ts';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import { deliveryTier } from '../../pipelines/feeds/stage_parameters.ts';
import { MEDIA_FOLDER } from '../../warehouse/media_files.ts';
import { postalCodesOf } from '../../warehouse/places/postal_codes.ts';
import { FollowedCatalogue } from '../../warehouse/reads/catalogue.ts';
import { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';
import { ProductReviews } from '../../warehouse/reads/product_reviews.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { TrustSignals } from '../../warehouse/reads/trust_signals.ts';
import { RunReads } from '../../warehouse/run_reads.ts';
import type { State } from '../../warehouse/state/state.ts';
import { SCOPES } from '../http/operation.ts';
import { OPERATIONS } from '../http/operations.ts';
import { createServer } from '../http/server.ts';
import { DEFAULT_SETTINGS } from '../http/settings.ts';
import type { OpenedIndex } from './opened_index.ts';

/** Share of the configured memory that serving may take; the rest is for publishing beside it. */
const READ_MEMORY = '512MiB';
const POINTER_POLL_MS = 1_000;

/** The API, listening. Dispose to let running requests end and close. */
export interface Served extends AsyncDisposable {
  /** `http://127.0.0.1:8080` */
  url: string;
  catalogue: FollowedCatalogue;
}

/**
 * Opens the newest snapshot, if there is one, and listens; the key of the environment is known by then. Throws a plain
 * message when the port is taken.
 */
export async function serve({ config, store, folder, state, log }: OpenedIndex): Promise<Served> {
  const { host, port, rateLimit } = config;
  if (config.apiKey !== null) await adoptKey(config.apiKey, state, log);
  const catalogue = await FollowedCatalogue.open(store, {
    memoryLimit: READ_MEMORY,
    timeLimitMs: DEFAULT_SETTINGS.time_limit_ms,
    pollMs: POINTER_POLL_MS,
    onError: (error) =>
      log.error({ err: error }, 'the newest snapshot cannot be opened; the one before stays in use'),
  });
  const trust_threshold = config.configuration.trust_threshold ?? DEFAULT_SETTINGS.trust_threshold;
  const rate = { units: rateLimit, window_seconds: 60 };
  const settings = {
    host,
    port,
    rate,
    cors_origins: config.corsOrigins,
    trust_threshold,
    seller_tiers: sellerTiers(config.configuration),
    allow_private_callbacks: config.configuration.webhooks?.allow_private_addresses ?? false,
    embedder: config.embedder,
    ...(config.configuration.cdn_url !== undefined && { cdn_url: config.configuration.cdn_url }),
    media_folder: folder.path(MEDIA_FOLDER),
    scratch: folder.scratch('api'),
  };
  const server = createServer({
    operations: OPERATIONS,
    catalogue,
    state,
    runs: new RunReads(store, folder),
    market: config.configuration.market,
    settings,
    log,
  });
  const close = async () => {
    await server.close();
    await catalogue[Symbol.asyncDispose]();
  };
  try {
    const url = await server.listen({ host, port });
    warmPlaces(config.configuration.market.country, log);
    void openAhead(catalogue, log);
    return { url, catalogue, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw listenError(error, host, port);
  }
}

/** What delivery costs by the configuration, by seller. */
const sellerTiers = ({ sellers, market }: Configuration): Map<string, DeliveryTier> =>
  new Map(
    sellers.flatMap(({ id, shipping }) => {
      if (!shipping) return [];
      const {
        cost_minor,
        free_over_minor: free_from_minor,
        currency,
      } = deliveryTier(shipping, market.currency);
      return [[id, { country: null, currency, cost_minor, free_from_minor }] as const];
    }),
  );

/** Reads the postal codes of the market before the first question about a delivery waits for them. */
function warmPlaces(country: string, log: Logger): void {
  postalCodesOf(country).catch((error: unknown) => {
    log.warn({ err: error }, `the postal codes of ${country} could not be read`);
  });
}

/** What a first decision would wait for, seconds where products are a million; read in threads of the database. */
const OPENED_AHEAD: readonly ((snapshot: Snapshot) => Promise<Disposable>)[] = [
  TrustSignals.open,
  ProductReviews.open,
  FulfilmentInputs.open,
];

/** Reads them one after another, so that requests come first; each later snapshot is opened with what this one holds. */
async function openAhead(catalogue: FollowedCatalogue, log: Logger): Promise<void> {
  if (!catalogue.ready) return;
  const lease = catalogue.acquire();
  try {
    for (const open of OPENED_AHEAD) await lease.snapshot.hold(open);
  } catch (error) {
    log.warn({ err: error }, `what decisions need of ${lease.snapshot.id} could not be read ahead`);
  } finally {
    lease.release();
  }
}

/** Makes the key of the environment good, in place of the one it gave before. */
async function adoptKey(token: string, { keys }: State, log: Logger): Promise<void> {
  const settings = { owner: 'operator', label: 'API_KEY', scopes: SCOPES };
  const { id, revoked_at, expires_at } = await keys.adopt(token, settings);
  if (revoked_at !== null)
    log.warn({ key_id: id }, `the key in API_KEY was revoked ${revoked_at}; set API_KEY to another`);
  else if (expires_at !== null) log.warn({ key_id: id }, `the key in API_KEY ends ${expires_at}`);
}

function listenError(error: unknown, host: string, port: number): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(
        `port ${port} on ${host} is in use; stop what uses it, or set PORT to another (0 takes a free one)`,
      );
    case 'EACCES':
      return new Error(`port ${port} needs rights this user has not; set PORT to one above 1023`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(
        `${host} is no address of this machine; set HOST to one that is, for example 127.0.0.1`,
      );
    default:
      return error;
  }
}
