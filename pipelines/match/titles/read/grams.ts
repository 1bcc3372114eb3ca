/**
 * Calls `visit` with the slot (16 bits) of every trigram of characters[from, to); words are bounded by a 0 byte, and
 * the whole counts as if it began and ended with one.
 */
export function gramsOf(
  characters: Uint8Array,
  from: number,
  to: number,
  visit: (slot: number) => void,
): void {
  let before = 0;
  let last = from < to ? (characters[from] as number) : 0;
  for (let at = from + 1; at <= to; at++) {
    const next = at < to ? (characters[at] as number) : 0;
    visit(gramSlot(before, last, next));
    before = last;
    last = next;
  }
}

/** Slot of three characters: a multiplicative hash, so that scripts share the slots evenly. */
export function gramSlot(first: number, second: number, third: number): number {
  return Math.imul((first << 16) | (second << 8) | third, 0x9e3779b1) >>> 16;
}
