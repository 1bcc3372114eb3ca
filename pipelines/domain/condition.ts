import { foldSpelling } from './availability.ts';
import type { Condition } from './listing.ts';

const WORDS: Record<Condition, string> = {
  new:
    'new|brand new|new condition|factory new|new in box|nib|sealed|mint|neu|neuware|fabrikneu|nouveau|neuf|nuevo|nuovo|' +
    'novo|nieuw|nový|nowy|ny|новый|חדש|新品|全新',
  refurbished:
    'refurbished|refurbished condition|certified refurbished|manufacturer refurbished|seller refurbished|renewed|' +
    'reconditioned|recertified|remanufactured|open box|generalüberholt|refurbed|aufbereitet|reconditionné|' +
    'reacondicionado|ricondizionato|recondicionado|odnowiony|repasovaný|восстановленный|מחודש|再生品',
  used:
    'used|used condition|used like new|like new|used very good|very good|used good|good|used acceptable|acceptable|' +
    'pre owned|second hand|damaged|damaged condition|for parts|collectible|gebraucht|occasion|usado|usato|gebruikt|' +
    'použitý|używany|brugt|begagnad|бывший в употреблении|משומש|中古|二手',
};

/** Folded spelling and what it means; every spelling once, so that SQL can join it. */
export const CONDITION_SPELLINGS: readonly (readonly [spelling: string, condition: Condition])[] =
  Object.entries(WORDS).flatMap(([condition, words]) =>
    words.split('|').map((word) => [foldSpelling(word), condition as Condition] as const),
  );
const BY_SPELLING = new Map(CONDITION_SPELLINGS);

/** What a feed's word means, or null where the index does not know the word. */
export function readCondition(text: string): Condition | null {
  return BY_SPELLING.get(foldSpelling(text)) ?? null;
}
