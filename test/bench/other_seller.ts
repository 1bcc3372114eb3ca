/** Deterministic numbers in [0, 1). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SHORT: [RegExp, string][] = [
  [/\bwith\b/gi, 'w/'],
  [/\bblack\b/gi, 'Blk'],
  [/\bwhite\b/gi, 'Wht'],
  [/\bstainless steel\b/gi, 'SS'],
  [/\binch(es)?\b/gi, 'in'],
  [/\bpack of (\d+)\b/gi, '$1pk'],
  [/\bounces?\b/gi, 'oz'],
  [/\band\b/gi, '&'],
  [/\bpackage\b/gi, 'pkg'],
  [/\bwireless\b/gi, 'wrls'],
];
const ADDED = ['New', 'Genuine', '- Free Shipping', '(Retail)', 'Original', 'Best Price'];

/**
 * A title as another seller would write it: abbreviated, the brand at the end or left out, a word or two without a
 * digit dropped, words in another order, a word of praise added; two or three of these.
 */
export function otherSellersTitle(title: string, brand: string, random: () => number): string {
  let text = title;
  const maybe = (share: number) => random() < share;
  if (maybe(0.6)) for (const [long, short] of SHORT) text = text.replace(long, short);
  if (maybe(0.3) && brand !== '' && text.startsWith(brand))
    text = `${text.slice(brand.length).trim()}${maybe(0.5) ? ` ${brand}` : ''}`;
  let words = text.split(/\s+/).filter(Boolean);
  if (maybe(0.5))
    for (let drop = maybe(0.5) ? 2 : 1; drop > 0 && words.length > 4; drop--) {
      const at = Math.floor(random() * words.length);
      if (!/\d/.test(words[at] ?? '')) words = words.filter((_, index) => index !== at);
    }
  if (maybe(0.3) && words.length > 3) {
    const at = Math.floor(random() * (words.length - 1));
    [words[at], words[at + 1]] = [words[at + 1] as string, words[at] as string];
  }
  if (maybe(0.3)) words.push(ADDED[Math.floor(random() * ADDED.length)] as string);
  return words.join(' ');
}
