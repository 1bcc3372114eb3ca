/** A word, number, string, sign or bracket of SQL; comments and white space are between tokens. */
export interface Token {
  kind: 'word' | 'number' | 'string' | 'sign' | 'open' | 'close';
  /** Words in lower case. */
  text: string;
  start: number;
  end: number;
  /** Part of a longer sign: the `and` of `between`, the `from` of `is distinct from`, the `or` of `create or replace`. */
  bound?: boolean;
}

const PATTERN =
  /(?<skip>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>'(?:[^']|'')*')|(?<number>\d+(?:\.\d+)?)|(?<word>\$?[\p{L}_][\p{L}\p{N}_$]*|"[^"]*")|(?<open>[([{])|(?<close>[)\]}])|(?<sign><=|>=|<>|!=|==|::|\|\||<<|>>|\/\/|->>?|[^\s])/gu;

/** The tokens of a SQL text, in order. `case` opens and `end` closes like brackets. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sql.matchAll(PATTERN)) {
    const groups = match.groups ?? {};
    const found = (['string', 'number', 'word', 'open', 'close', 'sign'] as const).find(
      (kind) => groups[kind] !== undefined,
    );
    if (!found) continue;
    const text = found === 'word' ? match[0].toLowerCase() : match[0];
    const kind = text === 'case' ? 'open' : text === 'end' ? 'close' : found;
    tokens.push({ kind, text, start: match.index, end: match.index + match[0].length });
  }
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]?.text;
    if (token.text === 'between') bindBetween(tokens, index);
    if (token.text === 'from' && before === 'distinct') token.bound = true;
    if (token.text === 'or' && before === 'create') token.bound = true;
  }
  return tokens;
}

function bindBetween(tokens: readonly Token[], from: number): void {
  let depth = 0;
  for (const token of tokens.slice(from + 1)) {
    if (token.kind === 'open') depth++;
    if (token.kind === 'close') depth--;
    if (depth === 0 && token.text === 'and') {
      token.bound = true;
      return;
    }
  }
}

/** Index of the bracket that closes the one at `open`. */
export function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const { kind } = tokens[index] as Token;
    if (kind === 'open') depth++;
    if (kind === 'close' && --depth === 0) return index;
  }
  return tokens.length - 1;
}

/** The arguments of the call whose bracket opens at `open`, as ranges of tokens, last excluded. */
export function argumentsOf(tokens: readonly Token[], open: number): [from: number, to: number][] {
  const end = closing(tokens, open);
  const parts: [number, number][] = [];
  let [from, depth] = [open + 1, 0];
  for (let index = open + 1; index < end; index++) {
    const { kind, text } = tokens[index] as Token;
    if (kind === 'open') depth++;
    if (kind === 'close') depth--;
    if (depth === 0 && text === ',') {
      parts.push([from, index]);
      from = index + 1;
    }
  }
  if (from < end) parts.push([from, end]);
  return parts;
}
