import type { Amount } from '../../text/amounts.ts';
import { isTimes } from '../../text/factors.ts';
import { DIGITS, isGlued, type Token } from '../../text/tokens.ts';
import { diskGigabytes, rounded } from '../value.ts';
import { type AttributeText, type Finding, neighbours, type Rule } from './rule.ts';

const MEMORY = 'general.memory';
const CAPACITY = 'general.capacity';
/** Megabytes in a gigabyte. */
const GIGABYTE = 1024;
/** Most memory of a thing that also names a disk, in MB. */
const MOST_MEMORY = 128 * GIGABYTE;
/** Tokens between the two at most. */
const PAIR_REACH = 6;
/** A disk is at least this many times the memory beside it. */
const DISK_RATIO = 4;

/**
 * Memory and storage: told by the word beside the amount, else by what the text is about, else, of two amounts side by
 * side (`16GB/512GB`), the small one is memory.
 */
export const dataRule: Rule = (text) => {
  const amounts = text.amounts.filter(({ dimension }) => dimension === 'data');
  if (amounts.length === 0) return [];
  const found = amounts.map((amount) => named(text, amount));
  const open = amounts.filter((_, at) => found[at] === undefined);
  return [
    ...found.filter((one) => one !== undefined && one !== null),
    ...unnamed(text, open, found.some(Boolean)),
  ];
};

const finding = (key: string, { from }: Amount, megabytes: number, rule: string): Finding => ({
  key,
  value: key === MEMORY ? rounded(megabytes / GIGABYTE) : diskGigabytes(megabytes),
  rule: `${key === MEMORY ? 'memory' : 'capacity'}.${rule}`,
  at: from,
});

/** What the words beside an amount say of it: null where it is of something else, undefined where they say nothing. */
function named({ tokens }: AttributeText, amount: Amount): Finding | null | undefined {
  const { from, next } = amount;
  const { before, behind } = neighbours(tokens, from, next);
  if (behind.has('cache') || behind.has('graphics') || before.has('cache') || isCacheLevel(tokens, next))
    return null;
  const total = totalOf(tokens, amount);
  const isMemory = behind.has('memory') || isMemoryWord(tokens, next);
  if (isMemory) return finding(MEMORY, amount, total, 'named');
  if (behind.has('storage')) return finding(CAPACITY, amount, total, 'named');
  return undefined;
}

/** `4 MB L2`. */
const isCacheLevel = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'l' && tokens[at + 1]?.kind === DIGITS && isGlued(tokens, at + 1);

/** `16 GB memory`, not `16 GB memory card`. */
function isMemoryWord(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at]?.text, tokens[at + 1]?.text];
  return first === 'memory' && !/^(?:card|cards|stick|sticks|drive)$/.test(second ?? '');
}

/** `2 x 8 GB` is sixteen; an amount takes the number before its unit alone. */
function totalOf(tokens: readonly Token[], { from, next, amount }: Amount): number {
  const first = tokens[from] as Token;
  if (first.kind !== DIGITS || !isTimes(tokens, from + 1) || next <= from + 2) return amount;
  const times = Number(first.text);
  return times > 0 && times <= 16 ? amount * times : amount;
}

function unnamed(text: AttributeText, open: readonly Amount[], isNamed: boolean): Finding[] {
  const { tokens, topics } = text;
  const [first, second] = open;
  if (!first) return [];
  if (second && open.length === 2 && !isNamed) {
    const [small, large] = first.amount <= second.amount ? [first, second] : [second, first];
    const isNear = topics.has('display') || second.from - first.next <= PAIR_REACH;
    if (isNear && small.amount <= MOST_MEMORY && small.amount * DISK_RATIO <= large.amount)
      return [finding(MEMORY, small, small.amount, 'pair'), finding(CAPACITY, large, large.amount, 'pair')];
  }
  const isModule = topics.has('memory') && !isNamed;
  return open.map((amount) => {
    const total = totalOf(tokens, amount);
    if (isModule) return finding(MEMORY, amount, total, 'topic');
    if (isNamed) return finding(CAPACITY, amount, total, 'beside');
    return finding(CAPACITY, amount, total, topics.has('storage') ? 'topic' : 'alone');
  });
}
