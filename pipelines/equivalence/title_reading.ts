import { readText, type TextReading } from '../text/reading.ts';

const known = new Map<string, TextReading>();
/** Titles kept: those of what is held against many. */
const MOST_KNOWN = 4_000;

/** What a title says; each question that is asked of two things reads both titles again. */
export function readTitle(title: string): TextReading {
  const before = known.get(title);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const reading = readText(title);
  known.set(title, reading);
  return reading;
}
