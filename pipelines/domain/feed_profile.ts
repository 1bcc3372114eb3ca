import { contradiction, type NumberGrammar } from './number_grammar.ts';

/** What is known of how a feed is written, learned from its own files. Every field may be absent: nothing told it. */
export interface FeedProfile {
  numbers?: NumberGrammar;
}

/** A feed's profile after a further file was taken: what the file told, else what was known. */
export function learnProfile(before: FeedProfile | undefined, file: FeedProfile | undefined): FeedProfile {
  const numbers = { ...before?.numbers, ...file?.numbers };
  return Object.keys(numbers).length > 0 ? { numbers } : {};
}

/** Why a file is written otherwise than its feed was so far, or null. */
export function profileSuspicion(
  before: FeedProfile | undefined,
  file: FeedProfile | undefined,
): string | null {
  return contradiction(before?.numbers ?? {}, file?.numbers ?? {});
}
