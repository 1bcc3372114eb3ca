import { addHeld, addHeldTogether, HOLDING_WORDS } from './held_things.ts';
import { MEASURE, NUMBER, type ReadWord, readText, type TextReading, titleWords, WORD } from './reading.ts';
import { statedAmounts } from './stated_amounts.ts';
import { addFigures, addJoined, addModels, addNumber, addRoman, addTiers, ROMAN } from './stated_numbers.ts';
import { addWord, STATING_WORDS } from './stated_words.ts';
import { addTo, type Statement } from './statement.ts';

/** What a text states. `given` are words that say nothing of it: those of its brand. */
export function statementsOf(text: string, given: ReadonlySet<string> = NONE): Statement[] {
  const reading = readText(text);
  return statementsIn(reading, titleWords(reading), given);
}
const NONE: ReadonlySet<string> = new Set();

/** Words that say something by themselves or with the next; most words of titles do not. */
const NOTED_WORDS: ReadonlySet<string> = new Set([...STATING_WORDS, ...ROMAN.keys(), ...HOLDING_WORDS]);

function hasDigit(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

/** What a text that was read states. */
export function statementsIn(
  reading: TextReading,
  words: readonly ReadWord[],
  given: ReadonlySet<string> = NONE,
): Statement[] {
  const stated: Statement[] = statedAmounts(reading);
  const add = addTo(stated);
  let hasFigures = false;
  for (let at = 0; at < words.length; at++) {
    const { text, kind } = words[at] as ReadWord;
    if (hasDigit(text)) {
      hasFigures = true;
      if (kind === NUMBER) addNumber(words, at, stated);
      else if (kind !== MEASURE) {
        addJoined(words, at, add);
        addHeldTogether(text, add);
      }
      addFigures(text, kind === MEASURE ? 'measured_figure' : 'figure', add);
    } else if (NOTED_WORDS.has(text)) {
      addRoman(words, at, add);
      addHeld(words, at, add);
      if (kind === WORD && !given.has(text)) addWord(words, at, add);
    }
  }
  addTiers(reading, add);
  if (hasFigures) addModels(words, add);
  return stated;
}
