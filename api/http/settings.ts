import type { DeliveryTier } from '../../pipelines/domain/delivery.ts';
import type { EmbedderSettings } from '../../warehouse/embedding/open_embedder.ts';
import type { RateSettings } from './limits.ts';

/** How the server runs; `api/cli` reads them from the environment and the configuration. */
export interface ServerSettings {
  /** Where the command listens; `createServer` itself does not. */
  host: string;
  port: number;
  rate: RateSettings;
  /** Most bytes of answers kept in memory; 0 keeps none. */
  cache_bytes: number;
  /** Limit of an operation that sets none. */
  time_limit_ms: number;
  /** Matches below this probability are marked for review. */
  trust_threshold: number;
  /** What delivery costs where no feed says, by seller; sellers of which the configuration says nothing are absent. */
  seller_tiers: ReadonlyMap<string, DeliveryTier>;
  /** What makes vectors of intents. */
  embedder: EmbedderSettings;
  /** Lets callbacks of watches reach private and loopback addresses. */
  allow_private_callbacks: boolean;
  /** Between two comments that keep a stream alive; default 15 s. */
  heartbeat_ms?: number;
  /** How long a shutdown waits for requests that are still running. */
  shutdown_ms: number;
  /** How often keys changed by another process are looked for. */
  key_refresh_ms: number;
  /** Folder for files made for one answer. */
  scratch: string;
  /** Address the service is known by, without trailing slash; makes links in errors and OpenAPI absolute. */
  public_url: string;
  /** Where media are served, without trailing slash: a path of this server, or the address of a CDN or bucket. */
  cdn_url: string;
  /** Folder that media lie in; null serves none. */
  media_folder: string | null;
  /** Origins whose pages may call the API from a browser; none by default. */
  cors_origins: readonly string[];
  now: () => Date;
}

/**
 * Most bytes of a request line with its headers. Every field of an address at its longest fits, percent-encoded, so that
 * what is too long is refused by its name and not for its bytes.
 */
export const MAX_HEADER_BYTES = 64 * 1024;

/** Where this server serves media, wherever answers point to. */
export const MEDIA_PATH = '/media';

export const DEFAULT_SETTINGS: Omit<ServerSettings, 'scratch'> = {
  host: '127.0.0.1',
  port: 8080,
  rate: { units: 6000, window_seconds: 60 },
  cache_bytes: 64 * 1024 * 1024,
  time_limit_ms: 10_000,
  trust_threshold: 0.9,
  seller_tiers: new Map(),
  embedder: { provider: 'static' },
  allow_private_callbacks: false,
  shutdown_ms: 10_000,
  key_refresh_ms: 1_000,
  public_url: '',
  cdn_url: MEDIA_PATH,
  media_folder: null,
  cors_origins: [],
  now: () => new Date(),
};
