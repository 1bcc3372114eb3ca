import { SentimentIntensityAnalyzer } from 'vader-sentiment';

/** `I do not think that the screen is good`: what is negated stands behind the verb, out of the library's reach. */
const RAISED_NEGATION =
  /\b(?:do|does|did|would|could|can)(?:n't| not| never) (?:really |actually )?(?:think|believe|feel|find|say|expect|consider|call)\b(?: that)?/;
/**
 * Turns of phrase that the library reads wrongly, and what says the same in its words, in this order. `like` is good to
 * it where it only compares; `hardly` weakens where it denies; `no`, `less` and `without` before what is bad are praise;
 * more of anything than is wanted is bad.
 */
const TURNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:couldn't|could not|can't|cannot) care less\b/g, ' '],
  [
    /\b(?<!\b(?:i|we|you|they|he|she|who|to|really|also|do|does|did|would|don't|doesn't|didn't|not|still) )like\b/g,
    'as',
  ],
  [
    /\b(?:(?:hardly|scarcely|almost never|rarely|seldom|barely) ever|hardly|scarcely|almost never|rarely)\b/g,
    'never',
  ],
  [
    /\b(?<!\bnot )too (?!good|well|nice|great|are\b|is\b|was\b|were\b|has\b|have\b|and\b|but\b|for\b|if\b|in\b|on\b|at\b|the\b|as\b|i\b|it\b|so\b)[a-z]+/g,
    ' bad ',
  ],
  [
    /\b(?:no|zero|less|fewer|without|without any|without a|not a single|not (?:a|one) (?:hint|trace|bit) of|free of|never any)\s+(?:more )?bad\b/g,
    ' good ',
  ],
  [/\b(?:less|not as|not so|nowhere near as|no longer)\s+(?:good|great)\b/g, ' bad '],
];

/** What a negation leaves of a valence, as the library itself has it. */
const NEGATED = -0.74;
/** Nearer to 0 nothing is said. */
const SAID = 0.05;

/**
 * How well a clause of an English text (lower case) speaks of its subject, -1 to 1; 0 where it says nothing. By the
 * lexicon and rules of VADER (Hutto and Gilbert 2014), negation included; a negated verb of opinion turns what follows.
 */
export function polarityOf(clause: string): number {
  const turned = TURNS.reduce((text, [turn, words]) => text.replaceAll(turn, words), clause);
  const raised = RAISED_NEGATION.exec(turned);
  const said = raised
    ? `${turned.slice(0, raised.index)} ${turned.slice(raised.index + raised[0].length)}`
    : turned;
  const { compound } = SentimentIntensityAnalyzer.polarity_scores(said);
  if (Math.abs(compound) < SAID) return 0;
  return raised ? compound * NEGATED : compound;
}
