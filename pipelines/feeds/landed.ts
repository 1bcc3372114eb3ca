/** Bounds of one feed. Bytes are unpacked ones; `ratio` is unpacked bytes per packed byte. */
export interface FeedLimits {
  feed_bytes: number;
  feed_ratio: number;
  fetch_seconds: number;
  allow_private_addresses: boolean;
}

export const FEED_LIMITS: FeedLimits = {
  feed_bytes: 20_000_000_000,
  feed_ratio: 200,
  fetch_seconds: 600,
  allow_private_addresses: false,
};

/** One file as received, stored under its content hash. */
export interface LandedFile {
  /** Relative to the data folder. */
  path: string;
  /** File name or URL it came from. */
  name: string;
  sha256: string;
  bytes: number;
  etag?: string;
  last_modified?: string;
}

/** Files that together are one observation of a feed. */
export interface Landed {
  /** ISO 8601 UTC; of the file's name, else of the fetch. With `as_of: column:…` only the fetch time. */
  as_of: string;
  files: LandedFile[];
  /** Seconds spent fetching, hashing and copying. */
  seconds: number;
  /** Id of the data folder that holds the files. */
  folder?: string;
}

/** What is known of the previous fetch of the same URL. */
export interface PreviousFetch {
  etag?: string;
  last_modified?: string;
}

export interface Progress {
  step: 'land' | 'stage';
  bytes: number;
  /** Expected bytes, when known. */
  total?: number;
}
