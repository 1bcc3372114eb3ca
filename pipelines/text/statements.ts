import { MEASURE, NUMBER, type ReadWord, readText, type TextReading, titleWords, WORD } from './reading.ts';
import { statedAmounts } from './stated_amounts.ts';
import { addFigures, addJoined, addModels, addNumber, addTiers } from './stated_numbers.ts';
import { addWord } from './stated_words.ts';
import { addTo, type Statement } from './statement.ts';

/** What a text states. `given` are words that say nothing of it: those of its brand. */
export function statementsOf(text: string, given: ReadonlySet<string> = NONE): Statement[] {
  const reading = readText(text);
  return statementsIn(reading, titleWords(reading), given);
}
const NONE: ReadonlySet<string> = new Set();

/** What a text that was read states. */
export function statementsIn(
  reading: TextReading,
  words: readonly ReadWord[],
  given: ReadonlySet<string> = NONE,
): Statement[] {
  const stated: Statement[] = statedAmounts(reading);
  const add = addTo(stated);
  for (let at = 0; at < words.length; at++) {
    const { text, kind } = words[at] as ReadWord;
    if (kind === NUMBER) addNumber(words, at, stated);
    else if (kind !== MEASURE) addJoined(words, at, add);
    addFigures(text, add);
    if (kind === WORD && !given.has(text)) addWord(words, at, add);
  }
  addTiers(reading, add);
  addModels(words, stated);
  return stated;
}
