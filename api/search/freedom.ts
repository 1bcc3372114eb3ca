import { isMaterial } from '../../pipelines/attributes/rules/material.ts';
import { freeingWords, ingredientNamed } from '../../pipelines/domain/ingredient.ts';
import type { Intent } from '../../pipelines/domain/intent.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { LACKING_WORDS } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { type Fact, factFreeing } from './product_facts.ts';

/** What a record must say that a thing is free of, because a record that is silent tells nothing of it. */
export interface Freedom {
  /** As it was asked. */
  text: string;
  /** What it must be free of: `gluten` where the text says `coeliac`. */
  of: string;
  /** What is free of any of these is free of it. */
  names: string[];
  /** Nobody may be told to do without it: it is or may be of somebody's health, or is asked for by name (`nut-free`). */
  isKept: boolean;
  /** A material, of which a record says enough where it says another. */
  isMaterial: boolean;
}

/** Whether a refusal is told as somebody's health. */
export function isOfHealth({ health }: Intent): (text: string) => boolean {
  const told = new Set(health.map(({ text }) => foldText(text)));
  return (text) => told.has(foldText(text));
}

/**
 * Of refusals those that a record must speak of: ingredients, whatever is told as somebody's health, and what a text asks
 * to be free of by name, but for materials, of which records say what they are.
 */
export function freedomsOf(refusals: readonly string[], intent: Intent): Freedom[] {
  const isIll = isOfHealth(intent);
  const named = new Set(intent.free_of.map(({ text }) => foldText(text)));
  return [...new Set(refusals)].flatMap((text) => {
    const ingredient = ingredientNamed(text);
    const material = isMaterial(foldText(text));
    const isNamed = named.has(foldText(text));
    if (ingredient === null && !isIll(text) && (!isNamed || material)) return [];
    return [
      {
        text,
        of: ingredient?.ailments.some((one) => foldText(one) === foldText(text)) ? ingredient.name : text,
        names: ingredient === null ? [text] : freeingWords(ingredient),
        isKept: isIll(text) || isNamed || ingredient?.mayBeTaste === false,
        isMaterial: material,
      },
    ];
  });
}

/** What words for goods say that these lack (`decaf` caffeine), where it is an ingredient: a record must say so. */
export const lackingIn = (words: string): Freedom[] =>
  wordsOf(words).flatMap(({ text }) => {
    const ingredient = ingredientNamed(LACKING_WORDS.get(text) ?? '');
    if (ingredient === null) return [];
    const { name: of } = ingredient;
    return [{ text, of, names: freeingWords(ingredient), isKept: true, isMaterial: false }];
  });

/** The fact by which a record says that it is free of something, or of which other material it is. */
export function factOfFreedom(
  facts: readonly Fact[],
  { names, isMaterial: isWorn }: Freedom,
): Fact | undefined {
  return (
    factFreeing(facts, names) ??
    (isWorn
      ? facts.find(
          ({ kind, text }) => kind !== 'category' && wordsOf(text).some((word) => isMaterial(word.text)),
        )
      : undefined)
  );
}

/** Words by which records that are free of something are found. */
export function wordsOfFreedom({ names }: Freedom): string[] {
  const own = names.map((name) =>
    wordsOf(name)
      .map(({ text }) => text)
      .join(' '),
  );
  const lacking = [...LACKING_WORDS].flatMap(([word, of]) => (own.includes(of) ? [word] : []));
  return [...new Set([...lacking, ...names])];
}
