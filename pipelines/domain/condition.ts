import { foldedParts, foldText } from '../text/fold.ts';
import { CONDITION_WORDS } from '../text/languages.ts';
import { USED } from '../text/stated_words.ts';
import { foldSpelling } from './availability.ts';
import type { Condition } from './listing.ts';

const WORDS: Record<Condition, string> = {
  new:
    'new|brand new|new condition|factory new|new in box|nib|sealed|mint|neu|neuware|fabrikneu|nouveau|neuf|nuevo|nuovo|' +
    'novo|nieuw|nový|nowy|ny|новый|חדש|新品|全新',
  refurbished:
    'refurbished|refurbished condition|certified refurbished|manufacturer refurbished|seller refurbished|renewed|' +
    'restored|reconditioned|recertified|remanufactured|open box|b ware|generalüberholt|refurbed|aufbereitet|' +
    'reconditionné|reacondicionado|ricondizionato|rigenerato|recondicionado|odnowiony|repasovaný|восстановленный|' +
    'מחודש|再生品',
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
  (
    'renewed restored remanufactured open_box aufbereitet aufbereitete aufbereiteter aufbereitetes regenerowany ' +
    'rigenerato rigenerata occasion gebraucht gebrauchte gebrauchter gebrauchtes second_hand'
  ).split(' '),
);
const BRACKETED = /[([]([^()[\]]+)[)\]]/g;
/** In brackets; `good` may be of anything. */
const USED_APART = /^(?:used|pre[- ]owned|second[- ]hand|gebraucht|usado|usato|gebruikt)(?![\p{L}])/u;

/** Folded words, or two joined by `_`, that say a condition wherever they stand in a title. */
const IN_TITLES: ReadonlyMap<string, Condition> = conditionsOf((word) => !OTHERWISE_MEANT.has(word));

/**
 * Those that say it as the first word of a title. Not toner, which is sold as remanufactured, nor what suits an
 * occasion, nor a second hand, which is a part of a watch.
 */
const AT_THE_BEGINNING: ReadonlyMap<string, Condition> = conditionsOf(
  (word) => OTHERWISE_MEANT.has(word) && !/^(?:remanufactured|occasion|second_hand)$/.test(word),
);
/** Books, which are called `Restored Hope`, and also by whom: their codes are ISBNs. */
const ISBN = /^0?97[89]/;
/** `WH-1000XM4`, `64GB`, but for `2nd` and `1990s`. */
const NUMBERED = /^(?!\d+(?:st|nd|rd|th|s)$)(?=.*\d)(?=.*\p{L})/u;

/** What a title says of the condition, and by what else its listing shows that it does. */
export interface TitledGoods {
  brand?: string | null;
  /** Its GTIN, as it is written. */
  code?: string | null;
}

function conditionsOf(wanted: (word: string) => boolean): ReadonlyMap<string, Condition> {
  return new Map(
    [...CONDITION_WORDS].flatMap(([word, [condition]]) =>
      wanted(word) ? [[word, condition as Condition] as const] : [],
    ),
  );
}

/**
 * What a title says of the condition, where its feed says nothing: `(Renewed)`, `REFURB Dyson V10`, `Pre-owned watch`,
 * `Restored Dyson V10`. Null where it says nothing either. In SQL `TITLED_CONDITION` tells first whether it is worth
 * asking (stage.sql).
 */
export function titledCondition(title: string, goods: TitledGoods = {}): Condition | null {
  for (const [, text = ''] of title.matchAll(BRACKETED)) {
    if (readCondition(text) === 'refurbished') return 'refurbished';
    if (USED_APART.test(foldText(text).trim())) return 'used';
  }
  const words = foldedParts(title);
  for (const at of words.keys()) {
    const condition = wordIn(IN_TITLES, words, at);
    if (condition !== undefined) return condition;
  }
  return firstCondition(words, goods);
}

/** A word, or two, of the title among these. */
const wordIn = (names: ReadonlyMap<string, Condition>, words: readonly string[], at: number) =>
  names.get(words[at] as string) ?? names.get(`${words[at]}_${words[at + 1] ?? ''}`);

/**
 * What a title begins with, where it goes on with a thing of some maker (named in its field or behind the word) or with
 * a model number: `Restored AirPods Pro` of Apple, `Open Box WH-1000XM4`. `Restored Hope` is a name.
 */
function firstCondition(words: readonly string[], { brand, code }: TitledGoods): Condition | null {
  if (words.length === 0 || ISBN.test(code ?? '')) return null;
  const maker = foldedParts(brand ?? '');
  const isNamed = (from: number) => maker.length > 0 && maker.every((word, at) => words[from + at] === word);
  // There are containers for used oil.
  if (words[0] === USED) return isNamed(1) ? 'used' : null;
  const condition = wordIn(AT_THE_BEGINNING, words, 0);
  if (condition === undefined) return null;
  return maker.length > 0 || words.some((word) => NUMBERED.test(word)) ? condition : null;
}

/** A pattern of RE2 that every lower-case title without accents has of which `titledCondition` may say anything. */
export const TITLED_CONDITION = [
  String.raw`[(\[]`,
  ...new Set(
    [...IN_TITLES.keys(), ...AT_THE_BEGINNING.keys(), USED].map((word) => word.split('_')[0] as string),
  ),
].join('|');
