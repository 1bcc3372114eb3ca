import { argumentsOf, type Token, tokensOf } from './sql_tokens.ts';

/** One small fault: the characters from `start` to `end` become `text`. */
export interface Mutant {
  start: number;
  end: number;
  text: string;
}

/** What ends a condition, on its own level of brackets. */
const CLAUSES = new Set(
  (
    'and or where on having when then else group order union except intersect limit join inner left right full cross ' +
    'semi anti as qualify select from using set returning , ;'
  ).split(' '),
);
const SIGNS: Record<string, readonly string[]> = {
  '=': ['<>'],
  '==': ['<>'],
  '<>': ['='],
  '!=': ['='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '//': ['*'],
  '%': ['*'],
  '<<': ['>>'],
  '>>': ['<<'],
};
const WORDS: Record<string, string> = Object.fromEntries(
  'min max,least greatest,arg_min arg_max,first last,bool_and bool_or,bit_and bit_or,floor ceil,starts_with ends_with,semi anti,true false'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string])
    .flatMap(([a, b]) => [
      [a, b],
      [b, a],
    ]),
);
/** Calls of which only the first argument is left. */
const WRAPPERS = new Set(
  'lower upper trim abs round strip_accents fold_case list_distinct list_sort list_reverse'.split(' '),
);

