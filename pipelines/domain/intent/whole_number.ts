import type { Reading } from './amount.ts';

/** A whole number in digits or words. */
export function numberAt({ lexicon, tokens }: Reading, at: number): { value: number; next: number } | null {
  const worded = lexicon.number.at(tokens, at);
  if (worded) return worded;
  const digits = tokens[at]?.folded ?? '';
  return /^[1-9]\d{0,3}$/.test(digits) ? { value: Number(digits), next: at + 1 } : null;
}
