import { foldText } from '../../text/fold.ts';
import { isGlued, type Token } from '../../text/tokens.ts';
import table from '../materials.json' with { type: 'json' };
import type { Finding, Rule } from './rule.ts';

const KEY = 'general.material';
/** Folded word → material. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([name, words]) =>
    words.split(' ').map((word) => [foldText(word), name] as const),
  ),
);
/** Words before that make another material of it. */
const BEFORE: Readonly<Record<string, readonly [word: string, name: string]>> = {
  stainless: ['steel', 'stainless steel'],
  faux: ['leather', 'faux leather'],
  vegan: ['leather', 'faux leather'],
  pu: ['leather', 'faux leather'],
};
/** Whether a folded word is a material that things are made of. */
export const isMaterial = (word: string): boolean => WORDS.has(word);

/** Words that make it the name of a thing: `glass cleaner`, `wine glass`, `iron supplement`, `metal detector`. */
const THINGS =
  /^(?:cleaner|polish|care|supplement|detector|protector|screen|cutter|cutting|cup|cups|glue|paint|stain|drill|saw|band|case|cases|conditioner|wine|magnifying|hour|steam|waffle|curling|flat|golf|for|fur|pour|lens|gear|roses?|tip|tips|look|style|effect|print|printed|color|free)$/;

/** Materials by their words in any language: the first that is no other thing's name. */
export const materialRule: Rule = ({ tokens, topics }) => {
  const found: Finding[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const word = (tokens[at] as Token).text;
    const name = WORDS.get(word);
    if (!name || isThing(tokens, at)) continue;
    const [needed, made] = BEFORE[tokens[at - 1]?.text ?? ''] ?? [];
    const value = needed === name && made !== undefined ? made : name;
    const rule = topics.has('clothes') || topics.has('shoes') ? 'material.worn' : 'material.word';
    found.push({ key: KEY, value, rule, at });
  }
  return found;
};

function isThing(tokens: readonly Token[], at: number): boolean {
  const behind = tokens[at + 1];
  const isHyphened = behind?.text === '-' && isGlued(tokens, at + 1);
  const next = tokens[isHyphened ? at + 2 : at + 1]?.text ?? '';
  return THINGS.test(next) || THINGS.test(tokens[at - 1]?.text ?? '');
}

/** The material that a text names first, or null. */
export function materialOf(words: readonly string[]): string | null {
  for (const [at, word] of words.entries()) {
    const name = WORDS.get(word);
    if (!name) continue;
    const [needed, made] = BEFORE[words[at - 1] ?? ''] ?? [];
    return needed === name && made !== undefined ? made : name;
  }
  return null;
}
