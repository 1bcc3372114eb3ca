import { type Finding, type Rule } from './rule.ts';

const KEY = 'general.resolution';
const PIXELS =
  /(?<![\d.,x/-])(\d{3,5}) ?[x×*] ?(\d{3,5})(?![\d.,]|\s?x\s?\d)(?: ?(pixels?|px|dpi|mm|cm|ppp))?/g;
/** Names of resolutions, the longest first. */
const NAMES: readonly [RegExp, string][] = [
  [/(?<![\w-])(?:8k(?: uhd)?)(?! video)(?![\w-])/, '7680 x 4320'],
  [/(?<![\w-])(?:4k uhd|uhd 4k|4k ultra hd|ultra hd 4k|4k ultra-hd|uhd|4k)(?![\w-])/, '3840 x 2160'],
  [/(?<![\w-])(?:full hd|fhd|full-hd|1080p)(?![\w-])/, '1920 x 1080'],
  [/(?<![\w-])(?:wqhd)(?![\w-])/, '2560 x 1440'],
];
/** Width to height of screens and pictures. */
const RATIOS = [0.4, 4.5] as const;

/** Resolution in pixels; dots per inch and millimetres are of paper. */
export const resolutionRule: Rule = ({ folded, topics }) => {
  const found: Finding[] = [];
  for (const match of folded.matchAll(PIXELS)) {
    const [, width = '', height = '', unit = ''] = match;
    const ratio = Number(width) / Number(height);
    if (/^(?:mm|cm)$/.test(unit) || ratio < RATIOS[0] || ratio > RATIOS[1]) continue;
    const rule = unit.startsWith('p')
      ? 'resolution.pixels'
      : unit !== ''
        ? 'resolution.dots'
        : topics.has('display')
          ? 'resolution.topic'
          : 'resolution.alone';
    if (rule === 'resolution.alone' && Number(width) < 320) continue;
    found.push({ key: KEY, value: `${Number(width)} x ${Number(height)}`, rule, at: match.index });
  }
  if (found.length > 0 || !topics.has('display')) return found;
  for (const [name, value] of NAMES) {
    const match = name.exec(folded);
    if (match) return [{ key: KEY, value, rule: 'resolution.name', at: match.index }];
  }
  return found;
};

/** `1920x1080`, `4K UHD` as width x height; null for anything else. */
export function resolutionOf(folded: string): string | null {
  const [match] = folded.matchAll(PIXELS);
  if (match) return `${Number(match[1])} x ${Number(match[2])}`;
  return NAMES.find(([name]) => name.test(folded))?.[1] ?? null;
}
