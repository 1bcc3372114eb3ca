import type { Features } from './features.ts';
import { commonPrefix, Slice } from './likeness.ts';

/** How the brands of two records relate, each stated in its own field or standing in the other's title. */
export const BRAND_LEVELS = [
  'no brand',
  'the same brand',
  'one brand begins with the other',
  'the brand of one is in the title of the other',
  'different brands',
  'the title begins with the brand of the other',
  'the title has the brand of the other',
  'the brand of one is not in the title of the other',
] as const;

/** Levels at which both records name one maker. */
export const SAME_MAKER: ReadonlySet<number> = new Set([1, 2, 3, 5, 6]);
/** The level at which both name a maker, and not the same. */
export const OTHER_MAKERS = 4;

/** The relation of the brands of two records, an index of BRAND_LEVELS. Symmetric. */
export function compareBrands(a: Features, i: number, b: Features, j: number): number {
  const left = a.brand[i] as number;
  const right = b.brand[j] as number;
  if (left === 0 && right === 0) return 0;
  if (left === right) return 1;
  if (left !== 0 && right !== 0) {
    const prefix = commonPrefix(brandText(a, i, leftBrand), brandText(b, j, rightBrand));
    if (prefix === Math.min(leftBrand.length, rightBrand.length)) return 2;
    return brandInTitle(a, i, b, j) > 0 || brandInTitle(b, j, a, i) > 0 ? 3 : 4;
  }
  const found = left !== 0 ? brandInTitle(a, i, b, j) : brandInTitle(b, j, a, i);
  return found === 2 ? 5 : found === 1 ? 6 : 7;
}

const leftBrand = new Slice();
const rightBrand = new Slice();

function brandText(side: Features, place: number, into: Slice): Slice {
  const from = side.brand_text_start[place] as number;
  return into.set(side.brand_text, from, (side.brand_text_start[place + 1] as number) - from);
}

/** 2 where the title of b[j] begins with the brand of a[i], 1 where it has it as whole words, else 0. */
function brandInTitle(a: Features, i: number, b: Features, j: number): number {
  const from = a.brand_text_start[i] as number;
  const length = (a.brand_text_start[i + 1] as number) - from;
  const text = b.character_start[j] as number;
  const end = b.character_start[j + 1] as number;
  const first = b.word_start[j] as number;
  const last = b.word_start[j + 1] as number;
  for (let word = first; word < last; word++) {
    let place = text + (b.word_at[word] as number);
    let matched = 0;
    for (; matched < length && place < end; place++) {
      const character = b.character[place];
      if (character === 0) continue;
      if (character !== a.brand_text[from + matched]) break;
      matched++;
    }
    if (matched === length && (place >= end || b.character[place] === 0)) return word === first ? 2 : 1;
  }
  return 0;
}
