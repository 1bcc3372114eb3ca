/**
 * Words behind which nothing is said of what is, only of what was wished, feared or asked: praise of what `would be` is
 * none (irrealis blocking, Taboada and others, Lexicon-based methods for sentiment analysis, 2011). `better than I
 * expected` and `could not be better` do say what is, and a refusal (`would not pair`) is a fact.
 */
const UNSAID: readonly RegExp[] = [
  /\b(?:would|could|should|might|'d) (?:have |really |also |just )?(?:be|been|like|love|prefer|want|have liked|have loved)\b/,
  /(?<!\b(?:than|as|what) )\b(?:i|we) (?:really |only |had |have |was |were |am |are )?(?:wish|wished|hope|hoped|hoping|expected|expecting|wanted)\b/,
  /\b(?:if only|supposed to|in theory|should have|claims? to|promises? to|promised)\b/,
  /\b(?:worried|afraid|feared|scared) (?:that |it |the |they |about )/,
];

/** Whether a clause (lower case) says nothing of what is. */
export const saysNothing = (clause: string): boolean => UNSAID.some((words) => words.test(clause));
