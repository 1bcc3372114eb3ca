import { foldedParts } from '../text/fold.ts';
import { fromPlural } from '../text/plural.ts';
import { MEASURE, type ReadWord, titleWords, WORD } from '../text/reading.ts';
import type { ComparedItem } from './compared_item.ts';
import { headsOf } from './heads.ts';
import { isPlainWord } from './plain_words.ts';
import { VERSIONED } from './roles.ts';
import { SAID_OTHERWISE } from './said_otherwise.ts';
import { readTitle } from './title_reading.ts';

/** `2i2`, `30c`, `s1`: letters and digits, too short for a part number. */
const SHORT_CODE = /^(?=.*\d)(?=.*[a-z])[a-z\d]{2,4}$/;
/** Standards, versions and counts are no names. */
const NO_NAME = /^(?:v\d+|g\d|gen\d|mk\d|\d+(?:st|nd|rd|th|k|g|d|x|p|in|pk|pc|ct))$/;

/**
 * Whether behind the same name the first has a short code and the second a word instead, each of which the other says
 * nowhere: `Scarlett 2i2` and `Scarlett Solo` are two models.
 */
export function fillsOtherwise(coded: ComparedItem, worded: ComparedItem): boolean {
  const [own, others] = [slotsOf(coded), slotsOf(worded)];
  const [said, saidOthers] = [wordsOf(coded), wordsOf(worded)];
  const things = new Set([coded, worded].flatMap((item) => headsOf(item).flatMap(({ thing }) => [...thing])));
  return [...own].some(([name, codes]) => {
    const words = others.get(name);
    return (
      words !== undefined &&
      codes.some(({ text }) => SHORT_CODE.test(text) && !NO_NAME.test(text) && !saidOthers.has(text)) &&
      words.every(
        ({ text, kind }) =>
          kind === WORD &&
          text.length > 2 &&
          !said.has(fromPlural(text)) &&
          !SAID_OTHERWISE.has(text) &&
          !things.has(fromPlural(text)),
      )
    );
  });
}

/** What stands right behind each name of a title, a word that is no English one. */
function slotsOf({ stated }: ComparedItem): Map<string, ReadWord[]> {
  const found = new Map<string, ReadWord[]>();
  for (const { title } of stated) {
    const words = titleWords(readTitle(title));
    for (const [at, { text, kind }] of words.entries()) {
      const next = words[at + 1];
      const isName = kind === WORD && text.length > 2 && !VERSIONED.has(text) && !isPlainWord(text);
      if (isName && next && next.kind !== MEASURE) found.set(text, [...(found.get(text) ?? []), next]);
    }
  }
  return found;
}

const wordsOf = ({ titles }: ComparedItem): Set<string> =>
  new Set(titles.flatMap(foldedParts).flatMap((word) => [word, fromPlural(word)]));
