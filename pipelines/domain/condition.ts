import { foldedParts, foldText } from '../text/fold.ts';
import { CONDITION_WORDS } from '../text/languages.ts';
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

/** Words that say a condition only where they are set apart: a mind is renewed, and a watch has a second hand. */
const OTHERWISE_MEANT: ReadonlySet<string> = new Set(
  'renewed restored remanufactured open_box aufbereitet regenerowany occasion gebraucht gebrauchte second_hand'.split(
    ' ',
  ),
);
const BRACKETED = /[([]([^()[\]]+)[)\]]/g;
/** What sellers write in brackets for refurbished, and in no field. */
const RESTORED = 'restored';
/** In brackets; `good` may be of anything. */
const USED_APART = /^(?:used|pre[- ]owned|second[- ]hand|gebraucht|usado|usato|gebruikt)(?![\p{L}])/u;

/** Folded words, or two joined by `_`, that say a condition wherever they stand in a title. */
const IN_TITLES: ReadonlyMap<string, Condition> = new Map(
  [...CONDITION_WORDS].flatMap(([word, [condition]]) =>
    OTHERWISE_MEANT.has(word) ? [] : [[word, condition as Condition] as const],
  ),
);

/**
 * What a title says of the condition, where its feed says nothing: `(Renewed)`, `REFURB Dyson V10`, `Pre-owned watch`.
 * Null where it says nothing either. In SQL `TITLED_CONDITION` tells first whether it is worth asking (stage.sql).
 */
export function titledCondition(title: string): Condition | null {
  for (const [, text = ''] of title.matchAll(BRACKETED)) {
    if (foldText(text) === RESTORED || readCondition(text) === 'refurbished') return 'refurbished';
    if (USED_APART.test(foldText(text).trim())) return 'used';
  }
  const words = foldedParts(title);
  for (const [at, word] of words.entries()) {
    const condition = IN_TITLES.get(word) ?? IN_TITLES.get(`${word}_${words[at + 1] ?? ''}`);
    if (condition !== undefined) return condition;
  }
  return null;
}

/** A pattern of RE2 that every lower-case title without accents has of which `titledCondition` may say anything. */
export const TITLED_CONDITION = [
  String.raw`[(\[]`,
  ...new Set([...IN_TITLES.keys()].map((word) => word.split('_')[0] as string)),
].join('|');
