import { PACK_HOLDERS, PACK_LINKS, PACK_UNITS } from '../../text/languages.ts';
import type { Reading } from './amount.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { isKindAt } from './named_kind.ts';
import { behind, behindAll, isStop } from './phrase_list.ts';

/** Behind a number, and what it counts, what says that so many come as one: `in a box`, `pack`; or null. */
export function packBehind(reading: Reading, at: number): number | null {
  // `6 or 12 pack`
  const unit = PACK_UNITS.has(reading.tokens[at]?.folded ?? '') ? at + 1 : null;
  return inPack(reading, at) ?? unit;
}

/** `in a box`, `capsules per pack`. */
export function inPack(reading: Reading, at: number): number | null {
  const noun = behind(reading, 'sold_by_number', at) ?? behind(reading, 'counted_apart', at) ?? at;
  return behind(reading, 'in_pack', noun);
}

/** The token at which what holds several begins, where its number stands at a token: `a box of`; or null. */
export function packBefore(reading: Reading, at: number): number | null {
  if (!PACK_LINKS.has(reading.tokens[at - 1]?.folded ?? '')) return null;
  const holder = at - 2;
  const folded = reading.tokens[holder]?.folded ?? '';
  const isHolder =
    behind(reading, 'pack_of', holder) === holder + 1 || PACK_UNITS.has(folded) || PACK_HOLDERS.has(folded);
  if (!isHolder) return null;
  return behind(reading, 'skipped', holder - 1) === holder ? holder - 1 : holder;
}

/** `a whole case of it`, `en lot`, `a crate of milk`: as a pack of several, of which the text says no number. */
export const takeBulk: Rule = (marked, at) => {
  const first = behindAll(marked, 'skipped', at);
  const next = behind(marked, 'bulk', at) ?? behind(marked, 'bulk', first) ?? behindHolder(marked, at, first);
  if (next === null || marked.intent.bulk !== null || marked.isDoubtful(at)) return null;
  marked.intent.bulk = marked.phrase(at, next);
  marked.mark(at, next, 'dropped');
  return next;
};

/**
 * What holds several may be a thing itself (`a tray`): of a kind of thing it is a pack (`a tray of milk`), and by itself
 * between stops behind what is wanted (`milk, a crate`).
 */
function behindHolder(marked: MarkedText, at: number, first: number): number | null {
  const holder = behind(marked, 'bulk_holder', first);
  if (holder === null || first === at) return null;
  const link = PACK_LINKS.has(marked.tokens[holder]?.folded ?? '') ? holder + 1 : holder;
  const isOfThing = isKindAt(marked, link) || behind(marked, 'sold_by_number', link) !== null;
  if (isOfThing) return link;
  const isApart = at > 0 && isStop(marked.tokens[at - 1]) && isStop(marked.tokens[holder]);
  return isApart && marked.hasThing ? holder : null;
}