/** Every mutant of a SQL text that a rule of this file makes, in the order of the text, none twice. */
export function sqlMutants(sql: string): Mutant[] {
  const tokens = tokensOf(sql);
  const mutants = new Map<string, Mutant>();
  const put = (start: number, end: number, text: string): void => {
    if (sql.slice(start, end) !== text) mutants.set(`${start} ${end} ${text}`, { start, end, text });
  };
  /** Replaces the tokens `from` up to `to`, excluded. */
  const replace = (from: number, to: number, text: string): void => {
    const [first, last] = [tokens[from], tokens[to - 1]];
    if (first && last && from < to) put(first.start, last.end, text);
  };
  const text = (from: number, to: number): string =>
    sql.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
  const mutator: Mutator = { tokens, replace, text };
  for (let index = 0; index < tokens.length; index++) {
    mutateValue(mutator, index);
    mutateCondition(mutator, index);
    mutateClause(mutator, index);
    mutateCall(mutator, index);
  }
  return [...mutants.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

interface Mutator {
  tokens: readonly Token[];
  replace: (from: number, to: number, text: string) => void;
  text: (from: number, to: number) => string;
}

/** Signs, numbers, strings and words that have an opposite. */
function mutateValue({ tokens, replace }: Mutator, index: number): void {
  const { kind, text } = tokens[index] as Token;
  const before = tokens[index - 1];
  if (kind === 'number') {
    replace(index, index + 1, String(Number(text) + 1));
    if (Number(text) > 0) replace(index, index + 1, String(Number(text) - 1));
  }
  if (kind === 'string') replace(index, index + 1, text === "''" ? "'~'" : "''");
  if (kind === 'sign' && isBinary(before))
    for (const other of SIGNS[text] ?? []) replace(index, index + 1, other);
  if (kind === 'sign' && text === '-' && !isBinary(before)) replace(index, index + 1, ' ');
  if (kind === 'word' && text !== 'first' && text !== 'last') {
    const other = WORDS[text];
    if (other !== undefined) replace(index, index + 1, other);
  }
}

/** Whether a sign after this token stands between two values. */
function isBinary(before: Token | undefined): boolean {
  if (!before) return false;
  if (before.kind === 'word')
    return !['select', 'distinct', 'by', 'when', 'then', 'else', 'and', 'or', 'not', 'in', 'where'].includes(
      before.text,
    );
  return ['number', 'string', 'close'].includes(before.kind);
}

/** Conditions: parts taken out, and or or swapped, the whole taken out, negations and null tests turned round. */
function mutateCondition({ tokens, replace }: Mutator, index: number): void {
  const { text, bound } = tokens[index] as Token;
  const after = tokens[index + 1]?.text;
  if ((text === 'and' || text === 'or') && !bound) {
    const neutral = text === 'and' ? 'true' : 'false';
    replace(index, index + 1, text === 'and' ? 'or' : 'and');
    replace(operandStart(tokens, index), index, neutral);
    replace(index + 1, operandEnd(tokens, index), neutral);
  }
  if (['where', 'on', 'having', 'qualify', 'when'].includes(text)) {
    const end = conditionEnd(tokens, index);
    replace(index + 1, end, 'true');
    if (text === 'when') replace(index + 1, end, 'false');
  }
  if (text === 'not' && !(after === 'exists' && tokens[index - 1]?.text === 'if') && after !== 'null')
    replace(index, index + 1, '');
  if (text === 'is' && after === 'null') replace(index, index + 1, 'is not');
  if (text === 'is' && after === 'not' && tokens[index + 2]?.text === 'null') replace(index, index + 2, 'is');
  if (text === 'is' && after === 'distinct') {
    replace(index, index + 3, '<>');
    replace(index, index + 3, '=');
  }
  if (text === 'is' && after === 'not' && tokens[index + 2]?.text === 'distinct')
    replace(index, index + 4, '=');
}

function operandStart(tokens: readonly Token[], operator: number): number {
  let depth = 0;
  let index = operator;
  while (index > 0) {
    const token = tokens[index - 1] as Token;
    if (token.kind === 'close') depth++;
    if (token.kind === 'open' && depth-- === 0) break;
    if (depth === 0 && (CLAUSES.has(token.text) || token.text === ':') && !token.bound) break;
    index--;
  }
  return index;
}

function operandEnd(tokens: readonly Token[], operator: number, stops = CLAUSES): number {
  let depth = 0;
  let index = operator + 1;
  for (; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const isCall = tokens[index + 1]?.text === '(';
    if (token.kind === 'open') depth++;
    if (token.kind === 'close' && depth-- === 0) break;
    if (
      depth === 0 &&
      stops.has(token.text) &&
      !token.bound &&
      !(isCall && /^(left|right)$/.test(token.text))
    )
      break;
  }
  return index;
}

const CONDITION_ENDS = new Set([...CLAUSES].filter((clause) => clause !== 'and' && clause !== 'or'));

function conditionEnd(tokens: readonly Token[], opener: number): number {
  return operandEnd(tokens, opener, CONDITION_ENDS);
}

/** Joins, sets, orders, windows and the other parts of a statement. */
function mutateClause({ tokens, replace, text: textOf }: Mutator, index: number): void {
  const { text } = tokens[index] as Token;
  const [before, after] = [tokens[index - 1]?.text ?? '', tokens[index + 1]?.text];
  if (text === 'join') {
    const kinds = ['left', 'right', 'full', 'inner', 'cross', 'semi', 'anti', 'positional', 'asof'];
    if (!kinds.includes(before)) replace(index, index + 1, 'left join');
    else if (['left', 'right', 'full'].includes(before)) replace(index - 1, index + 1, 'join');
    if (before === 'full') replace(index - 1, index + 1, 'left join');
  }
  if (text === 'union')
    replace(index, index + (after === 'all' ? 2 : 1), after === 'all' ? 'union' : 'union all');
  if (text === 'distinct' && before !== 'is' && before !== 'not' && after !== 'on')
    replace(index, index + 1, '');
  if (text === 'desc' || (text === 'nulls' && (after === 'last' || after === 'first')))
    replace(
      index,
      index + (text === 'nulls' ? 2 : 1),
      text === 'desc' ? '' : `nulls ${after === 'last' ? 'first' : 'last'}`,
    );
  if (text === 'by' && before === 'order') {
    for (const [from, to] of itemsAfter(tokens, index))
      if (!tokens.slice(from, to).some((token) => ['desc', 'asc', 'nulls'].includes(token.text)))
        replace(from, to, `${textOf(from, to)} desc`);
  }
  if (text === 'partition' && after === 'by') replace(index, operandEnd(tokens, index + 1), '');
  if (text === 'else') replace(index + 1, operandEnd(tokens, index), 'null');
  if (text === 'using' && after === '(') {
    const names = argumentsOf(tokens, index + 1).map(([from, to]) => textOf(from, to));
    const end = index + 2 * names.length + 2;
    if (names.length > 1)
      for (const left of names)
        replace(index + 1, end, `(${names.filter((name) => name !== left).join(', ')})`);
  }
}

/** The parts, separated by commas, of what follows `order by`. */
function itemsAfter(tokens: readonly Token[], by: number): [from: number, to: number][] {
  const items: [number, number][] = [];
  let from = by + 1;
  for (;;) {
    const to = operandEnd(tokens, from - 1);
    items.push([from, to]);
    if (tokens[to]?.text !== ',') return items;
    from = to + 1;
  }
}

/** Calls: `coalesce` as each of its arguments, wrappers as what they wrap. */
function mutateCall({ tokens, replace, text: textOf }: Mutator, index: number): void {
  const { kind, text } = tokens[index] as Token;
  if (kind !== 'word' || tokens[index + 1]?.text !== '(') return;
  const parts = argumentsOf(tokens, index + 1);
  const end = (parts.at(-1)?.[1] ?? index + 2) + 1;
  if (text === 'coalesce' || text === 'nullif' || text === 'ifnull') {
    for (const [from, to] of text === 'nullif' ? parts.slice(0, 1) : parts)
      replace(index, end, textOf(from, to));
  }
  const [first] = parts;
  if (WRAPPERS.has(text) && first) replace(index, end, textOf(...first));
}

/** The text with the fault in it. */
export function mutated(sql: string, { start, end, text }: Mutant): string {
  return sql.slice(0, start) + text + sql.slice(end);
}

/** `12: not vanished and → or` for a list of survivors: the line and what became of it, around the change. */
export function describeMutant(sql: string, mutant: Mutant): string {
  const line = sql.slice(0, mutant.start).split('\n').length;
  const was = sql.slice(mutant.start, mutant.end).replaceAll(/\s+/g, ' ');
  const at = sql.lastIndexOf('\n', mutant.start - 1) + 1;
  const place = sql.slice(at, mutant.start).trimStart().slice(-40);
  return `${line}: ${place}[${was} → ${mutant.text || 'nothing'}]`;
}
