import type { Product } from '../../pipelines/domain/listing.ts';
import { foldedParts } from '../../pipelines/text/fold.ts';

/** Fewer words that all titles share name nothing. */
const LEAST_WORDS = 2;
/** What parts the words of a title and ends none. */
const PARTERS = '\\s,;:|/·•–—-';
const AT_THE_END = new RegExp(`[${PARTERS}]+$`, 'u');
const IN_A_ROW = new RegExp(`(\\s[${PARTERS}])(?:\\s+[${PARTERS}])+(?=\\s)`, 'gu');

/**
 * What a picture of these variants shows, in words: what they all are called, and what tells them from the product's
 * other variants unless that says so. A picture of black and of green shoes is called neither.
 */
export function altOf({ title, variants }: Product, variantIds: readonly string[]): string {
  const shown = variants.filter(({ variant_id }) => variantIds.includes(variant_id));
  // The product is called as its first variant is.
  const titles = shown.map((variant) => (variant === variants[0] ? title : variant.title));
  const own = sharedTitle(titles) ?? title;
  const [first] = shown;
  const told = Object.entries(first?.attributes ?? {})
    .filter(([key, value]) => shown.every(({ attributes }) => attributes[key] === value))
    .filter(([key, value]) => variants.some(({ attributes }) => (attributes[key] ?? value) !== value))
    .map(([, value]) => value)
    .filter((value) => !own.toLowerCase().includes(value.toLowerCase()));
  return [own, ...told].join(', ');
}

/** The words of the first title that all others have; the whole of it where they share next to none. */
function sharedTitle([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined || others.length === 0) return first;
  const words = others.map((title) => new Set(foldedParts(title)));
  const isShared = (word: string) => foldedParts(word).every((part) => words.every((all) => all.has(part)));
  const kept = first.split(/\s+/u).filter(isShared);
  if (kept.filter((word) => foldedParts(word).length > 0).length < LEAST_WORDS) return first;
  return kept.join(' ').replaceAll(IN_A_ROW, '$1').replace(AT_THE_END, '');
}
