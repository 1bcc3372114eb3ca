import { foldText } from '../text/fold.ts';
import { fromPlural } from '../text/plural.ts';

/** What goes with things, and is no other kind: `cycling.parts_accessories`. */
export const BESIDE: ReadonlySet<string> = new Set(['part', 'accessory', 'supply', 'spare']);
/** What parts the things that a label lists. */
const JOIN = /,| & | and /;

const partsOf = (label: string): string[][] =>
  label
    .split(JOIN)
    .map((part) => part.trim().split(' '))
    .filter(([first]) => first !== '');

const singular = (word: string): string => fromPlural(foldText(word));
const isPlural = (word: string): boolean => singular(word) !== foldText(word);

/** By word, in the singular, how many things that labels list end with it. */
export function headsOf(labels: Iterable<string>): ReadonlyMap<string, number> {
  const heads = new Map<string, number>();
  for (const label of labels)
    for (const part of partsOf(label)) {
      const head = singular(part.at(-1) as string);
      heads.set(head, (heads.get(head) ?? 0) + 1);
    }
  return heads;
}

/**
 * The names of the things that a label lists. Before several of something a word in the singular says of which kind they are:
 * of `Phone & Data Jacks` the first are phone jacks, no phones. Behind two or more words a single one by which other things are
 * called, too, is of the same kind as those: of `Wetsuit Hoods, Gloves & Boots` the last are wetsuit boots.
 */
export function namesOfLabel(label: string, heads: ReadonlyMap<string, number>): string[] {
  const parts = partsOf(label);
  const kind = (parts[0] as string[]).slice(0, -1);
  const [, ...head] = parts.at(-1) as string[];
  const isOfLast = isPlural(parts.at(-1)?.at(-1) as string);
  return parts.map((part) => {
    const [word] = part as [string];
    if (part.length > 1) return part.join(' ');
    if (isOfLast && !isPlural(word)) return [word, ...head].join(' ');
    const isShared = !BESIDE.has(singular(word)) && (heads.get(singular(word)) as number) > 1;
    return isShared ? [...kind, word].join(' ') : word;
  });
}
