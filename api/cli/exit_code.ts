import type { IngestSummary, PublicationOutcome } from '../../workflows/embedded.ts';

/** What a command ends with, beside 0 and a crash (1). */
export const USAGE = 2;
/** Something failed: a feed, the publication, a check. */
export const FAILED = 3;
/** Nothing failed, and a run waits for a person. */
export const HELD = 4;

export function publicationExitCode({ suspect, late }: PublicationOutcome): number {
  return suspect.length + late.length > 0 ? HELD : 0;
}

export function ingestExitCode({ feeds, publication, publicationFailure }: IngestSummary): number {
  if (publicationFailure !== null || feeds.some(({ failures }) => failures.length > 0)) return FAILED;
  return publication ? publicationExitCode(publication) : 0;
}
