import type { Pixels } from './pixels.ts';

/** A colour is named where it is at least this share of the article. */
const NAMED = 0.2;

/** Names of the article's colours (of COLORS in pipelines/text/languages.ts), the most seen first. */
export function paletteOf({ data }: Pixels, subject: Uint8Array): string[] {
  const counts = new Map<string, number>();
  let pixels = 0;
  for (let at = 0; at < subject.length; at++) {
    if (subject[at] === 0) continue;
    pixels++;
    const name = colorName(data[3 * at] as number, data[3 * at + 1] as number, data[3 * at + 2] as number);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= pixels * NAMED)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([name]) => name);
}

/** Hues in degrees up to which each name goes. */
const HUES: readonly (readonly [below: number, name: string])[] = [
  [15, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [165, 'green'],
  [195, 'cyan'],
  [255, 'blue'],
  [290, 'purple'],
  [335, 'pink'],
  [361, 'red'],
];

/** The plain name of a colour in sRGB. */
export function colorName(red: number, green: number, blue: number): string {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const chroma = most - least;
  if (most < 52) return 'black';
  if (chroma < 26 || chroma / most < 0.14) return most > 222 ? 'white' : most > 80 ? 'gray' : 'black';
  const hue = hueOf(red, green, blue, most, chroma);
  const name = HUES.find(([below]) => hue < below)?.[1] ?? 'red';
  if ((name === 'orange' || name === 'yellow') && most > 170 && chroma / most < 0.36) return 'beige';
  if (name === 'orange' && most < 165) return 'brown';
  if (name === 'red' && most < 130 && hue > 5 && hue < 20 && chroma / most < 0.75) return 'brown';
  if (name === 'blue' && most < 110) return 'navy';
  return name;
}

function hueOf(red: number, green: number, blue: number, most: number, chroma: number): number {
  const sixth =
    most === red
      ? ((green - blue) / chroma + 6) % 6
      : most === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4;
  return sixth * 60;
}

/** Names of one colour, more or less; and colours that light and camera turn into one another. */
const NEAR: readonly (readonly string[])[] = [
  ['gray', 'silver'],
  ['white', 'ivory'],
  ['white', 'clear'],
  ['beige', 'ivory'],
  ['blue', 'navy'],
  ['blue', 'cyan'],
  ['yellow', 'gold'],
  ['brown', 'bronze'],
  ['pink', 'magenta'],
];
const FAR: readonly (readonly string[])[] = [
  ['gray', 'silver', 'white', 'clear'],
  ['gray', 'black'],
  ['black', 'navy'],
  ['yellow', 'gold', 'beige', 'bronze', 'brown', 'orange'],
  ['red', 'orange', 'pink', 'magenta', 'purple'],
];

/** How well an article that is called `color` fits one that looks `seen`: 3 exactly, 2 nearly, 1 perhaps, 0 not. */
export function colorFit(color: string, seen: string): 0 | 1 | 2 | 3 {
  if (color === seen) return 3;
  const isIn = (lists: readonly (readonly string[])[]) =>
    lists.some((names) => names.includes(color) && names.includes(seen));
  return isIn(NEAR) ? 2 : isIn(FAR) ? 1 : 0;
}
