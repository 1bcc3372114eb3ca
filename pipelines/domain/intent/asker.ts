import { readDeadline } from './deadline.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { isKindAt, namesKindFrom } from './named_kind.ts';
import { behind, isStop } from './phrase_list.ts';
import { readQuantity } from './quantity.ts';

/** Tokens before the verb that are looked through for who asks. */
const LONGEST_ASKER = 5;

/**
 * `gran needs`, `my youngest is after`, `the kids are hooked on`: who asks, in the beginning of a clause, tells nothing of
 * the thing that stands behind the verb. Of what somebody only likes (`my son loves dinosaurs`) a kind of thing alone is
 * wanted.
 */
export const takeAsker: Rule = (marked, at) => {
  if (at > 0 && !isStop(marked.tokens[at - 1]) && behind(marked, 'and', at - 1) !== at) return null;
  const verb = verbBehind(marked, at);
  if (verb === null) return null;
  const asks = behind(marked, 'asks', verb);
  const fond = behind(marked, 'fond_of', verb);
  const next = asks ?? (fond !== null && namesKindFrom(marked, fond) ? fond : null);
  if (next === null) return null;
  // `the kids need 12 juices`: the verb says that a number behind it is counted
  const end = readQuantity(marked, verb, false) === null ? next : verb;
  marked.mark(at, end, 'dropped');
  marked.askedFrom = end;
  return end;
};

/** The token of the verb behind somebody who is named from a token on, or null. */
function verbBehind(marked: MarkedText, at: number): number | null {
  let isSomebody = false;
  for (let from = at; from < at + LONGEST_ASKER && marked.tokens[from]?.kind === 'word'; from++) {
    const isVerb = behind(marked, 'asks', from) !== null || behind(marked, 'fond_of', from) !== null;
    if (isVerb) return isSomebody ? from : null;
    isSomebody ||= behind(marked, 'occasion', from) !== null;
  }
  return null;
}

/**
 * `my mother in law is moving and needs a washing machine`: behind somebody, a verb of wanting that follows a joining word
 * or a stop says what is wanted; with who wants it or without (`so she needs`). What is wanted is a kind of thing, or
 * nothing else that the text names is (`hurt his back and needs help, a chair please`).
 */
export const takeWanting: Rule = (marked, at) => {
  const isFirst = at === 0 || isStop(marked.tokens[at - 1]);
  const joined = behind(marked, 'and', at) ?? behindSo(marked, at) ?? (isFirst ? at : null);
  if (joined === null) return null;
  const verb = behind(marked, 'subject', joined) ?? joined;
  const next = behind(marked, 'asks', verb);
  // `need it`: a sentence that begins so says it of what is wanted already
  if (next === null || (verb === joined && (joined === at || !isOfSomebody(marked, at)))) return null;
  // `and need to practise`, `so we need it by Friday`
  if (TO_DO.has(marked.tokens[next]?.folded ?? '') || readDeadline(marked, verb) !== null) return null;
  const isElsewhere = () => [...marked.tokens.keys()].some((other) => isKindAt(marked, other));
  if (!namesKindFrom(marked, next) && isElsewhere()) return null;
  // `so we need 12 juices`: the verb says that a number behind it is counted
  const end = readQuantity(marked, verb, false) === null ? next : verb;
  marked.mark(at, end, 'dropped');
  marked.askedFrom = end;
  return end > at ? end : null;
};
const TO_DO: ReadonlySet<string> = new Set(['to', 'te']);

/** `so she needs`: why, and then what. */
const behindSo = (marked: MarkedText, at: number): number | null => behind(marked, 'therefore', at);

/** Before a token of its sentence somebody is named. */
function isOfSomebody(marked: MarkedText, to: number): boolean {
  for (let at = to - 1; at >= 0 && !/^[.!?]$/.test(marked.tokens[at]?.folded ?? ''); at--)
    if ((['subject', 'occasion', 'possessive'] as const).some((list) => behind(marked, list, at) !== null))
      return true;
  return false;
}

/** `voor zaterdag heb ik een slot nodig`: the verb around what is wanted tells nothing of it. */
export const takeAsksAround: Rule = (marked, at) => {
  const next = behind(marked, 'asks_open', at);
  if (next === null) return null;
  for (let to = next; to < marked.tokens.length && !isStop(marked.tokens[to]); to++)
    if (behind(marked, 'asks_close', to) !== null) {
      marked.mark(at, next, 'dropped');
      marked.askedFrom = next;
      return next;
    }
  return null;
};
