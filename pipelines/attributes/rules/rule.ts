import type { AttributeValue } from '../../domain/attribute.ts';
import { readText, type TextReading } from '../../text/reading.ts';
import type { Token } from '../../text/tokens.ts';
import { type Topics, topicsOf } from '../topics.ts';

/** A text as rules take it. */
export interface AttributeText extends TextReading {
  topics: Topics;
  /** A title names one thing; a description also speaks of others. */
  part: 'title' | 'description';
}

/** What a rule found, before anybody asks how sure that is. `rule` names a line of confidence.json. */
export interface Finding {
  key: string;
  value: AttributeValue;
  rule: string;
  /** Place of its first token, so that the first of several can be told. */
  at: number;
}

/** Finds values of some attributes in a text. */
export type Rule = (text: AttributeText) => Finding[];

export function attributeText(text: string, part: AttributeText['part']): AttributeText {
  const reading = readText(text);
  const { tokens } = reading;
  const amounts = reading.amounts.filter(({ from }) => !isLimit(tokens, from));
  return { ...reading, amounts, topics: topicsOf(tokens), part };
}

/** Words before what a thing takes at most, which it does not have: `up to 128 GB`, `max. 60 W`. */
const LIMITS = new Set([
  'upto',
  'max',
  'maximum',
  'supports',
  'unterstutzt',
  'maximal',
  'hasta',
  "jusqu'a",
  'over',
  'under',
]);

function isLimit(tokens: readonly Token[], from: number): boolean {
  const before = tokens[from - 1]?.text === '.' ? from - 2 : from - 1;
  const word = tokens[before]?.text ?? '';
  return (
    LIMITS.has(word) ||
    (word === 'to' && tokens[before - 1]?.text === 'up') ||
    (word === 'zu' && tokens[before - 1]?.text === 'bis')
  );
}

/** What is near an amount: the topics of the words behind it and before it. */
export interface Neighbours {
  before: Topics;
  behind: Topics;
}

/** Signs that end what a word may say of its neighbour. */
const PARTS = new Set([',', ';', '|', '•', '·', '+', '/', '.', '(', ')']);

/** The topics of up to `reach` tokens on each side, up to a comma or the like. */
export function neighbours(tokens: readonly Token[], from: number, next: number, reach = 3): Neighbours {
  let start = from;
  while (start > 0 && from - start < reach && !PARTS.has((tokens[start - 1] as Token).text)) start--;
  let end = next;
  if (tokens[end]?.text === '(') end++;
  const first = end;
  while (end < tokens.length && end - first < reach && !PARTS.has((tokens[end] as Token).text)) end++;
  return { before: topicsOf(tokens, start, from), behind: topicsOf(tokens, first, end) };
}
