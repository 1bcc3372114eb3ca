declare module 'vader-sentiment' {
  /** A rule-based scorer of English texts; `compound` -1 to 1. */
  export const SentimentIntensityAnalyzer: {
    polarity_scores(text: string): { pos: number; neg: number; neu: number; compound: number };
  };
}
