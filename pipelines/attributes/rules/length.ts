import type { Amount } from '../../text/amounts.ts';
import { rounded, sameValue } from '../value.ts';
import { type AttributeText, type Finding, neighbours, type Rule } from './rule.ts';

const SCREEN = 'general.screen_size';
const CABLE = 'cable.length';
const INCH = 25.4;
const METRE = 1000;
/** Smallest and largest screens, in inches. */
const SCREENS = [0.9, 120] as const;
/** Disks are as large as small screens. */
const DISKS = new Set([1.8, 2.5, 3.5, 5.25]);

/** A text that tells of pixels tells of a screen. */
const PIXELS = /pixel|\bhd\b|\d ?x ?\d{3}/;

/** Sizes of screens and lengths of cables. */
export const lengthRule: Rule = (text) => {
  const amounts = text.amounts.filter(({ dimension, low }) => dimension === 'length' && low === null);
  if (amounts.length === 0) return [];
  const singles = amounts.filter(({ from }) => amounts.filter((other) => other.from === from).length === 1);
  return [...screens(text, singles), ...cables(text, singles)];
};

const isInches = ({ unit }: Amount): boolean => unit?.factor === INCH;

function screens(text: AttributeText, amounts: readonly Amount[]): Finding[] {
  const { topics, tokens, folded } = text;
  return amounts.flatMap((amount): Finding[] => {
    const inches = rounded(amount.amount / INCH);
    if (inches < SCREENS[0] || inches > SCREENS[1]) return [];
    const isTwice = amounts.some(
      (other) =>
        other !== amount &&
        isInches(other) !== isInches(amount) &&
        sameValue(SCREEN, other.amount, amount.amount),
    );
    if (!isInches(amount) && !isTwice) return [];
    const near = neighbours(tokens, amount.from, amount.next);
    if (DISKS.has(inches) && !near.behind.has('display')) return [];
    if (near.behind.has('storage') || near.behind.has('cable') || near.behind.has('printing')) return [];
    const at = amount.from;
    if (topics.has('cover') || topics.has('cable')) return [];
    // Where both are stated the inches are what it is sold by.
    if (isTwice && !isInches(amount)) return [];
    if (near.behind.has('display')) return [{ key: SCREEN, value: inches, rule: 'screen.named', at }];
    if (isTwice)
      return [
        {
          key: SCREEN,
          value: inches,
          rule: topics.has('display') || PIXELS.test(folded) ? 'screen.twice' : 'screen.twice_alone',
          at,
        },
      ];
    return topics.has('display') ? [{ key: SCREEN, value: inches, rule: 'screen.topic', at }] : [];
  });
}

/** Of a length in two units the one in the smaller rounding speaks; both are given, and agree. */
function cables({ topics, tokens }: AttributeText, amounts: readonly Amount[]): Finding[] {
  if (!topics.has('cable')) return [];
  return amounts.flatMap((amount): Finding[] => {
    const { unit, from, next } = amount;
    const factor = unit?.factor ?? 0;
    if (factor < 10 || factor > METRE) return [];
    const near = neighbours(tokens, from, next);
    const rule = near.behind.has('cable') || near.before.has('cable') ? 'cable.named' : 'cable.topic';
    return [
      {
        key: CABLE,
        value: rounded(amount.amount / METRE),
        rule: isInches(amount) ? `${rule}_inches` : rule,
        at: from,
      },
    ];
  });
}
