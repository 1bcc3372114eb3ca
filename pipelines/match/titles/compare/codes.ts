import type { Features } from './features.ts';
import { commonPrefix, commonSuffix, Slice } from './likeness.ts';

/** How the model and part numbers of two records relate; the higher, the more they speak for one item. */
export const CODE_LEVELS = [
  'no model numbers',
  'model numbers alike but different',
  'different model numbers',
  'a model number on one side only',
  'the same short number',
  'one model number begins or ends with the other',
  'the same common model number',
  'the same model number',
  'the same part number among several',
  'the same part number',
] as const;
const CODES_NONE = 0;
export const CODES_ALIKE = 1;
export const CODES_DIFFER = 2;
export const CODES_ONE_SIDE = 3;
const CODES_SHORT = 4;
export const CODES_PART = 5;
export const CODES_COMMON = 6;
export const CODES_SAME = 7;
export const CODES_MPN_PART = 8;
export const CODES_MPN = 9;

const MPN = 1;
const WHOLE = 2;
/** A number shorter than this is on many things. */
const STRONG_LENGTH = 4;
/** So many nats below the rarity of a word never seen, a number names no single item (three or more records). */
const RARE_MARGIN = 22;
/** Quantised rarity (5 nats) below which a number is part of the language (`1080p`), not of a name. */
const IDENTITY_RARITY = 80;

/** The relation of the codes of two records, an index of CODE_LEVELS. Symmetric. */
export function compareCodes(a: Features, i: number, b: Features, j: number, unknownRarity: number): number {
  const rare = unknownRarity - RARE_MARGIN;
  const identity = Math.min(IDENTITY_RARITY, rare);
  const aFrom = a.code_start[i] as number;
  const aTo = a.code_start[i + 1] as number;
  const bFrom = b.code_start[j] as number;
  const bTo = b.code_start[j + 1] as number;
  let level = -1;
  let leftCodes = 0;
  let rightCodes = 0;
  for (let at = aFrom; at < aTo; at++) {
    if ((a.code_rarity[at] as number) < identity) continue;
    leftCodes++;
    const found = sameCode(a, at, b, j, rare);
    if (found > level) level = found;
  }
  for (let at = bFrom; at < bTo; at++) {
    if ((b.code_rarity[at] as number) < identity) continue;
    rightCodes++;
    const found = sameCode(b, at, a, i, rare);
    if (found > level) level = found;
  }
  if (level > CODES_SHORT) return level;
  let alike = false;
  for (let at = aFrom; at < aTo; at++) {
    if ((a.code_rarity[at] as number) < identity) continue;
    for (let to = bFrom; to < bTo; to++) {
      if ((b.code_rarity[to] as number) < identity) continue;
      const relation = relate(a, at, b, to);
      if (relation === CODES_PART) return CODES_PART;
      alike ||= relation === CODES_ALIKE;
    }
  }
  if (level === CODES_SHORT) return level;
  if (alike) return CODES_ALIKE;
  if (leftCodes > 0 && rightCodes > 0) return CODES_DIFFER;
  return leftCodes + rightCodes > 0 ? CODES_ONE_SIDE : CODES_NONE;
}

/** The level at which the other record has this code, among its codes or its words; -1 where it has not. */
function sameCode(a: Features, at: number, b: Features, j: number, rare: number): number {
  const from = b.code_start[j] as number;
  const to = b.code_start[j + 1] as number;
  const id = a.code_id[at];
  const length = (a.code_text_start[at + 1] as number) - (a.code_text_start[at] as number);
  const isRare = (a.code_rarity[at] as number) >= rare;
  for (let other = from; other < to; other++) {
    if (b.code_id[other] !== id) continue;
    const both = (a.code_flags[at] as number) & (b.code_flags[other] as number);
    if (length < STRONG_LENGTH) return CODES_SHORT;
    if (!isRare) return CODES_COMMON;
    if (both & WHOLE) return CODES_MPN;
    return both & MPN ? CODES_MPN_PART : CODES_SAME;
  }
  if (length < STRONG_LENGTH) return -1;
  const within = spelledIn(a, at, length, b, j);
  if (within === 0) return -1;
  if (within === CODES_PART) return CODES_PART;
  return isRare ? CODES_SAME : CODES_COMMON;
}

/** Whether the title spells the code over one or more whole words (`WH 1000 XM4`), or has a word beginning with it. */
function spelledIn(a: Features, at: number, length: number, b: Features, j: number): number {
  const code = a.code_text_start[at] as number;
  const textFrom = b.character_start[j] as number;
  const textTo = b.character_start[j + 1] as number;
  const wordFrom = b.word_start[j] as number;
  const wordTo = b.word_start[j + 1] as number;
  const first = a.code_text[code];
  let found = 0;
  for (let word = wordFrom; word < wordTo; word++) {
    let place = textFrom + (b.word_at[word] as number);
    if (b.character[place] !== first) continue;
    let matched = 0;
    while (matched < length && place < textTo) {
      const character = b.character[place] as number;
      if (character !== 0) {
        if (character !== a.code_text[code + matched]) break;
        matched++;
      }
      place++;
    }
    if (matched < length) continue;
    if (place >= textTo || b.character[place] === 0) return CODES_SAME;
    if (length >= STRONG_LENGTH + 1) found = CODES_PART;
  }
  return found;
}

/** CODES_PART where one code begins or ends with the other, CODES_ALIKE where they begin alike, else CODES_DIFFER. */
function relate(a: Features, at: number, b: Features, to: number): number {
  const left = codeText(a, at, leftCode);
  const right = codeText(b, to, rightCode);
  const shorter = Math.min(left.length, right.length);
  const prefix = commonPrefix(left, right);
  if (prefix === shorter && shorter >= STRONG_LENGTH) return CODES_PART;
  const suffix = commonSuffix(left, right);
  if (suffix === shorter && shorter > STRONG_LENGTH) return CODES_PART;
  return prefix >= 3 || (prefix >= 2 && prefix * 2 >= shorter) ? CODES_ALIKE : CODES_DIFFER;
}

const leftCode = new Slice();
const rightCode = new Slice();

function codeText(side: Features, code: number, into: Slice): Slice {
  const from = side.code_text_start[code] as number;
  return into.set(side.code_text, from, (side.code_text_start[code + 1] as number) - from);
}
