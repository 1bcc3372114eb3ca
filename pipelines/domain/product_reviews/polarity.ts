import { SentimentIntensityAnalyzer } from 'vader-sentiment';

/** `I do not think that the screen is good`: what is negated stands behind the verb, out of the library's reach. */
const RAISED_NEGATION =
  /\b(?:do|does|did|would|could|can)(?:n't| not| never) (?:really |actually )?(?:think|believe|feel|find|say|expect|consider|call)\b(?: that)?/;
/** What a negation leaves of a valence, as the library itself has it. */
const NEGATED = -0.74;
/** Nearer to 0 nothing is said. */
const SAID = 0.05;

/**
 * How well a clause of an English text (lower case) speaks of its subject, -1 to 1; 0 where it says nothing. By the
 * lexicon and rules of VADER (Hutto and Gilbert 2014), negation included; a negated verb of opinion turns what follows.
 */
export function polarityOf(clause: string): number {
  const raised = RAISED_NEGATION.exec(clause);
  const said = raised
    ? `${clause.slice(0, raised.index)} ${clause.slice(raised.index + raised[0].length)}`
    : clause;
  const { compound } = SentimentIntensityAnalyzer.polarity_scores(said);
  if (Math.abs(compound) < SAID) return 0;
  return raised ? compound * NEGATED : compound;
}
