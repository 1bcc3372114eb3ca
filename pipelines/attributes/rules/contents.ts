import { type Amount, totalOf } from '../../text/amounts.ts';
import { DIGITS, isGlued, isLetters, type Token } from '../../text/tokens.ts';
import { rounded } from '../value.ts';
import { type AttributeText, type Finding, type Rule } from './rule.ts';

const PACK = 'general.pack_count';
const PIECES = 'general.piece_count';
const CONTENT = 'general.net_content';
/** Units of pieces that count what is in the pack, by how they are spelt. */
const PER = /^(?:per|pro|par|por|je)$/;
const HOLDER = /^(?:box|pack|package|case|carton|pk|packung|karton|boite|caja|blister|bag|kit|set|pc|pcs)$/;

/** How many are in a pack, and how much of it: `6x330ml` is a pack of six of 330 ml. */
export const contentsRule: Rule = (text) => [...packs(text), ...contents(text)];

function packs(text: AttributeText): Finding[] {
  const { amounts, tokens } = text;
  const found: Finding[] = [];
  for (const amount of amounts) {
    const { dimension, from } = amount;
    if (amount.low !== null) continue;
    if (amount.pack > 1 && dimension !== 'count') {
      found.push({ key: PACK, value: amount.pack, rule: 'pack.of_content', at: from });
      continue;
    }
    if (dimension !== 'count') continue;
    const rule = countRule(text, amount);
    if (rule === 'pieces.word') found.push({ key: PIECES, value: totalOf(amount), rule, at: from });
    else if (rule !== null) found.push({ key: PACK, value: totalOf(amount), rule, at: from });
  }
  for (let at = 0; at + 2 < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (token.kind !== DIGITS || token.text.length > 3 || isGlued(tokens, at)) continue;
    if (PER.test((tokens[at + 1] as Token).text) && HOLDER.test((tokens[at + 2] as Token).text))
      found.push({ key: PACK, value: Number(token.text), rule: 'pack.per', at });
  }
  return found;
}

/** `45-piece set`, `27 pieces`: what a set is made of, not how many are sold. */
const OF_PIECES = /^(?:pieces?|teile|pezzi|piezas)$/;
/** `500 sheets` may be a tray's or a paper's. */
const OF_SHEETS = /^(?:sheets?|blatt|blatter|feuilles|fogli|hojas|vel|folhas)$/;

/** `Grande 3 Capsule Coffee Machine`: what a machine of that model takes, of which none is in the box. */
const MACHINE =
  /^(?:machines?|makers?|brewers?|maschinen?|kaffeemaschinen?|automat|maquina|cafetera|macchina|apparaat)$/;

/** What a count counts, by the word behind its number; null where that is open. */
function countRule({ tokens, topics }: AttributeText, { unit, next }: Amount): string | null {
  const word = tokens[next - 1]?.text ?? '';
  if (unit === null) return 'pack.pack';
  if (OF_PIECES.test(word)) return 'pieces.word';
  if (unit.name === 'pk') return 'pack.pieces';
  if (tokens.slice(next, next + 2).some(({ text }) => MACHINE.test(text))) return null;
  return topics.has('printing') || OF_SHEETS.test(word) ? null : 'pack.things';
}

/** Mass and volume of what is eaten, drunk or used up; of other things they are weights and tanks. */
function contents({ amounts, topics, tokens }: AttributeText): Finding[] {
  const found = amounts.filter(({ dimension }) => dimension === 'mass' || dimension === 'volume');
  const isVessel = topics.has('vessel') || topics.has('clothes');
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
        : `content.${isVessel ? 'vessel' : of === 'amount' && isLast(tokens, amount) ? 'end' : of}`;
    return [
      { key: CONTENT, value: rounded(amount.amount), rule: `${rule}_${amount.dimension}`, at: amount.from },
    ];
  });
}

/** Whether nothing follows but another unit or a count of packs: `Shampoo 22 oz (650 ml) (2 pack)`. */
function isLast(tokens: readonly Token[], { next }: Amount): boolean {
  return tokens.slice(next).every((token) => !isLetters(token) || WORDS_BEHIND.test(token.text));
}
const WORDS_BEHIND =
  /^(?:ml|l|g|kg|oz|lb|lbs|ounces?|fl|fluid|grams?|pack|packs|pk|of|x|case|ct|count|bag|bottle|box|can|jar|tub|each|pcs?|stuck|er|bottles|cans)$/;
