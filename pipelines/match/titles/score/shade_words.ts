import { areOtherHues, hueIn, type Shades, shadeIn } from '../compare/shades.ts';
import { FRAGMENT, type Reading, SHADE_BITS } from '../read/reading.ts';

type Said = Pick<Reading, 'words' | 'statements' | 'colors'>;

/** In plain words, by which names of colours two listings differ that are in no list (compare/shades.ts). */
export function shadeWords(shades: Shades, [left, right]: readonly [Said, Said]): string[] {
  const shadeOf = (word: number) => shadeIn(shades, word);
  const isShade = (word: number) => shadeOf(word) !== null;
  if (!areOtherHues(hueIn(left, shadeOf), hueIn(right, shadeOf))) return [];
  const [one, other] = [spelled(left, isShade), spelled(right, isShade)];
  return [
    `the left is called ${one} where the right is called ${other}, colours by the words of these sellers`,
  ];
}

/** The words for a colour of its own, or that it is another. */
function spelled({ words, statements }: Said, isShade: (shade: number) => boolean): string {
  const said = words.filter(({ id, kind }) => kind !== FRAGMENT && isShade(id & SHADE_BITS));
  const declared = statements.filter(({ kind, value }) => kind === 'shade' && isShade(value));
  const names = new Set([...said, ...declared].map(({ text }) => text));
  const colors = statements.filter(({ kind }) => kind === 'colour').map(({ text }) => text);
  return `"${[...(names.size > 0 ? names : colors)].join(' ')}"`;
}
