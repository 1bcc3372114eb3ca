import { ApplicationFailure } from '@temporalio/common';
import { FeedError } from '../../pipelines/feeds/error.ts';
import { isTransient } from '../retry.ts';

/**
 * An error of the warehouse as Temporal keeps it: the message as the command line shows it, the type to filter by
 * (`feed/<code>` for a refused feed), and whether another try can help.
 */
export function failureOf(error: unknown): ApplicationFailure {
  if (error instanceof ApplicationFailure) return error;
  const known = error instanceof Error ? error : new Error(String(error));
  return ApplicationFailure.create({
    message: known.message,
    type: known instanceof FeedError ? `feed/${known.code}` : known.name,
    nonRetryable: !isTransient(error),
    cause: known,
  });
}
