import { type Token, tokenise } from './tokens.ts';

/** What phrases that begin with the same tokens go on with. */
interface Branch<Value> {
  /** What the phrase stands for that ends here. */
  value?: Value;
  behind?: Map<string, Branch<Value>>;
}

/** Phrases as a tree of their tokens, each with what it stands for; of one that is added twice the first counts. */
export class PhraseTree<Value> {
  readonly #root: Branch<Value> = {};

  add(phrase: string, value: Value): void {
    const words = foldedTokens(phrase);
    if (words.length === 0) return;
    let branch = this.#root;
    for (const word of words) {
      branch.behind ??= new Map();
      let next = branch.behind.get(word);
      if (next === undefined) branch.behind.set(word, (next = {}));
      branch = next;
    }
    branch.value ??= value;
  }

  /** The longest phrase that begins at a token: where it ends and its value, or null. */
  at(tokens: readonly Token[], from: number): { next: number; value: Value } | null {
    let found: { next: number; value: Value } | null = null;
    let branch: Branch<Value> | undefined = this.#root;
    for (let next = from; branch !== undefined; next++) {
      if (branch.value !== undefined) found = { next, value: branch.value };
      branch = branch.behind?.get(tokens[next]?.folded ?? '');
    }
    return found;
  }
}

/** The tokens of a phrase, folded. English stands beside every other language, so each phrase is read once for all of them. */
function foldedTokens(phrase: string): readonly string[] {
  const known = FOLDED_TOKENS.get(phrase);
  if (known !== undefined) return known;
  const tokens = tokenise(phrase).map(({ folded }) => folded);
  FOLDED_TOKENS.set(phrase, tokens);
  return tokens;
}
const FOLDED_TOKENS = new Map<string, readonly string[]>();
