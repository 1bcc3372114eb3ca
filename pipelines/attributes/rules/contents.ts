import { totalOf } from '../../text/amounts.ts';
import { DIGITS, isGlued, isLetters, type Token } from '../../text/tokens.ts';
import { rounded } from '../value.ts';
import { type AttributeText, type Finding, type Rule } from './rule.ts';

const PACK = 'general.pack_count';
const CONTENT = 'general.net_content';
/** Units of pieces that count what is in the pack, by how they are spelt. */
const PER = /^(?:per|pro|par|por|je)$/;
const HOLDER = /^(?:box|pack|package|case|carton|pk|packung|karton|boite|caja|blister|bag|kit|set|pc|pcs)$/;

/** How many are in a pack, and how much of it: `6x330ml` is a pack of six of 330 ml. */
export const contentsRule: Rule = (text) => [...packs(text), ...contents(text)];

function packs(text: AttributeText): Finding[] {
  const { amounts, tokens, topics } = text;
  const found: Finding[] = [];
  for (const amount of amounts) {
    const { dimension, unit, from } = amount;
    if (amount.low !== null) continue;
    if (amount.pack > 1 && dimension !== 'count') {
      found.push({ key: PACK, value: amount.pack, rule: 'pack.of_content', at: from });
      continue;
    }
    if (dimension !== 'count') continue;
    if (unit === null) found.push({ key: PACK, value: totalOf(amount), rule: 'pack.pack', at: from });
    else if (unit.name === 'pk')
      found.push({ key: PACK, value: totalOf(amount), rule: 'pack.pieces', at: from });
    else if (!topics.has('printing'))
      found.push({ key: PACK, value: totalOf(amount), rule: 'pack.things', at: from });
  }
  for (let at = 0; at + 2 < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.kind !== DIGITS || token.text.length > 3 || isGlued(tokens, at)) continue;
    if (PER.test((tokens[at + 1] as Token).text) && HOLDER.test((tokens[at + 2] as Token).text))
      found.push({ key: PACK, value: Number(token.text), rule: 'pack.per', at });
  }
  return found;
}

/** Mass and volume of what is eaten, drunk or used up; of other things they are weights and tanks. */
function contents({ amounts, topics, tokens }: AttributeText): Finding[] {
  const found = amounts.filter(({ dimension }) => dimension === 'mass' || dimension === 'volume');
  const isDevice =
    topics.has('display') || topics.has('storage') || topics.has('memory') || topics.has('cable');
  if (found.length === 0 || isDevice) return [];
  const of = amounts.some(
    ({ dimension }) => dimension === 'power' || dimension === 'voltage' || dimension === 'data',
  )
    ? 'device'
    : 'amount';
  return found.flatMap((amount): Finding[] => {
    if (amount.low !== null) return [];
    const behind = tokens[amount.next];
    const rule =
      behind !== undefined &&
      isLetters(behind) &&
      /^(?:load|capacity|tank|max|backpack|bag|bin)$/.test(behind.text)
        ? 'content.capacity'
        : `content.${of}`;
    return [
      { key: CONTENT, value: rounded(amount.amount), rule: `${rule}_${amount.dimension}`, at: amount.from },
    ];
  });
}
