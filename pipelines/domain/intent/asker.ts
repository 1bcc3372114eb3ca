import { isStop } from './limit.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';

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
  const next = asks ?? (fond !== null && namesKind(marked, fond) ? fond : null);
  if (next === null) return null;
  // `the kids need 12 juices`: the verb says that a number behind it is counted
  const end = behind(marked, 'wanted', verb) === null ? next : verb;
  marked.mark(at, end, 'dropped');
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

function namesKind(marked: MarkedText, from: number): boolean {
  for (let at = from; !isStop(marked.tokens[at]); at++)
    if (marked.isKind(marked.tokens[at]?.folded ?? '')) return true;
  return false;
}
